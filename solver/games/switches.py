"""The switches of a game's rules, as texts ``NAME=VALUE``."""

from collections.abc import Iterable
from dataclasses import fields
from enum import StrEnum
from typing import Any

from solver.games.referee import Rules


class SwitchError(ValueError):
    """A switch of the rules that the game lacks, or a value that it cannot take."""


def with_switches(name: str, rules: Rules, settings: Iterable[str]) -> Rules:
    """The rules of the game ``name`` with switches set, each by a text ``NAME=VALUE``.

    A switch may be written with hyphens or underscores. Raises ``SwitchError`` where the game has
    no such switch, the value is none of its values, or the rules as a whole make no game.
    """
    known = rules.SWITCHES
    values: dict[str, Any] = {}
    for setting in settings:
        text, found, value = setting.partition("=")
        field = text.strip().lower().replace("-", "_")
        if field not in known:
            names = ", ".join(switch.replace("_", "-") for switch in known)
            there = f"its rules are {names}" if names else "it has none that can be changed"
            raise SwitchError(f"{name} has no rule '{text}': {there}")
        if not found:
            raise SwitchError(f"rule '{text}' has no value: write {text}=VALUE")
        values[field] = _parse(text, value.strip().lower(), getattr(rules, field))
    try:
        return rules.with_values(values)
    except ValueError as error:
        reason = str(error)
        for field in known:
            reason = reason.replace(field, field.replace("_", "-"))
        raise SwitchError(reason) from None


def switch_texts(rules: Rules) -> dict[str, str]:
    """The values of all switches, written as ``with_switches`` reads them."""
    return {
        field.name.replace("_", "-"): switch_text(getattr(rules, field.name))
        for field in fields(rules)  # type: ignore[arg-type]
    }


_BOOLEANS = {"yes": True, "on": True, "true": True, "no": False, "off": False, "false": False}


def _parse(name: str, text: str, sample: object) -> object:
    """The value that a text stands for, of the type of ``sample``."""
    match sample:
        case bool():
            if text in _BOOLEANS:
                return _BOOLEANS[text]
            wanted = "yes or no"
        case int():
            if _is_number(text):
                return int(text)
            wanted = "a whole number, 0 or more"
        case tuple():
            parts = [part.strip() for part in text.split(",")] if text not in ("", "none") else []
            if all(map(_is_number, parts)):
                return tuple(map(int, parts))
            wanted = "whole numbers with commas between, or none"
        case StrEnum():
            kind = type(sample)
            if text in list(kind):
                return kind(text)
            wanted = " or ".join(kind)
        case _:
            raise AssertionError(f"no text is read as a {type(sample).__name__}")
    raise SwitchError(f"rule {name} is '{text}', but takes {wanted}")


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 10


def switch_text(value: object) -> str:
    """A switch's value as ``with_switches`` reads it."""
    match value:
        case bool():
            return "yes" if value else "no"
        case tuple():
            return ",".join(map(str, value)) or "none"
        case _:
            return str(value)
