"""Macro moves against the referee: each can be played, and none that matters is missing."""

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest
from kernels import GAMES, NONE_OF_THEM, Asked, Kernels, key_of, playout
from positions import laid

from solver.cards.cards import name_of, names_of, pack
from solver.cards.deal import Kind
from solver.games.trevi.kernel.moves import generate, put, returning_links
from solver.games.trevi.kernel.runs import group_of, parents_of, run_layout
from solver.games.trevi.kernel.search import make_scratch
from solver.games.trevi.kernel.state import (
    ALL,
    CELLS,
    FLAGS,
    IN_CELL,
    IN_RUN,
    RESERVE,
    RULE_RETURN_TO_CELL,
    UP,
    foundation_tops,
    next_up,
    old_tops,
    safe_cards,
)
from solver.games.trevi.line import Line
from solver.games.trevi.rules import TreviRules

#: Reductions that are left out.
WITHOUT = {
    "all reductions": frozenset(),
    "no semi-safe play": frozenset({"semi"}),
    "no safe play": frozenset({"safe"}),
    "chains alone": frozenset({"safe", "semi", "dead"}),
    "no chains": frozenset({"chains"}),
    "no reductions": NONE_OF_THEM,
}

#: Playouts that are looked at.
few_or_many = pytest.mark.parametrize(
    "numbers",
    [range(40, 46), pytest.param(range(100, 200), marks=pytest.mark.slow)],
    ids=["few", "many"],
)


def situations(kernels: Kernels, numbers: range, length: int) -> Iterator[tuple[Asked, Line]]:
    """States without automatic plays of random playouts, each with a line whose position it is."""
    for number in numbers:
        for position in playout(kernels.rules, number, length):
            asked, log = kernels.after_automatic_plays(kernels.set_up(position))
            line = Line(kernels.rules, position)
            line.play(log)
            yield asked, line


def members(word: int | np.uint64) -> set[int]:
    return {place for place in range(64) if int(word) >> place & 1}


def waiting(asked: Asked) -> set[int]:
    """The cards that are placed where a move needs them: of the reserve, of cells, and some tops
    of foundations."""
    problem, state = asked
    links, _ = returning_links(state, problem)
    return members(state[RESERVE] | state[IN_CELL] | links)


@few_or_many
@pytest.mark.parametrize("without", WITHOUT.values(), ids=WITHOUT)
def test_each_macro_move_can_be_played_and_ends_where_it_says(without, numbers):
    """The child's words are those that the position reached has by itself."""
    for rules in GAMES.values():
        kernels = Kernels(rules, without)
        for asked, line in situations(kernels, numbers, 10):
            assert kernels.set_up(line.position).state.tolist() == asked.state.tolist()
            for child, log in kernels.children(asked):
                branch = Line(rules, line.position)
                branch.play(log)
                assert kernels.set_up(branch.position).state.tolist() == child.tolist()


@few_or_many
@pytest.mark.parametrize("without", WITHOUT.values(), ids=WITHOUT)
def test_each_single_move_that_changes_a_state_is_a_macro_move(without, numbers):
    """Every legal move of the referee leads to the same state, or to one that a macro move makes.

    Runs that only move change nothing. With chains, a card that waits is not placed for its own
    sake: the next test has such cards.
    """
    met = Counter()
    for rules in GAMES.values():
        kernels = Kernels(rules, without)
        for asked, line in situations(kernels, numbers, 20):
            here = key_of(asked.state)
            children = {key_of(child) for child, _ in kernels.children(asked)}
            for move in rules.legal_moves(line.position):
                placed = move.target.kind is Kind.PILE or move.source.kind is Kind.RESERVE
                up = move.target.kind is Kind.FOUNDATION
                if placed and not up and move.card in waiting(asked) and "chains" not in without:
                    continue
                after, _ = kernels.after_automatic_plays(
                    kernels.set_up(rules.apply(line.position, move))
                )
                assert key_of(after.state) in children | {here}, (line.position, move)
                if key_of(after.state) != here:
                    met[move.source.kind, move.target.kind] += 1
    for source, target in (
        (Kind.PILE, Kind.PILE),
        (Kind.PILE, Kind.CELL),
        (Kind.PILE, Kind.FOUNDATION),
        (Kind.FOUNDATION, Kind.CELL),
    ):
        assert met[source, target], (source, target)


