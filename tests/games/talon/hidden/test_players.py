"""The greedy player of The Olga and of Red and Black: what it sees, and that it is the kernel."""

from dataclasses import replace

import numpy as np
import pytest

from solver.cards.cards import UNKNOWN
from solver.cards.view import View
from solver.games import find
from solver.games.players import PlayerSpec
from solver.games.playing import make_player, play, turns
from solver.games.talon.hidden.greedy import play_greedily
from solver.games.talon.kernel.state import CARDS_UP, MOST_MOVES
from solver.games.talon.packing import flags_of, packed

GAMES = {
    "olga": [],
    "olga, runs": ["runs=yes"],
    "olga, small": ["ranks=5", "packs=2", "columns=3", "rows=4"],
    "red-black": [],
    "red-black, turned": ["redeal=turned"],
    "red-black, none": ["redeal=none"],
    "red-black, small": ["ranks=7", "packs=1", "columns=2", "redeal=none"],
}


def game_of(name):
    return find(name.split(",")[0]).with_rules(GAMES[name])


def kernel_up(rules, position):
    """The cards that are up where the kernel plays, who has all cards before it."""
    problem, row = packed(rules, position, flags_of(rules, safe=False))
    play_greedily(row, problem, np.zeros(256, np.uint8), np.zeros(MOST_MOVES, np.int32))
    return int(row[CARDS_UP])


@pytest.mark.parametrize("name", GAMES)
def test_the_player_plays_as_the_kernel_does(name):
    game = game_of(name)
    player = make_player(game, PlayerSpec("greedy"))
    ups = []
    for number in range(1, 13):
        start = game.start(game.deal(number))
        *_, last = turns(game, start, player)
        ups.append(last.after.cards_up)
        assert ups[-1] == kernel_up(game.rules, start)
        assert play(game, start, player).won is game.rules.is_won(last.after)
    assert len(set(ups)) > 1


@pytest.mark.parametrize("name", GAMES)
def test_equal_views_are_planned_alike(name):
    game = game_of(name)
    player = make_player(game, PlayerSpec("greedy"))
    start = game.start(game.deal(3))
    for turn in turns(game, start, player):
        position = turn.position
        hidden = [*(position.piles[slot][row] for slot, row in position.covered), *position.hand]
        hidden.reverse()
        places = sorted(position.covered)
        piles = [list(pile) for pile in position.piles]
        for slot, row in places:
            piles[slot][row] = hidden.pop()
        other = replace(position, piles=tuple(map(tuple, piles)), hand=tuple(hidden), seed=0)
        view = View.of(game.rules.deck, other)
        assert view == turn.view
        assert player.plan(view) == turn.plan


def test_what_is_hidden_is_unknown():
    game = find("olga")
    start = game.start(game.deal(1))
    view = View.of(game.rules.deck, start)
    assert view.position.unseen == len(view.unseen) == 3 * 7 + 79
    assert set(view.position.hand) == {UNKNOWN}
    assert all(pile[1] == pile[3] == pile[5] == UNKNOWN for pile in view.position.piles)


def test_the_players_are_listed():
    for name in ("olga", "red-black"):
        assert list(find(name).hidden.players) == ["greedy"]
