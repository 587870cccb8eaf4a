"""The commands of ``garden``: each parses its words, calls the package and prints.

What a command needs of the package it imports by itself, so that help appears at once.
"""

import functools
import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, nullcontext
from dataclasses import asdict, replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

import click
from click.shell_completion import CompletionItem, shell_complete

from solver import __version__, games
from solver.deck.cards import SUIT_SYMBOLS
from solver.deck.deal import Deal, Position, Verdict
from solver.deck.numbers import Numbering, check_number
from solver.deck.shuffle import MAX_NUMBER
from solver.deck.words import decoded

if TYPE_CHECKING:
    from tqdm import tqdm

    from solver.odds.estimate import HalfWidth
    from solver.odds.runs import Hands, Solved, Work
    from solver.odds.tally import Tally
    from solver.show.board import Style
    from solver.show.files import WholeFile
    from solver.show.report import Count

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

#: What a shell sets to ask for completions.
COMPLETION = "_GARDEN_COMPLETE"

UNDECIDED_LEFT = 3
SIGNAL_BASE = 128

#: Seconds after which a person wonders.
_LONG = 2.0


def invoke(arguments: list[str]) -> int:
    """Runs a command, and returns its exit code. Raises what goes wrong.

    Where a shell asks for completions of a command line, they are printed instead.
    """
    asked = os.environ.get(COMPLETION)
    if asked:
        return shell_complete(garden, {}, "garden", COMPLETION, asked)
    try:
        with garden.make_context("garden", arguments) as context:
            code = garden.invoke(context)
    except click.exceptions.Exit as end:
        code = end.exit_code
    return code or 0


class _Command(click.Command):
    """A command that knows a negative number from an option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            if error.option_name[1:2].isdigit():
                raise click.UsageError(
                    f"no deal has a negative number: {error.option_name}"
                ) from None
            raise


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


_game = _GameName()


def _with_rules(game: games.Game, settings: Sequence[str]) -> games.Game:
    try:
        return games.with_switches(game, settings)
    except games.SwitchError as error:
        raise click.UsageError(str(error)) from None


def _numbers(text: str) -> range:
    """One deal number, or a range of them, of any numbering: ``7``, ``1-1000``."""
    first, dash, last = text.partition("-")
    ends = (first, last if dash else first)
    if not all(end.isascii() and end.isdecimal() and len(end) < 40 for end in ends):
        raise click.UsageError(f"'{text}' is neither a deal number nor a range such as 1-1000")
    low, high = map(int, ends)
    if low > high:
        raise click.UsageError(f"the range {text} runs backwards")
    return range(low, high + 1)


def _fraction(text: str | float) -> float:
    try:
        fraction = float(text)
    except ValueError:
        fraction = -1
    if not 0 < fraction < 1:
        raise click.UsageError(f"'{text}' is no fraction between 0 and 1, such as 0.95")
    return fraction


def _print_version(context: click.Context, param: click.Parameter, value: bool) -> None:
    if value:
        from solver.trevi import SEARCH_VERSION

        print(f"garden {__version__}, search {SEARCH_VERSION}")
        context.exit()


def common(function: F) -> F:
    """What every command takes: --json, --rule (applied to the game here) and --no-progress."""

    @click.option("--json", "as_json", is_flag=True, help="One JSON object a line, nothing else.")
    @click.option(
        "--rule",
        "settings",
        metavar="NAME=VALUE",
        multiple=True,
        help="Sets a switch of the rules (`garden games GAME` lists them). May be repeated.",
    )
    @click.option("--no-progress", is_flag=True, help="No progress bar on standard error.")
    @functools.wraps(function)
    def command(settings: tuple[str, ...], game: games.Game | None = None, **options: Any) -> Any:
        if settings and game is None:
            raise click.UsageError("--rule needs a GAME")
        return function(game=game and _with_rules(game, settings), **options)

    return command  # type: ignore[return-value]


def deals_argument(function: F) -> F:
    """The deals: numbers and ranges, or a file."""
    numbers = click.argument("numbers", metavar="[N]...", type=_numbers, nargs=-1)
    source = click.option(
        "--from",
        "source",
        metavar="FILE",
        help="Reads a board, or flat deals, one a line, from FILE; - is standard input.",
    )
    return numbers(source(numbering_option(function)))


def numbering_option(function: F) -> F:
    """What the numbers of deals mean."""
    return click.option(
        "--numbering",
        type=click.Choice([str(each) for each in Numbering]),
        help="Whose deal numbers: Garden's own, Microsoft FreeCell's, or PySolFC's."
        "  [default: native]",
    )(function)


def work_options(function: F) -> F:
    """What a command that searches may spend."""
    states = click.option(
        "--max-states",
        type=click.IntRange(1, MAX_NUMBER),
        metavar="N",
        help="Positions expanded before a deal is given up as undecided. Every deal gets a first"
        " attempt with few of them; the next attempts have more and more, up to N.",
    )
    memory = click.option(
        "--memory",
        type=click.IntRange(1, 1 << 30),
        metavar="MIB",
        default=games.MEMORY_MIB,
        show_default=True,
        help="MiB of memory for all workers together.",
    )
    workers = click.option(
        "--workers",
        type=click.IntRange(1, 1024),
        metavar="W",
        help="Threads that search.  [default: one a core]",
    )
    return states(memory(workers(function)))


def ascii_option(function: F) -> F:
    """Cards without the suits' symbols."""
    return click.option(
        "--ascii", "as_ascii", is_flag=True, help="Letters for the suits, and ## for a card's back."
    )(function)


