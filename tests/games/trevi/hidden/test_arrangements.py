"""Lines up to the next unseen card: what the kernels say of them, held against the referee."""

import random
import threading
import time
from itertools import islice

import numpy as np
import pytest
from brute import SWITCHES, rules_of
from kernels import GAMES, playout

from solver import games
from solver.cards.cards import UNKNOWN
from solver.cards.deal import Position
from solver.cards.shuffle import STREAM_UNSEEN, shuffled
from solver.cards.view import View, orders_of, unseen_in
from solver.games.arrangements import Piece, Question
from solver.games.search import Worker
from solver.games.trevi.game import TreviGame
from solver.games.trevi.hidden.arrangements import HiddenSolver, Judgements
from solver.games.trevi.hidden.kernel import search_to_reveal, solve_arrangements
from solver.games.trevi.kernel.search import EXPANDED
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


#: All switches of the rules, hidden rows, and packs of several sizes.
RULES = {
    **GAMES,
    **{
        f"{switch}, {cells} cells": rules_of((3, 5, (1, 2, 4), 6), cells, switch)
        for switch in SWITCHES
        for cells in (0, 1, 3)
    },
    "all but the top is hidden": rules_of((3, 6, (1, 2, 3, 4, 5), 6), 2),
    "eight piles": rules_of((8, 3, (1, 2), 7), 4),
    "one pile": rules_of((1, 6, (1, 2, 3), 2), 1),
}


def partly_seen(position: Position, choose: random.Random) -> Position:
    """The position with some of its face-down cards known, and the others not."""
    known = frozenset(card for card in position.down if choose.random() < 0.3)
    piles = tuple(
        tuple(UNKNOWN if card in position.down - known else card for card in pile)
        for pile in position.piles
    )
    return Position(piles, position.cells, position.reserve, position.foundations, known)


def pieces(game: TreviGame, count: int):
    """Pieces about positions of random playouts, each after every move and without one."""
    for number in range(count):
        choose = random.Random(number)
        for position in islice(playout(game.rules, number, 12), 0, None, 4):
            seen = partly_seen(position, choose)
            unseen = unseen_in(game.rules.deck, seen)
            orders = tuple(shuffled(unseen, k, STREAM_UNSEEN) for k in range(3))
            if len(unseen) < 3:
                orders = tuple(orders_of(unseen))
            moves = (None, *game.rules.legal_moves(seen.completed(unseen)))
            yield Piece(Question(game, seen, moves), 0, orders)


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
@pytest.mark.parametrize("max_states", [3, 20_000])
def test_the_compiled_verdicts_are_those_of_the_plain_path(rules, max_states):
    """Also where the budget does not suffice: both searches are the same to the state."""
    game = TreviGame("trevi", rules)
    worker = game.search.worker(games.Budget(max_states, 4))
    plain = game.search.worker(games.Budget(max_states, 4))
    for piece in pieces(game, 4):
        assert worker.judge(piece) == Worker.judge(plain, piece)


def test_the_compared_pieces_have_all_verdicts(game):
    worker = game.search.worker(games.Budget(50, 4))
    assert {code for piece in pieces(game, 4) for code in worker.judge(piece)} == {0, 1, 2}


@pytest.mark.parametrize("left_out", ["chains", "safe", "semi", "dead"])
def test_a_worker_that_judges_leaves_out_the_same_reductions(left_out):
    game = games.find("trevi")
    budget = games.Budget(30, 4, frozenset({left_out}))
    worker, plain = (game.search.worker(budget) for _ in range(2))
    position = game.start(game.deal(5)).seen()
    unseen = unseen_in(game.rules.deck, position)
    orders = tuple(shuffled(unseen, k, STREAM_UNSEEN) for k in range(20))
    piece = Piece(Question(game, position), 0, orders)
    assert worker.judge(piece) == Worker.judge(plain, piece)


def test_a_worker_that_judges_still_solves(game):
    worker = game.search.worker(games.Budget(50_000, 16))
    position = game.start(game.deal(6))
    before = worker.solve(position, 6)
    unseen = unseen_in(game.rules.deck, position.seen())
    piece = Piece(Question(game, position.seen()), 0, (unseen,))
    code = worker.judge(piece)
    assert worker.solve(position, 6) == before
    assert worker.judge(piece) == code
    worker.rest()
    assert worker.judge(piece) == code
    assert worker.judge(Piece(piece.question, 0, ())) == []


def test_questions_of_a_worker_are_told_apart(game):
    worker, plain = (game.search.worker(games.Budget(200, 4)) for _ in range(2))
    asked = []
    for number in range(1, 9):
        position = game.start(game.deal(number)).seen()
        order = unseen_in(game.rules.deck, position)
        asked.append(Piece(Question(game, position), 0, (order, order[::-1])))
    for piece in [*asked, *asked[::-1]]:
        assert worker.judge(piece) == Worker.judge(plain, piece)


@pytest.mark.parametrize("judged_before", [False, True])
def test_a_stopped_worker_judges_nothing(game, judged_before):
    worker = game.search.worker(games.Budget())
    (piece,) = islice(pieces(game, 1), 1)
    if judged_before:
        assert len(worker.judge(piece)) == len(piece)
    worker.stop()
    assert worker.judge(piece) == []


def test_a_piece_that_is_stopped_has_the_verdicts_until_then(game):
    """The stop comes from another thread while a hard piece is judged."""
    worker = game.search.worker(games.Budget(20_000_000, 64))
    position = game.start(game.deal(5)).seen()
    unseen = unseen_in(game.rules.deck, position)
    orders = tuple(shuffled(unseen, k, STREAM_UNSEEN) for k in range(60))
    expected = worker.judge(Piece(Question(game, position), 0, orders))
    many = Piece(Question(game, position), 0, orders * 500)
    counters = worker.solver._counters
    counters[EXPANDED] = 0

    def stop_once_it_searches() -> None:
        while not counters[EXPANDED]:
            time.sleep(0.001)
        time.sleep(0.05)
        worker.stop()

    thread = threading.Thread(target=stop_once_it_searches)
    thread.start()
    codes = worker.judge(many)
    thread.join()
    assert 0 < len(codes) < len(many)
    assert codes == (expected * 500)[: len(codes)]
