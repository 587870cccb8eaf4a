"""How the runs may lie, and why a state need not say it.

Cards in runs lie each on a *parent*, one of the two cards that it fits on, or at the base of a
pile. Two cards of the same rank and colour are *twins*: they fit on the same parents, and the same
cards fit on them. The twins of a rank and colour are a *group*. Its *parents* are those of its
cards that lie at the surface: cards in runs, and top cards of old parts. Its *child cards* are the
cards in runs that fit on them, one rank lower and of the other colour, two at most. A child card
that lies at the base of a pile is *homeless*.

A homeless card can be moved onto a free parent of its group, and moved back, for then a pile is
empty. So take every position as *merged*: in a group with c child cards and p parents, min(c, p)
child cards lie on parents. The others are homeless in every case, and the number of empty piles is

    piles - old parts - sum over groups of max(0, child cards - parents).

**Which child card lies on which parent never matters.** Take two merged positions with the same old
parts, cards in runs, cells, reserve and foundations. For each move in one there are moves in the
other that end in positions which are alike again:

* A run moves. Only how the runs lie changes, so in the other position nothing is to be done.
* A card at the surface goes to a foundation or a cell. It was free, so its group has fewer child
  cards than parents. In the other position it may bear a child card, but then its twin is a free
  parent: the child card moves over, and the card can go.
* The top card of an old part, with the run on it, moves onto a free parent or into an empty pile.
  A parent of that group is free in the other position too, the same one or its twin; empty piles
  are equal in number; and the card takes along whatever lies on it.
* A card comes from a cell, from the reserve or from a foundation onto a free parent or into an
  empty pile. The same argument holds.

Afterwards both positions can be merged again. So all positions with the same sets are won or lost
together, and the set is the state. The proof needs that runs move as a unit, that build is down in
alternating colours, and that any run fills an empty pile.

A card at the surface whose group has no free parent bears a child card. It can leave too while a
pile is empty: the run of the child card goes there first.

Groups are sets of bits of a word: the group of rank r has bit 4r for black and bit 4r + 1 for red.
Kings have no parents: the child cards of the group above the highest rank are homeless.
"""

import numpy as np

from solver.games.trevi.kernel.state import (
    CLUBS,
    DIAMONDS,
    IN_RUN,
    PILES,
    Word,
    Words,
    is_red,
    old_tops,
)
from solver.jit.bits import popcount
from solver.jit.options import kernel

_S1, _S2, _S3, _S5 = (np.uint64(n) for n in (1, 2, 3, 5))


@kernel
def group_of(card: int) -> int:
    """The group of a card, as a bit's place."""
    return (card & ~3) + is_red(card)


@kernel
def parents_of(card: int) -> int:
    """The group of the cards that a card fits on, as a bit's place."""
    return (card & ~3) + 5 - is_red(card)


@kernel
def group_above(group: int) -> int:
    """The group whose child cards are the cards of ``group``, as a bit's place."""
    return group + 3 if group & 1 else group + 5


@kernel
def cards_of(groups: Word) -> Word:
    """The cards of some groups."""
    black, red = groups & CLUBS, groups & DIAMONDS
    return black | (black << _S3) | red | (red << _S1)


@kernel
def child_cards_of(groups: Word) -> Word:
    """The cards that fit on the cards of some groups."""
    black, red = groups & CLUBS, groups & DIAMONDS
    return (black >> _S3) | (black >> _S2) | (red >> _S5) | (red >> _S2)


@kernel
def groups_of(cards: Word) -> Word:
    """The groups with at least one card among ``cards``."""
    return ((cards | (cards >> _S3)) & CLUBS) | ((cards | (cards >> _S1)) & DIAMONDS)


@kernel
def _both(cards: Word) -> Word:
    """The groups with both cards among ``cards``."""
    return (cards & (cards >> _S3) & CLUBS) | (cards & (cards >> _S1) & DIAMONDS)


@kernel
def groups_above(groups: Word) -> Word:
    """The groups whose child cards are the cards of ``groups``."""
    return ((groups & CLUBS) << _S5) | ((groups & DIAMONDS) << _S3)


@kernel
def run_layout(state: Words, problem: Words) -> tuple[Word, Word, int]:
    """How the runs of a merged position lie.

    Returns the groups with a free parent, the groups with a homeless child card, and the number of
    empty piles.
    """
    tops = old_tops(state)
    surface = state[IN_RUN] | tops
    children_1, children_2 = (
        groups_above(groups_of(state[IN_RUN])),
        groups_above(_both(state[IN_RUN])),
    )
    parents_1, parents_2 = groups_of(surface), _both(surface)
    homeless_1, homeless_2 = children_1 & ~parents_1, children_2 & ~parents_2
    begun = popcount(tops) + popcount(homeless_1) + popcount(homeless_2)
    free = (parents_1 & ~children_1) | (parents_2 & ~children_2)
    return free, homeless_1 | homeless_2, np.int64(problem[PILES]) - begun
