"""The options and arguments that commands share."""

import functools
import os
from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from solver import games
from solver.cards.numbers import Numbering
from solver.cards.shuffle import MAX_NUMBER
from solver.cli.run import Run
from solver.games.players import Hidden, PlayerSpec
from solver.games.playing import no_player_text

F = TypeVar("F", bound=Callable[..., Any])


class Command(click.Command):
    """A command that knows a negative number from an option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """The words, parsed; an option such as -5 is told as what it is."""
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            if error.option_name[1:2].isdigit():
                raise click.UsageError(
                    f"no deal has a negative number: {error.option_name}"
                ) from None
            raise


class Whole(click.IntRange):
    """A whole number between two others, both included."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number; what is none is told in the same words as one that is out of range."""
        try:
            return int(super().convert(value, param, ctx))
        except click.BadParameter:
            self.fail(f"{value!r} is no whole number in {self.min:,} … {self.max:,}", param, ctx)


def number(*names: str, least: int = 1, most: int = MAX_NUMBER, **more: Any) -> Callable[[F], F]:
    """An option that is a whole number from ``least`` to ``most``."""
    shown = "default" in more
    return click.option(*names, type=Whole(least, most), show_default=shown, **more)


class _GameName(click.ParamType):  # type: ignore[type-arg]  # generic in some versions
    """The name of a game, which stands for the game."""

    name = "game"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> games.Game:
        try:
            return games.find(value)
        except games.UnknownGameError as error:
            raise click.UsageError(str(error)) from None

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return [CompletionItem(name) for name in games.GAMES if name.startswith(incomplete)]


def fraction(text: str | float) -> float:
    """A number between 0 and 1, both left out."""
    try:
        value = float(text)
    except ValueError:
        value = -1
    if not 0 < value < 1:
        raise click.UsageError(f"'{text}' is no fraction between 0 and 1, such as 0.95")
    return value


GAME = _GameName()

#: The highest seed of a sample.
_MOST_SEED = (1 << 31) - 1

#: The name of a file, which a shell completes.
FILE = click.Path(readable=False)

#: The game that a command is about, the argument that ``common`` gives its rules.
game_argument = click.argument("game", metavar="GAME", type=GAME)

#: The confidence of an interval.
confidence_option = click.option(
    "--confidence",
    type=fraction,
    metavar="C",
    default=0.95,
    show_default=True,
    help="Of the interval, a fraction.",
)


#: Cards without the suits' symbols.
ascii_option = click.option(
    "--ascii", "as_ascii", is_flag=True, help="Letters for the suits, and ## for a card's back."
)

#: The options that end up in a ``Run``.
_SHARED = frozenset(field.name for field in fields(Run)) - {"game"}


def with_rules(game: games.Game, settings: Sequence[str]) -> games.Game:
    """The game under switched rules, each setting as NAME=VALUE."""
    try:
        return game.with_rules(settings)
    except games.SwitchError as error:
        raise click.UsageError(str(error)) from None


def _numbers(text: str) -> range:
    """One deal number, or a range of them, of any numbering: ``7``, ``1-1000``."""
    first, dash, last = text.partition("-")
    ends = (first, last if dash else first)
    if not all(end.isascii() and end.isdecimal() and len(end) < 40 for end in ends):
        if os.path.isfile(text):
            raise click.UsageError(
                f"'{text}' is a file, and no deal number: deals are read with --from FILE,"
                " moves that were played with `garden check --moves FILE`"
            )
        raise click.UsageError(f"'{text}' is neither a deal number nor a range such as 1-1000")
    low, high = map(int, ends)
    if low > high:
        raise click.UsageError(f"the range {text} runs backwards")
    return range(low, high + 1)


def common(function: F, takes_game: bool = True) -> F:
    """What every command takes: --json, --rule and --no-progress.

    The command gets a ``Run`` with all options that commands share, and its own options. One that
    takes no GAME knows --rule only to refuse it.
    """

    @click.option("--json", "as_json", is_flag=True, help="One JSON object a line, nothing else.")
    @click.option(
        "--rule",
        "settings",
        metavar="NAME=VALUE",
        multiple=True,
        hidden=not takes_game,
        help="Sets a switch of the rules (`garden games GAME` lists them). May be repeated.",
    )
    @click.option("--no-progress", is_flag=True, help="No progress bar on standard error.")
    @functools.wraps(function)
    def command(settings: tuple[str, ...], game: games.Game | None = None, **options: Any) -> Any:
        if settings and game is None:
            reason = "needs a GAME" if takes_game else "is for a GAME, and this command takes none"
            raise click.UsageError(f"--rule {reason}")
        shared = {name: options.pop(name) for name in _SHARED if name in options}
        return function(Run(game and with_rules(game, settings), **shared), **options)  # type: ignore[arg-type]

    return command  # type: ignore[return-value]


#: The same for a command that takes no GAME.
common_without_game = functools.partial(common, takes_game=False)


def deals_argument(function: F) -> F:
    """The deals: numbers and ranges, or a file."""
    numbers = click.argument("numbers", metavar="[N]...", type=_numbers, nargs=-1)
    source = click.option(
        "--from",
        "source",
        type=FILE,
        metavar="FILE",
        help="Reads boards, flat deals, one a line, or JSON from FILE; - is standard input.",
    )
    return numbers(source(numbering_option(function)))


