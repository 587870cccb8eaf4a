"""``garden check``."""

from functools import partial
from typing import TYPE_CHECKING

import click

from solver.cards.plural import counted
from solver.cli import options
from solver.cli.run import UNDECIDED_LEFT, Run, from_file

if TYPE_CHECKING:
    from solver.analyse.check import Reviewed


@click.command(
    cls=options.Command, short_help="Replays your moves: do they win, and which one lost the game?"
)
@options.game_argument
@options.deals_argument
@options.seed_option
@click.option(
    "--moves",
    "played",
    type=options.FILE,
    metavar="FILE",
    required=True,
    help="The moves, in words as `solve --moves` prints them or as JSON; - is standard input.",
)
@click.option(
    "--judge",
    is_flag=True,
    help="Whether the deal can still be won after these moves, and if not, which of them lost it.",
)
@options.ascii_option
@options.work_options
@options.common
def check(run: Run, played: str, judge: bool) -> int:
    """Has the rules' referee replay moves: whether they win, and where they break the rules.

    Moves of several deals are held against the deals in their order. The exit code is 0 whatever
    the referee says, and 3 where --judge could not decide all that it had to.
    """
    from solver.analyse.check import Line, review_all
    from solver.report.check import review_json, review_text
    from solver.text.moves import read_moves

    if run.source == played == "-":
        raise click.UsageError("the deal and the moves cannot both be standard input")
    game, deals = run.game, run.deals()
    parsed = from_file(played, partial(read_moves, names=game.words.places))
    if len(parsed) != deals.count:
        raise click.UsageError(
            f"{played} has moves of {counted(len(parsed), 'deal')},"
            f" for {counted(deals.count, 'deal')}"
        )
    lines = (
        Line(number, deal, moves.moves, moves.cards, moves.lines)
        for (number, deal), moves in zip(deals.numbered, parsed, strict=True)
    )
    team = run.crew(deals.count) if judge else []
    undecided = False

    def show(found: "Reviewed") -> None:
        nonlocal undecided
        undecided |= found.is_open
        run.show(
            lambda: review_json(game, deals.numbering, found),
            lambda: review_text(game, found, run.style),
        )

    code = run.each(lambda interrupt: review_all(game, lines, team, interrupt), show)
    return code or UNDECIDED_LEFT * undecided
