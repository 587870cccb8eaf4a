"""``garden chance`` and ``garden hint``: positions with cards that nobody has seen."""

import click

from solver import games
from solver.commands.inputs import seen
from solver.commands.options import (
    Command,
    common,
    confidence_option,
    deals_argument,
    fraction,
    game_argument,
    unseen_options,
    work_options,
)
from solver.commands.terminal import move_to, patience, print_json, progress_bar


@click.command(cls=Command)
@game_argument
@deals_argument
@unseen_options(samples=400)
@click.option(
    "--half-width",
    type=fraction,
    default=0.05,
    show_default=True,
    metavar="W",
    help="Ends the sample once its interval reaches no further to either side.",
)
@confidence_option
@work_options
@common
def chance(
    game: games.Game,
    numbers: tuple[range, ...],
    source: str | None,
    numbering: str | None,
    samples: int,
    seed: int,
    half_width: float,
    confidence: float,
    max_states: int | None,
    memory: int,
    workers: int | None,
    as_json: bool,
    no_progress: bool,
) -> int:
    """The share of the possible layouts of unseen cards that can be won with every card seen.

    That is not a player's chance to win: who does not see the cards wins less often. A deal from a
    file has its unseen cards marked ??; of a deal by its number no face-down card is seen.
    """
    from solver.odds.chance import chance as share_of
    from solver.show.unseen import chance_json, chance_text

    named, deals = seen(game, numbers, source, numbering)
    with patience(no_progress):
        worker = game.worker(games.Budget(max_states, memory))
    for number, position in deals:
        bar = progress_bar(samples, no_progress, unit="layout")
        with bar:
            found = share_of(
                game,
                worker,
                position,
                samples=samples,
                seed=seed,
                confidence=confidence,
                half_width=half_width,
                progress=lambda tally: move_to(bar, tally.count),  # noqa: B023
            )
        if as_json:
            print_json(chance_json(game, number, named, seed, found))
        else:
            print(chance_text(number, found), flush=True)
    return 0


@click.command(cls=Command)
@game_argument
@deals_argument
@unseen_options(samples=100)
@work_options
@common
def hint(
    game: games.Game,
    numbers: tuple[range, ...],
    source: str | None,
    numbering: str | None,
    samples: int,
    seed: int,
    max_states: int | None,
    memory: int,
    workers: int | None,
    as_json: bool,
    no_progress: bool,
) -> int:
    """The legal moves now, best first: how many possible layouts can be won after each.

    The same layouts for every move, with every card seen. Where no card is unseen, it tells the
    moves that keep the deal solvable from those that lose it.
    """
    from solver.odds.chance import hint as advice_on
    from solver.show.unseen import hint_json, hint_text

    named, deals = seen(game, numbers, source, numbering)
    with patience(no_progress):
        worker = game.worker(games.Budget(max_states, memory))
    for number, position in deals:
        bar = progress_bar(samples, no_progress, unit="layout")
        with bar:
            exact, advice = advice_on(
                game,
                worker,
                position,
                samples=samples,
                seed=seed,
                progress=lambda done: move_to(bar, done),  # noqa: B023
            )
        if as_json:
            print_json(hint_json(game, number, named, position, exact, advice))
        else:
            print(hint_text(game, number, position, exact, advice), flush=True)
    return 0