@click.group(
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="The version of the program and of the search.",
)
@click.pass_context
def garden(context: click.Context) -> None:
    """Exact answers about two patience games: Flower Garden and Trevi Garden."""
    if context.invoked_subcommand is None:
        print(context.get_help())


@garden.command("games", cls=_Command)
@click.argument("game", metavar="[GAME]", type=_game, required=False)
@common
def list_games(game: games.Game | None, as_json: bool, no_progress: bool) -> None:
    """The games, a line each; for one GAME its rules and their switches."""
    for shown in [game] if game else games.GAMES.values():
        switches = games.switch_texts(shown)
        if as_json:
            record = {"game": shown.name, "title": shown.title, "summary": shown.summary}
            _print_json({**record, "rules": asdict(shown.rules)})
            continue
        print(f"{shown.name:<10} {shown.title}: {shown.summary}")
        if game:
            print()
            for name, value in switches.items():
                print(f"  {name + '=' + value:<26} {shown.switches[name.replace('-', '_')]}")


@garden.command(cls=_Command)
@click.argument("game", metavar="GAME", type=_game)
@deals_argument
@click.option(
    "--format",
    "form",
    type=click.Choice(["picture", "board", "flat", "json", "solvitaire"]),
    help="How a deal is written.  [default: picture on a terminal, board elsewhere]",
)
@ascii_option
@common
def deal(
    game: games.Game,
    numbers: tuple[range, ...],
    source: str | None,
    numbering: str | None,
    form: str | None,
    as_ascii: bool,
    as_json: bool,
    no_progress: bool,
) -> None:
    """Shows deals, or converts them from one text to another."""
    from solver.show.deals import deal_text

    form = "json" if as_json else form or ("picture" if _is_terminal(sys.stdout) else "board")
    style = _style(as_ascii)
    named, _, deals = _chosen(game, numbers, source, numbering, unseen=True)
    for place, (number, one) in enumerate(deals):
        if place and form in ("picture", "board"):
            print()
        try:
            print(deal_text(game, number, named, one, form, style))
        except ValueError as error:
            raise click.UsageError(str(error)) from None


