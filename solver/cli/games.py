"""``garden games``."""

from dataclasses import asdict
from textwrap import fill
from typing import Any

import click

from solver.cli import options
from solver.cli.run import Run
from solver.games import GAMES, Game, switch_texts


@click.command(
    "games",
    cls=options.Command,
    short_help="The games, a line each; of one GAME its rules and switches.",
)
@click.argument("game", metavar="[GAME]", type=options.GAME, required=False)
@options.common
def list_games(run: Run) -> None:
    """The games, a line each; of one GAME how it is played, its rules' switches, its players."""
    for game in [run.game] if run.game else GAMES.values():
        run.show(lambda: _record(game), lambda: _text(game, bool(run.game)))  # noqa: B023


def _record(game: Game) -> dict[str, Any]:
    words = {name: getattr(game.words, name) for name in ("title", "summary", "how")}
    players = list(game.hidden.players) if game.hidden else []
    return {"game": game.name, **words, "rules": asdict(game.rules), "players": players}


def _text(game: Game, whole: bool) -> str:
    """A line; of the ``whole`` also how to play, the switches and the players."""
    width = max(map(len, GAMES)) + 1
    lines = [f"{game.name:<{width}} {game.words.title}: {game.words.summary}"]
    if whole:
        how = fill(game.words.how, 76, initial_indent="  ", subsequent_indent="  ")
        lines += ["", how, ""]
        lines += [
            f"  {name + '=' + value:<26} {game.rules.SWITCHES[name.replace('-', '_')]}"
            for name, value in switch_texts(game.rules).items()
        ]
        players = game.hidden.players if game.hidden else {}
        lines += [f"  {'--player ' + name:<26} {kind.summary}" for name, kind in players.items()]
    return "\n".join(lines)
