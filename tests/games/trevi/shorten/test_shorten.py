"""Solutions made shorter: they win, nothing can be left out of them, and they are near the best."""

from collections.abc import Sequence
from itertools import count

import pytest
from brute import key, random_deal
from kernels import GAMES, playout
from positions import laid

from solver.cards.deal import IllegalMove, Kind, Move, Place, Position
from solver.games.trevi.rules import TREVI, TreviRules
from solver.games.trevi.shorten.shorten import Shortener
from solver.games.trevi.solve import Solver


@pytest.fixture(scope="module")
def solved():
    """The first solvable native-like deals of Trevi Garden with their solutions."""
    solver = Solver(TREVI, memory_mib=64)
    starts = [TREVI.initial(random_deal(13, number)) for number in range(12)]
    found = [(start, solver.solve(start, moves=True).moves) for start in starts]
    return [(start, moves) for start, moves in found if moves is not None]


def names(rules: TreviRules, start: Position, moves: Sequence[Move]) -> list[tuple[int, object]]:
    """Each move by its card and the card, or the kind of place, that it goes to."""
    result: list[tuple[int, object]] = []
    for move in moves:
        pile = start.piles[move.target.slot] if move.target.kind is Kind.PILE else ()
        result.append((move.card, pile[-1] if pile else move.target.kind))
        start = rules.apply(start, move)
    return result


def follow(rules: TreviRules, position: Position, named: Sequence[tuple[int, object]]) -> Position:
    """The position after the moves of these names, as far as they are legal."""
    for card, wanted in named:
        for move in rules.legal_moves(position):
            if move.card == card and names(rules, position, [move]) == [(card, wanted)]:
                position = rules.apply(position, move)
                break
    return position


def test_a_solution_gets_shorter_and_still_wins(solved):
    shortener = Shortener(TREVI)
    before = after = 0
    for start, moves in solved:
        shorter = shortener.shorten(start, moves)
        assert TREVI.is_won(TREVI.replay(start, shorter))
        before, after = before + len(moves), after + len(shorter)
    assert after < 0.9 * before


def test_no_move_can_be_left_out(solved):
    start, moves = solved[0]
    shorter = Shortener(TREVI).shorten(start, moves)
    named = names(TREVI, start, shorter)
    assert TREVI.is_won(follow(TREVI, start, named))
    for place in range(len(named)):
        if named[place][1] is not Kind.FOUNDATION:
            left = follow(TREVI, start, named[:place] + named[place + 1 :])
            assert not TREVI.is_won(left)


def test_a_shortened_solution_stays_and_never_depends_on_what_came_before(solved):
    shortener = Shortener(TREVI)
    first = [shortener.shorten(start, moves) for start, moves in solved[:4]]
    again = [Shortener(TREVI).shorten(start, moves) for start, moves in reversed(solved[:4])]
    assert again == first[::-1]
    for (start, _), shorter in zip(solved, first, strict=False):
        assert len(shortener.shorten(start, shorter)) <= len(shorter)


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_and_every_position(name):
    """Positions of games under way, some with runs that the deal never had."""
    rules = GAMES[name]
    solver, shortener = Solver(rules, memory_mib=16), Shortener(rules)
    tried = 0
    for number in count():
        if tried >= 8:
            break
        for position in list(playout(rules, number, 16))[::4]:
            moves = solver.solve(position, 20_000, moves=True).moves
            if moves is not None:
                tried += 1
                shorter = shortener.shorten(position, moves)
                assert len(shorter) <= len(moves)
                assert rules.is_won(rules.replay(position, shorter))


def fewest(rules: TreviRules, start: Position) -> int:
    """The length of a shortest solution, by the referee's moves alone."""
    depth, layer, seen = 0, [start], {key(start)}
    while not any(rules.is_won(position) for position in layer):
        depth += 1
        following = []
        for position in layer:
            for move in rules.legal_moves(position):
                child = rules.apply(position, move)
                if key(child) not in seen:
                    seen.add(key(child))
                    following.append(child)
        layer = following
    return depth


def test_small_decks_get_a_shortest_solution():
    rules = TreviRules(ranks=4, piles=2, height=7, hidden_rows=(1, 3, 5), cells=1)
    solver, shortener = Solver(rules, memory_mib=16), Shortener(rules)
    best, lengths = [], []
    for number in range(200):
        start = rules.initial(random_deal(rules.ranks, number))
        moves = solver.solve(start, moves=True).moves
        if moves is not None:
            best.append(fewest(rules, start))
            lengths.append(len(shortener.shorten(start, moves)))
    assert len(best) > 15
    assert lengths == best


def test_moves_that_change_nothing_are_left_out():
    rules = TreviRules(ranks=1, piles=2, height=1, hidden_rows=(), cells=2)
    start = laid("AC", "", cells="AD -", reserve="AH", foundations=(0, 0, 0, 1))
    up = [
        Move(0, Place(Kind.PILE, 1), Place(Kind.FOUNDATION, 0)),
        Move(1, Place(Kind.CELL, 1), Place(Kind.FOUNDATION, 1)),
        Move(2, Place(Kind.RESERVE), Place(Kind.FOUNDATION, 2)),
    ]
    idle = [
        Move(0, Place(Kind.PILE, 0), Place(Kind.PILE, 1)),
        Move(1, Place(Kind.CELL, 0), Place(Kind.CELL, 1)),
    ]
    shorter = Shortener(rules).shorten(start, idle + up)
    assert [move.card for move in shorter] == [0, 1, 2]
    assert rules.is_won(rules.replay(start, shorter))


def test_a_won_position_needs_no_move():
    won = laid(*[""] * 6, cells="- -", foundations=(13, 13, 13, 13))
    assert Shortener(TREVI).shorten(won, ()) == ()


def test_what_is_no_solution_is_refused(solved):
    start, moves = solved[0]
    shortener = Shortener(TREVI)
    with pytest.raises(ValueError, match="they do not win"):
        shortener.shorten(start, moves[:-1])
    with pytest.raises(IllegalMove):
        shortener.shorten(start, moves[1:])
