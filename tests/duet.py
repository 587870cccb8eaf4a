"""Duet, a small game that Garden does not have, built as ``docs/add-a-game.md`` says.

Four ranks of clubs and diamonds in four stacks of two, the lower cards face down. One card moves
at a time: a stack builds down regardless of suit, any card fills an empty stack, a cell takes one
card. Foundations go up in suit from the ace.
"""

from dataclasses import dataclass
from typing import ClassVar

from solver.cards.cards import name_of, pack, rank_of, suit_of
from solver.cards.deal import IllegalMove, Kind, Move, Outcome, Place, Position, Verdict, deal_rows
from solver.games.base import Game, Words
from solver.games.players import Hidden
from solver.games.referee import Rules, limited, place_text, right_count
from solver.games.search import Search, SearchWorker
from solver.text.board import BoardNotation
from solver.text.board_format import BoardFormat

STACKS, HEIGHT = 4, 2


@dataclass(frozen=True)
class DuetRules(Rules):
    SWITCHES: ClassVar = {"cells": "cells, empty at the start"}
    suits: ClassVar = 2
    ranks: ClassVar = 4

    cells: int = 1

    def __post_init__(self):
        limited(cells=(self.cells, 0, 3))

    @property
    def deck(self):
        return pack(self.ranks, self.suits)

    @property
    def deck_size(self):
        return self.ranks * self.suits

    def initial(self, deal):
        piles = deal_rows(deal.cards, STACKS, HEIGHT)
        down = frozenset(pile[0] for pile in piles)
        position = Position(piles, (None,) * self.cells, down=down)
        self.check(position)
        return position

    def check(self, position):
        right_count(len(position.piles), STACKS, "stack")
        right_count(len(position.cells), self.cells, "cell")
        self.check_cards(position)

    def zones(self, position):
        return [zone for zone in super().zones(position) if zone.place.kind is not Kind.RESERVE]

    def legal_moves(self, position):
        piles = [Place(Kind.PILE, slot) for slot in range(STACKS)]
        places = [*piles, *(Place(Kind.CELL, slot) for slot in range(self.cells))]
        moves = [
            Move(here, source, target)
            for source in places
            if (here := self._top(position, source)) is not None
            for target in [*places, Place(Kind.FOUNDATION, suit_of(here))]
        ]
        return [move for move in moves if self._fault(position, move) is None]

    def apply(self, position, move):
        if fault := self._fault(position, move):
            raise IllegalMove(fault)
        piles, cells, up = map(list, (position.piles, position.cells, position.foundations))
        if move.source.kind is Kind.CELL:
            cells[move.source.slot] = None
        else:
            piles[move.source.slot] = piles[move.source.slot][:-1]
        match move.target.kind:
            case Kind.CELL:
                cells[move.target.slot] = move.card
            case Kind.FOUNDATION:
                up[move.target.slot] += 1
            case _:
                piles[move.target.slot] = (*piles[move.target.slot], move.card)
        turned = {pile[-1] for pile in piles if pile}
        return Position(tuple(piles), tuple(cells), (), tuple(up), position.down - turned)

    def _top(self, position, place):
        if place.kind is Kind.CELL:
            return position.cells[place.slot]
        pile = position.piles[place.slot]
        return pile[-1] if pile else None

    def _fault(self, position, move):
        """Why a move is not legal."""
        here, source, target = move
        counts = {Kind.PILE: STACKS, Kind.CELL: self.cells, Kind.FOUNDATION: self.suits}
        for place in (source, target):
            if not 0 <= place.slot < counts.get(place.kind, 0):
                return f"there is no {place_text(place)}"
        if source.kind is Kind.FOUNDATION or self._top(position, source) != here:
            return f"{name_of(here)} is not on top of {place_text(source)}"
        if target.kind is Kind.FOUNDATION:
            is_next = position.foundations[target.slot] == rank_of(here)
            if target.slot != suit_of(here) or not is_next:
                return f"{name_of(here)} is not the next card of {place_text(target)}"
            return None
        there = self._top(position, target)
        fits = target.kind is Kind.PILE and there is not None and there != here
        if there is not None and not (fits and rank_of(there) == rank_of(here) + 1):
            return f"{name_of(here)} cannot lie on {name_of(there)}"
        return None


class Solver:
    """Searches all positions, depth first."""

    def __init__(self, rules):
        self.rules = rules
        self.stopped = False

    def stop(self):
        self.stopped = True

    def solve(self, position, max_states, moves=False):
        seen, states, line = {position}, 0, [(position, ())]
        while line:
            here, made = line.pop()
            if self.rules.is_won(here):
                return Outcome(Verdict.SOLVABLE, states, made if moves else None)
            if states == max_states or self.stopped:
                return Outcome(Verdict.UNDECIDED, states)
            states += 1
            for move in self.rules.legal_moves(here):
                after = self.rules.apply(here, move)
                if after not in seen:
                    seen.add(after)
                    line.append((after, (*made, move)))
        return Outcome(Verdict.UNSOLVABLE, states)


class DuetGame(Game):
    words = Words(
        title="Duet",
        summary="two suits in four stacks, and a cell",
        how="Four ranks of two suits lie in four stacks of two.",
        pile="stack",
    )
    hidden = Hidden({})

    @property
    def notation(self):
        return BoardNotation(
            BoardFormat(
                piles=STACKS,
                height=HEIGHT,
                cells=self.rules.cells,
                empty_cells=True,
                hidden_rows=(1,),
                ranks=self.rules.ranks,
                suits=self.rules.suits,
            )
        )

    @property
    def search(self):
        return DuetSearch(self)


class DuetSearch(Search):
    version = "1"
    max_states = 5000
    memory_mib = 16
    batch_size = 8
    sample_size = 40
    check_every = 10

    def worker(self, budget):
        return DuetWorker(self.game, budget)


class DuetWorker(SearchWorker):
    def new_solver(self):
        return Solver(self.game.rules)


DUET = DuetGame("duet", DuetRules())
