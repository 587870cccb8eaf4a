"""What a command is asked about: the deals that it names, and the workers that it may use."""

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from pathlib import Path
from typing import TypeVar

import click

from solver import games
from solver.cards.deal import Deal, Position
from solver.cards.numbers import Numbering, check_number
from solver.games.players import Hidden
from solver.text.scanner import decoded

T = TypeVar("T")

#: The largest file that is read: some 400,000 flat deals.
_MOST_BYTES = 64 << 20

#: The exit code where a deal stayed undecided.
UNDECIDED_LEFT = 3


def chosen(
    game: games.Game,
    numbers: Sequence[range],
    source: str | None,
    numbering: str | None,
    unseen: bool = False,
    seed: int | None = None,
) -> tuple[str, int, Iterable[tuple[int, Deal | Position]]]:
    """The deals that a command names: their numbering, their count, and each with its number.

    ``unseen``: whether those of a file may have cards that are not known. ``seed``: what their
    shuffles follow, where it is said.
    """
    if source is None and not numbers:
        raise click.UsageError(
            "name deals by their numbers, such as 7 or 1-1000, or by --from FILE"
        )
    if source is not None and numbers:
        raise click.UsageError("name deals by numbers or by --from FILE, not by both")
    if source is not None and numbering is not None:
        raise click.UsageError("--numbering is for deal numbers, not for the deals of a file")
    if source is None and seed is not None:
        raise click.UsageError("--seed is for the deals of a file: a deal number is a seed itself")
    if source is None:
        named = Numbering(numbering or Numbering.NATIVE)
        try:
            for ends in ((each.start, each.stop - 1) for each in numbers):
                for number in ends:
                    check_number(number, named)
            game.deal(numbers[0].start, named)
        except ValueError as error:
            raise click.UsageError(str(error)) from None
        dealt = ((number, game.deal(number, named)) for number in chain(*numbers))
        return named, sum(each.stop - each.start for each in numbers), dealt
    found = from_file(source, lambda text: _seeded(game, game.read(text, unseen), seed))
    return "file", len(found), found


def _seeded(
    game: games.Game, found: list[tuple[int, Deal | Position]], seed: int | None
) -> list[tuple[int, Deal | Position]]:
    """The deals of a file with the seed that is said."""
    if seed is None:
        return found
    try:
        if not game.redeal:
            raise ValueError(f"{game.name} has no redeal that follows a seed")
        return [(place, game.redeal.seeded(deal, seed)) for place, deal in found]
    except ValueError as error:
        raise ValueError(f"--seed {seed}: {error}") from None


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


def hidden_of(game: games.Game) -> Hidden:
    """What the game has for those who do not see all its cards."""
    if not game.hidden:
        raise click.UsageError(f"{game.name} has no unseen cards: this command is not for it")
    return game.hidden


def seen(
    game: games.Game, numbers: Sequence[range], source: str | None, numbering: str | None
) -> tuple[str, Iterable[tuple[int, Position]]]:
    """The positions that a command names, as their player sees them."""
    hidden_of(game)
    named, _, deals = chosen(game, numbers, source, numbering, unseen=True)
    if named == "file":
        return named, [
            (number, game.start(deal) if isinstance(deal, Deal) else deal) for number, deal in deals
        ]
    return named, ((number, game.start(deal).seen()) for number, deal in deals)


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


def team_of(
    workers: int | None, pieces: int, memory: int, max_states: int | None
) -> tuple[int, games.Budget]:
    """The number of workers, and what all of them together may spend."""
    return min(workers or cores(), pieces), games.Budget(max_states, memory)


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
