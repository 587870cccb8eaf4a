"""``garden games`` and ``garden deal``."""

import sys
from dataclasses import asdict
from textwrap import fill

import click

from solver import games
from solver.cli.inputs import chosen
from solver.cli.options import (
    GAME,
    Command,
    ascii_option,
    common,
    deals_argument,
    game_argument,
    seed_option,
)
from solver.cli.terminal import is_terminal, print_json, style_of

#: The forms of a deal. All but the picture, which hides cards, read back as the same deal.
FORMS = ("picture", "board", "flat", "json", "solvitaire")


@click.command(
    "games", cls=Command, short_help="The games, a line each; of one GAME its rules and switches."
)
@click.argument("game", metavar="[GAME]", type=GAME, required=False)
@common
def list_games(game: games.Game | None, as_json: bool, no_progress: bool) -> None:
    """The games, a line each; of one GAME how it is played, its rules' switches, its players."""
    for shown in [game] if game else games.GAMES.values():
        switches = games.switch_texts(shown.rules)
        players = shown.hidden.players if shown.hidden else {}
        if as_json:
            record = {
                "game": shown.name,
                "title": shown.words.title,
                "summary": shown.words.summary,
            }
            record["how"] = shown.words.how
            print_json({**record, "rules": asdict(shown.rules), "players": list(players)})
            continue
        width = max(map(len, games.GAMES)) + 1
        print(f"{shown.name:<{width}} {shown.words.title}: {shown.words.summary}")
        if game:
            paragraph = fill(shown.words.how, 76, initial_indent="  ", subsequent_indent="  ")
            print(f"\n{paragraph}\n")
            for name, value in switches.items():
                print(f"  {name + '=' + value:<26} {shown.rules.SWITCHES[name.replace('-', '_')]}")
            for name, kind in players.items():
                print(f"  {'--player ' + name:<26} {kind.summary}")


@click.command(cls=Command)
@game_argument
@deals_argument
@seed_option
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMS),
    help="How a deal is written.  [default: picture on a terminal, board elsewhere]",
)
@ascii_option
@common
def deal(
    game: games.Game,
    numbers: tuple[range, ...],
    source: str | None,
    numbering: str | None,
    seed: int | None,
    form: str | None,
    as_ascii: bool,
    as_json: bool,
    no_progress: bool,
) -> None:
    """Shows deals, or converts them from one text to another."""
    from solver.report.solve import deal_text

    form = "json" if as_json else form or ("picture" if is_terminal(sys.stdout) else "board")
    style = style_of(as_ascii)
    named, _, deals = chosen(game, numbers, source, numbering, unseen=True, seed=seed)
    for place, (number, one) in enumerate(deals):
        if place and form in ("picture", "board"):
            print()
        try:
            print(deal_text(game, number, named, one, form, style))
        except ValueError as error:
            raise click.UsageError(str(error)) from None
