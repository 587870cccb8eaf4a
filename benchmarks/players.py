"""Players who do not see the hidden cards, measured, for ``results/players.md``.

``python -m benchmarks.players`` writes it, and ``solver/analyse/measured.json``, from which
``garden`` tells what a share has meant. All but times, commit, machine and date is the same at
every run. It takes half an hour of a core; what is played is kept in ``--work`` and not played
again.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from functools import partial
from math import sqrt
from pathlib import Path
from typing import Any

from benchmarks.blind import Optimum
from benchmarks.provenance import RESULTS, provenance
from solver import games
from solver.analyse.measured import FILE, Measured
from solver.cards.view import View
from solver.games import Budget, Game
from solver.games.players import PLAYERS_VERSION, PlayerSpec
from solver.games.playing import make_player, turns
from solver.games.trevi.hidden.arrangements import HiddenSolver, Judgements
from solver.runs.estimate import clopper_pearson

NAMES = ("trevi", "stonewall")
SAMPLES = 100
PLAYERS = (
    PlayerSpec("greedy"),
    PlayerSpec("planner"),
    PlayerSpec("sampling", 20),
    PlayerSpec("sampling", SAMPLES),
)

#: Sizes of the sample at each decision, and of how many deals one is tried on.
SIZES = {5: 2, 20: 1, 100: 1, 400: 10}

#: The bands of the share at the start, in percent, by game.
BANDS = {
    "trevi": ((0, 49), (50, 69), (70, 79), (80, 89), (90, 95), (96, 100)),
    "stonewall": ((0, 4), (5, 14), (15, 29), (30, 49), (50, 100)),
}

#: The switches of small games, and the deals that are taken of each.
SMALL = {
    "two piles of 4": ("ranks=3", "piles=2", "height=4", "hidden-rows=1,3", "cells=0"),
    "two piles of 5": ("ranks=3", "piles=2", "height=5", "hidden-rows=1,3", "cells=0"),
    "two piles of 5, a cell": ("ranks=3", "piles=2", "height=5", "hidden-rows=1,3", "cells=1"),
}
SMALL_DEALS = 200


@dataclass(frozen=True)
class Record:
    """A deal that was played. ``shares``: at each choice the share before it, and after it."""

    deal: int
    won: bool
    seconds: float
    shares: list[tuple[float, float]]


@dataclass(frozen=True)
class Start:
    """A deal at its start: whether it is solvable, and the share of its completions that are."""

    deal: int
    solvable: bool
    share: float


class Kept:
    """What was worked out before, a file for each question, a line a deal."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def of(
        self, name: str, deals: int, make: Callable[[int], dict[str, Any]]
    ) -> list[dict[str, Any]]:
        """The rows of the deals 1 … ``deals``."""
        path = self.folder / f"{name}.jsonl"
        lines = path.read_text().splitlines() if path.exists() else []
        rows = [json.loads(line) for line in lines if line.endswith("}")]
        with path.open("w") as file:  # a line that was cut short is left out
            for row in rows:
                print(json.dumps(row), file=file)
            for number in range(len(rows) + 1, deals + 1):
                rows.append(make(number))
                print(json.dumps(rows[-1]), file=file, flush=True)
                if number % 50 == 0:
                    print(f"{name}: {number} of {deals}", file=sys.stderr)
        return rows[:deals]


def label(who: PlayerSpec) -> str:
    return f"{who.name}, K = {who.samples}" if who.samples else who.name


def played(kept: Kept, game: Game, who: PlayerSpec, deals: int, name: str = "") -> list[Record]:
    player = make_player(game, who)
    list(turns(game, game.start(game.deal(0)), player))  # compiles

    def make(number: int) -> dict[str, Any]:
        begun = time.thread_time()
        shares = []
        won = False
        for turn in turns(game, game.start(game.deal(number)), player):
            plan = turn.plan
            if plan.count > 1 and plan.choices:
                shares.append(
                    (plan.solvable / plan.count, plan.choices[0].solvable / plan.choices[0].count)
                )
            won = game.rules.is_won(turn.after)
        return asdict(Record(number, won, time.thread_time() - begun, shares))

    seed = f"-{who.samples}-{who.seed}" if who.samples else ""
    title = f"{name or game.name}-{who.name}{seed}-{PLAYERS_VERSION}"
    return [Record(**row) for row in kept.of(title, deals, make)]


def started(kept: Kept, game: Game, deals: int) -> list[Start]:
    worker, lines = game.search.worker(Budget()), HiddenSolver(game.rules, 8)

    def make(number: int) -> dict[str, Any]:
        start = game.start(game.deal(number))
        view = View.of(game.rules.deck, start)
        lines.see(view.position, view.unseen)
        judged = Judgements(lines, lines.orders(SAMPLES, 1 << 40), 1 << 16)
        solvable, undecided, count = judged.counts()
        assert not undecided
        return asdict(Start(number, worker.verdict(start) == "solvable", solvable / count))

    return [Start(**row) for row in kept.of(f"{game.name}-starts", deals, make)]


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def with_interval(won: int, deals: int) -> str:
    low, high = clopper_pearson(won, deals, 0.95)
    return f"{percent(won / deals)} ({percent(low)} … {percent(high)})"


