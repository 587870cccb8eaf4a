"""The Python face of Garden: a deal, its verdict, its chance, and the odds, in one call each.

The package ``solver`` has these functions too. A *source* is a deal's number, or a text in any
notation with one deal or position, or a ``Deal``, or a ``Position``. ``rules`` sets switches of the
rules by name, such as ``{"cells": 1}``.

Every function raises ``ValueError`` with the reason for an unknown game or switch, a number that
the numbering lacks, a text that is no deal (``NotationError``, with line and column), and cards
that cannot lie on a table.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from solver import games
from solver.cards.deal import Deal, Outcome, Position
from solver.cards.numbers import Numbering

if TYPE_CHECKING:
    from solver.analyse.chance import Chance
    from solver.runs.estimate import Estimate

__all__ = ["Odds", "Source", "chance", "deal", "odds", "solve"]

Source = int | str | Deal | Position

Rules = Mapping[str, Any]


def deal(
    game: str, source: Source, *, numbering: str = Numbering.NATIVE, rules: Rules | None = None
) -> Position:
    """The position at the start of a deal, or the position that a text tells.

    ``numbering``: what a number means, ``native``, ``ms`` or ``pysol``. A text may have cards that
    nobody has seen.
    """
    return _laid(_game(game, rules), source, numbering, unseen=True)[1]


def solve(
    game: str,
    source: Source,
    *,
    numbering: str = Numbering.NATIVE,
    rules: Rules | None = None,
    max_states: int | None = None,
    memory_mib: int = games.MEMORY_MIB,
) -> Outcome:
    """The verdict of a deal or position, with a solution that the referee has replayed.

    The outcome is undecided where ``max_states`` positions or the memory did not suffice.
    """
    from solver.runs.retries import crew

    played = _game(game, rules)
    number, start = _laid(played, source, numbering)
    (worker,) = crew(played, 1, games.Budget(max_states, memory_mib))
    outcome = worker.solve(start, number)
    played.confirm(start, number, outcome)
    return outcome


def chance(
    game: str,
    source: Source,
    *,
    numbering: str = Numbering.NATIVE,
    rules: Rules | None = None,
    samples: int | None = None,
    seed: int = 0,
    confidence: float = 0.95,
    half_width: float = 0.05,
    max_states: int | None = None,
    memory_mib: int = games.MEMORY_MIB,
) -> "Chance":
    """The share of the arrangements of the hidden cards that can be won with every card seen.

    Of a number or a ``Deal`` no face-down card is seen. ``samples`` arrangements at most are tried,
    400 or as many as is usual for the game, or all of them if there are no more, until the interval
    reaches no more than ``half_width`` to either side.
    """
    from solver.analyse.arrangements import arrangement_states
    from solver.analyse.chance import chance as share_of
    from solver.runs.retries import crew

    played = _game(game, rules)
    _, position = _laid(played, source, numbering, unseen=True)
    if isinstance(source, int | Deal):
        position = position.seen()
    states = max_states or arrangement_states(played, position)
    team = crew(played, 1, games.Budget(states, memory_mib))
    samples = samples or (played.hidden.chance_samples if played.hidden else 1)
    found = share_of(played, team, position, samples, seed, confidence, half_width)
    assert found  # nothing interrupts it
    return found


@dataclass(frozen=True)
class Odds:
    """How often a game can be won.

    ``deals`` deals of a sample, or all equally likely cases where they were counted, by verdict.
    ``win``: the win probability with its interval, whose ends are one where all were counted.
    ``cards``: for a game with scores the deals by cards up at the end, else ``None``.
    """

    win: "Estimate"
    deals: int
    solvable: int
    unsolvable: int
    undecided: int
    cards: tuple[int, ...] | None = None


def odds(
    game: str,
    deals: int | None = None,
    *,
    first: int = 1,
    rules: Rules | None = None,
    confidence: float = 0.95,
    workers: int = 1,
    max_states: int | None = None,
    memory_mib: int = games.MEMORY_MIB,
) -> Odds:
    """The win probability, from a sample of native deals, ``first`` and those that follow.

    Without ``deals`` a game whose play is forced is counted exactly, and the sample of another one
    has the game's usual size. ``memory_mib``: for all ``workers`` together.
    """
    from solver.runs.estimate import Estimate, win_probability
    from solver.runs.sample import Threads, Work, sample

    played = _game(game, rules)
    if deals is None and played.forced:
        scores = played.forced.scores()
        won = float(scores.win)
        lost = scores.total - scores.counts[-1]
        known = Estimate(won, won, won, 1.0)
        return Odds(known, scores.total, scores.counts[-1], lost, 0, scores.counts)
    work = Work(played, games.Budget(max_states, memory_mib))
    tally = sample(Threads(work, workers), first, deals or played.search.sample_size)
    estimate = win_probability(*tally.verdicts, confidence)
    cards = None if tally.cards is None else tuple(tally.cards.tolist())
    return Odds(estimate, tally.deals, *tally.verdicts, cards)


def _game(name: str, rules: Rules | None) -> games.Game:
    settings = [f"{switch}={games.switch_text(value)}" for switch, value in (rules or {}).items()]
    return games.find(name).with_rules(settings)


def _laid(
    game: games.Game, source: Source, numbering: str, unseen: bool = False
) -> tuple[int, Position]:
    """The deal's number, and the position at its start."""
    match source:
        case int():
            return source, game.start(game.deal(source, Numbering(numbering)))
        case str():
            found = game.read(source, unseen)
            if len(found) != 1:
                raise ValueError(f"the text has {len(found)} deals, not one")
            ((number, laid),) = found
        case _:
            number, laid = source.number if isinstance(source, Deal) else 1, source
    if isinstance(laid, Position) and unseen and (laid.unseen or game.is_open(laid)):
        return number, laid
    return number, game.start(laid)
