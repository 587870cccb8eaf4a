"""A greedy player: it knows the cards that lie face up, and looks no move ahead.

It makes the first of these moves that is legal: a card up; the talon's top card onto a column; a
column's top card, or a run, onto a card that it fits, unless it lies on such a card already; the
same into an empty column, from the highest column that has it. Among equal moves it makes that from
the first column, to the first one; the talon comes last. Otherwise it turns a card, or makes the
talon the hand. It stops where none of these is left. So no move is ever undone: those within the
columns leave fewer cards out of sequence, or as many in fewer columns.
"""

from solver.games.talon.kernel.state import (
    FLOORS,
    FOUNDATION,
    FROM_TALON,
    LENGTHS,
    MOST_COLUMNS,
    NO_MOVE,
    Moves,
    Problem,
    Row,
    column_of,
    extra_of,
    fits,
    is_won,
    moves,
    play,
    play_automatic,
    source_of,
    stock_move,
    target_of,
)
from solver.jit.options import kernel

__all__ = ["greedy_move", "play_greedily"]

_UP, _FROM_TALON, _OUT_OF_SEQUENCE, _SPACE = 4000, 3000, 2000, 1000


@kernel
def _preference(row: Row, problem: Problem, move: int) -> int:
    """The rank of a move, the highest being made first; 0 for one that is never made."""
    source, target = source_of(move), target_of(move)
    if target == FOUNDATION:
        return _UP
    if source == FROM_TALON:
        return _FROM_TALON
    if source >= MOST_COLUMNS:
        return 0
    below = row[LENGTHS + source] - extra_of(move) - 1
    at = column_of(problem, source) + below
    is_seen = below >= row[FLOORS + source]
    if below >= 0 and is_seen and fits(row[at + 1], row[at]):
        return 0
    if row[LENGTHS + target] > 0:
        return _OUT_OF_SEQUENCE
    return _SPACE + row[LENGTHS + source] if below >= 0 else 0


@kernel
def greedy_move(row: Row, problem: Problem, choices: Moves) -> int:
    """The move that the player makes, or ``NO_MOVE``; ``choices`` is scratch.

    No move is forced.
    """
    chosen, most = stock_move(row, problem), 0
    for number in range(moves(row, problem, choices)):
        move = int(choices[number])
        preference = _preference(row, problem, move)
        if preference > most:
            chosen, most = move, preference
    return chosen


@kernel
def play_greedily(row: Row, problem: Problem, order: Row, choices: Moves) -> None:
    """Plays from a row to the end, which it leaves there; ``order`` and ``choices`` are scratch."""
    play_automatic(row, problem, order)
    while not is_won(row, problem):
        move = greedy_move(row, problem, choices)
        if move == NO_MOVE:
            break
        play(row, problem, move, order)
        play_automatic(row, problem, order)
