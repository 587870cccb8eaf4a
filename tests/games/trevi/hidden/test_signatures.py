"""The signature of each player: what it does over fixed sets of deals.

A player can grow much weaker, and all that is asked of it elsewhere still holds. So the number of
games that it wins is frozen here, with a checksum of all its moves and of the arrangements that it
counted. A figure changes only with a change of the player, in the same commit, with the reason (and
``PLAYERS_VERSION`` changes with it).
"""

from zlib import crc32

import pytest

from solver import games
from solver.games.players import PlayerSpec
from solver.games.playing import make_player, turns

GREEDY, PLANNER, SAMPLING = (
    PlayerSpec("greedy"),
    PlayerSpec("planner"),
    PlayerSpec("sampling", samples=8),
)

#: Game, player, native deals from 1; games won, moves made, and the checksum.
SIGNATURES = [
    ("trevi", GREEDY, 300, 108, 12_844, 3_059_189_514),
    ("trevi", PLANNER, 200, 80, 11_023, 1_278_843_833),
    ("trevi", SAMPLING, 100, 36, 4_430, 1_205_808_350),
    ("stonewall", GREEDY, 300, 18, 5_046, 1_878_395_294),
    ("stonewall", PLANNER, 200, 15, 3_601, 2_502_039_118),
    ("stonewall", SAMPLING, 100, 8, 1_822, 118_973_565),
]


@pytest.mark.parametrize(
    ("name", "who", "deals", "won", "made", "checksum"),
    SIGNATURES,
    ids=[f"{name} {who.name}" for name, who, *_ in SIGNATURES],
)
def test_the_signature_of_a_player(name, who, deals, won, made, checksum):
    game = games.find(name)
    player = make_player(game, who)
    found_won, found_made, found_checksum = 0, 0, 0
    for number in range(1, deals + 1):
        after = game.start(game.deal(number))
        for turn in turns(game, after, player):
            after = turn.after
            plan = turn.plan
            steps = [(step.card, step.target.kind.value, step.target.slot) for step in plan.moves]
            counts = [(one.solvable, one.undecided) for one in (plan, *plan.choices)]
            found_made += len(steps)
            found_checksum = crc32(repr((steps, counts)).encode(), found_checksum)
        found_won += game.rules.is_won(after)
    assert (found_won, found_made, found_checksum) == (won, made, checksum)