@garden.command(cls=_Command)
@click.argument("game", metavar="GAME", type=_game)
@deals_argument
@click.option("--moves", is_flag=True, help="The solution, move by move.")
@click.option("--boards", is_flag=True, help="The moves, and the position after each of them.")
@click.option(
    "--shorten",
    is_flag=True,
    help="Makes solutions shorter: leaves out what they do not need, and looks for a shorter way.",
)
@click.option("--stats", is_flag=True, help="What the search did: states, moves, table, plays.")
@click.option(
    "--without",
    metavar="NAMES",
    default="",
    help="Leaves out reductions of the search, to compare: of chains,safe,semi,dead.",
)
@click.option("--plain", is_flag=True, help="Leaves out all of them.")
@click.option(
    "--why", is_flag=True, help="What blocks a lost deal: cards that wait for each other."
)
@click.option(
    "--html",
    metavar="FILE",
    help="Writes a page to FILE that shows the deals and plays the solutions, in any browser.",
)
@ascii_option
@work_options
@common
def solve(
    game: games.Game,
    numbers: tuple[range, ...],
    source: str | None,
    numbering: str | None,
    moves: bool,
    boards: bool,
    shorten: bool,
    stats: bool,
    without: str,
    plain: bool,
    why: bool,
    html: str | None,
    as_ascii: bool,
    max_states: int | None,
    memory: int,
    workers: int | None,
    as_json: bool,
    no_progress: bool,
) -> int:
    """Decides deals: solvable, unsolvable, or undecided where a budget ran out.

    All cards are known to the search, the face-down ones too. The rules' referee has replayed every
    solution. The exit code is 3 where some deal stayed undecided.
    """
    from solver.odds.crew import crew
    from solver.odds.runs import solve_all
    from solver.odds.threads import noted_signals
    from solver.show.deals import Shown, solved_json, solved_text

    shown = Shown(moves, boards, shorten, stats)
    style = _style(as_ascii)
    left_out = _reductions(game, without, plain)
    forced = _forced(game, "--why") if why else None
    named, count, deals = _chosen(game, numbers, source, numbering)
    undecided = False
    replayed: list[Solved] = []
    with ExitStack() as stack:
        page = _page(stack, html, count)
        with _patience(no_progress):
            size, budget = _team(workers, count, memory, max_states)
            team = crew(game, size, replace(budget, without=left_out, shorten=shorten))
        bar = stack.enter_context(
            _bar(count, hidden=no_progress or count == 1 or _is_terminal(sys.stdout))
        )
        interrupt = stack.enter_context(noted_signals())
        row = stack.enter_context(closing(solve_all(game, deals, team, interrupt)))
        for solved in row:
            undecided |= solved.outcome.verdict is Verdict.UNDECIDED
            if page:
                replayed.append(solved)
            links = forced.why(solved.start, solved.number) if forced else None
            if as_json:
                _print_json(solved_json(game, solved, named, shown, links))
            else:
                print(solved_text(game, solved, shown, links, style), flush=True)
            bar.update()
        if page and replayed:
            from solver.show.replay import replay_page

            page.write(replay_page(game, replayed, named, source))
    return _exit_code(interrupt.signum) or (UNDECIDED_LEFT if undecided else 0)


