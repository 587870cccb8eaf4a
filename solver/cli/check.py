"""``garden check``."""

from contextlib import closing
from functools import partial

import click

from solver import games
from solver.cards.plural import counted
from solver.cli.inputs import UNDECIDED_LEFT, chosen, from_file, team_of
from solver.cli.options import (
    FILE,
    Command,
    ascii_option,
    common,
    deals_argument,
    game_argument,
    seed_option,
    work_options,
)
from solver.cli.terminal import compiled, exit_code, print_json, style_of


@click.command(
    cls=Command, short_help="Replays your moves: do they win, and which one lost the game?"
)
@game_argument
@deals_argument
@seed_option
@click.option(
    "--moves",
    "played",
    type=FILE,
    metavar="FILE",
    required=True,
    help="The moves, in words as `solve --moves` prints them or as JSON; - is standard input.",
)
@click.option(
    "--judge",
    is_flag=True,
    help="Whether the deal can still be won after these moves, and if not, which of them lost it.",
)
@ascii_option
@work_options
@common
def check(
    game: games.Game,
    numbers: tuple[range, ...],
    source: str | None,
    numbering: str | None,
    seed: int | None,
    played: str,
    judge: bool,
    as_ascii: bool,
    max_states: int | None,
    memory: int,
    workers: int | None,
    as_json: bool,
    no_progress: bool,
) -> int:
    """Has the rules' referee replay moves: whether they win, and where they break the rules.

    Moves of several deals are held against the deals in their order. The exit code is 0 whatever
    the referee says, and 3 where --judge could not decide all that it had to.
    """
    from solver.analyse.check import Line, review_all
    from solver.report.check import review_json, review_text
    from solver.runs.retries import crew
    from solver.runs.threads import noted_signals
    from solver.text.moves import read_moves

    if source == played == "-":
        raise click.UsageError("the deal and the moves cannot both be standard input")
    named, count, deals = chosen(game, numbers, source, numbering, seed=seed)
    told = from_file(played, partial(read_moves, names=game.words.places))
    if len(told) != count:
        raise click.UsageError(
            f"{played} has moves of {counted(len(told), 'deal')}, for {counted(count, 'deal')}"
        )
    lines = (
        Line(number, deal, moves.moves, moves.cards, moves.lines)
        for (number, deal), moves in zip(deals, told, strict=True)
    )
    team = []
    if judge:
        size, budget = team_of(workers, count, memory, max_states)
        team = compiled(no_progress, lambda: crew(game, size, budget))
    style = style_of(as_ascii)
    undecided = False
    with noted_signals() as interrupt, closing(review_all(game, lines, team, interrupt)) as row:
        for found in row:
            undecided |= found.is_open
            if as_json:
                print_json(review_json(game, named, found))
            else:
                print(review_text(game, found, style), flush=True)
    return exit_code(interrupt.signum) or (UNDECIDED_LEFT if undecided else 0)