def test_which_tops_of_foundations_wait_and_which_come_back():
    """Semi-safe ones wait as links; of the others, those that are not safe come back."""
    rules = TreviRules(ranks=4, piles=2, height=4, hidden_rows=(), cells=1)
    problem, state = Kernels(rules).set_up(next(playout(rules, 0, 0)))
    for heights in np.ndindex(5, 5, 5, 5):
        up = sum(1 << here for here in pack(4) if here >> 2 < heights[here & 3])
        state[UP] = up
        safe = members(safe_cards(np.uint64(up)))
        tops = {4 * height - 4 + suit for suit, height in enumerate(heights) if height}
        semi = {top for top in tops if top < 4 or top - 4 in safe}
        links, movers = map(members, returning_links(state, problem))
        assert links == semi - safe
        assert movers == tops - semi - safe


def placings(asked: Asked) -> dict[frozenset[int], Asked]:
    """The states after up to three placings, by the cards that were placed.

    Only a cell card may begin a pile.
    """
    problem, start = asked
    reached = {frozenset[int](): asked}
    newest = dict(reached)
    for _ in range(3):
        found = {}
        for placed, (_, state) in newest.items():
            free, _, empty = run_layout(state, problem)
            bases = members(start[IN_CELL]) if empty > 0 else set()
            for card in waiting(asked) - placed:
                if parents_of(card) in members(free) or card in bases:
                    found[placed | {card}] = moved(Asked(problem, state), card, IN_RUN)
        reached |= found
        newest = found
    return reached


def moved(asked: Asked, card: int, symbol: int) -> Asked:
    """The state after one single move."""
    state = asked.state.copy()
    put(state, card, symbol, asked.problem, np.zeros(64, np.int64))
    return Asked(asked.problem, state)


def ways(asked: Asked) -> dict[tuple[int, int], set[str]]:
    """The moves of cards that do not wait, each with what makes it possible.

    A card that lands needs a parent or an empty pile; so does the run on a card that leaves.
    """
    problem, state = asked
    free, _, empty = run_layout(state, problem)
    tops = old_tops(state)
    surface = state[IN_RUN] | tops
    room = int(state[IN_CELL]).bit_count() < problem[CELLS]
    _, back = returning_links(state, problem)
    moves = [(card, IN_RUN, parents_of(card)) for card in members(tops | back)]
    leaving = next_up(state) & problem[ALL] & surface
    moves += [(card, UP, group_of(card)) for card in members(leaving)]
    if room:
        moves += [(card, IN_CELL, group_of(card)) for card in members(surface)]
    found = {
        (card, symbol): ({"parent"} if group in members(free) else set())
        | ({"pile"} if empty > 0 else set())
        for card, symbol, group in moves
    }
    if room and int(problem[FLAGS]) & RULE_RETURN_TO_CELL:
        found |= {(card, IN_CELL): {"room"} for card in members(foundation_tops(state))}
    return found


def delayed(
    kernels: Kernels, asked: Asked, children: set[tuple[int, int]]
) -> Iterator[tuple[Asked, str]]:
    """The states after placings that a move needs, all of them, and that move; and its name.

    The moves are those of cards that do not wait; nobody wants what lies below one that waits on
    its foundation.
    """
    below = members(asked.state[UP]) - members(foundation_tops(asked.state))
    left_out = waiting(asked) | below
    reached = placings(asked)
    moves = {placed: ways(after) for placed, after in reached.items()}
    empty = {placed: run_layout(after.state, after.problem)[2] for placed, after in reached.items()}
    alone = [
        placed
        for placed, after in reached.items()
        if placed and key_of(kernels.after_automatic_plays(after)[0].state) in children
    ]
    for placed, after in reached.items():
        fewer = [some for some in reached if some < placed]
        if placed and empty[placed] > max(empty[some] for some in fewer):
            yield after, "a pile becomes empty"
        if not placed or any(some <= placed for some in alone):
            continue
        for (card, symbol), how in moves[placed].items():
            before = [moves[some].get((card, symbol), set()) for some in fewer]
            by_parent = "parent" in how and not any("parent" in known for known in before)
            by_any = how and not any(before)
            if card not in left_out and (by_parent or by_any):
                name = {IN_RUN: "lands", UP: "goes up", IN_CELL: "goes into a cell"}[symbol]
                yield moved(after, card, symbol), f"a card {name} after {len(placed)}"


@few_or_many
@pytest.mark.parametrize("without", [frozenset(), frozenset({"semi"}), frozenset({"safe"})])
def test_placings_that_a_move_needs_are_a_macro_move_with_it(without, numbers):
    """Up to three placings, and a move that is impossible without any of them.

    Not where fewer of the placings are a macro move by themselves: the rest can follow that one.
    """
    met = Counter()
    for rules in GAMES.values():
        kernels = Kernels(rules, without)
        for asked, line in situations(kernels, numbers, 12):
            children = {key_of(child) for child, _ in kernels.children(asked)}
            for after, what in delayed(kernels, asked, children):
                key = key_of(kernels.after_automatic_plays(after)[0].state)
                assert key in children, (line.position, what)
                met[what] += 1
    assert all(met[f"a card lands after {count}"] for count in (1, 2, 3))
    assert all(met[f"a card goes into a cell after {count}"] for count in (1, 2))
    assert met["a pile becomes empty"]


