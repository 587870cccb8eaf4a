"""Lines up to the next unseen card: what the kernels say of them, held against the referee."""

import numpy as np
import pytest

from solver import games
from solver.cards.shuffle import STREAM_UNSEEN, shuffled
from solver.cards.view import View, completed
from solver.games.trevi.hidden.kernel import gather, reach
from solver.games.trevi.hidden.layouts import Judged, Lines
from solver.games.trevi.solve import VERDICTS

NAMES = ("trevi", "stonewall")


@pytest.fixture(scope="module", params=NAMES)
def game(request):
    return games.find(request.param)


@pytest.fixture(scope="module")
def lines(game):
    return Lines(game.rules, 4)


def seen(game, number):
    return View.of(game.pack(), game.start(game.deal(number)))


def test_orders_are_those_of_the_plain_shuffle(game, lines):
    view = seen(game, 3)
    lines.see(view.position, view.unseen)
    orders = lines.orders(5, first=123 << 32)
    for k, order in enumerate(orders):
        assert tuple(order) == shuffled(view.unseen, (123 << 32) + k, STREAM_UNSEEN)


def test_few_unseen_cards_are_laid_in_all_orders(game, lines):
    start = game.start(game.deal(3))
    hidden = sorted(start.down)
    piles = tuple(
        tuple(-1 if card in hidden[:3] else card for card in pile) for pile in start.piles
    )
    down = frozenset(hidden[3:])
    position = type(start)(piles, start.cells, start.reserve, start.foundations, down)
    lines.see(position, hidden[:3])
    orders = lines.orders(6, first=0)
    assert sorted(map(tuple, orders)) == sorted(set(map(tuple, orders)))
    assert len(orders) == 6
    assert len(lines.orders(5, first=0)) == 5


def test_a_line_is_judged_as_the_referee_and_the_search_judge_it(game, lines):
    worker = game.worker(games.Budget())
    seen_lines = 0
    for number in range(1, 9):
        view = seen(game, number)
        lines.see(view.position, view.unseen)
        if lines.forced():
            continue
        judged = Judged(lines, lines.orders(10, first=7), max_states=1 << 16)
        layouts = [completed(view.position, order.tolist()) for order in judged.orders]
        before = [VERDICTS[int(code)] for code in judged.before]
        assert before == [worker.verdict(layout) for layout in layouts]
        for row in range(judged.count):
            judged.judge(row, 0, 10)
            moves = judged.moves(row)
            ends = [game.replay(layout, moves, 0) for layout in layouts]
            after = [VERDICTS[int(code)] for code in judged.after[row]]
            assert after == [worker.verdict(end) for end in ends]
            seen_lines += 1
    assert seen_lines > 0


def test_lines_of_one_position_are_told_apart(game, lines):
    for number in range(1, 20):
        view = seen(game, number)
        lines.see(view.position, view.unseen)
        judged = Judged(lines, lines.orders(30, first=0), max_states=2000)
        ends = [tuple(end) for end in judged._ends[: judged.count]]
        assert len(set(ends)) == judged.count
        assert (judged._opened[judged.before == 1] >= 0).all()


def test_what_a_search_reaches_does_not_depend_on_the_layout(game, lines):
    for number in range(1, 6):
        view = seen(game, number)
        lines.see(view.position, view.unseen)
        found = lines.forced() or lines.reached(200)
        climbed = lines.climbed()
        lines._unseen = np.array(view.unseen[::-1], np.uint8)
        assert (lines.forced() or lines.reached(200)) == found
        assert lines.climbed() == climbed


def test_a_forced_line_loses_nothing(game, lines):
    worker = game.worker(games.Budget())
    forced = 0
    for number in range(1, 60):
        view = seen(game, number)
        lines.see(view.position, view.unseen)
        moves = lines.forced()
        for order in lines.orders(4, first=0) if moves else ():
            layout = completed(view.position, order.tolist())
            end = game.replay(layout, moves, 0)
            assert worker.verdict(end) == worker.verdict(layout)
            forced += 1
    assert forced > 0


def test_a_solution_that_was_stopped_is_no_line(game):
    view = seen(game, 3)
    lines = Lines(game.rules, 4)
    lines.see(view.position, view.unseen)
    lines.stop()
    for order in lines.orders(5, first=1):
        assert lines.solution_line(order, 100_000) == ()


def test_a_line_with_more_moves_than_there_is_room_for_is_an_error(game):
    lines = Lines(game.rules, 4)
    view = seen(game, 6)
    lines.see(view.position, view.unseen)
    assert lines.climbed()
    moves = lines._desk.line[0]
    lines._desk = lines._desk._replace(line=np.zeros(moves, np.int64))
    with pytest.raises(OverflowError, match="too many moves"):
        lines.climbed()


@pytest.mark.parametrize("room", [0, 1, 2])
def test_lines_for_which_there_is_no_room_are_left_out(game, lines, room):
    view = seen(game, 6)
    lines.see(view.position, view.unseen)
    orders = lines.orders(30, first=0)
    judged = Judged(lines, orders, max_states=2000)
    assert judged.count > 2
    ends = np.full((9, 2), 0xDEAD, np.uint64)
    verdicts, states = np.zeros(30, np.int8), np.zeros(30, np.int64)
    opened = np.zeros(30, np.int64)
    args = (lines._layout, orders, lines._desk, 2000, verdicts, states, opened)
    assert gather(*args, ends[:room], 0) == room
    assert ends[:room].tolist() == judged._ends[:room].tolist()
    expected = np.where(judged._opened < room, judged._opened, -1)
    assert opened.tolist() == expected.tolist()
    values, nodes = np.full(9, 77, np.int64), np.full(9, 77, np.int64)
    veiled = lines._complete()
    assert reach(veiled, lines._desk, 200, ends[:room], values[:room], nodes[:room], 0) == room
    assert (ends[room:] == 0xDEAD).all()
    assert (values[room:] == 77).all()
    assert (nodes[room:] == 77).all()
