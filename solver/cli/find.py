"""``garden find``."""

import sys
from contextlib import closing

import click

from solver import games
from solver.cards.deal import Verdict
from solver.cards.numbers import Numbering
from solver.cards.shuffle import MAX_NUMBER
from solver.cli.inputs import UNDECIDED_LEFT, cores, team_of
from solver.cli.options import Command, Whole, common, game_argument, work_options
from solver.cli.terminal import compiled, exit_code, is_terminal, print_json, progress_bar


@click.command(cls=Command, short_help="Finds the next deals that can be won, or that cannot.")
@game_argument
@click.option("--solvable", is_flag=True, help="Deals that can be won.")
@click.option("--unsolvable", is_flag=True, help="Deals that cannot be won.")
@click.option(
    "--from",
    "first",
    type=Whole(0, MAX_NUMBER),
    default=1,
    show_default=True,
    metavar="N",
    help="The number of the first deal that is looked at.",
)
@click.option(
    "--count",
    type=Whole(1, MAX_NUMBER),
    default=10,
    show_default=True,
    metavar="K",
    help="Deals to find.",
)
@click.option(
    "--min-states",
    type=Whole(1, MAX_NUMBER),
    metavar="S",
    help="Only deals whose search expands so many states: hard ones.",
)
@click.option(
    "--deals",
    type=Whole(1, MAX_NUMBER),
    metavar="N",
    help="Deals that are looked at, at most.",
)
@work_options
@common
def find(
    game: games.Game,
    solvable: bool,
    unsolvable: bool,
    first: int,
    count: int,
    min_states: int | None,
    deals: int | None,
    max_states: int | None,
    memory: int,
    workers: int | None,
    as_json: bool,
    no_progress: bool,
) -> int:
    """Finds the next native deals that can be won, or that cannot; the referee confirms each.

    Deals that stay undecided are passed over, named on standard error, and make the exit code 3.
    """
    from solver.analyse.find import Wanted
    from solver.analyse.find import find as found_deals
    from solver.report.solve import solved_json, solved_text
    from solver.runs.retries import crew
    from solver.runs.sample import Solved
    from solver.runs.threads import noted_signals

    if solvable == unsolvable:
        raise click.UsageError("say what to find: --solvable or --unsolvable")
    kind = Verdict.SOLVABLE if solvable else Verdict.UNSOLVABLE
    if kind not in game.search.verdicts:
        raise click.UsageError(f"no deal of {game.name} is {kind}")
    if min_states is not None and game.search.version is None:
        raise click.UsageError(f"{game.name} is not searched: its deals have no states")
    if unsolvable and not game.search.proves_losses:
        print(
            f"garden: the search of {game.name} proves a loss of small packs alone: a deal of full"
            " size that it does not win stays undecided",
            file=sys.stderr,
        )
    wanted = Wanted(kind, count, min_states or 0)
    size, budget = team_of(workers, cores(), memory, max_states)

    def workers_made() -> list[games.Worker]:
        team = crew(game, size, budget)
        team[0].batch(first, 0)
        return team

    team = compiled(no_progress, workers_made)
    undecided, left = False, count
    bar = progress_bar(count, no_progress or is_terminal(sys.stdout))
    with (
        noted_signals() as interrupt,
        bar,
        closing(found_deals(game, wanted, first, team, interrupt, deals)) as row,
    ):
        for one in row:
            if not isinstance(one, Solved):
                undecided = True
                print(f"garden: deal {one} stayed undecided", file=sys.stderr)
                continue
            if as_json:
                print_json(solved_json(game, one, Numbering.NATIVE))
            else:
                print(solved_text(game, one), flush=True)
            bar.update()
            left -= 1
    if left and interrupt.signum is None:
        end = "the deal numbers end here" if deals is None else "all these deals were looked at"
        print(f"garden: {end}, {left:,} short of what was asked", file=sys.stderr)
    return exit_code(interrupt.signum) or (UNDECIDED_LEFT if undecided else 0)
