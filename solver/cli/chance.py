"""``garden chance``."""

from functools import partial

import click

from solver import games
from solver.cli.arrangements import ask_each
from solver.cli.inputs import cores, hidden_of, seen, team_of
from solver.cli.options import (
    Command,
    arrangement_work_options,
    ascii_option,
    common,
    confidence_option,
    deals_argument,
    fraction,
    game_argument,
    unseen_options,
)
from solver.cli.terminal import style_of


@click.command(cls=Command, short_help="How many arrangements of the hidden cards are winnable.")
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
@arrangement_work_options
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
    """Out of all the ways the hidden cards could be arranged, how many are winnable.

    Each arrangement is decided with every card seen. That is not a player's chance to win: a player
    who does not see the cards wins less often. A deal from a file has its unseen cards marked ??;
    for a deal by its number no face-down card is seen.

    For The Olga and Red and Black the hand is unseen too, and how the talon will be shuffled. Their
    arrangements get at most 60,000 states each, and what is not won with these stays undecided.
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
    return ask_each(game, deals, team, ask, tell, samples, as_json, no_progress)
