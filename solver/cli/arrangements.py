"""What ``garden chance`` and ``garden hint`` do alike: they ask about each position."""

import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from solver.cards.deal import Position
from solver.cli.run import Deals, Run
from solver.cli.terminal import compiled, exit_code, move_to, progress_bar

if TYPE_CHECKING:
    from solver.analyse.chance import Chance
    from solver.analyse.hint import Hint

Found = TypeVar("Found", "Chance", "Hint")


def ask_each(
    run: Run,
    deals: Deals,
    ask: Callable[..., Found | None],
    record: Callable[[int, Position, Found], dict[str, Any]],
    text: Callable[[int, Position, Found], str],
    samples: int,
) -> int:
    """Asks about each position with workers of its own, and shows what was found.

    Returns the exit code. A signal ends it, once what is found until then is shown. Where
    --max-states is not given, and the default did not suffice, the last line says so.
    """
    from solver.analyse.arrangements import arrangement_states, compile_arrangements
    from solver.runs.retries import crew
    from solver.runs.threads import noted_signals

    game, budget = run.game, run.budget
    open_after = 0
    compiled(run.no_progress, lambda: compile_arrangements(game, budget))
    with noted_signals() as interrupt:
        for number, position in deals.numbered:
            states = budget.max_states or arrangement_states(game, position)
            spent = replace(budget, max_states=states)
            with progress_bar(samples, run.no_progress, unit="arrangement") as bar:
                found = ask(
                    crew(game, run.size(), spent),
                    position,
                    progress=partial(move_to, bar),
                    interrupt=interrupt,
                )
            if found is not None:
                run.show(
                    partial(record, number, position, found), partial(text, number, position, found)
                )
                if found.is_open and not budget.max_states:
                    open_after = game.search.attempts(spent)[-1].max_states or 0
            if interrupt.signum is not None:
                if found is None and not run.as_json:
                    print(f"deal {number}: interrupted before enough arrangements were done")
                break
    if open_after:
        print(
            f"some arrangements stayed undecided with at most {open_after:,} states each:"
            " --max-states N allows more",
            file=sys.stderr if run.as_json else sys.stdout,
        )
    return exit_code(interrupt.signum)
