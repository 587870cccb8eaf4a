"""The options and arguments that commands share."""

import functools
import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.shell_completion import CompletionItem

from solver import games
from solver.cards.numbers import Numbering
from solver.cards.shuffle import MAX_NUMBER

if TYPE_CHECKING:
    from solver.games.player_list import Who

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


def with_rules(game: games.Game, settings: Sequence[str]) -> games.Game:
    """The game under switched rules, each setting as NAME=VALUE."""
    try:
        return games.with_switches(game, settings)
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


def common(function: F) -> F:
    """What every command takes: --json, --rule (applied to the game here) and --no-progress."""
    return _common(function, has_game=True)


def common_without_game(function: F) -> F:
    """The same for a command that no GAME is named to: its help leaves out --rule."""
    return _common(function, has_game=False)


def _common(function: F, has_game: bool) -> F:
    @click.option("--json", "as_json", is_flag=True, help="One JSON object a line, nothing else.")
    @click.option(
        "--rule",
        "settings",
        metavar="NAME=VALUE",
        multiple=True,
        hidden=not has_game,
        help="Sets a switch of the rules (`garden games GAME` lists them). May be repeated.",
    )
    @click.option("--no-progress", is_flag=True, help="No progress bar on standard error.")
    @functools.wraps(function)
    def command(settings: tuple[str, ...], game: games.Game | None = None, **options: Any) -> Any:
        if settings and not has_game:
            raise click.UsageError("--rule is for a GAME, and this command takes none")
        if settings and game is None:
            raise click.UsageError("--rule needs a GAME")
        return function(game=game and with_rules(game, settings), **options)

    return command  # type: ignore[return-value]


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


def _usual_states() -> tuple[str, str, str]:
    """The states a deal where nothing is said: of games of one pack, of the others; a layout's."""
    usual, several = (
        games.find(name).attempts(games.Budget())[-1].max_states for name in ("trevi", "red-black")
    )
    return f"{usual:,}", f"{several:,}", f"{games.find('red-black').layout_states:,}"


def usual_samples() -> str:
    """The size of a sample where nothing is said, of each game that is not counted then."""
    sizes: dict[int, list[str]] = {}
    for name, game in games.GAMES.items():
        if not isinstance(game, games.CountedGame | games.ForcedGame):
            sizes.setdefault(game.sample_size, []).append(name)
    return "; ".join(f"{', '.join(names)}: {size:,}" for size, names in sizes.items())


def work_options(function: F) -> F:
    """What a command that searches may spend."""
    usual, several, _ = _usual_states()
    return _work_options(function, f"{usual}; olga, red-black: {several}")


def layout_work_options(function: F) -> F:
    """The same for a command that searches layouts of unseen cards."""
    usual, several, layout = _usual_states()
    several = f"{layout}, where no card is unseen {several}"
    return _work_options(function, f"{usual}; olga, red-black: {several}")


def _work_options(function: F, usual: str) -> F:
    states = click.option(
        "--max-states",
        type=Whole(1, MAX_NUMBER),
        metavar="N",
        help="Positions expanded before a deal is given up as undecided. A deal of trevi or"
        " stonewall gets a first attempt with few of them, and others with more and more, up to N."
        f"  [default: {usual}]",
    )
    memory = click.option(
        "--memory",
        type=Whole(1, 1 << 30),
        metavar="MIB",
        default=games.MEMORY_MIB,
        show_default=True,
        help="MiB of memory for all workers together; a worker of olga or red-black takes at most"
        f" {games.find('red-black').attempts(games.Budget())[0].memory_mib}.",
    )
    workers = click.option(
        "--workers",
        type=Whole(1, 1024),
        metavar="W",
        help="Threads that search.  [default: one a core]",
    )
    return states(memory(workers(function)))


def ascii_option(function: F) -> F:
    """Cards without the suits' symbols."""
    return click.option(
        "--ascii", "as_ascii", is_flag=True, help="Letters for the suits, and ## for a card's back."
    )(function)


def seed_option(function: F) -> F:
    """What a shuffle in the game of a deal from a file follows."""
    return click.option(
        "--seed",
        type=Whole(0, MAX_NUMBER),
        metavar="S",
        help="The number that the redeal of a deal --from a file follows, in place of the line Seed"
        " of a board or the deal's place in the file. (red-black)",
    )(function)


def unseen_options(samples: Callable[[games.Game], int]) -> Callable[[F], F]:
    """What a command takes that fills in cards that nobody has seen.

    ``samples``: how many layouts it tries of a game where nothing is said.
    """
    usual, beam = (samples(games.find(name)) for name in ("trevi", "red-black"))

    def add(function: F) -> F:
        count = click.option(
            "--samples",
            type=Whole(1, 1_000_000),
            metavar="N",
            help="Layouts of the unseen cards that are tried; all of them if there are no more."
            f"  [default: {usual}; olga, red-black: {beam}]",
        )
        seed = click.option(
            "--seed",
            type=Whole(0, (1 << 31) - 1),
            default=0,
            show_default=True,
            metavar="S",
            help="Another seed gives another sample.",
        )
        return count(seed(function))

    return add


def player_options(function: F) -> F:
    """The player who does not see the hidden cards."""
    name = click.option(
        "--player",
        "player",
        metavar="NAME",
        help="Who plays without seeing the hidden cards: greedy, and of trevi and"
        " stonewall planner and sampling too; `garden games GAME` says what they do.",
    )
    samples = click.option(
        "--samples",
        type=Whole(2, 1 << 20),
        metavar="K",
        help="Layouts of the unseen cards that the player draws at each decision.  [default: 100]",
    )
    seed = click.option(
        "--seed",
        type=Whole(0, (1 << 31) - 1),
        metavar="S",
        help="Another seed has the player draw other layouts.  [default: 0]",
    )
    return name(samples(seed(function)))


def who_plays(
    game: games.Game, name: str | None, samples: int | None, seed: int | None
) -> "Who | None":
    """The player that the options name; none where they name none."""
    from solver.games.player_list import Who, no_player_text, players_of

    kinds = players_of(game)
    if name is None:
        if samples is not None or seed is not None:
            raise click.UsageError("--samples and --seed are for a --player who draws layouts")
        return None
    if name not in kinds:
        raise click.UsageError(no_player_text(game, name))
    most = kinds[name].samples
    if not most and (samples is not None or seed is not None):
        raise click.UsageError(f"{name} draws no layouts: --samples and --seed mean nothing")
    return Who(name, samples or most, seed or 0)


def forced_game(game: games.Game, option: str) -> games.ForcedGame:
    """The game as one whose play is forced, which the option needs."""
    if not isinstance(game, games.ForcedGame):
        raise click.UsageError(
            f"{option} is for games whose play is forced: {game.name} is not one of them"
        )
    return game
