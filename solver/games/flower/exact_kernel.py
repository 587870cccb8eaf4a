"""The count of Flower Garden's deals by score, modulo a prime, as kernels over flat arrays.

Let W(r, b) be the number of ways to lay r = (r1 … rs) cards of each suit, successive ranks, into
beds of b = (b1 … bk) places, in order, and a bouquet of Σr - Σb, a set, such that play takes them
all. Where it does, some next cards can be taken; for the set A of their suits,
Σ over non-empty S ⊆ A of (-1)^(|S|+1) = 1. Exchange the sums: choose a set S of suits whose next
cards can be taken, and where these lie, j of them in front of j beds, the others in the bouquet.
What is left is W again::

    W(r, b) = Σ_S (-1)^(|S|+1) Σ_j |S|!/(|S|-j)! Σ_B W(r - S, b - B)    S ≠ ∅, B: j beds of b
    W(0, 0) = 1, and 0 where Σb > Σr

The sums over j and B depend on r - S, |S| and b alone: ``grouped`` holds them, made once for all
r that they serve.

W depends on r and b as multisets. A *row* is the index of a sorted r, rows in the order of Σr; a
*column* that of a sorted b, column 0 being all zeros. Residues are below 2**31, so that sums of
them times small numbers stay below 2**63.

Play stops after c = (c1 … cs) cards of the suits, d = (d1 … dk) of them from the beds, in
W(c, d) · U ways: the cards that went up lie as in a deal that play takes whole, and of the n others
the next cards of the u unfinished suits lie neither in front of a bed nor in the bouquet. With N
places in the beds that are not in front, and m in the bouquet::

    U = N!/(N-u)! · (n-u)!/m!
"""

import numpy as np
import numpy.typing as npt

from solver.jit.bits import popcount
from solver.jit.options import kernel

_Residues = npt.NDArray[np.int32]
_Words = npt.NDArray[np.int64]
_Indices = npt.NDArray[np.uint64]


@kernel
def fill_ways(
    prime: int,
    smaller: _Words,
    starts: _Indices,
    columns: _Indices,
    times: _Words,
    windows: _Indices,
    choices: _Words,
    ways: _Residues,
    grouped: _Residues,
    sums: _Words,
) -> None:
    """Fills ``ways``, int32[rows, columns], with W modulo ``prime``.

    ``smaller``, int64[rows, 2**suits]: the row of r - S by the bits of S, -1 where S wants a card
    that is not there. The columns of b - B, |B| = j, are the entries ``starts[b, j]`` to
    ``starts[b, j + 1] - 1`` of ``columns``, each met ``times``; ``starts`` is uint64[columns,
    suits + 2]. ``windows``, uint64[rows, 3]: the first column whose Σb leaves no more than the
    bouquet of Σr, the end of those with Σb ≤ Σr, and of those with Σb ≤ Σr + suits; only these are
    filled. ``choices``, int64[suits + 1, suits + 1]: entry m, j is m!/(m-j)!, 0 for j > m.

    ``grouped``, int32[suits + 1, rows, columns], is zero outside of the windows, as ``ways`` is;
    ``sums``, int64[suits + 1, columns], is scratch. Indices are unsigned, since each one that may
    be negative costs a test: half of the time.
    """
    sizes = len(choices)
    for row in range(len(ways)):
        first, end, reach = windows[row]
        line, taken = ways[row], sums[0]
        for column in range(first, end):
            taken[column] = 0
        if row == 0:
            taken[0] = 1
        for chosen in range(1, smaller.shape[1]):
            left = smaller[row, chosen]
            if left < 0:
                continue
            size = popcount(np.uint64(chosen))
            sign = 1 if size % 2 else -1
            for column in range(first, end):
                taken[column] += sign * grouped[size, left, column]
        for column in range(first, end):
            line[column] = taken[column] % prime
        for column in range(first, reach):
            for j in range(sizes):
                laid = 0
                for entry in range(starts[column, j], starts[column, j + 1]):
                    laid += times[entry] * line[columns[entry]]
                sums[j, column] = laid
        for size in range(1, sizes):
            group = grouped[size, row]
            for column in range(first, reach):
                total = 0
                for j in range(size + 1):
                    total += choices[size, j] * sums[j, column]
                group[column] = total % prime


@kernel
def fill_stops(
    prime: int,
    ways: _Residues,
    row_cards: _Words,
    cards: int,
    bouquet: int,
    classes: _Words,
    columns: _Indices,
    times: _Words,
    quotients: _Words,
    stops: _Words,
) -> None:
    """Fills ``stops``, int64[rows, suits + 1]: the ways in which play stops, modulo ``prime``.

    Entry c, u is for one order of c and of the unfinished suits, u in number. ``row_cards``,
    int64[rows], is Σc; ``cards`` are dealt, ``bouquet`` of them there. ``classes``, int64[…, 4],
    has a row for each Σd and number of places in the beds that are not in front: these two, and the
    first and the last but one of the entries of ``columns`` and ``times`` that hold its d, and in
    how many orders each d comes, modulo ``prime``; those of a class add up to less than 2**32.
    ``quotients``, int64[cards + 1, cards + 1], holds i!/j!, i ≥ j.
    """
    for row in range(len(row_cards)):
        line = ways[row]
        stops[row] = 0
        out = cards - row_cards[row]
        for index in range(len(classes)):
            gone, hidden, first, end = classes[index]
            left = bouquet - (row_cards[row] - gone)
            if not 0 <= left <= bouquet:
                continue
            laid = 0
            for entry in range(np.uint64(first), np.uint64(end)):
                laid += times[entry] * line[columns[entry]]
            laid %= prime
            for unfinished in range(min(hidden, stops.shape[1] - 1) + 1):
                blocked = quotients[hidden, hidden - unfinished]
                others = quotients[out - unfinished, left]
                stops[row, unfinished] += laid * (blocked * others % prime) % prime
        for unfinished in range(stops.shape[1]):
            stops[row, unfinished] %= prime


@kernel
def add_redeals(
    prime: int,
    height: int,
    stuck: _Words,
    rows: _Words,
    row_cards: _Words,
    row_of: _Indices,
    stops: _Words,
    counts: _Words,
    more: _Words,
) -> None:
    """Adds the ways to be stuck, and to stop again after the redeal, modulo ``prime``.

    ``height``: the ranks. ``stuck``, int64[rows]: the ways to be stuck at a row, in all its orders.
    ``rows``, int64[rows, suits], are the sorted r, ``row_of`` their indices by the number whose
    digits to the base ``height + 1`` are r in any order. ``stops``, int64[cards + 1, rows,
    suits + 1]: what ``fill_stops`` made of the layout that so many cards are dealt again to.
    ``counts``, int64[cards + 1, cards + 1]: by the cards up before the redeal, and at the end.
    ``more``, int64[suits], is scratch.
    """
    suits = rows.shape[1]
    cards = len(counts) - 1
    for row in range(len(stuck)):
        if stuck[row] == 0:
            continue
        up = row_cards[row]
        more[:] = 0
        suit = 0
        while suit < suits:
            code = 0
            gained = 0
            unfinished = 0
            for suit in range(suits):
                code = code * (height + 1) + more[suit]
                gained += more[suit]
                unfinished += rows[row, suit] + more[suit] < height
            again = stops[cards - up, row_of[code], unfinished]
            counts[up, up + gained] += stuck[row] * again % prime
            suit = 0
            while suit < suits and rows[row, suit] + more[suit] == height:
                more[suit] = 0
                suit += 1
            if suit < suits:
                more[suit] += 1
