"""``garden chance``."""

from functools import partial

import click

from solver.cli import options
from solver.cli.arrangements import ask_each
from solver.cli.run import Run


@click.command(
    cls=options.Command, short_help="How many arrangements of hidden cards are winnable."
)
@options.game_argument
@options.deals_argument
@options.unseen_options(lambda hidden: hidden.chance_samples)
@click.option(
    "--half-width",
    type=options.fraction,
    default=0.05,
    show_default=True,
    metavar="W",
    help="Ends the sample once its interval reaches no further to either side.",
)
@options.confidence_option
@options.ascii_option
@options.arrangement_work_options
@options.common
def chance(run: Run, samples: int | None, seed: int, half_width: float, confidence: float) -> int:
    """Out of all the ways the hidden cards could be arranged, how many are winnable.

    Each arrangement is decided with every card seen. That is not a player's chance to win: without
    seeing the cards, a player wins less often. A deal from a file has its unseen cards marked ??;
    for a deal by its number no face-down card is seen.

    Where a game has a hand, it is unseen too, and so is a shuffle that is still to come. An
    arrangement may get fewer states than a deal (--max-states), and stays undecided more often.
    """
    from solver.analyse.chance import chance as share_of
    from solver.report.chance import chance_json, chance_text

    samples = samples or run.hidden().chance_samples
    ask = partial(
        share_of,
        run.game,
        samples=samples,
        seed=seed,
        confidence=confidence,
        half_width=half_width,
    )
    deals = run.seen()
    return ask_each(
        run,
        deals,
        ask,
        partial(chance_json, run.game, deals.numbering, seed),
        partial(chance_text, run.game, style=run.style),
        samples,
    )
