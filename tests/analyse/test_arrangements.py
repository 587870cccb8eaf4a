"""The arrangements that are tried, and what is common to the questions about them."""

from collections.abc import Callable
from dataclasses import replace
from itertools import islice, permutations
from math import sqrt

import pytest

from solver import games
from solver.analyse.arrangements import Arrangements, compile_arrangements
from solver.analyse.chance import chance
from solver.analyse.hint import hint, sensible_moves
from solver.cards.cards import UNKNOWN
from solver.cards.deal import Deal, Verdict
from solver.cards.view import arrangement_count, orders_of, unseen_in
from solver.games import VERDICTS, Worker
from solver.games.arrangements import Question
from solver.runs.retries import crew
from solver.runs.threads import Interrupt

TREVI = games.find("trevi")


def team(max_states: int | None = None, size: int = 1):
    """Workers for one question."""
    return crew(TREVI, size, games.Budget(max_states, 64))


def start(number: int):
    return TREVI.start(TREVI.deal(number))


def test_a_player_does_not_see_the_face_down_cards():
    position = start(8)
    seen = position.seen()
    assert sum(pile.count(UNKNOWN) for pile in seen.piles) == 18
    assert not seen.down
    assert unseen_in(TREVI.rules.deck, seen) == tuple(sorted(position.down))


def test_arrangements_fill_the_unknown_places():
    seen = start(8).seen()
    found = Arrangements.of(TREVI, seen, samples=50)
    arrangements = [seen.completed(order) for order in found.orders()]
    assert (found.exact, found.count) == (False, 50)
    assert len(set(arrangements)) == 50
    for arrangement in arrangements:
        assert arrangement.seen() == seen
        assert TREVI.start(arrangement) == arrangement


def test_arrangements_do_not_depend_on_what_lies_there():
    position = start(8)
    seen = position.seen()
    turned = seen.completed(tuple(reversed(unseen_in(TREVI.rules.deck, seen))))
    assert turned != position
    expected = list(Arrangements.of(TREVI, seen, 20, seed=3).orders())
    for one in (position, turned):
        assert list(Arrangements.of(TREVI, one.seen(), 20, seed=3).orders()) == expected


def test_every_unseen_card_is_equally_likely_everywhere():
    seen = start(8).seen()
    unseen = unseen_in(TREVI.rules.deck, seen)
    times, count = {}, 5400
    for order in Arrangements.of(TREVI, seen, count).orders():
        for place, card in enumerate(order):
            times[place, card] = times.get((place, card), 0) + 1
    expected = count / len(unseen)
    chi_square = sum((times[key] - expected) ** 2 / expected for key in times)
    assert len(times) == 18 * 18
    assert abs(chi_square - 17 * 17) < 5 * sqrt(2 * 17 * 17)


@pytest.mark.parametrize("cards", [(), (3,), (5, 5), (1, 2, 3), (4, 7, 4), (1, 1, 2, 2, 9)])
def test_copies_of_a_card_make_no_other_arrangement(cards):
    orders = list(orders_of(cards))
    assert orders == sorted(set(permutations(cards)))
    assert arrangement_count(cards) == len(orders)


@pytest.mark.parametrize("redeal", ["none", "turned", "shuffled"])
def test_a_seed_is_drawn_where_a_shuffle_is_to_come(redeal):
    game = games.find("red-black").with_rules([f"redeal={redeal}"])
    seen = game.start(game.deal(1)).seen()
    assert game.is_open(seen) == (redeal == "shuffled")
    found = Arrangements.of(game, seen, samples=3)
    (piece,) = found.pieces(Question(game, seen), 5)
    seeds = [game.start(piece.position(place)).seed for place in range(3)]
    assert seeds == ([0, 1, 2] if redeal == "shuffled" else [0, 0, 0])


def test_places_and_cards_must_agree():
    position = start(8)
    card = min(position.down)
    piles = tuple(tuple(UNKNOWN if c == card else c for c in pile) for pile in position.piles)
    reserve = (card, *position.reserve)
    broken = type(position)(piles, position.cells, reserve, position.foundations, position.down)
    with pytest.raises(ValueError, match="0 cards not seen, but 1 place unknown"):
        unseen_in(TREVI.rules.deck, broken)


