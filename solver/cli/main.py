"""The command ``garden``: its group of commands, a file each."""

import os

import click
from click.shell_completion import shell_complete

from solver import __version__
from solver.cli import bench, chance, check, deal, find, games, hint, odds, play, solve, store

#: What a shell sets to ask for completions.
COMPLETION = "_GARDEN_COMPLETE"


def invoke(arguments: list[str]) -> int:
    """Runs a command, and returns its exit code. Raises what goes wrong.

    Where a shell asks for completions of a command line, they are printed instead.
    """
    asked = os.environ.get(COMPLETION)
    if asked:
        return shell_complete(garden, {}, "garden", COMPLETION, asked)
    try:
        with garden.make_context("garden", arguments) as context:
            code = garden.invoke(context)
    except click.exceptions.Exit as end:
        code = end.exit_code
    return code or 0


def _print_version(context: click.Context, param: click.Parameter, value: bool) -> None:
    if value:
        from solver.cli.options import by_game

        print(f"garden {__version__}, search {by_game(lambda game: game.search.version)}")
        context.exit()


@click.group(
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="The version of the program and of the search.",
)
@click.pass_context
def garden(context: click.Context) -> None:
    """Exact answers about games of patience: which deals can be won, how, and how often.

    `garden games` lists the games.
    """
    if context.invoked_subcommand is None:
        print(context.get_help())


for _command in (
    games.list_games,
    deal.deal,
    solve.solve,
    odds.odds,
    store.show_store,
    chance.chance,
    hint.hint,
    play.play,
    check.check,
    find.find,
    bench.bench,
):
    garden.add_command(_command)
