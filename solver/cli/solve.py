"""``garden solve``."""

import sys
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, TextIO

import click

from solver.cards.deal import Verdict
from solver.cli import options
from solver.cli.run import UNDECIDED_LEFT, Run
from solver.cli.terminal import is_terminal
from solver.games import Game

if TYPE_CHECKING:
    from solver.runs.sample import Solved


@click.command(cls=options.Command, short_help="Decides deals: solvable, unsolvable, or undecided.")
@options.game_argument
@options.deals_argument
@options.seed_option
@click.option("--moves", is_flag=True, help="The solution, move by move.")
@click.option("--boards", is_flag=True, help="The moves, and the position after each of them.")
@click.option(
    "--shorten",
    is_flag=True,
    help="Makes solutions shorter: leaves out what they do not need, and looks for a shorter way.",
)
@click.option("--stats", is_flag=True, help="What the search did: states, moves, table, plays.")
@click.option(
    "--without",
    metavar="NAMES",
    multiple=True,
    help="Leaves out reductions of the search, to compare. May be repeated."
    f"  ({options.by_game(lambda game: ','.join(game.search.reductions))})",
)
@click.option("--plain", is_flag=True, help="Leaves out all of them.")
@click.option(
    "--why", is_flag=True, help="What blocks a lost deal: cards that wait for each other."
)
@click.option(
    "--html",
    type=options.FILE,
    metavar="FILE",
    help="Writes a page to FILE that shows the deals and plays the solutions, in any browser.",
)
@options.ascii_option
@options.work_options
@options.common
def solve(
    run: Run,
    moves: bool,
    boards: bool,
    shorten: bool,
    stats: bool,
    without: tuple[str, ...],
    plain: bool,
    why: bool,
    html: str | None,
) -> int:
    """Decides deals: solvable, unsolvable, or undecided where a budget ran out.

    All cards are known to the search, the face-down ones too. The rules' referee has replayed every
    solution. The exit code is 3 where some deal stayed undecided. Of a game that is lost, `garden
    check --judge` finds the move that lost it.
    """
    from solver.report.solve import Shown, solved_json, solved_text
    from solver.runs.sample import solve_all

    game, shown = run.game, Shown(moves, boards, shorten, stats)
    budget = replace(run.budget, without=_reductions(game, without, plain), shorten=shorten)
    forced = run.forced("--why") if why else None
    deals = run.deals()
    team = run.crew(deals.count, budget)
    replayed: list[Solved] = []
    undecided = lost_on_the_way = False

    def show(one: "Solved") -> None:
        nonlocal undecided, lost_on_the_way
        undecided |= one.outcome.verdict is Verdict.UNDECIDED
        lost_on_the_way |= _is_lost_on_the_way(game, one)
        if page:
            replayed.append(one)
        links = forced.why(one.start, one.number) if forced else None
        run.show(
            lambda: solved_json(game, one, deals.numbering, shown, links),
            lambda: solved_text(game, one, shown, links, run.style),
        )

    with ExitStack() as stack:
        page = _page(stack, html, deals.count)
        code = run.each(
            lambda interrupt: solve_all(game, deals.numbered, team, interrupt), show, deals.count
        )
        if page and replayed:
            from solver.report.page.replay import replay_page

            page.write(replay_page(game, replayed, deals.numbering, run.source))
    if lost_on_the_way and is_terminal(sys.stderr):
        print(
            f"garden: which move lost it? `garden check {game.name} --from DEAL --moves FILE"
            " --judge` finds it, from the deal at its start and the moves that you made",
            file=sys.stderr,
        )
    return code or UNDECIDED_LEFT * undecided


def _is_lost_on_the_way(game: Game, solved: "Solved") -> bool:
    """Whether a move of its player may have lost the game."""
    lost = solved.outcome.verdict is Verdict.UNSOLVABLE and not game.forced
    return lost and game.notation.order(solved.start) is None


def _page(stack: ExitStack, name: str | None, count: int) -> TextIO | None:
    """The file for a page, if there is to be one, open before anything is solved."""
    from solver.report.files import whole_file
    from solver.report.page.replay import MAX_DEALS

    if name is None:
        return None
    if count > MAX_DEALS:
        raise click.UsageError(f"--html puts at most {MAX_DEALS} deals on its page, not {count:,}")
    try:
        return stack.enter_context(whole_file(name))
    except OSError as error:
        raise click.UsageError(f"--html {name}: {error.strerror}") from None


def _reductions(game: Game, without: tuple[str, ...], plain: bool) -> frozenset[str]:
    """The reductions that the search is to leave out."""
    if not game.search.reductions and (without or plain):
        searched = game.search.version is not None
        reason = "searched without reductions" if searched else "not searched"
        raise click.UsageError(f"{game.name} is {reason}: there are none to leave out")
    names = frozenset(name.strip() for listed in without for name in listed.split(","))
    for name in sorted(names.difference(game.search.reductions)):
        known = ", ".join(game.search.reductions)
        raise click.UsageError(f"'{name}' is no reduction of the search: it has {known}")
    return frozenset(game.search.reductions) if plain else names