@garden.command(cls=_Command)
@click.argument("game", metavar="GAME", type=_game)
@click.option(
    "--deals", type=click.IntRange(1, MAX_NUMBER), metavar="N", help="Deals of the sample."
)
@click.option(
    "--exact",
    is_flag=True,
    help="Counts all deals, for a game whose play is forced; the default there without --deals."
    " With --deals a sample is held against the count.",
)
@click.option(
    "--race", is_flag=True, help="Two players, a deal each: who gets more cards up? (flower)"
)
@click.option(
    "--redeal",
    metavar="ORDER",
    help="beds-first or bouquet-first: short for --rule redeal=ORDER. (flower)",
)
@click.option(
    "--first",
    type=click.IntRange(0, MAX_NUMBER),
    metavar="K",
    help="The number of the first deal.  [default: 1]",
)
@click.option(
    "--confidence",
    type=_fraction,
    metavar="C",
    default=0.95,
    show_default=True,
    help="Of the interval, a fraction.",
)
@click.option(
    "--check",
    type=click.Choice(["some", "all"]),
    default="some",
    show_default=True,
    help="Which deals the rules' referee plays out too.",
)
@click.option(
    "--half-width",
    type=_fraction,
    metavar="W",
    help="Goes on until the interval reaches no further than the fraction W to either side."
    " A pilot sample, which the interval leaves out, says how many deals that takes; so the"
    " interval is that of a sample of fixed size, and holds the true value as often as --confidence"
    " says (two-stage sampling: Stein 1945). --deals then is the most that both may take.",
)
@click.option(
    "--store",
    "path",
    metavar="FILE",
    help="Keeps every deal in FILE, and goes on from what FILE has: nothing is lost when the run is"
    " killed. A store remembers --first and --deals.",
)
@click.option(
    "--retry",
    is_flag=True,
    help="Tries the undecided deals of the store again, with a larger --max-states or --memory.",
)
@click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Works on the Dask cluster whose scheduler is at ADDRESS, such as tcp://HOST:8786; local"
    " starts one on this machine, of --workers processes.",
)
@numbering_option
@work_options
@common
def odds(
    game: games.Game,
    deals: int | None,
    exact: bool,
    race: bool,
    redeal: str | None,
    first: int | None,
    confidence: float,
    check: str,
    half_width: float | None,
    path: str | None,
    retry: bool,
    cluster: str | None,
    numbering: str | None,
    max_states: int | None,
    memory: int,
    workers: int | None,
    as_json: bool,
    no_progress: bool,
) -> int:
    """The win probability: counted, or estimated from a sample of consecutive native deals.

    The interval is exact (Clopper and Pearson); undecided deals widen it, counted as lost at its
    low end and as won at its high end. Ctrl-C ends the sample early, with what it has so far.
    """
    from solver.odds.estimate import HalfWidth, win_probability
    from solver.odds.runs import Work
    from solver.show.report import exact_json, exact_text, odds_json, odds_text

    if numbering not in (None, Numbering.NATIVE):
        raise click.UsageError(f"a sample is of native deals, not of {numbering} ones")
    if redeal is not None:
        game = _with_rules(game, [f"redeal={redeal}"])
    if race:
        game = replace(_forced(game, "--race"), race=True)
    counted = None
    sampled = deals or path or half_width or cluster
    if exact or (isinstance(game, games.ForcedGame) and not sampled):
        if not sampled:
            _no_sample("first", "confidence", "check", "retry")
        counted = _count(_forced(game, "--exact"), no_progress)
        if not sampled:
            if as_json:
                _print_json(exact_json(game, counted))
            else:
                print(exact_text(game, counted))
            return 0

    if retry and not (path and Path(path).exists()):
        raise click.UsageError("--retry needs a --store that is there")
    tally = _sampled(
        Work(game, games.Budget(max_states, memory), check == "all"),
        (first, deals),
        HalfWidth(half_width, confidence) if half_width else None,
        store=(path, retry),
        hands=(cluster, workers or _cores()),
        hidden=no_progress,
    )
    estimate = win_probability(tally.solvable, tally.unsolvable, tally.undecided, confidence)
    if as_json:
        _print_json(
            exact_json(game, counted, (tally, estimate))
            if counted
            else odds_json(game, tally, estimate)
        )
    else:
        print(
            exact_text(game, counted, (tally, estimate))
            if counted
            else odds_text(game, tally, estimate)
        )
    return _exit_code(tally.signum)


def _forced(game: games.Game, option: str) -> games.ForcedGame:
    """The game as one whose play is forced, which the option needs."""
    if not isinstance(game, games.ForcedGame):
        raise click.UsageError(
            f"{option} is for games whose play is forced: {game.name} is not one of them"
        )
    return game


def _no_sample(*names: str) -> None:
    """Refuses options that mean nothing without a sample."""
    context = click.get_current_context()
    for name in names:
        if context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE:
            raise click.UsageError(f"--{name} is for a sample: add --deals N")


def _count(game: games.ForcedGame, no_progress: bool) -> "Count":
    """The exact odds."""
    from solver.show.report import Count

    begun = time.perf_counter()
    with _patience(no_progress):
        scores = game.scores()
    return Count(scores, time.perf_counter() - begun, game.race)


