"""Lines up to the next unseen card: what the kernels say of them, held against the referee."""

import numpy as np
import pytest

from solver import games
from solver.cards.shuffle import STREAM_UNSEEN, shuffled
from solver.cards.view import View
from solver.games.trevi.hidden.arrangements import HiddenSolver, Judgements
from solver.games.trevi.hidden.kernel import search_to_reveal, solve_arrangements
from solver.games.trevi.solve import VERDICTS

NAMES = ("trevi", "stonewall")


@pytest.fixture(scope="module", params=NAMES)
def game(request):
    return games.find(request.param)


@pytest.fixture(scope="module")
def solver(game):
    return HiddenSolver(game.rules, 4)


def seen(game, number):
    return View.of(game.rules.deck, game.start(game.deal(number)))


def test_orders_are_those_of_the_plain_shuffle(game, solver):
    view = seen(game, 3)
    solver.see(view.position, view.unseen)
    orders = solver.orders(5, first=123 << 32)
    for k, order in enumerate(orders):
        assert tuple(order) == shuffled(view.unseen, (123 << 32) + k, STREAM_UNSEEN)


def test_few_unseen_cards_are_laid_in_all_orders(game, solver):
    start = game.start(game.deal(3))
    hidden = sorted(start.down)
    piles = tuple(
        tuple(-1 if card in hidden[:3] else card for card in pile) for pile in start.piles
    )
    down = frozenset(hidden[3:])
    position = type(start)(piles, start.cells, start.reserve, start.foundations, down)
    solver.see(position, hidden[:3])
    orders = solver.orders(6, first=0)
    assert sorted(map(tuple, orders)) == sorted(set(map(tuple, orders)))
    assert len(orders) == 6
    assert len(solver.orders(5, first=0)) == 5


def test_a_line_is_judged_as_the_referee_and_the_search_judge_it(game, solver):
    worker = game.search.worker(games.Budget())
    seen_lines = 0
    for number in range(1, 9):
        view = seen(game, number)
        solver.see(view.position, view.unseen)
        if solver.automatic_line():
            continue
        judged = Judgements(solver, solver.orders(10, first=7), max_states=1 << 16)
        arrangements = [view.position.completed(order.tolist()) for order in judged.orders]
        before = [VERDICTS[int(code)] for code in judged.before]
        assert before == [worker.verdict(arrangement) for arrangement in arrangements]
        for row in range(judged.count):
            judged.judge(row, 0, 10)
            moves = judged.moves(row)
            ends = [game.replay(arrangement, moves, 0) for arrangement in arrangements]
            after = [VERDICTS[int(code)] for code in judged.after[row]]
            assert after == [worker.verdict(end) for end in ends]
            seen_lines += 1
    assert seen_lines > 0


def test_lines_of_one_position_are_told_apart(game, solver):
    for number in range(1, 20):
        view = seen(game, number)
        solver.see(view.position, view.unseen)
        judged = Judgements(solver, solver.orders(30, first=0), max_states=2000)
        ends = [tuple(end) for end in judged._ends[: judged.count]]
        assert len(set(ends)) == judged.count
        assert (judged._opened[judged.before == 1] >= 0).all()


def test_what_a_search_reaches_does_not_depend_on_the_arrangement(game, solver):
    for number in range(1, 6):
        view = seen(game, number)
        solver.see(view.position, view.unseen)
        found = solver.automatic_line() or solver.searched_line(200)
        greedy = solver.greedy_line()
        solver._unseen = np.array(view.unseen[::-1], np.uint8)
        assert (solver.automatic_line() or solver.searched_line(200)) == found
        assert solver.greedy_line() == greedy


def test_an_automatic_line_loses_nothing(game, solver):
    worker = game.search.worker(games.Budget())
    compared = 0
    for number in range(1, 60):
        view = seen(game, number)
        solver.see(view.position, view.unseen)
        moves = solver.automatic_line()
        for order in solver.orders(4, first=0) if moves else ():
            arrangement = view.position.completed(order.tolist())
            end = game.replay(arrangement, moves, 0)
            assert worker.verdict(end) == worker.verdict(arrangement)
            compared += 1
    assert compared > 0


def test_a_solution_that_was_stopped_is_no_line(game):
    view = seen(game, 3)
    solver = HiddenSolver(game.rules, 4)
    solver.see(view.position, view.unseen)
    solver.stop()
    for order in solver.orders(5, first=1):
        assert solver.solution_line(order, 100_000) == ()


def test_a_line_with_more_moves_than_there_is_room_for_is_an_error(game):
    solver = HiddenSolver(game.rules, 4)
    view = seen(game, 6)
    solver.see(view.position, view.unseen)
    assert solver.greedy_line()
    moves = solver._buffers.line[0]
    solver._buffers = solver._buffers._replace(line=np.zeros(moves, np.int64))
    with pytest.raises(OverflowError, match="too many moves"):
        solver.greedy_line()


@pytest.mark.parametrize("room", [0, 1, 2])
def test_lines_for_which_there_is_no_room_are_left_out(game, solver, room):
    view = seen(game, 6)
    solver.see(view.position, view.unseen)
    orders = solver.orders(30, first=0)
    judged = Judgements(solver, orders, max_states=2000)
    assert judged.count > 2
    ends = np.full((9, 2), 0xDEAD, np.uint64)
    verdicts, states = np.zeros(30, np.int8), np.zeros(30, np.int64)
    opened = np.zeros(30, np.int64)
    args = (solver._seen, orders, solver._buffers, 2000, verdicts, states, opened)
    assert solve_arrangements(*args, ends[:room], 0) == room
    assert ends[:room].tolist() == judged._ends[:room].tolist()
    expected = np.where(judged._opened < room, judged._opened, -1)
    assert opened.tolist() == expected.tolist()
    values, nodes = np.full(9, 77, np.int64), np.full(9, 77, np.int64)
    hidden = solver._set_up()
    assert (
        search_to_reveal(hidden, solver._buffers, 200, ends[:room], values[:room], nodes[:room], 0)
        == room
    )
    assert (ends[room:] == 0xDEAD).all()
    assert (values[room:] == 77).all()
    assert (nodes[room:] == 77).all()
