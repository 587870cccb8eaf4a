"""Players know what is seen, and nothing else."""

import random
from dataclasses import replace

import pytest

from solver import games
from solver.cards.deal import Deal, Position
from solver.cards.view import View
from solver.games.players import PLAYERS_VERSION, PlayerSpec
from solver.games.playing import make_player, play, turns

PLAYERS = [PlayerSpec("greedy"), PlayerSpec("planner"), PlayerSpec("sampling", samples=12, seed=7)]
GAMES = {name: games.find(name) for name in ("trevi", "stonewall")}
WHERE = [(name, who) for name in GAMES for who in PLAYERS]
IDS = [f"{name} {who.name}" for name, who in WHERE]


@pytest.fixture(scope="module")
def player_of():
    made = {}

    def player(name, who):
        if (name, who) not in made:
            made[name, who] = make_player(GAMES[name], who)
        return made[name, who]

    return player


def exchanged(game, number):
    """A deal that looks the same: its hidden cards are exchanged among themselves."""
    deal = game.deal(number)
    start = game.start(deal)
    hidden = [place for place, card in enumerate(deal.cards) if card in start.down]
    mixed = random.Random(number).sample(hidden, len(hidden))
    cards = list(deal.cards)
    for place, other in zip(hidden, mixed, strict=True):
        cards[place] = deal.cards[other]
    return game.start(Deal(tuple(cards), number))


@pytest.mark.parametrize(("name", "who"), WHERE, ids=IDS)
@pytest.mark.parametrize(
    "numbers", [range(1, 31), pytest.param(range(1, 1001), marks=pytest.mark.slow)], ids=str
)
def test_a_first_decision_does_not_depend_on_the_hidden_cards(player_of, name, who, numbers):
    game, player = GAMES[name], player_of(name, who)
    for number in numbers:
        start, other = game.start(game.deal(number)), exchanged(game, number)
        assert start != other
        plans = [player.plan(View.of(game.rules.deck, position)) for position in (start, other)]
        assert plans[0] == plans[1]


@pytest.mark.parametrize(("name", "who"), WHERE, ids=IDS)
@pytest.mark.parametrize(
    "numbers", [range(1, 9), pytest.param(range(1, 101), marks=pytest.mark.slow)], ids=str
)
def test_games_are_the_same_until_something_else_is_seen(player_of, name, who, numbers):
    game, player = GAMES[name], player_of(name, who)
    alike = 0
    for number in numbers:
        first = turns(game, game.start(game.deal(number)), player)
        second = turns(game, exchanged(game, number), player)
        for mine, theirs in zip(first, second, strict=False):
            if mine.view != theirs.view:
                break
            assert mine.plan == theirs.plan
            alike += 1
    assert alike >= len(numbers)


@pytest.mark.parametrize(("name", "who"), WHERE, ids=IDS)
def test_only_the_last_move_of_a_plan_turns_a_card_up(player_of, name, who):
    game, player = GAMES[name], player_of(name, who)
    for number in range(40, 50):
        for turn in turns(game, game.start(game.deal(number)), player):
            for choice in turn.plan.choices:
                position, hidden = turn.position, len(turn.position.down)
                for move in choice.moves[:-1]:
                    position = game.rules.apply(position, move)
                    assert len(position.down) == hidden or len(turn.view.unseen) < 2
                position = game.rules.apply(position, choice.moves[-1])
                assert len(position.down) == hidden - 1 or game.rules.is_won(position)


@pytest.mark.parametrize(("name", "who"), WHERE, ids=IDS)
def test_a_player_plays_alike_whatever_was_played_before(player_of, name, who):
    game = GAMES[name]
    start = game.start(game.deal(77))
    fresh = list(turns(game, start, make_player(game, who)))
    assert list(turns(game, start, player_of(name, who))) == fresh


@pytest.mark.parametrize("name", GAMES)
def test_nobody_wins_what_cannot_be_won(player_of, name):
    game = GAMES[name]
    worker = game.search.worker(games.Budget())
    wins = dict.fromkeys(PLAYERS, 0)
    for number in range(1, 41):
        start = game.start(game.deal(number))
        for who in PLAYERS:
            won = play(game, start, player_of(name, who)).won
            wins[who] += won
            assert not won or worker.verdict(start) == "solvable"
    assert sum(wins.values()) > 0


def test_shares_are_counts_of_arrangements(player_of):
    game = GAMES["trevi"]
    player = player_of("trevi", PLAYERS[2])
    for number in range(1, 20):
        plan = player.plan(View.of(game.rules.deck, game.start(game.deal(number))))
        if plan.count:
            assert plan.count == 12
            assert 0 <= plan.solvable + plan.undecided <= plan.count
            assert all(choice.count == plan.count for choice in plan.choices)
            best = [choice.solvable for choice in plan.choices]
            assert best == sorted(best, reverse=True)
            assert best[0] <= plan.solvable + plan.undecided


def test_another_seed_draws_other_arrangements():
    game = GAMES["trevi"]
    views = [View.of(game.rules.deck, game.start(game.deal(number))) for number in range(1, 9)]
    shares = [
        [make_player(game, PlayerSpec("sampling", 12, seed)).plan(view).solvable for view in views]
        for seed in (0, 1)
    ]
    assert shares[0] != shares[1]


def test_a_stopped_player_ends_its_game():
    game = GAMES["trevi"]
    player = make_player(game, PLAYERS[2])
    player.stop()
    assert not list(turns(game, game.start(game.deal(1)), player))


def test_a_view_that_tells_too_much_is_refused():
    position = GAMES["trevi"].start(GAMES["trevi"].deal(8))
    seen, unseen = position.seen(), tuple(sorted(position.down))
    assert View(seen, unseen) == View.of(range(52), position)
    for told, cards, reason in [
        (seen, unseen[::-1], "sorted"),
        (position, unseen, "as many unknown places"),
        (replace(seen, down=frozenset(unseen[:1])), unseen, "tells no unseen card"),
    ]:
        with pytest.raises(ValueError, match=reason):
            View(told, cards)


def test_a_view_of_known_cards_hides_nothing():
    position = Position(((0, 1), ()), (), (2, 3))
    assert View.of(range(4), position).unseen == ()


def test_games_say_which_players_they_have():
    assert list(GAMES["trevi"].hidden.players) == ["greedy", "planner", "sampling"]
    assert not games.find("flower").hidden.players
    with pytest.raises(ValueError, match="flower has no player 'greedy': it has none"):
        make_player(games.find("flower"), PlayerSpec("greedy"))
    assert PLAYERS_VERSION