@garden.command("store", cls=_Command)
@click.argument("files", metavar="FILE | merge FILE FILE...", nargs=-1, required=True)
@click.option("--csv", "as_csv", is_flag=True, help="All rows, as comma-separated values.")
@click.option(
    "--confidence",
    type=_fraction,
    metavar="C",
    default=0.95,
    show_default=True,
    help="Of the interval, a fraction.",
)
@common
def show_store(
    game: None,
    files: tuple[str, ...],
    as_csv: bool,
    confidence: float,
    as_json: bool,
    no_progress: bool,
) -> None:
    """What the store of a run holds: what was asked, the estimate, the hardest deals.

    A run may be at work on it. The interval is that of a sample whose size was fixed beforehand.

    `merge A B C` adds to A, which is made if it is not there, the deals of B and C. They must have
    been asked the same; where they have the same deals, they must agree.
    """
    from solver.odds.estimate import win_probability
    from solver.odds.runs import tally_of
    from solver.odds.store import RefusedError, Store, merge
    from solver.show.stored import store_json, store_text, write_csv

    joined = files[0] == "merge"
    if joined and len(files) < 3:
        raise click.UsageError("merge needs the store to add to, and those to be added")
    if not joined and len(files) > 1:
        raise click.UsageError("name one store, or: merge FILE FILE...")
    path = files[1] if joined else files[0]
    for name in files[2:] if joined else files:
        if not Path(name).exists():
            raise click.UsageError(f"{name}: No such file")
    try:
        if joined:
            merge(path, files[2:])
        with Store.view(path) as store:
            if as_csv:
                write_csv(store, sys.stdout)
                return
            tally = tally_of(store)
            estimate = win_probability(
                tally.solvable, tally.unsolvable, tally.undecided, confidence
            )
            if as_json:
                _print_json(store_json(store, tally, estimate))
            else:
                print(store_text(store, tally, estimate))
    except RefusedError as error:
        raise click.UsageError(str(error)) from None


def _sampled(
    work: "Work",
    asked: tuple[int | None, int | None],
    half_width: "HalfWidth | None",
    *,
    store: tuple[str | None, bool],
    hands: tuple[str | None, int],
    hidden: bool,
) -> "Tally":
    """The sample that was asked for, with a bar while it is made."""
    from solver.odds.estimate import TooWideError
    from solver.odds.runs import asked_range, open_store, sample
    from solver.odds.store import RefusedError
    from solver.odds.threads import noted_signals

    path, retry = store
    with ExitStack() as opened:
        try:
            kept = opened.enter_context(open_store(path, work, retry)) if path else None
            first, deals = asked_range(work.game, kept, *asked, sized=half_width is not None)
            with _patience(hidden):
                work.compile()
                workers = opened.enter_context(_hands(work, *hands))
            interrupt = opened.enter_context(noted_signals())
            bar = opened.enter_context(_bar(deals, hidden))
            return sample(
                workers,
                first,
                deals,
                half_width=half_width,
                store=kept,
                progress=partial(_show, bar),
                interrupt=interrupt,
            )
        except (RefusedError, TooWideError) as error:
            raise click.UsageError(str(error)) from None


def _hands(work: "Work", address: str | None, workers: int) -> AbstractContextManager["Hands"]:
    """Those who do the work."""
    from solver.odds.runs import Threads

    if address is None:
        return nullcontext(Threads(work, workers))
    try:
        from solver.odds.cluster import Cluster

        return Cluster(work, address, workers)
    except ModuleNotFoundError as error:
        raise click.UsageError(
            f"--cluster needs Dask: pip install 'garden-solver[cluster]' ({error})"
        ) from None


def _show(bar: "tqdm[Any]", tally: "Tally") -> None:
    """Brings a bar up to date."""
    from solver.show.report import percent

    if bar.disable:
        return
    known = tally.kept - bar.initial
    bar.initial += known  # what a store had says nothing of the rate
    bar.n += known
    bar.last_print_n += known
    bar.total = tally.pilot + tally.goal
    bar.update(tally.pilot + tally.deals - tally.set_aside - bar.n)
    number, states = tally.states.hardest
    texts = [
        f"won {percent(tally.solvable / tally.deals)}" if tally.deals else "",
        f"hardest {number} ({states} states)" if states else "",
        f"set aside {tally.set_aside}" if tally.set_aside else "",
    ]
    bar.set_postfix_str(", ".join(filter(None, texts)), refresh=False)


def _unseen_options(samples: int) -> Callable[[F], F]:
    """What a command takes that fills in cards that nobody has seen."""

    def add(function: F) -> F:
        count = click.option(
            "--samples",
            type=click.IntRange(1, 1_000_000),
            default=samples,
            show_default=True,
            metavar="N",
            help="Layouts of the unseen cards that are tried; all of them if there are no more.",
        )
        seed = click.option(
            "--seed",
            type=click.IntRange(0, (1 << 31) - 1),
            default=0,
            show_default=True,
            metavar="S",
            help="Another seed gives another sample.",
        )
        return count(seed(function))

    return add


