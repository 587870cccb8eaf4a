"""Lines of play, step by step."""

from solver import games
from solver.games import Budget


def solved(name: str, number: int, *rules: str):
    game = games.find(name).with_rules(rules)
    start = game.start(game.deal(number))
    return game, start, game.search.worker(Budget(memory_mib=16)).solve(start, number).moves


def test_each_move_has_its_cards_and_the_position_after_it():
    game, start, moves = solved("trevi", 8)
    line = list(game.steps(start, moves, 8))
    assert [step.move for step in line] == list(moves)
    assert all(step.lifted[0] == step.move.card for step in line)
    assert line[-1].position == game.replay(start, moves, 8)
    assert any(len(step.lifted) > 1 for step in line)


def test_a_redeal_is_a_step_without_a_move():
    game, start, moves = solved("flower", 1, "redeal=beds-first")
    line = list(game.steps(start, moves, 1))
    assert [step.move for step in line if step.move] == list(moves)
    (place, position) = game.redeal.redealt(start, 1)
    assert line[place] == (None, (), position)
    assert line[-1].position == game.replay(start, moves, 1)


def test_a_redeal_after_which_nothing_goes_up_is_the_last_step():
    for number in range(1, 200):
        game, start, moves = solved("flower", number, "redeal=beds-first")
        (place, position) = game.redeal.redealt(start, number)
        if place == len(moves):
            assert list(game.steps(start, moves, number))[-1] == (None, (), position)
            return
    raise AssertionError("no such deal")
