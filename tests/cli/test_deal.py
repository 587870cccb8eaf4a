"""The forms of a deal: what is written reads back, in every game; what is spoilt is refused."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import positions, scattered, spoilt

from solver.cards.deal import Deal, Position
from solver.cli.deal import FORMS
from solver.cli.options import shuffles
from solver.games import GAMES, Budget, Game
from solver.report.solve import deal_text
from solver.text.board import BoardNotation
from solver.text.scanner import NotationError, decoded

#: Games of one pack with piles and a reserve.
PILE_NAMES = [name for name, game in GAMES.items() if isinstance(game.notation, BoardNotation)]
TEXT_FORMS = [form for form in FORMS if form != "picture"]


def reads_back(game: Game, form: str) -> bool:
    """Whether a game has a form that says all of a deal; a flat text says no shuffle to come."""
    if form == "solvitaire":
        return game.notation.solvitaire(game.start(game.deal(1))) is not None
    return form != "flat" or not shuffles(game)


OWN_FORMS = [
    (name, form) for name, game in GAMES.items() for form in TEXT_FORMS if reads_back(game, form)
]


def gaps_last(position: Position) -> tuple[Position, list[int | None]]:
    """The position without its cells, and what they hold, the empty ones last."""
    kept = [card for card in position.cells if card is not None]
    empty = [None] * (len(position.cells) - len(kept))
    return Position(**{**vars(position), "cells": ()}), [*kept, *empty]


@given(st.sampled_from(OWN_FORMS), st.integers(0, 2**63 - 1))
@settings(max_examples=400)
def test_a_written_deal_reads_back(chosen, number):
    name, form = chosen
    game = GAMES[name]
    deal = game.deal(number)
    ((place, found),) = game.read(deal_text(game, number, "native", deal, form))
    assert place == 1
    assert game.start(found) == game.start(deal)


@pytest.mark.parametrize("form", [form for form in TEXT_FORMS if form != "flat"])
@given(st.sampled_from(PILE_NAMES), st.data())
def test_a_written_position_reads_back(form, name, data):
    game = GAMES[name]
    position = data.draw(positions(game.notation.format))
    ((_, found),) = game.read(deal_text(game, 1, "file", position, form), unseen=True)
    if form == "solvitaire":
        assert gaps_last(found) == gaps_last(position)
    else:
        assert found == position


@pytest.mark.parametrize("name", PILE_NAMES)
def test_a_position_with_cards_that_are_not_known_is_read_where_it_may_be(name):
    game = GAMES[name]
    text = deal_text(game, 1, "native", game.deal(1), "solvitaire").replace('"8c"', '"??"')
    if "??" in text:
        ((_, position),) = game.read(text, unseen=True)
        assert position.unseen == 1
        with pytest.raises(ValueError, match="nobody has seen"):
            game.read(text)


@pytest.mark.parametrize("form", [form for form in TEXT_FORMS if form != "flat"])
@pytest.mark.parametrize(("name", "number"), [("trevi", 8), ("stonewall", 1), ("flower", 2)])
def test_a_position_under_way_is_decided_as_it_was_played(form, name, number):
    game = GAMES[name]
    worker = game.search.worker(Budget(memory_mib=64))
    start = game.start(game.deal(number))
    solved = worker.solve(start, number)
    for steps in range(1, len(solved.moves), 9):
        position = game.replay(start, solved.moves[:steps], number)
        ((_, found),) = game.read(deal_text(game, 1, "file", position, form))
        again = worker.solve(found, number)
        game.confirm(found, number, again)
        assert (again.verdict, again.cards) == (solved.verdict, solved.cards)


def test_a_position_under_way_has_no_flat_text():
    game = GAMES["flower"]
    position = Position(((),) * 6, foundations=(13, 13, 13, 13))
    with pytest.raises(ValueError, match="deal 4 is under way"):
        deal_text(game, 4, "file", position, "flat")


#: Faults of the whole: what is missing, or too much, has no place of its own.
OF_THE_WHOLE = (
    "missing from the board",
    " unknown card",
    " piles; an empty one is",
    "the text is empty",
    "not known?",
)


def fault(game: Game, data: bytes) -> NotationError | None:
    """What is wrong with the bytes; ``None`` where they tell what can lie on a table."""
    try:
        found = game.read(decoded(data), unseen=True)
    except NotationError as error:
        return error
    for _, deal in found:
        if isinstance(deal, Deal) or not deal.unseen:
            game.start(deal)
    return None


def assert_spoilt_texts_are_read_or_refused(form: str, count: int) -> None:
    choose = random.Random(form)
    refused = 0
    for _ in range(count):
        game = GAMES[choose.choice(PILE_NAMES)]
        deal = game.deal(choose.randrange(1000))
        if form != "flat" and choose.random() < 0.5:
            deal = scattered(game.notation.format, choose)
        text = deal_text(game, 1, "native", deal, form)
        error = fault(game, spoilt(text, choose))
        if error:
            refused += 1
            message = str(error)
            assert "\n" not in message
            assert len(message) < 300
            assert error.line or any(part in message for part in OF_THE_WHOLE), message
    assert 0 < refused < count


@pytest.mark.parametrize("form", TEXT_FORMS)
def test_a_spoilt_text_is_read_or_refused(form):
    assert_spoilt_texts_are_read_or_refused(form, 300)


@pytest.mark.slow
@pytest.mark.parametrize("form", TEXT_FORMS)
def test_ten_thousand_spoilt_texts_are_read_or_refused(form):
    assert_spoilt_texts_are_read_or_refused(form, 10_000)