@garden.command(cls=_Command)
@click.argument("game", metavar="GAME", type=_game)
@deals_argument
@_unseen_options(samples=400)
@click.option(
    "--half-width",
    type=_fraction,
    default=0.05,
    show_default=True,
    metavar="W",
    help="Ends the sample once its interval reaches no further to either side.",
)
@click.option(
    "--confidence",
    type=_fraction,
    metavar="C",
    default=0.95,
    show_default=True,
    help="Of the interval, a fraction.",
)
@work_options
@common
def chance(
    game: games.Game,
    numbers: tuple[range, ...],
    source: str | None,
    numbering: str | None,
    samples: int,
    seed: int,
    half_width: float,
    confidence: float,
    max_states: int | None,
    memory: int,
    workers: int | None,
    as_json: bool,
    no_progress: bool,
) -> int:
    """The share of the possible layouts of unseen cards that can be won with every card seen.

    That is not a player's chance to win: who does not see the cards wins less often. A deal from a
    file has its unseen cards marked ??; of a deal by its number no face-down card is seen.
    """
    from solver.odds.chance import chance as share_of
    from solver.show.unseen import chance_json, chance_text

    named, deals = _seen(game, numbers, source, numbering)
    with _patience(no_progress):
        worker = game.worker(games.Budget(max_states, memory))
    for number, position in deals:
        bar = _bar(samples, no_progress, unit="layout")
        with bar:
            found = share_of(
                game,
                worker,
                position,
                samples=samples,
                seed=seed,
                confidence=confidence,
                half_width=half_width,
                progress=lambda tally: _move_to(bar, tally.count),  # noqa: B023
            )
        if as_json:
            _print_json(chance_json(game, number, named, seed, found))
        else:
            print(chance_text(number, found), flush=True)
    return 0


@garden.command(cls=_Command)
@click.argument("game", metavar="GAME", type=_game)
@deals_argument
@_unseen_options(samples=100)
@work_options
@common
def hint(
    game: games.Game,
    numbers: tuple[range, ...],
    source: str | None,
    numbering: str | None,
    samples: int,
    seed: int,
    max_states: int | None,
    memory: int,
    workers: int | None,
    as_json: bool,
    no_progress: bool,
) -> int:
    """The legal moves now, best first: how many possible layouts can be won after each.

    The same layouts for every move, with every card seen. Where no card is unseen, it tells the
    moves that keep the deal solvable from those that lose it.
    """
    from solver.odds.chance import hint as advice_on
    from solver.show.unseen import hint_json, hint_text

    named, deals = _seen(game, numbers, source, numbering)
    with _patience(no_progress):
        worker = game.worker(games.Budget(max_states, memory))
    for number, position in deals:
        bar = _bar(samples, no_progress, unit="layout")
        with bar:
            exact, advice = advice_on(
                game,
                worker,
                position,
                samples=samples,
                seed=seed,
                progress=lambda done: _move_to(bar, done),  # noqa: B023
            )
        if as_json:
            _print_json(hint_json(game, number, named, position, exact, advice))
        else:
            print(hint_text(game, number, position, exact, advice), flush=True)
    return 0


@garden.command(cls=_Command)
@click.argument("game", metavar="GAME", type=_game)
@deals_argument
@click.option(
    "--moves",
    "played",
    metavar="FILE",
    required=True,
    help="The moves, in words as `solve --moves` prints them or as JSON; - is standard input.",
)
@click.option(
    "--judge",
    is_flag=True,
    help="Whether the deal can still be won after these moves, and if not, which of them lost it.",
)
@work_options
@common
def check(
    game: games.Game,
    numbers: tuple[range, ...],
    source: str | None,
    numbering: str | None,
    played: str,
    judge: bool,
    max_states: int | None,
    memory: int,
    workers: int | None,
    as_json: bool,
    no_progress: bool,
) -> int:
    """Has the rules' referee replay moves: whether they win, and where they break the rules.

    Moves of several deals are held against the deals in their order. The exit code is 0 whatever
    the referee says, and 3 where --judge could not decide all that it had to.
    """
    from solver.odds.crew import crew
    from solver.odds.review import Line, review_all
    from solver.odds.threads import noted_signals
    from solver.show.moves import read_moves
    from solver.show.review import review_json, review_text

    if source == played == "-":
        raise click.UsageError("the deal and the moves cannot both be standard input")
    named, count, deals = _chosen(game, numbers, source, numbering)
    told = _from_file(played, read_moves)
    if len(told) != count:
        raise click.UsageError(f"{played} has moves of {len(told)} deals, for {count} deals")
    lines = (
        Line(number, deal, moves.moves, moves.cards, moves.lines)
        for (number, deal), moves in zip(deals, told, strict=True)
    )
    team = []
    if judge:
        with _patience(no_progress):
            team = crew(game, *_team(workers, count, memory, max_states))
    undecided = False
    with noted_signals() as interrupt, closing(review_all(game, lines, team, interrupt)) as row:
        for found in row:
            undecided |= found.is_open
            if as_json:
                _print_json(review_json(game, named, found))
            else:
                print(review_text(game, found), flush=True)
    return _exit_code(interrupt.signum) or (UNDECIDED_LEFT if undecided else 0)