@pytest.mark.parametrize("without", [frozenset(), frozenset({"chains"})])
def test_moves_are_listed_in_parts(without):
    kernels = Kernels(GAMES["trevi"], without)
    asked, _ = next(situations(kernels, range(1), 0))
    whole = kernels.moves(asked)
    assert len(whole) > 4
    scratch = make_scratch()
    lists, laid_cards, log = scratch.lists, scratch.laid, scratch.log
    for room in range(len(whole) + 2):
        for skip in range(len(whole) + 2):
            moves = np.full((len(whole) + 2, whole.shape[1]), 0xDEAD, np.uint64)
            part = moves[:room]
            count = generate(asked.state, asked.problem, skip, part, lists, laid_cards, log)
            assert count == len(whole) - skip
            listed = whole[skip : skip + room]
            assert part[: len(listed)].tolist() == listed.tolist()
            assert (moves[len(listed) :] == 0xDEAD).all()


LINKS_OR_UP = {"3H up", "3S up", "5C down, 4H down", "5S down, 4H down"}


@pytest.mark.parametrize(
    ("piles", "cell", "expected"),
    [
        (("3C 6D", "3D 4H"), "", LINKS_OR_UP),
        # The run that lies on a card that goes into a cell goes elsewhere first; 6D bears none.
        (("3C 6D", "3D 4H"), "-", {*LINKS_OR_UP, "4H cell", "6D cell"}),
        # The cell's card makes room as the end of a chain.
        (
            ("3C 6D", "3D 4H"),
            "4D",
            {*LINKS_OR_UP, "5C down, 4D down, 4H cell", "5S down, 4D down, 4H cell"},
        ),
        # Its parents do not go into that cell, for they need not have left the reserve.
        (
            ("3C 6D", "3D 6H"),
            "4D",
            {
                *("3H up", "3S up"),
                *("5C down, 4D down, 6D cell", "5C down, 4D down, 6H cell"),
                *("5S down, 4D down, 6D cell", "5S down, 4D down, 6H cell"),
            },
        ),
        # The cell's card is a link, and makes room at the same place.
        (("3C 6D", "3D 4H"), "5C", {*LINKS_OR_UP, "5C down, 4H cell"}),
        # An empty pile: no card of the reserve begins it, a card of a cell does.
        (("3C 6D", "3D 4H", ""), "", {*LINKS_OR_UP, "4H down", "6D down"}),
        (
            ("3C 6D", "3D 4H", ""),
            "6H",
            {*LINKS_OR_UP, "4H down", "6D down", "6H down, 4H cell", "6H down, 6D cell"},
        ),
        # And another card goes onto it there.
        (
            ("3C 5H", "3D 4H", ""),
            "6C -",
            {
                *("3H up", "3S up", "4H down", "4H cell", "5H down", "5H cell"),
                "6C down, 5H down",
            },
        ),
        # A card takes along what lies on it.
        (("3C 6D", "3D 5C 4H"), "", {"3H up", "3S up", "5C down"}),
        # A run that begins a pile goes onto the chain; that is no move of the search.
        (("3C 6D", "4H", "3D"), "", {"3H up", "3S up", "3D up", "5C down", "5S down"}),
    ],
)
def test_macro_moves_by_hand(piles, cell, expected):
    """Six ranks, aces and deuces up; the other cards are in the reserve, and nothing comes back."""
    lying = " ".join((*piles, cell)).split()
    left = [here for here in pack(6) if here >> 2 >= 2 and name_of(here) not in lying]
    position = laid(*piles, cells=cell, reserve=names_of(left), foundations=(2, 2, 2, 2))
    rules = TreviRules(6, len(piles), 2, (), len(position.cells), foundation_return=False)
    rules.check(position)
    kernels = Kernels(rules, frozenset({"safe", "semi"}))
    symbols = {UP: "up", IN_RUN: "down", IN_CELL: "cell"}
    found = [
        ", ".join(f"{name_of(entry >> 2)} {symbols[entry & 3]}" for entry in log[1:].tolist())
        for _, log in kernels.children(kernels.set_up(position))
    ]
    assert len(found) == len(set(found))
    assert set(found) == expected
