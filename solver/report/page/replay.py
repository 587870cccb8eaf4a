"""One self-contained page that shows deals and their play, step by step.

The page (the files in ``page``) draws the cards itself and fetches nothing: its content policy lets
a browser run the one script and the one style that stand in it, by their hashes, and load nothing
at all. What lies on the table after each step is computed here, by the referee; the script knows no
rules.
"""

import json
from base64 import b64encode
from collections.abc import Iterator, Sequence
from hashlib import sha256
from html import escape
from importlib.resources import files
from string import Template
from typing import Any

from solver.cards.cards import rank_of, suit_of
from solver.cards.deal import Kind, Outcome, Place, Verdict, Zone
from solver.cards.numbers import Numbering
from solver.cards.plural import counted
from solver.games import Game, changed_switches
from solver.games.base import Step
from solver.report.board import move_text, place_words, route_text
from solver.report.page.zones import Cards
from solver.report.solve import link_text
from solver.runs.sample import Solved

#: Deals that one page takes: it stays a few megabytes.
MAX_DEALS = 100

_RANKS = ["ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king"]
_SUITS = ["clubs", "diamonds", "hearts", "spades"]

#: The script is one text: what comes later uses what stands before.
_SCRIPTS = ("cards.js", "table.js", "page.js")

_REDEAL = "stuck: what is out is shuffled and dealt again"

_SAID = {
    Verdict.SOLVABLE: "can be won",
    Verdict.UNSOLVABLE: "every line of play was searched, and none wins",
    Verdict.UNDECIDED: "the search ended before it had an answer",
}


def replay_page(
    game: Game, deals: Sequence[Solved], numbering: str, source: str | None = None
) -> str:
    """The page as a text of HTML, for at least one deal and at most ``MAX_DEALS``.

    ``source``: the name of the file that the deals come from. Raises ``ValueError`` for another
    number of deals.
    """
    if not 1 <= len(deals) <= MAX_DEALS:
        raise ValueError(f"a page takes 1 to {MAX_DEALS} deals, not {len(deals)}")
    records = [_record(game, solved, numbering, source) for solved in deals]
    code = "\n".join(map(_part, _SCRIPTS))
    script, style = f'"use strict";\n(() => {{\n{code}}})();\n', _part("replay.css")
    return Template(_part("replay.html")).substitute(
        title=escape(records[0]["title"]),
        data=_embedded(records),
        script=script,
        script_hash=_hash(script),
        style=style,
        style_hash=_hash(style),
    )


def _part(name: str) -> str:
    return files("solver.report.page").joinpath(name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    """As a content policy names a script or a style."""
    return b64encode(sha256(text.encode()).digest()).decode()


def _embedded(value: Any) -> str:
    """JSON that can stand inside a script element: nothing in it ends the element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def _record(game: Game, solved: Solved, numbering: str, source: str | None) -> dict[str, Any]:
    """All that the script is to know of a deal."""
    start, outcome = solved.start, solved.outcome
    links = game.forced.why(start, solved.number) if game.forced else ()
    square = game.square
    kind = f"{numbering} " if numbering in (Numbering.MS, Numbering.PYSOL) else ""
    # The name of a file need not be a text: what no page can hold becomes a question mark.
    where = "" if source is None else f" of {source.encode(errors='replace').decode()}"
    changed = ", ".join(f"{name}={value}" for name, value in changed_switches(game).items())
    table = game.rules.zones(start)
    cards = Cards(table)
    return {
        "title": f"{game.words.title}, {kind}deal {solved.number}{where}",
        "choice": f"{solved.number}: {outcome.verdict}",
        "rules": changed and f"Rules: {changed}",
        "verdict": outcome.verdict,
        "summary": f"– {_summary(game, outcome)}",
        "why": [link_text(game, link) for link in links],
        "abreast": square.side if square else 0,
        "lines": square.lines if square else (),
        "sum": square.line_sum if square else 0,
        "redeals": start.redeals,
        "zones": [_zone(game, zone.place) for zone in table],
        "cards": cards.cards,
        "start": [_marks(ids, zone) for ids, zone in zip(cards.lying, table, strict=True)],
        "steps": list(_steps(game, solved, cards)),
    }


def _summary(game: Game, outcome: Outcome) -> str:
    if outcome.cards is not None:
        return f"play is forced, and ends with {counted(outcome.cards, 'card')} up"
    said = _SAID[outcome.verdict]
    if outcome.moves is not None:
        said += f" in {counted(len(outcome.moves), game.words.step)}"
        if outcome.found is not None:
            said += f", shortened from {outcome.found}"
    return said


def _zone(game: Game, place: Place) -> dict[str, Any]:
    """A place as the page names it."""
    if place.kind is Kind.FOUNDATION:
        return {"kind": place.kind, "name": _SUITS[place.slot], "suit": place.slot}
    name = place_words(game, place).removeprefix("the ")
    return {"kind": place.kind, "name": name.capitalize()}


def _marks(ids: Sequence[int], zone: Zone) -> list[int]:
    """The identities of a zone's cards; ``~identity`` of one that lies face down."""
    return [~identity if row in zone.down else identity for row, identity in enumerate(ids)]


def _steps(game: Game, solved: Solved, cards: Cards) -> Iterator[dict[str, Any]]:
    """Each step in symbols and in words, the cards that it moves, and the zones that change.

    ``number``: of a move, from 1. ``redeal``: whether the cards are dealt anew.
    """
    before = game.rules.zones(solved.start)
    line = game.steps(solved.start, solved.outcome.moves or (), solved.number)
    number = 0
    for step in line:
        after = game.rules.zones(step.position)
        moved = cards.move(after)
        number += step.move is not None
        yield {
            **_told(game, step, [cards.cards[identity] for identity in moved]),
            **({} if step.move is None else {"number": number, "cards": moved}),
            "lies": {
                slot: _marks(cards.lying[slot], zone)
                for slot, zone in enumerate(after)
                if zone != before[slot]
            },
        }
        before = after


def _told(game: Game, step: Step, moved: Sequence[int]) -> dict[str, Any]:
    """A step in symbols and in words; ``moved``: all cards that change their place."""
    if step.move is None:
        return {"text": _REDEAL, "words": _REDEAL, "redeal": True}
    text = move_text(game, step.move, step.lifted)
    taken = step.lifted[:1] if game.square else step.lifted
    words = f"{_spoken(taken)} {route_text(game, step.move)}"
    if step.move.target.kind is Kind.HAND:
        return {"text": text, "words": words, "redeal": True}
    if others := [here for here in moved if here not in taken]:
        words += f", and {_spoken(others)} the other way"
    return {"text": text, "words": words}


def _spoken(cards: Sequence[int]) -> str:
    """As a screen reader is to say it: ``9 of hearts, 8 of spades``."""
    return ", ".join(f"{_RANKS[rank_of(here)]} of {_SUITS[suit_of(here)]}" for here in cards)
