"""A state of the search: what lies on the table, as a row of bytes.

A card is ``4 * place + suit``, its rank being a place in the order of the game's pack from 0; so a
card of a rank lower by one has the number lower by four. Copies of a card are the same number.

A row is uint8[:], where s = ``STRIDE`` is the longest that a column can grow::

    byte  0 … 51  52     53    54       55        56 … 65  66 … 75  76 … 75 + s  76 + s …  …
          copies  TALON  HAND  REDEALS  CARDS_UP  LENGTHS  FLOORS   column 0     column 1  stock

    copies    how many copies of each card are up, by the card's number
    TALON     cards of the talon: t
    HAND      where the hand begins in the stock: h
    REDEALS   how often the talon may still become the hand
    CARDS_UP  cards on the foundations
    LENGTHS   the cards of each column
    FLOORS    from which row on all cards of a column lie face up
    columns   s bytes each, bottom to top; what lies above a column's length means nothing
    stock     STOCK bytes: the talon in its first t, bottom to top, the hand from h on, next first

        e.g. two columns, s = 5; AC (0) is up; column 0 has 3D (9) face down and 2C (4) on it; of
        two cards that were turned 3C (8) is the talon and 2S (7) was laid on 3H (10) in column 1;
        AD (1) is still in the hand; a byte that means nothing is a dot:

        copies 1 0 0 0 …   TALON 1   HAND 2   REDEALS 0   CARDS_UP 1   LENGTHS 2 2 0 …
        FLOORS 1 0 0 …   column 0: 9 4 . . .   column 1: 10 7 . . .   stock: 8 . 1

So turning a card moves one byte within the stock, and the foundations are counts: a copy of a card
can go up where fewer copies of it are up than of the next lower card.

All numbers fit a byte. There are at most ``MOST_CARDS`` = 128 cards: four packs of eight ranks in
The Olga, two of thirteen in Red and Black. A column grows by at most ranks - 1 cards: what is laid
on it is a sequence down from its top card, and once it was empty, a sequence of all ranks at most.
So s <= 128 + 7.

A *move* is a code::

    bit   10 and up   9 … 5    4 … 0
          extra       target   source

    source, target: a column from 0 on, or FROM_TALON, FROM_HAND, FOUNDATION
    extra: how many cards leave a column, which card comes back from a foundation, else 1

        e.g. a run of three from column 2 to column 5: 3 * 1024 + 5 * 32 + 2 = 3234
"""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from solver.cards.shuffle import STREAM_REDEAL
from solver.cards.shuffle_kernel import native_order
from solver.jit.options import kernel
from solver.jit.words import GOLDEN, MIX_1, MIX_2, ONE, Word, chained, mixed

Row: TypeAlias = npt.NDArray[np.uint8]
Problem: TypeAlias = npt.NDArray[np.int64]
Moves: TypeAlias = npt.NDArray[np.int32]

CARDS = 52
MOST_CARDS = 128
MOST_COLUMNS = 10

# Places in a row.
TALON, HAND, REDEALS, CARDS_UP = CARDS, CARDS + 1, CARDS + 2, CARDS + 3
LENGTHS = CARDS + 4
FLOORS = LENGTHS + MOST_COLUMNS
COLUMNS = FLOORS + MOST_COLUMNS

