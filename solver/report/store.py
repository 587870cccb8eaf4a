"""``garden store`` as text, as JSON, and as a table of all rows."""

import csv
from typing import Any, TextIO

from solver.cards.plural import counted
from solver.games import VERDICTS
from solver.games.players import PlayerSpec
from solver.report.odds import figure_lines, odds_json, player_lines, title
from solver.runs.estimate import Estimate
from solver.runs.sample import game_of
from solver.runs.store import BUDGET, RANGE, Store
from solver.runs.tally import Tally

#: How many ranges of deals, and how many of the hardest deals, are shown.
_RANGES = 5
_HARDEST = 10

#: Keys of the JSON of a run that the JSON of a store does not have.
_OF_A_RUN = ("method", "first", "pilot", "goal", "interrupted", "kept", "seconds")


def store_json(store: Store, tally: Tally, estimate: Estimate) -> dict[str, Any]:
    """All about a store, for ``json.dumps``."""
    settings = store.settings
    report = odds_json(game_of(store), tally, estimate, PlayerSpec.from_settings(store.settings))
    for name in _OF_A_RUN:
        del report[name]
    return {
        "store": store.path,
        **report,
        "search": settings["search"],
        **{name.replace("-", "_"): int(settings[name]) for name in BUDGET},
        "asked": {
            **{name: int(settings[name]) if name in settings else None for name in RANGE},
            "there": store.count(store.asked) if store.asked else None,
        },
        "ranges": [[first, last] for first, last, _ in store.kept()],
        "hardest": [
            {"deal": number, "verdict": str(VERDICTS[verdict]), "states": states}
            for number, verdict, states in store.hardest(_HARDEST)
        ],
    }


def store_text(store: Store, tally: Tally, estimate: Estimate) -> str:
    """The same for a person."""
    settings = store.settings
    lines = [f"{store.path}: {title(game_of(store))}, {counted(tally.deals, 'deal')}"]
    kept = store.kept()
    ranges = [f"{first:,} … {last:,}" for first, last, _ in kept[:_RANGES]]
    more = [counted(len(kept) - _RANGES, "more range")] if len(kept) > _RANGES else []
    lines.append(f"native {', '.join(ranges + more) or 'deals: none yet'}")
    if store.asked:
        lines.append(f"asked for {asked_text(store, store.asked)}")
    lines.append(
        f"search {settings['search']}, at most {int(settings['max-states']):,} states"
        f" an attempt, {int(settings['memory']):,} MiB"
    )
    if not tally.deals:
        return "\n".join(lines)
    lines += ["", *figure_lines(tally, estimate)]
    if who := PlayerSpec.from_settings(settings):
        lines += ["", *player_lines(tally, estimate.confidence, who)]
    lines += ["", "hardest deals       states"]
    for number, verdict, states in store.hardest(_HARDEST):
        lines.append(f"{number:>13,}{states:>13,}   {VERDICTS[verdict]}")
    return "\n".join(lines)


def asked_text(store: Store, asked: range) -> str:
    """A range of deals that was requested, and how many of them the store has."""
    there = store.count(asked)
    some = f"{there:,} of {counted(len(asked), 'deal')}"
    share = "all of them" if there == len(asked) else some
    return f"{asked.start:,} … {asked.stop - 1:,}: {share} there"


def write_csv(store: Store, out: TextIO) -> None:
    """Writes all rows, with a line of names."""
    table = csv.writer(out, lineterminator="\n")
    played = ("won", "opening") if store.played else ()
    table.writerow(("deal", "verdict", "states", "attempts", "checked", *played))
    for number, verdict, *others in store.rows():
        table.writerow((number, VERDICTS[verdict], *others))
