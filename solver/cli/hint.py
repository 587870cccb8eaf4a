"""``garden hint``."""

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
    deals_argument,
    game_argument,
    unseen_options,
)
from solver.cli.terminal import style_of


@click.command(cls=Command, short_help="The legal moves now, the best first.")
@game_argument
@deals_argument
@unseen_options(lambda hidden: hidden.hint_samples)
@ascii_option
@arrangement_work_options
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
    """The legal moves now, best first: how many arrangements are winnable after each.

    The same arrangements of the hidden cards for every move, with every card seen. Of a sample, the
    moves marked * may be the best: with 95 % confidence the best one is among them. Where no card
    is unseen, it tells the moves that keep the deal solvable from those that lose it.

    For The Olga and Red and Black each arrangement gets at most 60,000 states after each move;
    where no card is unseen, as many as `garden solve` gives a deal.
    """
    from solver.analyse.hint import hint as advice_on
    from solver.report.hint import hint_json, hint_text

    samples = samples or hidden_of(game).hint_samples
    ask = partial(advice_on, game, samples=samples, seed=seed)
    named, deals = seen(game, numbers, source, numbering)
    tell = (
        partial(hint_json, game, named)
        if as_json
        else partial(hint_text, game, style=style_of(as_ascii))
    )
    team = team_of(workers, cores(), memory, max_states)
    return ask_each(game, deals, team, ask, tell, samples, as_json, no_progress)
