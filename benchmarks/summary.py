"""The odds of a game in one line, kept beside its page: ``results/summary/GAME.json``."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

FOLDER = "summary"


@dataclass(frozen=True)
class Line:
    """``deals`` of a game, the counts of the three verdicts, the interval; ``page``: where from.

    ``about``: what the game is played by, in a few words; ``order``: its place in the table.
    """

    title: str
    about: str
    deals: int
    solvable: int
    unsolvable: int
    undecided: int
    low: float
    estimate: float | None
    high: float
    page: str
    order: int


def write(results: Path, name: str, line: Line) -> None:
    """Keeps a line under the name of its game."""
    folder = results / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.json").write_text(json.dumps(asdict(line), indent=1) + "\n")


def lines(results: Path) -> list[Line]:
    """All lines that are kept, in their order."""
    found = [Line(**json.loads(path.read_text())) for path in (results / FOLDER).glob("*.json")]
    return sorted(found, key=lambda line: line.order)