def paired(mine: Sequence[bool], theirs: Sequence[bool]) -> str:
    """The mean difference of pairs, with its interval of 95 % by their standard error."""
    gaps = [int(one) - int(other) for one, other in zip(mine, theirs, strict=True)]
    mean = sum(gaps) / len(gaps)
    error = sqrt(sum((gap - mean) ** 2 for gap in gaps) / (len(gaps) - 1) / len(gaps))
    low, high = 100 * (mean - 1.96 * error), 100 * (mean + 1.96 * error)
    return f"{100 * mean:+.1f} ({low:+.1f} … {high:+.1f})"


def wins(records: Sequence[Record]) -> list[bool]:
    return [record.won for record in records]


def rate_lines(kept: Kept, game: Game, deals: int) -> Iterator[str]:
    starts = started(kept, game, deals)
    known = [start.solvable for start in starts]
    yield f"## {game.words.title}: win rates"
    yield ""
    yield f"The native deals 1 … {deals:,}, the same for all. Intervals of 95 %: Clopper and"
    yield "Pearson's for rates; for differences, in percentage points, of the mean of pairs."
    yield ""
    yield "| player | won | more than the one above | CPU seconds a game |"
    yield "|---|--:|--:|--:|"
    former: list[bool] | None = None
    for who in PLAYERS:
        records = played(kept, game, who, deals)
        mine = wins(records)
        more = paired(mine, former) if former else ""
        seconds = sum(record.seconds for record in records) / deals
        yield f"| {label(who)} | {with_interval(sum(mine), deals)} | {more} | {seconds:.3f} |"
        former = mine
    assert former
    yield (f"| every card seen | {with_interval(sum(known), deals)} | {paired(known, former)} | |")


