"""A line of play, reviewed: whether the rules allow it, and which move lost the game."""

from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass

from solver.cards.cards import names_of
from solver.cards.deal import Deal, IllegalMove, Move, Position, Verdict
from solver.games import Game, Worker
from solver.runs.threads import Interrupt, in_order


@dataclass(frozen=True)
class Review:
    """What the referee says of a line of play.

    ``steps``: the moves that it allows, up to the first one that it does not. ``end``: the position
    after them. ``fault``: why it does not allow the next one; ``None`` where it allows all.
    """

    steps: int
    end: Position
    fault: str | None = None


def review(
    game: Game,
    start: Position,
    moves: Sequence[Move],
    number: int,
    named: Sequence[tuple[int, ...]] = (),
) -> Review:
    """Has the referee replay the moves. ``number`` fixes what chance does in the game.

    ``named``: the cards, bottom to top, that the moves were told with. One card stands for itself
    and all that lies on it; several must be just those that move.
    """
    steps, fault = len(moves), None
    try:
        game.replay(start, moves, number)
    except IllegalMove as error:
        steps, fault = (error.step or 1) - 1, error.reason
    made = (one.lifted for one in game.steps(start, moves[:steps], number) if one.move)
    for step, (cards, lifted) in enumerate(zip(named, made, strict=False)):
        if len(cards) > 1 and cards != lifted:
            steps, fault = step, f"not {names_of(cards)} would move, but {names_of(lifted)}"
            break
    return Review(steps, game.replay(start, moves[:steps], number), fault)


@dataclass(frozen=True)
class Judgement:
    """Whether a line of play can still be won, and how far it could be.

    ``now``: the verdict after all moves. ``winnable``: the most moves after which the deal is known
    to be solvable; ``lost``: the fewest after which it is known to be unsolvable; ``None`` where it
    is not known of any number. The move ``lost`` lost the deal where ``winnable`` is one less; else
    what lies between could not be decided.
    """

    now: Verdict
    winnable: int | None
    lost: int | None

    @property
    def is_complete(self) -> bool:
        """Whether nothing stayed undecided that matters."""
        if self.now is not Verdict.UNSOLVABLE:
            return self.now is Verdict.SOLVABLE
        return self.lost == (0 if self.winnable is None else self.winnable + 1)


def judge(
    game: Game, worker: Worker, start: Position, moves: Sequence[Move], number: int
) -> Judgement:
    """Finds the last position of a line of legal play that can be won.

    A lost position leads to lost ones only, so it is found by bisection. A position that stays
    undecided says nothing: then its neighbours are asked. The referee replays every solution.
    """

    def verdict(steps: int) -> Verdict:
        position = start if forced else game.replay(start, moves[:steps], number)
        outcome = worker.solve(position, number)
        game.confirm(position, number, outcome)
        return outcome.verdict

    forced = game.forced is not None  # no move loses what is not lost at the start
    count = len(moves)
    now = verdict(count)
    if now is Verdict.SOLVABLE:
        return Judgement(now, count, None)
    first = now if forced or not moves else verdict(0)
    if first is Verdict.UNSOLVABLE:
        return Judgement(Verdict.UNSOLVABLE, None, 0)
    winnable = 0 if first is Verdict.SOLVABLE else None
    lost = count if now is Verdict.UNSOLVABLE else None
    winnable, lost = _bisected(verdict, winnable, lost, count)
    return Judgement(now, winnable, lost)


def _bisected(
    verdict: Callable[[int], Verdict], winnable: int | None, lost: int | None, count: int
) -> tuple[int | None, int | None]:
    """The highest solvable and the lowest unsolvable place of ``0 … count``, as far as known."""
    open_places = set(range(1, count))
    while open_places:
        low, high = min(open_places), max(open_places)
        middle = min(open_places, key=lambda place: abs(2 * place - low - high))
        open_places.remove(middle)
        match verdict(middle):
            case Verdict.SOLVABLE:
                winnable = middle
                open_places = {place for place in open_places if place > middle}
            case Verdict.UNSOLVABLE:
                lost = middle
                open_places = {place for place in open_places if place < middle}
    return winnable, lost


@dataclass(frozen=True)
class Line:
    """A deal by its number, or its place in a file, and the moves that were played in it.

    ``named``: the cards that each move was told with; ``lines``: the lines of a text that tell
    them, from 1.
    """

    number: int
    deal: Deal | Position
    moves: tuple[Move, ...]
    named: tuple[tuple[int, ...], ...] = ()
    lines: tuple[int, ...] = ()


@dataclass(frozen=True)
class Reviewed:
    """A line of play with what was found out about it; ``judgement`` if it was asked for."""

    line: Line
    start: Position
    review: Review
    judgement: Judgement | None = None

    @property
    def is_open(self) -> bool:
        """Whether something that was asked for stayed undecided."""
        judged = self.judgement
        return judged is not None and not judged.is_complete


def review_all(
    game: Game,
    lines: Iterable[Line],
    workers: Sequence[Worker] = (),
    interrupt: Interrupt | None = None,
) -> Generator[Reviewed, None, None]:
    """Reviews each line, in order; with workers it is judged too, as far as it is legal.

    The interrupt's signal ends the row. Raises ``ContradictionError`` where the referee refuses a
    solution that a worker found.
    """

    def work(worker: Worker | None, line: Line) -> Reviewed | None:
        start = game.start(line.deal)
        found = review(game, start, line.moves, line.number, line.named)
        if worker is None:
            return Reviewed(line, start, found)
        legal = line.moves[: found.steps]
        judged = judge(game, worker, start, legal, line.number)
        return None if worker.stopped else Reviewed(line, start, found, judged)

    if workers:
        yield from in_order(lines, workers, work, interrupt)
        return
    for line in lines:
        if interrupt and interrupt.signum is not None:
            return
        done = work(None, line)
        assert done
        yield done
