"""Positions with cards that nobody has seen: what share of the possible layouts can be won.

A *completion* puts the unseen cards into the unknown places in one of the possible orders, all
equally likely. Each is decided as if every card were seen. The share of them that can be won is not
the player's chance: who cannot see the cards wins less often.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice, permutations
from math import factorial

from solver.deck.cards import UNKNOWN, card
from solver.deck.deal import Kind, Move, Position, Verdict
from solver.deck.shuffle import STREAM_UNSEEN, shuffled
from solver.games import Game, Worker
from solver.odds.estimate import Estimate, win_probability

#: The first size of a sample at which its interval is looked at; the next ones double it.
FIRST_LOOK = 50

#: Seeds are below this: the number of a sampled completion is its place plus a seed times 2**32.
MOST_SEEDS = 1 << 31


@dataclass(frozen=True)
class Tally:
    """Completions by verdict."""

    solvable: int = 0
    unsolvable: int = 0
    undecided: int = 0

    def plus(self, verdict: Verdict) -> "Tally":
        """The tally with one more completion."""
        return Tally(
            self.solvable + (verdict is Verdict.SOLVABLE),
            self.unsolvable + (verdict is Verdict.UNSOLVABLE),
            self.undecided + (verdict is Verdict.UNDECIDED),
        )

    @property
    def count(self) -> int:
        """The number of completions."""
        return self.solvable + self.unsolvable + self.undecided


@dataclass(frozen=True)
class Chance:
    """The share of completions that can be won.

    ``exact``: all completions were decided, not a sample. Then the ends of ``share`` differ by the
    undecided ones alone.
    """

    unseen: int
    tally: Tally
    exact: bool
    share: Estimate


@dataclass(frozen=True)
class Advice:
    """A legal move, and what became of the completions after it."""

    move: Move
    tally: Tally


def as_seen(position: Position) -> Position:
    """The position as its player sees it: the face-down cards are unknown."""
    piles = tuple(
        tuple(UNKNOWN if card in position.down else card for card in pile)
        for pile in position.piles
    )
    return Position(piles, position.cells, position.reserve, position.foundations)


def unseen_cards(game: Game, position: Position) -> list[int]:
    """The cards that lie in unknown places, sorted.

    Raises ``ValueError`` where there are not as many as places.
    """
    up = {card(rank, suit) for suit in range(4) for rank in range(position.foundations[suit])}
    laid = [*position.cells, *position.reserve, *(card for pile in position.piles for card in pile)]
    unseen = sorted(set(game.pack()) - up - set(laid))
    places = laid.count(UNKNOWN)
    if places != len(unseen):
        raise ValueError(f"{len(unseen)} cards are not seen, but {places} places are unknown")
    return unseen


def completed(position: Position, order: tuple[int, ...]) -> Position:
    """The position with ``order`` in its unknown places, face down, pile by pile."""
    cards = iter(order)
    piles = tuple(
        tuple(next(cards) if card == UNKNOWN else card for card in pile) for pile in position.piles
    )
    down = position.down | frozenset(order)
    return Position(piles, position.cells, position.reserve, position.foundations, down)


def completions(
    game: Game, position: Position, samples: int, seed: int = 0
) -> tuple[bool, Iterator[Position]]:
    """The completions of a position: all of them if ``samples`` allow it, else a sample.

    Returns whether they are all, and the completions. A sample depends on the unseen cards and on
    ``seed`` (0 … 2**31 - 1) alone. Raises ``ValueError`` where the position is impossible.
    """
    unseen = unseen_cards(game, position)
    game.start(completed(position, tuple(unseen)))
    if factorial(len(unseen)) <= max(samples, 2):
        return True, (completed(position, order) for order in permutations(unseen))
    orders = (shuffled(unseen, (seed << 32) + k, STREAM_UNSEEN) for k in range(samples))
    return False, (completed(position, order) for order in orders)


def chance(
    game: Game,
    worker: Worker,
    position: Position,
    samples: int = 400,
    seed: int = 0,
    confidence: float = 0.95,
    half_width: float = 0.05,
    progress: Callable[[Tally], None] = lambda tally: None,
) -> Chance:
    """The share of completions that can be won with every card seen.

    The interval of a sample is looked at after 50, 100, 200 … completions, and the sample ends when
    it reaches no more than ``half_width`` to either side. Each of the n looks has 1/n of the chance
    to be wrong that ``confidence`` leaves (Bonferroni), so the interval holds as often as it says
    wherever the sample ends.
    """
    exact, layouts = completions(game, position, samples, seed)
    tally = Tally()
    looks = [FIRST_LOOK << k for k in range(samples.bit_length()) if FIRST_LOOK << k < samples]
    spent = 1 - (1 - confidence) / (len(looks) + 1)
    for layout in layouts:
        tally = tally.plus(worker.verdict(layout))
        progress(tally)
        if exact or tally.count not in looks:
            continue
        share = win_probability(tally.solvable, tally.unsolvable, tally.undecided, spent)
        if share.high - share.low <= 2 * half_width:
            break
    unseen = len(unseen_cards(game, position))
    if not exact:
        share = win_probability(tally.solvable, tally.unsolvable, tally.undecided, spent)
        return Chance(unseen, tally, exact, replace(share, confidence=confidence))
    decided = tally.solvable + tally.unsolvable
    known = Estimate(
        tally.solvable / tally.count,
        tally.solvable / decided if decided else None,
        (tally.solvable + tally.undecided) / tally.count,
        1.0,
    )
    return Chance(unseen, tally, exact, known)


def sensible_moves(game: Game, position: Position) -> list[Move]:
    """The legal moves that change something, one for all empty places alike."""
    moves: list[Move] = []
    seen = set()
    for move in game.moves(position):
        pile = position.piles[move.source.slot] if move.source.kind is Kind.PILE else ()
        empty_pile = move.target.kind is Kind.PILE and not position.piles[move.target.slot]
        if empty_pile and pile and pile[0] == move.card:
            continue
        if move.source.kind is move.target.kind is Kind.CELL:
            continue
        alike = empty_pile or move.target.kind is Kind.CELL
        key = (move.card, move.target.kind if alike else move.target, alike)
        if key not in seen:
            seen.add(key)
            moves.append(move)
    return moves


def hint(
    game: Game,
    worker: Worker,
    position: Position,
    samples: int = 100,
    seed: int = 0,
    progress: Callable[[int], None] = lambda done: None,
) -> tuple[bool, list[Advice]]:
    """For every sensible move the completions that stay solvable after it, best first.

    The same completions for every move. Returns whether they are all there are, and the advice.
    """
    exact, layouts = completions(game, position, samples, seed)
    first = next(layouts)
    moves = sensible_moves(game, first)  # what can move lies open: the same in every completion
    tallies = [Tally() for _ in moves]
    for done, layout in enumerate((first, *islice(layouts, None)), start=1):
        for k, move in enumerate(moves):
            tallies[k] = tallies[k].plus(worker.verdict(game.after(layout, move)))
        progress(done)
    advice = [Advice(move, tally) for move, tally in zip(moves, tallies, strict=True)]
    advice.sort(key=lambda one: (-one.tally.solvable, -one.tally.undecided))
    return exact, advice
