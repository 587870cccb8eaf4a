"""``garden hint``."""

from functools import partial

import click

from solver.cli import options
from solver.cli.arrangements import ask_each
from solver.cli.run import Run


@click.command(cls=options.Command, short_help="The legal moves now, the best first.")
@options.game_argument
@options.deals_argument
@options.unseen_options(lambda hidden: hidden.hint_samples)
@options.ascii_option
@options.arrangement_work_options
@options.common
def hint(run: Run, samples: int | None, seed: int) -> int:
    """The legal moves now, best first: how many arrangements are winnable after each.

    The same arrangements of the hidden cards for every move, with every card seen. Of a sample, the
    moves marked * may be the best: with 95 % confidence the best one is among them. Where no card
    is unseen, it tells the moves that keep the deal solvable from those that lose it.

    An arrangement may get fewer states after each move than a deal (--max-states); where no card is
    unseen, it gets as many as `garden solve` gives a deal.
    """
    from solver.analyse.hint import hint as advice_on
    from solver.report.hint import hint_json, hint_text

    samples = samples or run.hidden().hint_samples
    deals = run.seen()
    return ask_each(
        run,
        deals,
        partial(advice_on, run.game, samples=samples, seed=seed),
        partial(hint_json, run.game, deals.numbering),
        partial(hint_text, run.game, style=run.style),
        samples,
    )