@garden.command(cls=_Command)
@click.argument("game", metavar="GAME", type=_game)
@click.option("--solvable", "kind", flag_value="solvable", help="Deals that can be won.")
@click.option("--unsolvable", "kind", flag_value="unsolvable", help="Deals that cannot be won.")
@click.option(
    "--from",
    "first",
    type=click.IntRange(0, MAX_NUMBER),
    default=1,
    show_default=True,
    metavar="N",
    help="The number of the first deal that is looked at.",
)
@click.option(
    "--count",
    type=click.IntRange(1, MAX_NUMBER),
    default=10,
    show_default=True,
    metavar="K",
    help="Deals to find.",
)
@click.option(
    "--min-states",
    type=click.IntRange(1, MAX_NUMBER),
    metavar="S",
    help="Only deals whose search expands so many states: hard ones.",
)
@work_options
@common
def find(
    game: games.Game,
    kind: str | None,
    first: int,
    count: int,
    min_states: int | None,
    max_states: int | None,
    memory: int,
    workers: int | None,
    as_json: bool,
    no_progress: bool,
) -> int:
    """Finds the next native deals that can be won, or that cannot; the referee confirms each.

    Deals that stay undecided are passed over, named on standard error, and make the exit code 3.
    """
    from solver.odds.crew import crew
    from solver.odds.find import Wanted
    from solver.odds.find import find as found_deals
    from solver.odds.runs import Solved
    from solver.odds.threads import noted_signals
    from solver.show.deals import solved_json, solved_text

    if kind is None:
        raise click.UsageError("say what to find: --solvable or --unsolvable")
    if min_states is not None and not game.reductions:
        raise click.UsageError(f"{game.name} is not searched: its deals have no states")
    wanted = Wanted(Verdict(kind), count, min_states or 0)
    with _patience(no_progress):
        team = crew(game, *_team(workers, _cores(), memory, max_states))
    undecided = False
    bar = _bar(count, no_progress or _is_terminal(sys.stdout))
    with (
        noted_signals() as interrupt,
        bar,
        closing(found_deals(game, wanted, first, team, interrupt)) as row,
    ):
        for one in row:
            if not isinstance(one, Solved):
                undecided = True
                print(f"garden: deal {one} stayed undecided", file=sys.stderr)
                continue
            if as_json:
                _print_json(solved_json(game, one, Numbering.NATIVE))
            else:
                print(solved_text(game, one), flush=True)
            bar.update()
    return _exit_code(interrupt.signum) or (UNDECIDED_LEFT if undecided else 0)


def _chosen(
    game: games.Game,
    numbers: Sequence[range],
    source: str | None,
    numbering: str | None,
    unseen: bool = False,
) -> tuple[str, int, Iterable[tuple[int, Deal | Position]]]:
    """The deals that a command names: their numbering, their count, and each with its number.

    ``unseen``: whether those of a file may have cards that are not known.
    """
    if source is None and not numbers:
        raise click.UsageError(
            "name deals by their numbers, such as 7 or 1-1000, or by --from FILE"
        )
    if source is not None and numbers:
        raise click.UsageError("name deals by numbers or by --from FILE, not by both")
    if source is not None and numbering is not None:
        raise click.UsageError("--numbering is for deal numbers, not for the deals of a file")
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
    found = _from_file(source, lambda text: game.read(text, unseen))
    return "file", len(found), found


