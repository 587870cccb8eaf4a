"""What share of the arrangements of the hidden cards can be won with every card seen."""

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace

from solver.analyse.arrangements import Arrangements, Tally
from solver.cards.deal import Position
from solver.games import Game, Worker
from solver.runs.estimate import Estimate, win_probability
from solver.runs.threads import Interrupt

#: The first size of a sample at which its interval is looked at; the next ones double it.
FIRST_LOOK = 50


@dataclass(frozen=True)
class Chance:
    """The share of arrangements that can be won.

    ``exact``: all arrangements were decided, not a sample. Then the ends of ``share`` differ by the
    undecided ones alone. ``goal``: how many there were to be at most, where a signal has ended it
    before.
    """

    unseen: int
    tally: Tally
    exact: bool
    share: Estimate
    goal: int | None = None

    @property
    def is_open(self) -> bool:
        """Whether some arrangements stayed undecided."""
        return self.tally.undecided > 0


def chance(
    game: Game,
    workers: Sequence[Worker],
    position: Position,
    samples: int = 400,
    seed: int = 0,
    confidence: float = 0.95,
    half_width: float = 0.05,
    progress: Callable[[int], None] = lambda done: None,
    interrupt: Interrupt | None = None,
) -> Chance | None:
    """The share of arrangements that can be won with every card seen.

    The interval of a sample is looked at after 50, 100, 200 … arrangements, and the sample ends
    when it reaches no further than ``half_width`` to either side of the estimate. Each of the n
    looks has 1/n of the chance to be wrong that ``confidence`` leaves (Bonferroni), so the interval
    holds as often as it says wherever the sample ends.

    ``progress`` gets the number done. The workers are stopped in the end. An interrupt ends a
    sample early; ``None`` where it leaves nothing: a part of all arrangements is no sample of them.
    Raises ``ValueError`` where the position is impossible.
    """
    tried = Arrangements.of(game, position, samples, seed)
    looks = [FIRST_LOOK << k for k in range(samples.bit_length()) if FIRST_LOOK << k < samples]
    spent = 1 - (1 - confidence) / (len(looks) + 1)
    counts = [0, 0, 0]
    wanted = tried.count
    with closing(tried.verdicts(workers, interrupt=interrupt)) as row:
        for done, (code,) in enumerate(row, start=1):
            counts[code] += 1
            progress(done)
            if tried.exact or done not in looks:
                continue
            if _share(Tally(*counts), spent).reach <= half_width:
                wanted = done
                break
    tally = Tally(*counts)
    if tally.count == 0 or (tried.exact and tally.count < wanted):
        return None
    if not tried.exact:
        share = replace(_share(tally, spent), confidence=confidence)
        goal = wanted if tally.count < wanted else None
        return Chance(position.unseen, tally, False, share, goal)
    decided = tally.solvable + tally.unsolvable
    known = Estimate(
        tally.solvable / tally.count,
        tally.solvable / decided if decided else None,
        (tally.solvable + tally.undecided) / tally.count,
        1.0,
    )
    return Chance(position.unseen, tally, True, known)


def _share(tally: Tally, confidence: float) -> Estimate:
    """The share with its interval, from a sample."""
    return win_probability(tally.solvable, tally.unsolvable, tally.undecided, confidence)
