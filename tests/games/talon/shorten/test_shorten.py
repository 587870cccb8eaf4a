"""Solutions of the games with a talon made shorter: they win, and nothing can be left out."""

from itertools import accumulate

import pytest

from solver.cards.cards import parse_card
from solver.cards.deal import IllegalMove, Kind, Move, Place, Verdict
from solver.games import Budget, find
from solver.games.talon.position import TalonPosition
from solver.games.talon.shorten.shorten import Shortener, without_loops

RULES = {
    "red-black": [],
    "red-black, turned": ["redeal=turned"],
    "red-black, small": ["ranks=7", "packs=1", "columns=4", "foundation_return=yes"],
    "red-black, without": ["ranks=5", "packs=1", "columns=3", "redeal=none"],
    "olga": ["packs=2", "rows=4"],
    "olga, runs": ["ranks=5", "packs=2", "columns=4", "rows=4", "runs=yes"],
    "olga, return": ["ranks=6", "packs=2", "columns=4", "rows=4", "foundation_return=yes"],
}


def game_of(name):
    return find(name.split(",")[0]).with_rules(RULES[name])


def solved(game, numbers):
    """Those of the deals that can be won, and their solutions."""
    worker = game.search.worker(Budget(max_states=20_000, memory_mib=64))
    for number in numbers:
        start = game.start(game.deal(number))
        outcome = worker.solve(start, number)
        if outcome.verdict is Verdict.SOLVABLE:
            yield start, outcome.moves


@pytest.mark.parametrize("name", RULES)
def test_a_solution_gets_shorter_and_still_wins(name):
    game = game_of(name)
    shortener = Shortener(game.rules, game.beam)
    before = after = 0
    for start, moves in solved(game, range(1, 9)):
        shorter = shortener.shorten(start, moves)
        assert game.rules.is_won(game.rules.replay(start, shorter))
        assert len(shorter) <= len(moves)
        assert Shortener(game.rules, game.beam).shorten(start, moves) == shorter
        positions = list(accumulate(shorter, game.rules.apply, initial=start))
        assert len(set(positions)) == len(positions)
        before, after = before + len(moves), after + len(shorter)
    assert 0 < after < before


def test_a_move_there_and_back_is_left_out():
    game = find("olga").with_rules(["ranks=3", "packs=1", "columns=3", "rows=1", "suits=2"])
    ((_, start),) = game.read(": 8D 7C\n: 8C\n: 7D\nHand: AC AD\n")
    shortener = Shortener(game.rules, game.beam)
    column = [Place(Kind.PILE, slot) for slot in range(3)]
    seven = next(move.card for move in game.rules.legal_moves(start) if move.source == column[2])
    moves = [Move(seven, column[2], column[1])]
    moves += _finished(game, game.rules.replay(start, moves))
    shorter = shortener.shorten(start, moves)
    assert len(shorter) == len(moves) - 1 == 8
    assert all(move.target.kind is not Kind.PILE for move in shorter)


def test_a_way_that_leads_back_is_left_out_whole():
    game = find("olga").with_rules(["ranks=3", "packs=1", "columns=3", "rows=1", "suits=2"])
    ((_, start),) = game.read(": 8D 7C\n: 8C 7D\n:\nHand: AC AD\n")
    column = [Place(Kind.PILE, slot) for slot in range(3)]
    top = start.piles[0][-1]
    loop = [Move(top, column[0], column[2]), Move(top, column[2], column[0])]
    moves = _finished(game, start)
    assert without_loops(game.rules, start, [*loop, *moves]) == tuple(moves)
    assert without_loops(game.rules, start, [*loop, *loop]) == ()
    twice = [moves[0], *loop[:1], Move(top, column[2], column[0]), *moves[1:]]
    assert without_loops(game.rules, start, twice) == tuple(moves)
    with pytest.raises(IllegalMove):
        without_loops(game.rules, start, [loop[0], loop[0]])


def _finished(game, position):
    """The moves up, and of the hand, that end a game that needs no others."""
    moves = []
    while not game.rules.is_won(position):
        choices = [
            move for move in game.rules.legal_moves(position) if move.target.kind is not Kind.PILE
        ]
        moves.append(min(choices, key=lambda move: move.target.kind is not Kind.FOUNDATION))
        position = game.rules.apply(position, moves[-1])
    return moves


def test_what_is_no_solution_is_refused():
    game = game_of("red-black, small")
    shortener = Shortener(game.rules, game.beam)
    start, moves = next(solved(game, range(1, 9)))
    with pytest.raises(ValueError, match="they do not win"):
        shortener.shorten(start, moves[:-1])
    with pytest.raises(IllegalMove):
        shortener.shorten(start, moves[1:])


def test_a_game_that_is_won_needs_no_move():
    game = game_of("red-black")
    shortener = Shortener(game.rules, game.beam)
    start, moves = next(solved(game, range(1, 3)))
    assert shortener.shorten(game.rules.replay(start, moves), ()) == ()


def test_a_worker_says_from_what_length_it_has_shortened():
    game = game_of("red-black")
    start = game.start(game.deal(1))
    plain = game.search.worker(Budget()).solve(start, 1)
    outcome = game.search.worker(Budget(shorten=True)).solve(start, 1)
    assert outcome.found == len(plain.moves) > len(outcome.moves)
    assert outcome.states == plain.states
    game.confirm(start, 1, outcome)


def test_steps_say_how_many_cards_a_large_hand_has():
    """All cards but three in the hand, in the order in which they go up, and a needless move."""
    game = find("olga").with_rules(["columns=10", "rows=1", "hidden_rows=none"])
    rules = game.rules
    hand = sorted(rules.deck, key=lambda here: (rules.place_of(here), here))
    eight, nine, other = (parse_card(name) for name in ("8D", "9C", "9S"))
    piles = ((nine, eight), (other,), *((),) * 8)

    for here in (eight, nine, other):
        hand.remove(here)
    heights = ((0,) * rules.packs,) * 4
    start = TalonPosition(piles=piles, heights=heights, hand=tuple(hand))
    needless = Move(eight, Place(Kind.PILE, 0), Place(Kind.PILE, 1))
    moves = [needless, *_finished(game, rules.replay(start, [needless]))]
    shortener = Shortener(rules, game.beam)
    assert len(hand) == 125
    assert len(shortener._straightened(start, moves)) == len(moves) - 1
