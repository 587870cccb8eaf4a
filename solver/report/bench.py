"""``garden bench`` as text and as JSON."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from solver.analyse.bench import SETS, Bench, SetCost, listed
from solver.analyse.machine import machine, versions
from solver.cards.plural import counted
from solver.games import find
from solver.version import __version__

#: How many of the deals that did not come out as listed are named.
_NAMED = 10

#: Why a set may have fewer states than other commands count for the same deals.
STATES_NOTE = (
    "States are those of one search with the whole budget: `garden solve` and `garden odds`"
    " begin with a small one, and count the states of all their attempts."
)


def bench_json(found: Bench) -> dict[str, Any]:
    """As an object for ``json.dumps``."""
    return {**machine_json(), "load": list(found.load), "sets": sets_json(found.sets)}


def machine_json() -> dict[str, Any]:
    """What was measured, and on which machine."""
    return {
        "garden": __version__,
        "search": find(listed(SETS[0])[0].game).search.version,
        "machine": machine(),
        "versions": versions(),
    }


def sets_json(sets: Sequence[SetCost]) -> list[dict[str, Any]]:
    """An object for each set."""
    return [
        asdict(one) | {"differ": one.differ, "deals_a_second": one.deals_a_second} for one in sets
    ]


def bench_text(found: Bench) -> str:
    """As Markdown for a person."""
    lines = [
        f"- Machine: {machine()}; {versions()}",
        *load_lines(found.load),
        "- All seconds are the processor's, in user code.",
        "",
        *set_lines(found.sets),
        "",
        STATES_NOTE,
        "",
        as_listed_text(found.sets),
    ]
    return "\n".join(lines)


def load_lines(load: tuple[float | None, float | None]) -> Iterator[str]:
    """A line on the machine's load, if the system reports it."""
    before, after = load
    if before is not None:
        ends = f"{before}, {after}"
        yield f"- Load at the beginning and at the end: {ends} processes that want a core"


def set_lines(sets: Sequence[SetCost]) -> Iterator[str]:
    """A table with a row for each set."""
    yield "| set | deals | states | seconds | deals a second | µs a state | not as listed |"
    yield "|---|--:|--:|--:|--:|--:|--:|"
    for one in sets:
        user = one.cost.user
        yield (
            f"| {one.name} | {one.deals:,} | {one.states:,} | {user:.3f}"
            f" | {one.deals_a_second:,.0f} | {user / one.states * 1e6:.2f} | {one.differ} |"
        )


def as_listed_text(sets: Sequence[SetCost]) -> str:
    """Whether the deals of the sets came out as listed, and which did not."""
    deals = sum(one.deals for one in sets)
    different = [
        f"{deal.game} {deal.number} ({deal.verdict}, {counted(deal.states, 'state')})"
        for one in sets
        for deal in one.different
    ]
    if not different:
        return f"All {counted(deals, 'deal')} of the sets came out as listed."
    more = [f"{len(different) - _NAMED:,} more"] if len(different) > _NAMED else []
    return (
        f"Of {counted(deals, 'deal')} of the sets {len(different):,} did not come out as listed: "
        + ", ".join(different[:_NAMED] + more)
    )
