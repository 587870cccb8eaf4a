"""The signature of the talon games: what their searches, shorteners and player do on fixed deals.

The figures change only with a change of one of these, in the same commit and with the reason.
"""

import hashlib
from collections import Counter

import pytest

from solver.cards.deal import Verdict
from solver.games import Budget, find
from solver.games.players import PlayerSpec
from solver.games.playing import make_player, turns

SMALL_OLGA = ("ranks=5", "packs=2", "columns=4", "rows=4", "runs=yes")
SMALL_RED_BLACK = ("ranks=5", "packs=1", "columns=3")
LOST_OLGA = ("ranks=4", "suits=2", "packs=2", "columns=2", "rows=3", "hidden_rows=2")
LOST_RED_BLACK = ("ranks=5", "suits=2", "packs=1", "columns=1", "redeal=none")
SMALL_RETURN = (*SMALL_RED_BLACK, "foundation_return=yes", "redeal=turned")
SMALL_SHORT = ("ranks=7", "packs=1", "columns=4", "foundation_return=yes")
SHORT_OLGA = ("ranks=6", "packs=2", "columns=4", "rows=4", "foundation_return=yes", "runs=yes")

#: Deals; won ones, lost ones, states, cards up at best, and moves of all solutions.
SEARCHES = {
    ("olga", (), 8): (2, 0, 142481, 852, 874),
    ("red-black", (), 12): (12, 0, 22106, 1248, 3332),
    ("red-black", ("redeal=none",), 5): (3, 0, 76780, 447, 858),
    ("olga", SMALL_OLGA, 20): (16, 0, 102671, 770, 1305),
    ("red-black", (*SMALL_RED_BLACK, "redeal=none"), 30): (30, 0, 3211, 600, 956),
    ("red-black", SMALL_RETURN, 30): (30, 0, 5539, 600, 958),
    ("olga", LOST_OLGA, 30): (23, 7, 19366, 440, 628),
    ("red-black", LOST_RED_BLACK, 30): (25, 5, 1905, 276, 408),
}
#: Deals; solved ones, moves of all solutions, and of the shortened ones.
SHORTENED = {
    ("olga", (), 5): (1, 523, 280),
    ("red-black", (), 4): (4, 1085, 980),
    ("red-black", SMALL_SHORT, 12): (12, 650, 607),
    ("olga", SHORT_OLGA, 12): (6, 798, 574),
}
#: Deals; wins, cards up, and a hash of all moves.
PLAYED = {
    ("olga", (), 20): (0, 1150, "6f116c73a956"),
    ("olga", ("runs=yes",), 20): (0, 1447, "9f156176363c"),
    ("red-black", (), 20): (13, 1868, "8c233432ffa5"),
    ("red-black", ("ranks=7", "packs=1", "columns=2", "redeal=none"), 40): (3, 627, "36498cdd0c4a"),
}


def solved(name, switches, deals, shorten=False):
    game = find(name).with_rules(switches)
    worker = game.search.worker(Budget(max_states=20_000, memory_mib=64, shorten=shorten))
    for number in range(1, deals + 1):
        yield worker.solve(game.start(game.deal(number)), number)


@pytest.mark.parametrize("deals", SEARCHES)
def test_the_signature_of_the_search(deals):
    outcomes = list(solved(*deals))
    verdicts = Counter(outcome.verdict for outcome in outcomes)
    figures = (
        *(verdicts[verdict] for verdict in (Verdict.SOLVABLE, Verdict.UNSOLVABLE)),
        sum(outcome.states for outcome in outcomes),
        sum(int(outcome.stats["best_up"]) for outcome in outcomes),
        sum(len(outcome.moves or ()) for outcome in outcomes),
    )
    assert figures == SEARCHES[deals]


@pytest.mark.parametrize("deals", SHORTENED)
def test_the_lengths_of_shortened_solutions(deals):
    outcomes = [outcome for outcome in solved(*deals, shorten=True) if outcome.moves]
    figures = (
        len(outcomes),
        sum(outcome.found for outcome in outcomes),
        sum(len(outcome.moves) for outcome in outcomes),
    )
    assert figures == SHORTENED[deals]


@pytest.mark.parametrize("deals", PLAYED)
def test_the_signature_of_the_greedy_player(deals):
    name, switches, count = deals
    game = find(name).with_rules(switches)
    player, digest, wins, up = make_player(game, PlayerSpec("greedy")), hashlib.sha256(), 0, 0
    for number in range(1, count + 1):
        for turn in turns(game, game.start(game.deal(number)), player):
            last = turn.after
            for move in turn.plan.moves:
                digest.update(f"{move.card} {move.source.slot} {move.target.slot};".encode())
        wins, up = wins + game.rules.is_won(last), up + last.cards_up
    assert (wins, up, digest.hexdigest()[:12]) == PLAYED[deals]