def numbering_option(function: F, hidden: bool = False) -> F:
    """What the numbers of deals mean; hidden in a command that takes it only to refuse it."""
    return click.option(
        "--numbering",
        type=click.Choice([str(each) for each in Numbering]),
        hidden=hidden,
        help="Whose deal numbers: Garden's own, Microsoft FreeCell's, or PySolFC's."
        "  [default: native]",
    )(function)


def by_game(value: Callable[[games.Game], Any]) -> str:
    """What differs by game, for a help text: ``trevi, stonewall: 5; olga: 7``.

    ``value``: of one game; games for which it is ``None`` or empty are left out.
    """
    names: dict[str, list[str]] = {}
    for name, game in games.GAMES.items():
        if found := value(game):
            text = f"{found:,}" if isinstance(found, int) else str(found)
            names.setdefault(text, []).append(name)
    return "; ".join(f"{', '.join(listed)}: {text}" for text, listed in names.items())


def games_with(part: Callable[[games.Game], Any]) -> str:
    """The names of the games that have something."""
    return ", ".join(name for name, game in games.GAMES.items() if part(game))


def work_options(function: F) -> F:
    """What a command that searches may spend."""
    return _work_options(function, "")


def arrangement_work_options(function: F) -> F:
    """The same for a command that searches arrangements of hidden cards."""
    fewer = by_game(lambda game: game.hidden and game.hidden.states)
    return _work_options(function, f" An arrangement of hidden cards gets fewer ({fewer}).")


def _work_options(function: F, note: str) -> F:
    usual = by_game(lambda game: game.search.attempts(games.Budget())[-1].max_states)
    first = by_game(_first_memory)
    states = number(
        "--max-states",
        metavar="N",
        help="Positions expanded before a deal is given up as undecided. A first attempt may expand"
        f" fewer, and further attempts more and more, up to N.{note}  [default: {usual}]",
    )
    memory = number(
        "--memory",
        most=1 << 30,
        metavar="MIB",
        default=games.MEMORY_MIB,
        help="MiB of memory for all workers together. A worker's first attempt takes at most:"
        f" {first}.",
    )
    threads = "Threads that search.  [default: one a core]"
    workers = number("--workers", most=1024, metavar="W", help=threads)
    return states(memory(workers(function)))


def _first_memory(game: games.Game) -> int | None:
    """The MiB of a first attempt, of a game that is searched."""
    return game.search.attempts(games.Budget())[0].memory_mib if game.search.version else None


def shuffles(game: games.Game) -> bool:
    """Whether a shuffle in the game follows a seed."""
    try:
        return bool(game.redeal and game.redeal.seeded(game.deal(1), 1))
    except ValueError:
        return False


#: What a shuffle in the game of a deal from a file follows.
seed_option = number(
    "--seed",
    "deal_seed",
    least=0,
    metavar="S",
    help="The number that the redeal of a deal --from a file follows, in place of the line Seed"
    f" of a board or the deal's place in the file. ({games_with(shuffles)})",
)


def unseen_options(samples: Callable[[Hidden], int]) -> Callable[[F], F]:
    """What a command takes that fills in cards that nobody has seen.

    ``samples``: how many arrangements it tries of a game by default.
    """
    usual = by_game(lambda game: game.hidden and samples(game.hidden))

    def add(function: F) -> F:
        count = number(
            "--samples",
            most=1_000_000,
            metavar="N",
            help="Arrangements of the hidden cards that are tried; all of them if there are no"
            f" more.  [default: {usual}]",
        )
        another = "Another seed gives another sample."
        seed = number("--seed", least=0, most=_MOST_SEED, default=0, metavar="S", help=another)
        return count(seed(function))

    return add


def player_options(function: F) -> F:
    """The player who does not see the hidden cards."""
    name = click.option(
        "--player",
        "player",
        metavar="NAME",
        help="Who plays without seeing the hidden cards; `garden games GAME` says what they do."
        f"  ({by_game(_player_names)})",
    )
    samples = number(
        "--samples",
        least=2,
        most=1 << 20,
        metavar="K",
        help="Arrangements of the hidden cards that the player draws at each decision."
        "  [default: 100]",
    )
    another = "Another seed has the player draw other arrangements.  [default: 0]"
    seed = number("--seed", least=0, most=_MOST_SEED, metavar="S", help=another)
    return name(samples(seed(function)))


def _player_names(game: games.Game) -> str:
    return ", ".join(game.hidden.players) if game.hidden else ""


def who_plays(
    game: games.Game, name: str | None, samples: int | None, seed: int | None
) -> PlayerSpec | None:
    """The player that the options name; none where they name none."""
    kinds = game.hidden.players if game.hidden else {}
    if name is None:
        if samples is not None or seed is not None:
            raise click.UsageError("--samples and --seed are for a --player who draws arrangements")
        return None
    if name not in kinds:
        raise click.UsageError(no_player_text(game, name))
    most = kinds[name].samples
    if not most and (samples is not None or seed is not None):
        raise click.UsageError(f"{name} draws no arrangements: --samples and --seed mean nothing")
    return PlayerSpec(name, samples or most, seed or 0)