def _from_file(source: str, read: Callable[[str], T]) -> T:
    """What is read from the text of a file, ``-`` for standard input."""
    name = "standard input" if source == "-" else source
    try:
        return read(_file_text(source))
    except OSError as error:
        raise click.UsageError(f"{name}: {error.strerror}") from None
    except ValueError as error:
        raise click.UsageError(f"{name}: {error}") from None


def _seen(
    game: games.Game, numbers: Sequence[range], source: str | None, numbering: str | None
) -> tuple[str, Iterable[tuple[int, Position]]]:
    """The positions that a command names, as their player sees them."""
    from solver.odds.chance import as_seen

    named, _, deals = _chosen(game, numbers, source, numbering, unseen=True)
    if named == "file":
        return named, [
            (number, game.start(deal) if isinstance(deal, Deal) else deal) for number, deal in deals
        ]
    return named, ((number, as_seen(game.start(deal))) for number, deal in deals)


def _file_text(source: str) -> str:
    if source != "-":
        data = Path(source).read_bytes()
    elif sys.stdin is None:
        raise click.UsageError("standard input is closed")
    else:
        data = sys.stdin.buffer.read()
    return decoded(data)


def _page(stack: ExitStack, name: str | None, count: int) -> "WholeFile | None":
    """The file for a page, if there is to be one, open before anything is solved."""
    from solver.show.files import whole_file
    from solver.show.replay import MAX_DEALS

    if name is None:
        return None
    if count > MAX_DEALS:
        raise click.UsageError(f"--html puts at most {MAX_DEALS} deals on its page, not {count:,}")
    try:
        return stack.enter_context(whole_file(name))
    except OSError as error:
        raise click.UsageError(f"--html {name}: {error.strerror}") from None


def _reductions(game: games.Game, without: str, plain: bool) -> frozenset[str]:
    """The reductions that the search is to leave out."""
    if not game.reductions and (without or plain):
        raise click.UsageError(f"{game.name} is not searched: its play is forced")
    if plain:
        return frozenset(game.reductions)
    names = frozenset(filter(None, (name.strip() for name in without.split(","))))
    for name in sorted(names.difference(game.reductions)):
        known = ", ".join(game.reductions)
        raise click.UsageError(f"'{name}' is no reduction of the search: it has {known}")
    return names


def _team(
    workers: int | None, pieces: int, memory: int, max_states: int | None
) -> tuple[int, games.Budget]:
    """The number of workers, and what all of them together may spend."""
    return min(workers or _cores(), pieces), games.Budget(max_states, memory)


def _cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _style(as_ascii: bool) -> "Style":
    """How cards are written: in colour on a terminal that has it, in ASCII where nothing else is.

    ``NO_COLOR``, set to anything, means no colour (no-color.org).
    """
    from solver.show.board import FACE_DOWN, Style

    if not as_ascii and sys.stdout is not None:
        try:
            (FACE_DOWN + SUIT_SYMBOLS).encode(sys.stdout.encoding or "ascii")
        except UnicodeEncodeError:
            as_ascii = True
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return Style(as_ascii, colour=_is_terminal(sys.stdout) and not plain)


def _is_terminal(stream: TextIO | None) -> bool:
    """Whether a person reads the stream; ``None``, a stream that the caller closed, has no one."""
    return stream is not None and stream.isatty()


@contextmanager
def _patience(hidden: bool) -> Iterator[None]:
    """Tells a person at the terminal why nothing happens yet, where it takes long."""
    message = "garden: compiling, which happens once …"
    timer = threading.Timer(_LONG, print, [message], {"file": sys.stderr})
    timer.daemon = True
    if not hidden and _is_terminal(sys.stderr):
        timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _bar(total: int | None, hidden: bool, unit: str = "deal") -> "tqdm[Any]":
    from tqdm import tqdm

    return tqdm(total=total, unit=unit, disable=hidden or not _is_terminal(sys.stderr), leave=False)


def _move_to(bar: "tqdm[Any]", done: int) -> None:
    bar.update(done - bar.n)


def _print_json(record: dict[str, Any]) -> None:
    print(json.dumps(record, ensure_ascii=False), flush=True)


def _exit_code(signum: int | None) -> int:
    return 0 if signum is None else SIGNAL_BASE + signum
