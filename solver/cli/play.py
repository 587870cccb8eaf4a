"""``garden play``."""

from typing import TYPE_CHECKING

import click

from solver.cli import options
from solver.cli.run import Run
from solver.cli.terminal import compiled, exit_code

if TYPE_CHECKING:
    from solver.games.playing import Turn


@click.command(
    cls=options.Command, short_help="A whole game of a player who does not see the hidden cards."
)
@options.game_argument
@options.deals_argument
@options.player_options
@options.ascii_option
@options.common
def play(run: Run, player: str | None, samples: int | None, seed: int | None) -> int:
    """A whole game of a player who does not see the hidden cards, choice by choice.

    Each choice goes as far as the next card that turns up. Beside it stands how many of the
    arrangements that the player has drawn can be won after it with every card seen.
    """
    from solver.games.playing import make_player, turns
    from solver.report.play import end_text, game_json, opening_text, turn_text
    from solver.runs.threads import noted_signals

    game, style, deals = run.game, run.style, run.deals()
    spec = options.who_plays(game, player, samples, seed)
    if spec is None:
        players = game.hidden.players if game.hidden else {}
        if not players:
            raise click.UsageError(f"{game.name} has no players")
        raise click.UsageError(f"--player NAME says who plays: {', '.join(players)}")
    with noted_signals() as interrupt:
        playing = compiled(run.no_progress, lambda: make_player(game, spec))
        for number, deal in deals.numbered:
            start = game.start(deal)
            if not run.as_json:
                print(opening_text(game, start.seen(), spec, number, style), flush=True)
            made: list[Turn] = []
            for turn in turns(game, start, playing):
                if not run.as_json:
                    print(turn_text(game, turn, first=not made, style=style), flush=True)
                made.append(turn)
                if interrupt.signum is not None:
                    return exit_code(interrupt.signum)
            run.show(
                lambda: game_json(game, deals.numbering, number, spec, start, made),  # noqa: B023
                lambda: "\n" + end_text(game, number, start, made),  # noqa: B023
            )
    return 0
