"""``garden odds``."""

import time
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from solver import games
from solver.cards.numbers import Numbering
from solver.cli import options
from solver.cli.run import Run, cores
from solver.cli.terminal import compiled, exit_code, progress_bar, say_beside
from solver.games.exact import Counted

if TYPE_CHECKING:
    from tqdm import tqdm

    from solver.report.odds import Count
    from solver.runs.estimate import HalfWidth
    from solver.runs.sample import Hands, Work
    from solver.runs.store import Store
    from solver.runs.tally import Tally


#: Games whose play is forced.
_FORCED = options.games_with(lambda game: game.forced)


def _sample_size(game: games.Game) -> int | None:
    """The default size of a sample, of games that are not counted by default."""
    return None if game.counted or game.forced else game.search.sample_size


@click.command(cls=options.Command, short_help="The win probability, counted or from a sample.")
@options.game_argument
@options.number(
    "--deals",
    metavar="N",
    help=f"Deals of the sample.  [default: {options.by_game(_sample_size)}]",
)
@click.option(
    "--exact",
    is_flag=True,
    help="Counts all deals, for a game whose play is forced; the default there without --deals."
    " With --deals a sample is held against the count.",
)
@click.option(
    "--race",
    is_flag=True,
    help=f"Two players, a deal each: who gets more cards up? ({_FORCED})",
)
@click.option("--redeal", metavar="ORDER", help=f"Short for --rule redeal=ORDER. ({_FORCED})")
@options.number("--first", least=0, metavar="K", help="The number of the first deal.  [default: 1]")
@click.option("--table", is_flag=True, help=f"Every score in a row of its own. ({_FORCED})")
@options.confidence_option
@click.option(
    "--check",
    type=click.Choice(["some", "all"]),
    default="some",
    show_default=True,
    help="Which deals the rules' referee plays out too.",
)
@click.option(
    "--half-width",
    type=options.fraction,
    metavar="W",
    help="Goes on until half of the interval is no wider than the options.fraction W."
    " A pilot sample, which the interval leaves out, says how many deals that takes; so the"
    " interval is that of a sample of fixed size, and holds the true value as often as --confidence"
    " says (two-stage sampling: Stein 1945). --deals then is the most that both may take.",
)
@click.option(
    "--store",
    "path",
    type=options.FILE,
    metavar="FILE",
    help="Keeps every deal in FILE, and goes on from what FILE has: nothing is lost when the run is"
    " killed. A store remembers --first and --deals; a smaller --deals reports on those alone.",
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
@options.player_options
@partial(options.numbering_option, hidden=True)
@options.work_options
@options.common
def odds(
    run: Run,
    deals: int | None,
    exact: bool,
    race: bool,
    redeal: str | None,
    first: int | None,
    table: bool,
    confidence: float,
    check: str,
    half_width: float | None,
    path: str | None,
    retry: bool,
    cluster: str | None,
    player: str | None,
    samples: int | None,
    seed: int | None,
) -> int:
    """The win probability: counted, or estimated from a sample of consecutive native deals.

    The interval is exact (Clopper and Pearson); undecided deals widen it, counted as lost at its
    low end and as won at its high end. Ctrl-C ends the sample early, with what it has so far.

    With --player each deal is played as well, by one who knows only what a player sees: his win
    rate, and by how much he stays behind, on the same deals, who sees every card.
    """
    from solver.report import odds as report
    from solver.runs.estimate import HalfWidth, win_probability
    from solver.runs.sample import Work

    if run.numbering not in (None, Numbering.NATIVE):
        raise click.UsageError(f"a sample is of native deals, not of {run.numbering} ones")
    if redeal is not None:
        run = replace(run, game=options.with_rules(run.game, [f"redeal={redeal}"]))
    if race:
        run = replace(run, game=run.forced("--race").race())
    if table:
        run.forced("--table")
    game = run.game
    who = options.who_plays(game, player, samples, seed)
    if path == "":
        raise click.UsageError("--store needs the name of a file")
    if path and game.forced:
        raise click.UsageError(
            f"{game.name} needs no store: its odds are exact, and a million deals take a tenth of a"
            " second"
        )
    if path and not (game.search.version or game.counted):
        raise click.UsageError(f"{game.name} is not searched: a store has nothing to keep of it")
    sampled = deals or path or half_width or cluster is not None
    if game.counted and sampled:
        raise click.UsageError(
            f"{game.name} is counted, not sampled: leave out --deals, --store, --half-width"
            " and --cluster"
        )
    count = None
    if game.counted or exact or (game.forced and not sampled):
        if not sampled:
            _no_sample("first", "confidence", "check", "retry")
        if game.counted:
            _show_distributions(run, game.counted)
            return 0
        count = _count(run)
        if not sampled:
            run.show(
                lambda: report.exact_json(game, count),
                lambda: report.exact_text(game, count, table=table),
            )
            return 0

    if retry and not (path and Path(path).exists()):
        raise click.UsageError("--retry needs a --store that is there")
    wanted = HalfWidth(half_width, confidence) if half_width else None
    work = Work(game, run.budget, check == "all", who)
    tally, notes = _sampled(run, work, (first, deals), wanted, (path, retry), cluster)
    estimate = win_probability(*tally.verdicts, confidence)
    if wanted and not wanted.is_reached(estimate) and tally.signum is None:
        notes.append(report.half_width_text(wanted, estimate, tally.undecided))
    if count:
        sample = (tally, estimate)
        run.show(
            lambda: report.exact_json(game, count, sample, wanted),
            lambda: report.exact_text(game, count, sample, table, notes),
        )
    else:
        run.show(
            lambda: report.odds_json(game, tally, estimate, who, wanted),
            lambda: report.odds_text(game, tally, estimate, table, who, notes),
        )
    return exit_code(tally.signum)


def _show_distributions(run: Run, counted: Counted) -> None:
    """All that is counted of a game."""
    from solver.report.distributions import distributions_json, distributions_text

    found = counted.distributions()
    run.show(
        lambda: distributions_json(run.game, found), lambda: distributions_text(run.game, found)
    )


def _no_sample(*names: str) -> None:
    """Refuses options that mean nothing without a sample."""
    context = click.get_current_context()
    for name in names:
        if context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE:
            raise click.UsageError(f"--{name} is for a sample: add --deals N")


def _count(run: Run) -> "Count":
    """The exact odds."""
    from solver.report.odds import Count

    forced = run.forced("--exact")
    begun = time.perf_counter()
    scores = compiled(run.no_progress, forced.scores)
    return Count(scores, time.perf_counter() - begun, forced.is_race)


def _sampled(
    run: Run,
    work: "Work",
    asked: tuple[int | None, int | None],
    wanted: "HalfWidth | None",
    store: tuple[str | None, bool],
    cluster: str | None,
) -> tuple["Tally", list[str]]:
    """The sample that was asked for, with a bar while it is made; and what is to be said of it."""
    from solver.runs.estimate import TooWideError
    from solver.runs.sample import asked_range, open_store, sample
    from solver.runs.store_file import RefusedError
    from solver.runs.threads import noted_signals

    path, retry = store
    with ExitStack() as opened:
        try:
            kept = opened.enter_context(open_store(path, work, retry)) if path else None
            first, deals = asked_range(work.game, kept, *asked, sized=wanted is not None)
            compiled(run.no_progress, work.compile)
            hands = opened.enter_context(_hands(work, cluster, run.workers or cores()))
            interrupt = opened.enter_context(noted_signals())
            bar = opened.enter_context(progress_bar(deals, run.no_progress))
            shown = partial(show_bar, bar)
            tally = sample(hands, first, deals, wanted, kept, shown, interrupt)
            return tally, _notes(tally, kept, deals)
        except (RefusedError, TooWideError) as error:
            raise click.UsageError(str(error)) from None


def _notes(tally: "Tally", store: "Store | None", deals: int | None) -> list[str]:
    """That the run was interrupted, and that it has left out what its store was asked for."""
    from solver.report.odds import interrupted_text
    from solver.report.store import asked_text

    notes = [] if tally.signum is None else [interrupted_text(tally, stored=store is not None)]
    if store and store.asked and deals and len(store.asked) > deals:
        notes.append(f"the store was asked for more, {asked_text(store, store.asked)}")
    return notes


def _hands(work: "Work", address: str | None, workers: int) -> AbstractContextManager["Hands"]:
    """Those who do the work."""
    from solver.runs.sample import Threads

    if address is None:
        return nullcontext(Threads(work, workers))
    try:
        from solver.runs.cluster import Cluster

        return Cluster(work, address, workers)
    except ModuleNotFoundError as error:
        raise click.UsageError(
            f"--cluster needs Dask: pip install 'garden-solver[cluster]' ({error})"
        ) from None


def show_bar(bar: "tqdm[Any]", tally: "Tally") -> None:
    """Brings a bar up to date."""
    from solver.report.odds import share_text

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
        f"won {share_text(tally.solvable, tally.undecided, tally.deals)}" if tally.deals else "",
        f"set aside {tally.set_aside}" if tally.set_aside else "",
        f"hardest {number} ({states} states)" if states else "",
    ]
    say_beside(bar, texts)