# A problem: what does not change from the root on.
RANKS, PACKS, DECK, COLUMN_COUNT, STRIDE, STOCK, FLAGS, SEED, DOWN = range(9)
#: ``DOWN`` and the places after it: the rows of each column that lie face down, ``DOWN_BITS`` a
#: word. A column of all cards has words enough.
DOWN_BITS = 32
DOWN_WORDS = -(-MOST_CARDS // DOWN_BITS)
PROBLEM_SIZE = DOWN + MOST_COLUMNS * DOWN_WORDS

#: Rules, and the reduction of safe plays, as flags.
REFILLS, RUNS, RETURN, SHUFFLED, SAFE = 1, 2, 4, 8, 16

#: Sources and targets of moves besides the columns.
FROM_TALON, FROM_HAND, FOUNDATION = 10, 11, 12
NO_MOVE = -1

#: The moves of a row: a run has one card of a rank, so at most one move from a column to another;
#: with an empty column these are 9 * 8, and 9 * 8 more into that one, a run having eight cards (The
#: Olga alone has runs and empty columns). 11 go up, 10 from the talon to a column, and back from a
#: foundation two cards to each column. With the move that deals that makes 186.
MOST_MOVES = 256

_PLACES = 32
_EXTRA = _PLACES * _PLACES

_STREAM = np.uint64(STREAM_REDEAL)
#: What a face-down card's number is raised by in a hash.
_FACE_DOWN = 128


@kernel
def move_of(source: int, target: int, extra: int) -> int:
    """The code of a move."""
    return source + _PLACES * target + _EXTRA * extra


@kernel
def source_of(move: int) -> int:
    """Where a move takes its cards from."""
    return move % _PLACES


@kernel
def target_of(move: int) -> int:
    """Where a move takes its cards to."""
    return move // _PLACES % _PLACES


@kernel
def extra_of(move: int) -> int:
    """How many cards a move takes from a column, or which one from a foundation."""
    return move // _EXTRA


@kernel
def copy_row(source: Row, target: Row) -> None:
    """Copies a row."""
    for place in range(len(source)):
        target[place] = source[place]


@kernel
def column_of(problem: Problem, slot: int) -> int:
    """Where a column begins in a row."""
    return COLUMNS + slot * problem[STRIDE]


@kernel
def stock_of(problem: Problem) -> int:
    """Where the stock begins in a row."""
    return COLUMNS + problem[COLUMN_COUNT] * problem[STRIDE]


@kernel
def is_red(card: int) -> int:
    """1 for a red card, 0 for a black one."""
    return ((card >> 1) ^ card) & 1


@kernel
def fits(card: int, under: int) -> bool:
    """Whether a card may lie on another one in a column."""
    return (card >> 2) + 1 == under >> 2 and is_red(card) != is_red(under)


@kernel
def goes_up(row: Row, problem: Problem, card: int) -> bool:
    """Whether a copy of a card can go to a foundation."""
    return row[card] < (problem[PACKS] if card < 4 else row[card - 4])


@kernel
def comes_back(row: Row, problem: Problem, card: int) -> bool:
    """Whether a copy of a card, no ace, is on top of a foundation."""
    return row[card] > (row[card + 4] if card + 4 < 4 * problem[RANKS] else 0)


@kernel
def top_of(row: Row, problem: Problem, slot: int) -> int:
    """The top card of a column that has one."""
    return row[column_of(problem, slot) + row[LENGTHS + slot] - 1]


@kernel
def talon_top(row: Row, problem: Problem) -> int:
    """The top card of a talon that has one."""
    return row[stock_of(problem) + row[TALON] - 1]


@kernel
def is_won(row: Row, problem: Problem) -> bool:
    """Whether all cards are up."""
    return row[CARDS_UP] == problem[DECK]


@kernel
def run_length(row: Row, problem: Problem, slot: int) -> int:
    """The most cards that a column's top can give up as a unit."""
    length = row[LENGTHS + slot]
    if problem[FLAGS] & RUNS == 0:
        return 1
    at = column_of(problem, slot)
    start = length - 1
    while start > row[FLOORS + slot] and fits(row[at + start], row[at + start - 1]):
        start -= 1
    return length - start


@kernel
def _empty_column(row: Row, problem: Problem) -> int:
    """The first empty column, or ``NO_MOVE``."""
    for slot in range(problem[COLUMN_COUNT]):
        if row[LENGTHS + slot] == 0:
            return slot
    return NO_MOVE


@kernel
def moves(row: Row, problem: Problem, out: Moves) -> int:
    """Writes the moves that do not deal to ``out``, and returns how many there are.

    No empty column waits to be filled. A move that changes nothing is left out, and of several
    empty columns only the first one is a target.
    """
    count = 0
    columns = problem[COLUMN_COUNT]
    space = NO_MOVE if problem[FLAGS] & REFILLS else _empty_column(row, problem)
    for slot in range(columns):
        length = row[LENGTHS + slot]
        if length == 0:
            continue
        at = column_of(problem, slot) + length
        if goes_up(row, problem, row[at - 1]):
            out[count] = move_of(slot, FOUNDATION, 1)
            count += 1
        for cards in range(1, run_length(row, problem, slot) + 1):
            card = row[at - cards]
            for target in range(columns):
                if target == slot:
                    continue
                if row[LENGTHS + target] == 0:
                    possible = target == space and cards < length
                else:
                    possible = fits(card, top_of(row, problem, target))
                if possible:
                    out[count] = move_of(slot, target, cards)
                    count += 1
    if row[TALON] > 0:
        card = talon_top(row, problem)
        if goes_up(row, problem, card):
            out[count] = move_of(FROM_TALON, FOUNDATION, 1)
            count += 1
        count = _onto_columns(row, problem, card, FROM_TALON, 1, out, count)
    if problem[FLAGS] & RETURN:
        for card in range(4, 4 * problem[RANKS]):
            if comes_back(row, problem, card):
                count = _onto_columns(row, problem, card, FOUNDATION, card, out, count)
    return count


@kernel
def _onto_columns(
    row: Row, problem: Problem, card: int, source: int, extra: int, out: Moves, count: int
) -> int:
    """Adds the moves of a card to the columns that it fits. Returns how many moves there are."""
    for target in range(problem[COLUMN_COUNT]):
        if row[LENGTHS + target] > 0 and fits(card, top_of(row, problem, target)):
            out[count] = move_of(source, target, extra)
            count += 1
    return count


@kernel
def stock_move(row: Row, problem: Problem) -> int:
    """The move that turns a card, or makes the talon the hand; ``NO_MOVE`` where there is none."""
    if row[HAND] < problem[STOCK]:
        return move_of(FROM_HAND, FROM_TALON, 1)
    if row[REDEALS] > 0 and row[TALON] > 0:
        return move_of(FROM_TALON, FROM_HAND, 1)
    return NO_MOVE


@kernel
def _was_down(problem: Problem, slot: int, place: int) -> bool:
    """Whether a card of a column lay face down at the root."""
    return problem[DOWN + slot * DOWN_WORDS + place // DOWN_BITS] >> place % DOWN_BITS & 1 != 0


@kernel
def _is_down(row: Row, problem: Problem, slot: int, place: int) -> bool:
    """Whether a card lies face down, where that matters: it cannot move as part of a run."""
    if problem[FLAGS] & RUNS == 0 or place >= row[FLOORS + slot]:
        return False
    return _was_down(problem, slot, place)


@kernel
def _take(row: Row, problem: Problem, slot: int, cards: int) -> None:
    """Takes cards off a column; what is on top then turns up."""
    length = row[LENGTHS + slot] - cards
    row[LENGTHS + slot] = length
    floor = row[FLOORS + slot]
    if floor >= length:
        # The card at row length - 1 lies face up now; below it down to the next one that does not.
        floor = max(length - 1, 0)
        while floor > 0 and not _was_down(problem, slot, floor - 1):
            floor -= 1
        row[FLOORS + slot] = floor


@kernel
def _lay(row: Row, problem: Problem, slot: int, card: int) -> None:
    row[column_of(problem, slot) + row[LENGTHS + slot]] = card
    row[LENGTHS + slot] += 1


@kernel
def _redeal(row: Row, problem: Problem, order: Row) -> None:
    """The talon becomes the hand. ``order``, uint8[MOST_CARDS], is scratch."""
    cards, stock, end = row[TALON], stock_of(problem), problem[STOCK]
    for place in range(cards):
        order[place] = row[stock + place]
    if problem[FLAGS] & SHUFFLED:
        native_order(np.uint64(problem[SEED]), _STREAM, order[:cards], cards)
    for place in range(cards):
        row[stock + end - cards + place] = order[place]
    row[TALON] = 0
    row[HAND] = end - cards
    row[REDEALS] -= 1


@kernel
def play(row: Row, problem: Problem, move: int, order: Row) -> None:
    """Plays one move. ``order``, uint8[MOST_CARDS], is scratch."""
    source, target, extra = source_of(move), target_of(move), extra_of(move)
    stock = stock_of(problem)
    if target == FROM_HAND:
        _redeal(row, problem, order)
        return
    if source < MOST_COLUMNS:
        at = column_of(problem, source) + row[LENGTHS + source] - extra
        if target < MOST_COLUMNS:
            for place in range(at, at + extra):
                _lay(row, problem, target, row[place])
        else:
            row[row[at]] += 1
            row[CARDS_UP] += 1
        _take(row, problem, source, extra)
        return
    if source == FROM_TALON:
        card = row[stock + row[TALON] - 1]
        row[TALON] -= 1
    elif source == FROM_HAND:
        card = row[stock + row[HAND]]
        row[HAND] += 1
    else:
        card = extra
        row[card] -= 1
        row[CARDS_UP] -= 1
    if target == FOUNDATION:
        row[card] += 1
        row[CARDS_UP] += 1
    elif target == FROM_TALON:
        row[stock + row[TALON]] = card
        row[TALON] += 1
    else:
        _lay(row, problem, target, card)


@kernel
def _is_safe(row: Row, problem: Problem, card: int) -> bool:
    """Whether playing up a card that can go up dominates all other moves.

    It does where no other copy waits for the same place, all copies of the next lower card being
    up, and every card that could ever lie on this one may go up at once as well, or is up. Then a
    solution that keeps the card has one without it: what it lays on the card goes up instead. That
    needs that an empty column is never a harm, which does not hold in the games with ``REFILLS``.
    """
    packs = problem[PACKS]
    if card < 4:
        return True
    if row[card - 4] < packs:
        return False
    # A sequence on the card has the other colour at the next lower place, this one below that, …
    colour = is_red(card)
    for place in range((card >> 2) - 1, 0, -1):
        colour ^= 1
        all_up = True
        for suit in range(4):
            other = 4 * place + suit
            if is_red(suit) == colour and row[other] < packs:
                all_up = False
                if row[other - 4] < packs:
                    return False
        if all_up:
            return True
    return True


@kernel
def _safe_move(row: Row, problem: Problem) -> int:
    """A play up by dominance, or ``NO_MOVE``."""
    for slot in range(problem[COLUMN_COUNT]):
        if row[LENGTHS + slot] > 0:
            card = top_of(row, problem, slot)
            if goes_up(row, problem, card) and _is_safe(row, problem, card):
                return move_of(slot, FOUNDATION, 1)
    if row[TALON] > 0:
        card = talon_top(row, problem)
        if goes_up(row, problem, card) and _is_safe(row, problem, card):
            return move_of(FROM_TALON, FOUNDATION, 1)
    return NO_MOVE


@kernel
def _forced_move(row: Row, problem: Problem) -> int:
    """With ``REFILLS`` the move that fills an empty column; ``NO_MOVE`` where there is none."""
    if problem[FLAGS] & REFILLS:
        slot = _empty_column(row, problem)
        if slot != NO_MOVE:
            if row[HAND] < problem[STOCK]:
                return move_of(FROM_HAND, slot, 1)
            if row[TALON] > 0:
                return move_of(FROM_TALON, slot, 1)
    return NO_MOVE


@kernel
def automatic_move(row: Row, problem: Problem) -> int:
    """The move that is forced, else with ``SAFE`` one that is dominant, else ``NO_MOVE``."""
    move = _forced_move(row, problem)
    if move == NO_MOVE and problem[FLAGS] & SAFE:
        return _safe_move(row, problem)
    return move


@kernel
def play_automatic(row: Row, problem: Problem, order: Row) -> None:
    """Makes automatic moves until there is none."""
    move = automatic_move(row, problem)
    while move != NO_MOVE:
        play(row, problem, move, order)
        move = automatic_move(row, problem)


@kernel
def hash_of(row: Row, problem: Problem) -> Word:
    """A word that is the same for rows that differ in the order of their columns alone.

    Foundations follow from all other cards. Which cards lie face down does not follow from those of
    a column: two columns may have the same cards, and got them in different ways.
    """
    total = np.uint64(row[TALON]) + (np.uint64(row[HAND]) + MIX_2 * np.uint64(row[REDEALS])) * MIX_1
    for slot in range(problem[COLUMN_COUNT]):
        at = column_of(problem, slot)
        word = ONE
        for place in range(row[LENGTHS + slot]):
            down = _FACE_DOWN * _is_down(row, problem, slot, place)
            word = chained(word, row[at + place] + down, GOLDEN)
        total += mixed(word)
    word = MIX_1
    stock = stock_of(problem)
    for place in range(stock, stock + row[TALON]):
        word = chained(word, row[place], GOLDEN)
    for place in range(stock + row[HAND], stock + problem[STOCK]):
        word = chained(word, row[place], MIX_2)
    return mixed(total + mixed(word))


@kernel
def _same_column(one: Row, slot: int, other: Row, at: int, problem: Problem) -> bool:
    length = one[LENGTHS + slot]
    if length != other[LENGTHS + at]:
        return False
    first, second = column_of(problem, slot), column_of(problem, at)
    place = 0
    while (
        place < length
        and one[first + place] == other[second + place]
        and _is_down(one, problem, slot, place) == _is_down(other, problem, at, place)
    ):
        place += 1
    return place == length


@kernel
def same_state(one: Row, other: Row, problem: Problem) -> bool:
    """Whether two rows differ in the order of their columns at most."""
    for place in range(LENGTHS):
        if one[place] != other[place]:
            return False
    stock = stock_of(problem)
    for place in range(one[TALON]):
        if one[stock + place] != other[stock + place]:
            return False
    for place in range(stock + one[HAND], stock + problem[STOCK]):
        if one[place] != other[place]:
            return False
    used = 0
    for slot in range(problem[COLUMN_COUNT]):
        match = NO_MOVE
        for at in range(problem[COLUMN_COUNT]):
            if (used >> at) & 1 == 0 and _same_column(one, slot, other, at, problem):
                match = at
                break
        if match == NO_MOVE:
            return False
        used |= 1 << match
    return True