@pytest.mark.parametrize("samples", [120, 1000])
def test_what_is_found_does_not_depend_on_the_workers(samples):
    seen = start(5).seen()
    assert chance(TREVI, team(size=3), seen, samples) == chance(TREVI, team(), seen, samples)
    assert hint(TREVI, team(size=3), seen, samples=20) == hint(TREVI, team(), seen, samples=20)


def stopped_at(count: int) -> tuple[Interrupt, Callable[[int], None]]:
    """A signal that comes in when so many arrangements are done, and what has it come in."""
    interrupt = Interrupt()

    def progress(done: int) -> None:
        if done == count:
            interrupt.signum = 2

    return interrupt, progress


@pytest.mark.parametrize("ask", [chance, hint])
def test_a_sample_that_is_interrupted_is_a_smaller_one(ask):
    seen = start(5).seen()
    interrupt, progress = stopped_at(10)
    found = ask(TREVI, team(), seen, samples=500, progress=progress, interrupt=interrupt)
    tally = found.tally if ask is chance else found.advice[0].tally
    assert 10 <= tally.count < 500
    assert tally.undecided == 0


@pytest.mark.parametrize("ask", [chance, hint])
def test_a_part_of_all_arrangements_is_not_taken_for_a_sample(ask):
    position = start(5)
    known = sorted(position.down)[6:]
    seen = replace(position, down=position.down - frozenset(known)).seen()
    part = replace(seen, down=frozenset(known))
    interrupt, progress = stopped_at(1)
    assert ask(TREVI, team(), part, samples=720, progress=progress, interrupt=interrupt) is None


def test_a_position_that_cannot_be_is_refused():
    deal = Deal(tuple(islice(TREVI.rules.deck, 52)), 1)
    seen = TREVI.start(deal).seen()
    broken = type(seen)(seen.piles[1:], seen.cells, seen.reserve, seen.foundations, seen.down)
    with pytest.raises(ValueError, match="cards not seen"):
        Arrangements.of(TREVI, broken, 10)


class Coded(Worker):
    """Has the verdicts of a list, and is stopped when they are used up."""

    def __init__(self, codes: list[int]) -> None:
        self.codes = list(codes)

    def verdict(self, start):
        if not self.codes:
            self.stop()
            return Verdict.UNDECIDED
        return VERDICTS[self.codes.pop(0)]

    def solve(self, start, number):
        raise NotImplementedError

    batch = check = solve


@pytest.mark.parametrize("count", [0, 1, 32, 33, 70, 99])
def test_verdicts_end_where_a_worker_is_stopped(count):
    codes = [1 + k % 2 for k in range(count)]
    found = Arrangements.of(TREVI, start(5).seen(), 1000).verdicts([Coded(codes)])
    assert list(found) == [(code,) for code in codes]


@pytest.mark.parametrize("count", [0, 2, 3, 31, 32, 33, 100])
def test_an_arrangement_counts_once_all_moves_are_judged(count):
    codes = [k % 3 for k in range(count)]
    seen = start(5).seen()
    moves = tuple(sensible_moves(TREVI, start(5))[:3])
    found = Arrangements.of(TREVI, seen, 1000).verdicts([Coded(codes)], moves)
    assert list(found) == [(0, 1, 2)] * (count // 3)


@pytest.mark.parametrize("size", [1, 3, 7, 20, 50])
def test_pieces_have_all_arrangements_in_their_order(size):
    seen = start(5).seen()
    found = Arrangements.of(TREVI, seen, 20, seed=2)
    pieces = list(found.pieces(Question(TREVI, seen), size))
    assert [order for piece in pieces for order in piece.orders] == list(found.orders())
    numbers = [piece.first + place for piece in pieces for place in range(len(piece))]
    assert numbers == list(range(2 << 32, (2 << 32) + 20))


@pytest.mark.parametrize("name", ["trevi", "olga"])
def test_nothing_is_decided_to_compile(name):
    compile_arrangements(games.find(name), games.Budget())
