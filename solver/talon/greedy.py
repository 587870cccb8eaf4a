"""A greedy player: it sees the cards that lie face up, and looks no move ahead.

It plays the first of these that it can: a card up; the talon's top card onto a column; a column's
top card, or a run, onto a card that it fits, unless it lies on such a card already; into an empty
column the top card of the highest column, unless that is in sequence. Otherwise it turns a card, or
makes the talon the hand. It stops where none of these is left. So no move is ever undone: those
within the columns leave fewer cards out of sequence, or as many in fewer columns.
"""

from solver.jit.options import kernel
from solver.talon.state import (
    COLUMNS,
    FLOORS,
    FOUNDATION,
    FROM_TALON,
    LENGTHS,
    MOST_COLUMNS,
    NO_MOVE,
    STRIDE,
    Moves,
    Problem,
    Row,
    extra_of,
    fits,
    is_won,
    moves,
    play,
    settle,
    source_of,
    stock_move,
    target_of,
)

__all__ = ["play_greedily"]

_UP, _FROM_TALON, _OUT_OF_SEQUENCE, _SPACE = 4000, 3000, 2000, 1000


@kernel
def _liking(row: Row, problem: Problem, move: int) -> int:
    """How much the player likes a move; 0 for one that it does not make."""
    source, target = source_of(move), target_of(move)
    if target == FOUNDATION:
        return _UP
    if source == FROM_TALON:
        return _FROM_TALON
    if source >= MOST_COLUMNS:
        return 0
    below = row[LENGTHS + source] - extra_of(move) - 1
    at = COLUMNS + source * problem[STRIDE] + below
    is_seen = below >= row[FLOORS + source]
    if below >= 0 and is_seen and fits(row[at + 1], row[at]):
        return 0
    if row[LENGTHS + target] > 0:
        return _OUT_OF_SEQUENCE
    return _SPACE + row[LENGTHS + source] if below >= 0 else 0


@kernel
def play_greedily(row: Row, problem: Problem, order: Row, choices: Moves, line: Moves) -> int:
    """Plays from a row to the end, which it leaves in ``row``, and returns the number of moves.

    They are written to ``line`` as far as it has room; what is played without a choice is not among
    them. ``order`` and ``choices`` are scratch, of the sizes that the beam has for them.
    """
    settle(row, problem, order)
    length = 0
    while not is_won(row, problem):
        chosen, most = stock_move(row, problem), 0
        for number in range(moves(row, problem, choices)):
            move = int(choices[number])
            liking = _liking(row, problem, move)
            if liking > most:
                chosen, most = move, liking
        if chosen == NO_MOVE:
            break
        play(row, problem, chosen, order)
        settle(row, problem, order)
        if length < len(line):
            line[length] = chosen
        length += 1
    return length
