"""``garden find``."""

import sys
from typing import TYPE_CHECKING

import click

from solver.cards.deal import Verdict
from solver.cards.numbers import Numbering
from solver.cli import options
from solver.cli.run import UNDECIDED_LEFT, Run

if TYPE_CHECKING:
    from solver.runs.sample import Solved


@click.command(
    cls=options.Command, short_help="Finds the next deals that can be won, or that cannot."
)
@options.game_argument
@click.option("--solvable", is_flag=True, help="Deals that can be won.")
@click.option("--unsolvable", is_flag=True, help="Deals that cannot be won.")
@options.number(
    "--from",
    "first",
    least=0,
    default=1,
    metavar="N",
    help="The number of the first deal that is looked at.",
)
@options.number("--count", default=10, metavar="K", help="Deals to find.")
@options.number(
    "--min-states", metavar="S", help="Only hard deals: their search expands at least S states."
)
@options.number("--deals", metavar="N", help="Deals that are looked at, at most.")
@options.work_options
@options.common
def find(
    run: Run,
    solvable: bool,
    unsolvable: bool,
    first: int,
    count: int,
    min_states: int | None,
    deals: int | None,
) -> int:
    """Finds the next native deals that can be won, or that cannot; the referee confirms each.

    Deals that stay undecided are passed over, named on standard error, and make the exit code 3.
    """
    from solver.analyse.find import Wanted
    from solver.analyse.find import find as found_deals
    from solver.report.solve import solved_json, solved_text

    game = run.game
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
    team = run.crew(batches=True)
    found = undecided = 0

    def show(one: "Solved | int") -> bool:
        nonlocal found, undecided
        if isinstance(one, int):
            undecided += 1
            print(f"garden: deal {one} stayed undecided", file=sys.stderr)
            return False
        found += 1
        run.show(
            lambda: solved_json(game, one, Numbering.NATIVE),
            lambda: solved_text(game, one),
        )
        return True

    code = run.each(
        lambda interrupt: found_deals(game, wanted, first, team, interrupt, deals), show, count
    )
    if found < count and not code:
        end = "the deal numbers end here" if deals is None else "all these deals were looked at"
        print(f"garden: {end}, {count - found:,} short of what was asked", file=sys.stderr)
    return code or UNDECIDED_LEFT * bool(undecided)
