"""JSON that knows where each value stands."""

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.text.json_values import JsonValue, json_values
from solver.text.scanner import NotationError


def plain(value: JsonValue):
    """The value as ``json.loads`` has it."""
    match value.content:
        case list():
            return [plain(item) for item in value.content]
        case dict():
            return {name.text: plain(item) for name, item in value.content.items()}
        case content:
            return content


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
).filter(lambda value: depth(value) < 8)


def depth(value) -> int:
    if isinstance(value, dict):
        value = list(value.values())
    return 1 + max(map(depth, value), default=0) if isinstance(value, list) else 0


@given(st.lists(JSON, max_size=3), st.sampled_from([None, 2]), st.booleans())
def test_what_json_writes_is_read(values, indent, ascii_only):
    text = "\n".join(json.dumps(value, indent=indent, ensure_ascii=ascii_only) for value in values)
    assert [plain(value) for value in json_values(text)] == values


def test_every_value_has_its_place():
    (value,) = json_values('{"a":\n  ["é", 12,\r\n {"b": null}]}')
    ((name, items),) = value.content.items()
    assert (name.line, name.column, items.line, items.column) == (1, 2, 2, 3)
    assert [(item.line, item.column) for item in items.content] == [(2, 4), (2, 9), (3, 2)]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{", "line 1, column 2: the text ends too early: a name is missing"),
        ("[1", "line 1, column 3: , or ] is missing"),
        ("[1 2]", "line 1, column 4: , or ] is missing"),
        ("[1,]", "line 1, column 4: this is no JSON"),
        ('{"a" 1}', "line 1, column 6: : is missing"),
        ("{1: 2}", "line 1, column 2: a name in quotes is missing"),
        ('{"a": 1,\n "a": 2}', "line 2, column 2: a second 'a'"),
        ("[nil]", "line 1, column 2: this is no JSON"),
        ("[']", "line 1, column 2: this is no JSON: a value is missing"),
        ('["a', "line 1, column 2: this is no JSON: a value is missing"),
        ('["\\x"]', "line 1, column 2: this is no JSON"),
        ("[" * 100_000, "line 1, column 10: nested too deeply"),
        ("9" * 5000, "line 1, column 1: this is no JSON"),
    ],
)
def test_what_is_no_json_is_refused_with_its_place(text, reason):
    with pytest.raises(NotationError) as error:
        list(json_values(text))
    assert str(error.value).startswith(reason)


@given(st.text(alphabet='[]{},:" \n\\a1é\ud800'))
def test_any_text_is_read_or_refused(text):
    read = None
    with suppress(NotationError):
        read = list(json_values(text))
    assert read != [] or not text.strip()


def value(text: str) -> JsonValue:
    (found,) = json_values(text)
    return found


def test_what_is_not_as_wanted_is_refused_with_its_place():
    for act, reason in (
        (
            lambda: value(" 7").word("a card"),
            "column 2: here should be a card, as a text in quotes",
        ),
        (lambda: value("7").items("cards"), "column 1: here should be a list of cards"),
        (lambda: value("[]").fields("a deal", ()), "here should be a deal, an object in braces"),
        (
            lambda: value('{"a": 0}').fields("a deal", ("b", "c")),
            "column 2: unknown name 'a': there are b, c",
        ),
    ):
        with pytest.raises(NotationError) as error:
            act()
        assert reason in str(error.value)


def test_unknown_names_may_hold_nothing():
    fields = value('{"a": [], "b": {}, "c": "", "d": null, "e": 1}').fields("a deal", ("e",))
    assert list(fields) == ["a", "b", "c", "d", "e"]
