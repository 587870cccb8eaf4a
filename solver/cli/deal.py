"""``garden deal``."""

import sys

import click

from solver.cli import options
from solver.cli.run import Run
from solver.cli.terminal import is_terminal

#: The forms of a deal. All but the picture, which hides cards, read back as the same deal.
FORMS = ("picture", "board", "flat", "json", "solvitaire")


@click.command(cls=options.Command)
@options.game_argument
@options.deals_argument
@options.seed_option
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMS),
    help="How a deal is written.  [default: picture on a terminal, board elsewhere]",
)
@options.ascii_option
@options.common
def deal(run: Run, form: str | None) -> None:
    """Shows deals, or converts them from one text to another."""
    from solver.report.solve import deal_text

    form = "json" if run.as_json else form or ("picture" if is_terminal(sys.stdout) else "board")
    deals = run.deals(unseen=True)
    for place, (number, one) in enumerate(deals.numbered):
        if place and form in ("picture", "board"):
            print()
        try:
            print(deal_text(run.game, number, deals.numbering, one, form, run.style))
        except ValueError as error:
            raise click.UsageError(str(error)) from None
