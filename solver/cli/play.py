"""``garden play``."""

import click

from solver import games
from solver.cli.inputs import chosen
from solver.cli.options import (
    Command,
    ascii_option,
    common,
    deals_argument,
    game_argument,
    player_options,
    who_plays,
)
from solver.cli.terminal import compiled, exit_code, print_json, style_of


@click.command(
    cls=Command, short_help="A whole game of a player who does not see the hidden cards."
)
@game_argument
@deals_argument
@player_options
@ascii_option
@common
def play(
    game: games.Game,
    numbers: tuple[range, ...],
    source: str | None,
    numbering: str | None,
    player: str | None,
    samples: int | None,
    seed: int | None,
    as_ascii: bool,
    as_json: bool,
    no_progress: bool,
) -> int:
    """A whole game of a player who does not see the hidden cards, choice by choice.

    Each choice goes as far as the next card that turns up. Beside it stands how many of the
    arrangements that the player has drawn can be won after it with every card seen.
    """
    from solver.games.playing import Turn, make_player, turns
    from solver.report.play import end_text, game_json, opening_text, turn_text
    from solver.runs.threads import noted_signals

    named, _, deals = chosen(game, numbers, source, numbering)
    who = who_plays(game, player, samples, seed)
    if who is None:
        players = game.hidden.players if game.hidden else {}
        if not players:
            raise click.UsageError(f"{game.name} has no players")
        raise click.UsageError(f"--player NAME says who plays: {', '.join(players)}")
    style = style_of(as_ascii)
    with noted_signals() as interrupt:
        playing = compiled(no_progress, lambda: make_player(game, who))
        for number, deal in deals:
            start = game.start(deal)
            if not as_json:
                print(opening_text(game, start.seen(), who, number, style), flush=True)
            made: list[Turn] = []
            for turn in turns(game, start, playing):
                if not as_json:
                    print(turn_text(game, turn, first=not made, style=style), flush=True)
                made.append(turn)
                if interrupt.signum is not None:
                    break
            if interrupt.signum is not None:
                return exit_code(interrupt.signum)
            if as_json:
                print_json(game_json(game, named, number, who, start, made))
            else:
                print(f"\n{end_text(game, number, start, made)}", flush=True)
    return 0
