"""What ``garden chance`` and ``garden hint`` do alike: they ask about each position."""

import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from solver import games
from solver.cards.deal import Position
from solver.cli.terminal import compiled, exit_code, move_to, print_json, progress_bar

if TYPE_CHECKING:
    from solver.analyse.chance import Chance
    from solver.analyse.hint import Hint

Found = TypeVar("Found", "Chance", "Hint")


def ask_each(
    game: games.Game,
    deals: Iterable[tuple[int, Position]],
    team: tuple[int, games.Budget],
    ask: Callable[..., Found | None],
    tell: Callable[[int, Position, Found], Any],
    samples: int,
    as_json: bool,
    no_progress: bool,
) -> int:
    """Asks about each position with workers of its own, and tells what was found.

    Returns the exit code. A signal ends it, once what is found until then is told. Where nothing is
    said of the states, and they did not suffice, the last line says that there may be more.
    """
    from solver.analyse.arrangements import arrangement_states, compile_arrangements
    from solver.runs.retries import crew
    from solver.runs.threads import noted_signals

    size, budget = team
    open_after = 0
    compiled(no_progress, lambda: compile_arrangements(game, budget))
    with noted_signals() as interrupt:
        for number, position in deals:
            spent = replace(
                budget, max_states=budget.max_states or arrangement_states(game, position)
            )
            with progress_bar(samples, no_progress, unit="arrangement") as bar:
                found = ask(
                    crew(game, size, spent),
                    position,
                    progress=partial(move_to, bar),
                    interrupt=interrupt,
                )
            if found is not None:
                told = tell(number, position, found)
                print_json(told) if as_json else print(told, flush=True)
                if found.is_open and not budget.max_states:
                    open_after = game.search.attempts(spent)[-1].max_states or 0
            if interrupt.signum is not None:
                if found is None and not as_json:
                    print(f"deal {number}: interrupted before enough arrangements were done")
                break
    if open_after:
        print(
            f"some arrangements stayed undecided with at most {open_after:,} states each:"
            " --max-states N allows more",
            file=sys.stderr if as_json else sys.stdout,
        )
    return exit_code(interrupt.signum)
