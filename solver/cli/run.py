"""One run of a command: what it is asked about, what it may spend, and where its output goes."""

import os
import sys
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from solver.cards.deal import Deal, Position
from solver.cards.numbers import Numbering, check_number
from solver.cli.terminal import compiled, exit_code, is_terminal, print_json, progress_bar, style_of
from solver.games import MEMORY_MIB, Budget, Game, Worker
from solver.games.exact import Forced
from solver.games.players import Hidden
from solver.text.scanner import decoded

if TYPE_CHECKING:
    from solver.report.board import Style
    from solver.runs.threads import Interrupt

T = TypeVar("T")

#: The largest file that is read: some 400,000 flat deals.
_MOST_BYTES = 64 << 20

#: The exit code where a deal stayed undecided.
UNDECIDED_LEFT = 3


@dataclass(frozen=True)
class Deals:
    """The deals that a command names: how they are numbered, how many, and each with its number."""

    numbering: str
    count: int
    numbered: Iterable[tuple[int, Any]]


@dataclass(frozen=True)
class Run:
    """The arguments that commands share (``options.py``), and what a command does with them.

    ``numbers``, ``source``, ``numbering``, ``deal_seed``: which deals. ``max_states``, ``memory``,
    ``workers``: what the search may spend. ``as_json``, ``as_ascii``, ``no_progress``: the output.
    """

    game: Game
    numbers: tuple[range, ...] = ()
    source: str | None = None
    numbering: str | None = None
    deal_seed: int | None = None
    max_states: int | None = None
    memory: int = MEMORY_MIB
    workers: int | None = None
    as_json: bool = False
    as_ascii: bool = False
    no_progress: bool = False

    # Parts that not every game has

    def forced(self, option: str) -> Forced:
        """The forced play of the game, which an option needs."""
        if not self.game.forced:
            raise click.UsageError(
                f"{option} is for games whose play is forced: {self.game.name} is not one of them"
            )
        return self.game.forced

    def hidden(self) -> Hidden:
        """What the game has for those who do not see all its cards."""
        if not self.game.hidden:
            raise click.UsageError(
                f"{self.game.name} has no unseen cards: this command is not for it"
            )
        return self.game.hidden

    # Deals

    def deals(self, unseen: bool = False) -> Deals:
        """The deals that the command names; ``unseen``: a file's may have unknown cards."""
        if self.source is None and not self.numbers:
            raise click.UsageError(
                "name deals by their numbers, such as 7 or 1-1000, or by --from FILE"
            )
        if self.source is not None and self.numbers:
            raise click.UsageError("name deals by numbers or by --from FILE, not by both")
        if self.source is not None:
            return self._deals_of_file(self.source, unseen)
        if self.deal_seed is not None:
            raise click.UsageError(
                "--seed is for the deals of a file: a deal number is a seed itself"
            )
        named = Numbering(self.numbering or Numbering.NATIVE)
        try:
            for each in self.numbers:
                for number in (each.start, each.stop - 1):
                    check_number(number, named)
            self.game.deal(self.numbers[0].start, named)
        except ValueError as error:
            raise click.UsageError(str(error)) from None
        dealt = ((number, self.game.deal(number, named)) for number in chain(*self.numbers))
        return Deals(named, sum(each.stop - each.start for each in self.numbers), dealt)

    def _deals_of_file(self, source: str, unseen: bool) -> Deals:
        if self.numbering is not None:
            raise click.UsageError("--numbering is for deal numbers, not for the deals of a file")
        found = from_file(source, lambda text: self._seeded(self.game.read(text, unseen)))
        return Deals("file", len(found), found)

    def _seeded(self, found: list[tuple[int, Any]]) -> list[tuple[int, Any]]:
        """The deals of a file with the seed that is named."""
        if self.deal_seed is None:
            return found
        try:
            if not self.game.redeal:
                raise ValueError(f"{self.game.name} has no redeal that follows a seed")
            seeded = self.game.redeal.seeded
            return [(place, seeded(deal, self.deal_seed)) for place, deal in found]
        except ValueError as error:
            raise ValueError(f"--seed {self.deal_seed}: {error}") from None

    def seen(self) -> Deals:
        """The positions that the command names, as their player sees them."""
        self.hidden()
        found = self.deals(unseen=True)

        def position(deal: Deal | Position) -> Position:
            start = self.game.start(deal) if isinstance(deal, Deal) else deal
            seen: Position = start.seen() if self.source is None else start
            return seen

        numbered = ((number, position(deal)) for number, deal in found.numbered)
        # The positions of a file are all looked at before anything is printed.
        return Deals(
            found.numbering, found.count, numbered if self.source is None else list(numbered)
        )

    # Work

    @property
    def budget(self) -> Budget:
        """What all workers together may spend."""
        return Budget(self.max_states, self.memory)

    def size(self, pieces: int | None = None) -> int:
        """The number of workers, no more than there are pieces of work, or cores."""
        return min(self.workers or cores(), cores() if pieces is None else pieces)

    def crew(
        self, pieces: int | None = None, budget: Budget | None = None, batches: bool = False
    ) -> list[Worker]:
        """Workers, compiled; ``batches``: what decides native deals by the batch, too."""

        def make() -> list[Worker]:
            from solver.runs.retries import crew

            team = crew(self.game, self.size(pieces), budget or self.budget)
            if batches:
                team[0].batch(0, 0)
            return team

        return compiled(self.no_progress, make)

    # Output

    @property
    def style(self) -> "Style":
        """How cards are written."""
        return style_of(self.as_ascii)

    def show(self, record: Callable[[], dict[str, Any]], text: Callable[[], str]) -> None:
        """Prints a result: its record as JSON, or its text."""
        if self.as_json:
            print_json(record())
        else:
            print(text(), flush=True)

    def each(
        self,
        results: "Callable[[Interrupt], Generator[T, None, None]]",
        show: Callable[[T], object],
        count: int = 1,
    ) -> int:
        """Shows each result as it comes; a bar counts those for which ``show`` is not ``False``.

        Returns the exit code of the signal that ended the row, or 0. ``count``: how many there will
        be; there is no bar for one, or where the results themselves go to a terminal.
        """
        from solver.runs.threads import noted_signals

        no_bar = self.no_progress or count == 1 or is_terminal(sys.stdout)
        with (
            progress_bar(count, no_bar) as bar,
            noted_signals() as interrupt,
            closing(results(interrupt)) as row,
        ):
            for one in row:
                bar.update(show(one) is not False)
        return exit_code(interrupt.signum)


def from_file(source: str, read: Callable[[str], T]) -> T:
    """What is read from the text of a file, ``-`` for standard input."""
    if not source:
        raise click.UsageError("the name of a file is empty")
    name = "standard input" if source == "-" else source
    try:
        return read(_file_text(source))
    except OSError as error:
        raise click.UsageError(f"{name}: {error.strerror}") from None
    except ValueError as error:
        raise click.UsageError(f"{name}: {error}") from None


def _file_text(source: str) -> str:
    if source != "-":
        with Path(source).open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
    elif sys.stdin is None:
        raise click.UsageError("standard input is closed")
    else:
        data = sys.stdin.buffer.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise ValueError(f"more than {_MOST_BYTES >> 20} MiB: too much to be read whole")
    return decoded(data)


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
