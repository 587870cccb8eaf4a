"""``garden chance`` and ``garden hint``: positions with cards that nobody has seen."""

import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import click

from solver import games
from solver.cards.deal import Position
from solver.cli.inputs import cores, hidden_of, seen, team_of
from solver.cli.options import (
    Command,
    ascii_option,
    common,
    confidence_option,
    deals_argument,
    fraction,
    game_argument,
    layout_work_options,
    unseen_options,
)
from solver.cli.terminal import (
    compiled,
    exit_code,
    move_to,
    print_json,
    progress_bar,
    style_of,
)

if TYPE_CHECKING:
    from solver.analyse.chance import Chance, Hint

Found = TypeVar("Found", "Chance", "Hint")


@click.command(
    cls=Command, short_help="How many of the ways the unseen cards can lie would be won."
)
@game_argument
@deals_argument
@unseen_options(lambda hidden: hidden.chance_samples)
@click.option(
    "--half-width",
    type=fraction,
    default=0.05,
    show_default=True,
    metavar="W",
    help="Ends the sample once its interval reaches no further to either side.",
)
@confidence_option
@ascii_option
@layout_work_options
@common
def chance(
    game: games.Game,
    numbers: tuple[range, ...],
    source: str | None,
    numbering: str | None,
    samples: int | None,
    seed: int,
    half_width: float,
    confidence: float,
    as_ascii: bool,
    max_states: int | None,
    memory: int,
    workers: int | None,
    as_json: bool,
    no_progress: bool,
) -> int:
    """The share of the possible layouts of unseen cards that can be won with every card seen.

    That is not a player's chance to win: who does not see the cards wins less often. A deal from a
    file has its unseen cards marked ??; of a deal by its number no face-down card is seen.

    Where a game has a hand, it is unseen too, and so is a shuffle that is still to come. A layout
    may get fewer states than a deal (--max-states), and then stays undecided more often.
    """
    from solver.analyse.chance import chance as share_of
    from solver.report.chance import chance_json, chance_text

    samples = samples or hidden_of(game).chance_samples
    ask = partial(
        share_of,
        game,
        samples=samples,
        seed=seed,
        confidence=confidence,
        half_width=half_width,
    )
    named, deals = seen(game, numbers, source, numbering)
    tell = (
        partial(chance_json, game, named, seed)
        if as_json
        else partial(chance_text, game, style=style_of(as_ascii))
    )
    team = team_of(workers, cores(), memory, max_states)
    return _ask(game, deals, team, ask, tell, samples, as_json, no_progress)


@click.command(cls=Command, short_help="The legal moves now, the best first.")
@game_argument
@deals_argument
@unseen_options(lambda hidden: hidden.hint_samples)
@ascii_option
@layout_work_options
@common
def hint(
    game: games.Game,
    numbers: tuple[range, ...],
    source: str | None,
    numbering: str | None,
    samples: int | None,
    seed: int,
    as_ascii: bool,
    max_states: int | None,
    memory: int,
    workers: int | None,
    as_json: bool,
    no_progress: bool,
) -> int:
    """The legal moves now, best first: how many possible layouts can be won after each.

    The same layouts for every move, with every card seen. Of a sample, the moves marked * may be
    the best: with 95 % confidence the best one is among them. Where no card is unseen, it tells
    the moves that keep the deal solvable from those that lose it.

    A layout may get fewer states after each move than a deal (--max-states); where no card is
    unseen, it gets as many as `garden solve` gives a deal.
    """
    from solver.analyse.chance import hint as advice_on
    from solver.report.chance import hint_json, hint_text

    samples = samples or hidden_of(game).hint_samples
    ask = partial(advice_on, game, samples=samples, seed=seed)
    named, deals = seen(game, numbers, source, numbering)
    tell = (
        partial(hint_json, game, named)
        if as_json
        else partial(hint_text, game, style=style_of(as_ascii))
    )
    team = team_of(workers, cores(), memory, max_states)
    return _ask(game, deals, team, ask, tell, samples, as_json, no_progress)


def _ask(
    game: games.Game,
    deals: Iterable[tuple[int, Position]],
    team: tuple[int, games.Budget],
    ask: Callable[..., Found | None],
    tell: Callable[[int, Position, Found], Any],
    samples: int,
    as_json: bool,
    no_progress: bool,
) -> int:
    """Asks about each position with workers of its own, and tells what was found.

    Returns the exit code. A signal ends it, once what is found until then is told. Where nothing is
    said of the states, and they did not suffice, the last line says that there may be more.
    """
    from solver.analyse.chance import layout_states
    from solver.runs.retries import crew
    from solver.runs.threads import noted_signals

    size, budget = team
    open_after = 0
    compiled(no_progress, lambda: crew(game, 1, budget))
    with noted_signals() as interrupt:
        for number, position in deals:
            spent = replace(budget, max_states=budget.max_states or layout_states(game, position))
            with progress_bar(samples, no_progress, unit="layout") as bar:
                found = ask(
                    crew(game, size, spent),
                    position,
                    progress=partial(move_to, bar),
                    interrupt=interrupt,
                )
            if found is not None:
                told = tell(number, position, found)
                print_json(told) if as_json else print(told, flush=True)
                if found.is_open and not budget.max_states:
                    open_after = game.search.attempts(spent)[-1].max_states or 0
            if interrupt.signum is not None:
                if found is None and not as_json:
                    print(f"deal {number}: interrupted before enough layouts were done")
                break
    if open_after:
        print(
            f"some layouts stayed undecided with at most {open_after:,} states each:"
            " --max-states N allows more",
            file=sys.stderr if as_json else sys.stdout,
        )
    return exit_code(interrupt.signum)