def size_lines(kept: Kept, game: Game, deals: int) -> Iterator[str]:
    yield f"## {game.words.title}: the size of the sample"
    yield ""
    yield "The sampling player with K completions at each decision, on so many deals from deal 1"
    yield "on. The difference is that on the deals which both have played."
    yield ""
    yield "| K | deals | won | more than the one above | CPU seconds a game |"
    yield "|--:|--:|--:|--:|--:|"
    former: list[bool] = []
    for size, part in SIZES.items():
        count = max(2, deals // part)
        records = played(kept, game, PlayerSpec("sampling", size), count)
        mine = wins(records)
        both = min(len(mine), len(former))
        more = paired(mine[:both], former[:both]) if both else ""
        seconds = sum(record.seconds for record in records) / count
        won = with_interval(sum(mine), count)
        yield f"| {size} | {count:,} | {won} | {more} | {seconds:.3f} |"
        former = mine


def calibration_lines(kept: Kept, game: Game, deals: int) -> Iterator[str]:
    starts = started(kept, game, deals)
    solvable = sum(start.solvable for start in starts)
    mean = sum(start.share for start in starts) / deals
    base = solvable / deals
    brier = sum((start.share - start.solvable) ** 2 for start in starts) / deals
    records = played(kept, game, PlayerSpec("sampling", SAMPLES), deals)
    yield f"## {game.words.title}: what the share says"
    yield ""
    yield f"The share of {SAMPLES} completions that can be won with every card seen, at the start"
    yield f"of the deals 1 … {deals:,}. Its mean is {percent(mean)}; {percent(base)} of the deals"
    yield f"are solvable. Brier score {brier:.4f}; to say {percent(base)} of every deal would give"
    yield f"{base * (1 - base):.4f}. The share is of layouts that are won by one who sees every"
    yield "card; how often the sampling player has won such deals stands beside it."
    yield ""
    yield f"| share | deals | mean share | solvable | won by sampling, K = {SAMPLES} |"
    yield "|--:|--:|--:|--:|--:|"
    for first, last in BANDS[game.name]:
        places = [
            place for place, start in enumerate(starts) if first <= round(100 * start.share) <= last
        ]
        if not places:
            continue
        inside = sum(starts[place].share for place in places) / len(places)
        able = sum(starts[place].solvable for place in places)
        won = sum(records[place].won for place in places)
        yield (
            f"| {first} … {last} % | {len(places)} | {percent(inside)}"
            f" | {with_interval(able, len(places))} | {with_interval(won, len(places))} |"
        )


def bands(kept: Kept, game: Game, deals: int) -> list[Measured]:
    starts = started(kept, game, deals)
    records = played(kept, game, PlayerSpec("sampling", SAMPLES), deals)
    found = []
    for first, last in BANDS[game.name]:
        won = [
            record.won
            for start, record in zip(starts, records, strict=True)
            if first <= round(100 * start.share) <= last
        ]
        if won:
            low, high = clopper_pearson(sum(won), len(won), 0.95)
            rate = sum(won) / len(won)
            found.append(Measured(first, last, len(won), sum(won), low, rate, high, SAMPLES))
    return found


def loss_lines(kept: Kept, game: Game, deals: int) -> Iterator[str]:
    records = played(kept, game, PlayerSpec("sampling", SAMPLES), deals)
    yield f"## {game.words.title}: where the loss comes from"
    yield ""
    yield f"The sampling player, K = {SAMPLES}: at his n-th choice the mean share before it, and"
    yield "after the line that he takes, before its card turns up. What lies between them is lost"
    yield "by not knowing, at this choice; games that have ended have no share any more."
    yield ""
    yield "| choice | games | share before | share after | lost |"
    yield "|--:|--:|--:|--:|--:|"
    most = max((len(record.shares) for record in records), default=0)
    for place in range(most):
        pairs = [record.shares[place] for record in records if len(record.shares) > place]
        if len(pairs) < 30:
            break
        before, after = (sum(pair[k] for pair in pairs) / len(pairs) for k in (0, 1))
        lost = f"{100 * (before - after):.1f}"
        yield (f"| {place + 1} | {len(pairs)} | {percent(before)} | {percent(after)} | {lost} |")


def optimum_lines(kept: Kept, deals: int) -> Iterator[str]:
    yield "## Small decks: the best that can be done"
    yield ""
    yield "What the best player wins without seeing the hidden cards is computed exactly"
    yield f"(`benchmarks/blind.py`), as a mean over the deals 1 … {deals:,}. The players' rates are"
    yield "exact too: each deal is played with every order of its hidden cards."
    yield ""
    yield "| game | hidden cards | best | sampling | planner | greedy | every card seen |"
    yield "|---|--:|--:|--:|--:|--:|--:|"
    for name, switches in SMALL.items():
        game = games.find("trevi").with_rules(switches)
        rows = kept.of(f"small {name}", deals, partial(_small, game))
        means = [
            float(sum(Fraction(row[key]) for row in rows) / len(rows))
            for key in ("best", "sampling", "planner", "greedy", "known")
        ]
        hidden = rows[0]["hidden"]
        yield f"| {name} | {hidden} | {' | '.join(f'{100 * mean:.2f} %' for mean in means)} |"
    yield ""
    yield "The switches of the games: " + "; ".join(
        f"{name}: {' '.join(switches)}" for name, switches in SMALL.items()
    )


def _small(game: Game, number: int) -> dict[str, Any]:
    """The rates of a deal of a small game, over all orders of its hidden cards."""
    from itertools import permutations

    start = game.start(game.deal(number))
    view = View.of(game.rules.deck, start)
    orders = list(permutations(view.unseen))
    worker = game.search.worker(Budget())
    row: dict[str, Any] = {
        "hidden": len(view.unseen),
        "best": str(Optimum(game.rules).value(start)),
    }
    for who in (PlayerSpec("sampling", SAMPLES), PlayerSpec("planner"), PlayerSpec("greedy")):
        player = make_player(game, who)
        won = 0
        for order in orders:
            last = start
            for turn in turns(game, view.position.completed(order), player):
                last = turn.after
            won += game.rules.is_won(last)
        row[who.name] = str(Fraction(won, len(orders)))
    known = sum(worker.verdict(view.position.completed(order)) == "solvable" for order in orders)
    row["known"] = str(Fraction(known, len(orders)))
    return row


def report(kept: Kept, deals: int, small: int, command: str) -> str:
    lines = [
        "# Players who do not see the hidden cards",
        "",
        *provenance(command),
        "",
        f"Players of version {PLAYERS_VERSION}. *greedy* makes the move after which the table",
        "looks best and never searches; *planner* searches what can be done before the next card",
        "turns up; *sampling* draws K completions of the unseen cards at each decision, solves",
        "them, and takes the line up to the next card that keeps the most of them solvable.",
    ]
    for name in NAMES:
        game = games.find(name)
        for part in (rate_lines, calibration_lines, loss_lines):
            lines += ["", *part(kept, game, deals)]
        lines += ["", *size_lines(kept, game, deals)]
    lines += ["", *optimum_lines(kept, small)]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.players", description=__doc__)
    parser.add_argument("--deals", type=int, default=1000, help="of each game")
    parser.add_argument("--small", type=int, default=SMALL_DEALS, help="deals of each small game")
    parser.add_argument("--folder", type=Path, default=RESULTS, help="where the table goes")
    parser.add_argument(
        "--measured", type=Path, default=FILE, help="where the program's table goes"
    )
    parser.add_argument(
        "--work", type=Path, default=RESULTS.parent / "build" / "players", help="what is played"
    )
    chosen = parser.parse_args()
    kept = Kept(chosen.work)
    command = "python -m benchmarks.players"
    if chosen.deals != parser.get_default("deals"):
        command += f" --deals {chosen.deals}"
    chosen.folder.mkdir(parents=True, exist_ok=True)
    (chosen.folder / "players.md").write_text(report(kept, chosen.deals, chosen.small, command))
    table = {
        name: [asdict(band) for band in bands(kept, games.find(name), chosen.deals)]
        for name in NAMES
    }
    chosen.measured.write_text(json.dumps(table, indent=1) + "\n")


if __name__ == "__main__":
    main()
