"""What a fixed set of commands answers: every command on every game, as text and as JSON.

    python -m benchmarks.answers FOLDER

writes a file a command into FOLDER: its arguments, exit code, output and messages, and the pages
and stores that it wrote. Times are left out, so two checkouts answer alike where ``diff -r`` of
their folders is silent. Takes some ten minutes.
"""

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

from solver.games import GAMES

#: What no two runs have in common.
TIMES = (
    (re.compile(r'"seconds": [0-9.e-]+'), '"seconds": 0'),
    (re.compile(r"^time .*$", re.M), "time"),
    (re.compile(r"[0-9.]+ seconds"), "seconds"),
)

NUMBERED = ("trevi", "stonewall", "flower")
TALON = ("olga", "red-black")
SEARCHED = tuple(name for name, game in GAMES.items() if game.search.version)

#: States that make the searches of the games with a talon short.
FEW = dict.fromkeys(TALON, "--max-states 5000")

#: Rules that are tried besides the usual ones.
RULES = {
    "trevi": (
        "--rule cells=1",
        "--rule cells=0 --rule height=7",
        "--rule foundation-return=no",
        "--rule return-to-cell=yes",
        "--rule ranks=6 --rule piles=4 --rule height=4",
        "--rule hidden-rows=none",
    ),
    "stonewall": ("--rule piles=7", "--rule foundation-return=no"),
    "flower": (
        "--rule redeal=beds-first",
        "--rule redeal=bouquet-first",
        "--rule bouquet=20",
        "--rule suits=2 --rule ranks=5 --rule beds=3",
    ),
    "olga": ("--rule runs=yes", "--rule packs=1 --rule columns=3 --rule rows=3"),
    "red-black": (
        "--rule redeal=turned",
        "--rule redeal=none",
        "--rule packs=1 --rule columns=3 --rule ranks=5",
    ),
}

#: Boards with unseen cards, and full deals of them under way, as files that commands read.
BOARDS = {
    "trevi.txt": """\
Foundations: C-0 D-0 H-0 S-0
Cells: KC AS
: ?? 3H ?? 5D ?? JH
: ?? 7S ?? 3C ?? 2H
: ?? 4D ?? QD ?? 6H
: ?? 4C ?? 9C ?? 8S
: ?? 2D ?? JC ?? 6S
: ?? KS ?? 7D ?? AD
Fountain: TH TS 7H 9H 5C JD AH 8C 4H 2S 9S TD KH QC
""",
    "trevi-few.txt": """\
Foundations: C-0 D-3 H-0 S-2
Cells: KC -
: <6C> 3H <9D> 5D <AC> JH
: <6D> 7S <QH> 3C <2C> 2H
: 4D ?? QD ?? 6H
: QS 4C 3S 9C 8H 8S
: 4S JS JC 8D 6S
: TC KS KD 7D 5H
Fountain: TH TS 7H 9H 5C JD AH 8C 4H 9S TD KH QC
""",
    "flower.txt": """\
: 6C 3H 9D 5D AC JH
: 6D 7S QH 3C 2C 2H
: 3D 4D 5S QD 7C 6H
: QS 4C 3S 9C 8H 8S
: 4S 2D JS JC 8D 6S
: TC KS KD 7D 5H AD
Bouquet: KC AS TH TS 7H 9H 5C JD AH 8C 4H 2S 9S TD KH QC
""",
    "olga.txt": """\
: ?? TD ?? TC ?? AH 7D
: ?? 7H ?? JS ?? AS 9D
: ?? 8H ?? KD ?? 9C 9C
: ?? 7C ?? JC ?? 8C 8H
: ?? QD ?? AH ?? QD TD
: ?? 9S ?? 9C ?? 7D QD
: ?? JD ?? TC ?? JH KS
Talon:
Hand: 79
""",
    "red-black.txt": """\
: JC
: 8H
: QD
: 4S
: 5C
: QC
: 3H
: 8C
Talon: TC
Hand: 87
""",
    "caesar.txt": """\
AC 2C 3C
4C 5C 6C
7C 9C 8C
""",
}

BAD = (
    "solve trevi",
    "solve trevi x",
    "solve trevi 5-1",
    "solve trevi -5",
    "solve nothing 1",
    "solve flower-classic 1",
    "solve trevi 1 --max-states 0",
    "solve trevi 1 --rule cells",
    "solve trevi 1 --rule cells=x",
    "solve trevi 1 --rule cells=99",
    "solve trevi 1 --rule colour=1",
    "solve flower 1 --without safe",
    "solve trevi 1 --without sofa",
    "solve trevi 1 --from missing.txt",
    "solve trevi --from missing.txt",
    "solve trevi 1 --seed 3",
    "solve caesar 1 --why",
    "solve trevi 1 --html /nowhere/page.html",
    "solve trevi 1 --numbering pysol --rule ranks=6",
    "solve trevi 9223372036854775808",
    "odds caesar --deals 5",
    "odds trevi --exact",
    "odds trevi --race",
    "odds trevi --table",
    "odds flower --first 5",
    "odds trevi --confidence 2",
    "odds trevi --retry",
    "odds trevi --store",
    "odds trevi --half-width 0",
    "odds trevi --numbering ms",
    "odds trevi --deals 0",
    "odds trevi --deals 10 --player nobody",
    "odds olga --deals 10 --player sampling",
    "odds flower --deals 10 --player greedy",
    "find trevi",
    "find caesar --unsolvable",
    "find flower --solvable --min-states 3",
    "chance caesar 1",
    "hint caesar 1",
    "play flower 1 --player greedy",
    "play trevi 1",
    "check trevi 1",
    "check trevi 1 --moves missing.txt",
    "store missing.db",
    "store merge a.db",
    "games nothing",
    "deal trevi 1 --format nothing",
    "deal olga 1 --format solvitaire",
    "store x.db --rule cells=1",
    "nothing",
)


def commands(folder: Path) -> Iterator[str]:
    """The commands that stand by themselves. ``folder`` has the files that they read."""
    yield "games"
    yield "games --json"
    for game in GAMES:
        few = FEW.get(game, "")
        yield f"games {game}"
        yield f"games {game} --json"
        for form in ("picture", "picture --ascii", "board", "flat", "json"):
            yield f"deal {game} 1-3 --format {form}"
        numbers = "1-2" if game in TALON else "1-40"
        for more in ("", "--json", "--moves", "--moves --json", "--shorten --moves --json"):
            yield f"solve {game} {numbers} {few} {more}"
        yield f"solve {game} 1 {few} --boards"
        yield f"solve {game} 1 {few} --stats"
        yield f"solve {game} 1-2 {few} --html {folder}/solve-{game}.html"
        yield f"solve {game} 1-3 {few} --shorten --ascii --html {folder}/short-{game}.html"
        for rules in RULES.get(game, ()):
            yield f"games {game} {rules}"
            yield f"deal {game} 7 {rules}"
            yield f"deal {game} 7 {rules} --json"
            yield f"solve {game} 1-20 {rules} {few} --moves --json"
            yield f"odds {game} {rules} {few} --deals 40 --json"
            if game != "flower":
                yield f"find {game} --solvable --count 2 {rules} {few} --deals 30 --json"
    for game in NUMBERED:
        for numbering in ("ms", "pysol"):
            yield f"deal {game} 1 40000 --numbering {numbering} --json"
            yield f"solve {game} 1-5 --numbering {numbering} --json"
        yield f"deal {game} 1 --format solvitaire"
    for game in ("trevi", "stonewall"):
        yield f"solve {game} 1-30 --plain --stats --json"
        yield f"solve {game} 1-30 --without chains,dead --json"
        yield f"solve {game} 1-60 --max-states 30 --json"
        yield f"odds {game} --deals 3000 --json"
        yield f"odds {game} --deals 3000"
        yield f"odds {game} --half-width 0.02 --json"
        yield f"odds {game} --deals 500 --check all --confidence 0.99 --first 1000 --json"
        yield f"odds {game} --deals 300 --max-states 40 --json"
        yield f"odds {game} --deals 300 --max-states 40"
        for player in ("greedy", "planner", "sampling --samples 5 --seed 3"):
            yield f"odds {game} --deals 20 --player {player} --json"
            yield f"odds {game} --deals 20 --player {player}"
            yield f"play {game} 1-4 --player {player} --json"
            yield f"play {game} 1 --player {player}"
        yield f"find {game} --solvable --count 5 --json"
        yield f"find {game} --unsolvable --count 5 --from 1000"
        yield f"find {game} --unsolvable --count 2 --min-states 200 --json"
        yield f"chance {game} 1-3 --samples 200 --json"
        yield f"chance {game} 1 --samples 300 --half-width 0.01 --confidence 0.9"
        yield f"hint {game} 1-2 --samples 20 --json"
        yield f"hint {game} 1 --samples 30 --seed 4"
    for game in TALON:
        yield f"odds {game} --deals 12 {FEW[game]} --json"
        yield f"odds {game} --deals 12 {FEW[game]}"
        yield f"odds {game} --deals 40 --player greedy --max-states 200 --json"
        yield f"play {game} 1-5 --player greedy --json"
        yield f"play {game} 1 --player greedy"
        yield f"find {game} --solvable --count 1 --json {FEW[game]} --deals 6"
        yield f"find {game} --unsolvable --count 1 --json {FEW[game]} --deals 3"
        yield f"chance {game} 1 --samples 4 --max-states 2000 --json"
        yield f"hint {game} 1 --samples 2 --max-states 1000 --json"
        yield f"solve {game} 1-2 --without safe {FEW[game]} --json".replace(
            "red-black 1-2 --without safe", "red-black 1-2"
        )
        yield f"deal {game} 5 --json"
    yield "odds flower"
    yield "odds flower --json"
    yield "odds flower --table"
    yield "odds flower --race --json"
    yield "odds flower --exact --deals 100000 --json"
    yield "odds flower --exact --deals 100000 --table"
    yield "odds flower --deals 70000 --first 9 --json"
    yield "odds flower --deals 70000 --race"
    yield "odds flower --redeal beds-first --json"
    yield "solve flower 1-5 --why"
    yield "solve flower 1-5 --why --json"
    yield "solve flower 99063330 --moves"
    yield "find flower --solvable --from 99063000 --count 1 --json"
    yield "odds caesar"
    yield "odds caesar --json"
    yield "solve caesar 1-5 --moves"
    for file in BOARDS:
        game = file.removesuffix(".txt").removesuffix("-few")
        few = "--max-states 500 --samples 4" if game in TALON else "--samples 60"
        for more in ("", "--json"):
            yield f"chance {game} --from {folder / file} {few} {more}"
            yield f"hint {game} --from {folder / file} {few} {more}"
            yield f"deal {game} --from {folder / file} {more}"
            yield f"solve {game} --from {folder / file} {more}"
    yield from BAD


def chains(folder: Path) -> Iterator[tuple[str, ...]]:
    """Commands that read what the one before has written."""
    for game in GAMES:
        few = FEW.get(game, "")
        base = folder / game
        yield (
            f"solve {game} 3 --moves {few} > {base}.moves",
            f"check {game} 3 --moves {base}.moves {few} --judge --json",
            f"check {game} 3 --moves {base}.moves",
        )
        yield (
            f"deal {game} 1-4 > {base}.boards",
            f"deal {game} --from {base}.boards --json",
            f"solve {game} --from {base}.boards --json {few} --moves",
        )
        yield (
            f"deal {game} 1-4 --json > {base}.json",
            f"deal {game} --from {base}.json",
        )
        if game in SEARCHED:
            count = 12 if game in TALON else 2000
            yield (
                f"odds {game} --deals {count} --max-states 300 --store {base}.db --json",
                f"odds {game} --max-states 300 --store {base}.db --json",
                f"odds {game} --max-states 2000 --retry --store {base}.db --json",
                f"store {base}.db",
                f"store {base}.db --json",
                f"store {base}.db --csv",
            )
        if game in ("trevi", "olga"):
            yield (
                f"odds {game} --deals 10 --player greedy --max-states 500 --store {base}-p.db",
                f"store {base}-p.db --json",
                f"odds {game} --deals 10 --first 11 --player greedy --max-states 500"
                f" --store {base}-q.db",
                f"store merge {base}-r.db {base}-p.db {base}-q.db --json",
                f"store {base}-r.db --csv",
            )


def answer(command: str, folder: Path) -> tuple[str, str]:
    """What a command answers, and its output alone."""
    words, _, target = command.partition(" > ")
    done = subprocess.run(
        [sys.executable, "-m", "solver", *shlex.split(words)],
        capture_output=True,
        stdin=subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
    )
    if target:
        Path(target).write_text(done.stdout)
    text = f"$ {command}\n{done.stdout}-- {done.returncode}\n{done.stderr}"
    if "--html" in command and done.returncode == 0:
        text += Path(command.rpartition(" ")[2]).read_text()
    for pattern, replacement in TIMES:
        text = pattern.sub(replacement, text)
    return text.replace(str(folder), "FOLDER"), done.stdout


def main() -> None:
    """Writes a file a command, or chain of commands."""
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as name:
        folder = Path(name)
        for file, text in BOARDS.items():
            (folder / file).write_text(text)
        work = [*((one,) for one in commands(folder)), *chains(folder)]

        def record(place: int) -> None:
            answers = [answer(command, folder)[0] for command in work[place]]
            (target / f"{place:03}.txt").write_text("\n".join(answers))

        with ThreadPoolExecutor(2) as pool:
            list(pool.map(record, range(len(work))))
    print(f"{sum(map(len, work))} commands, {len(work)} files")


if __name__ == "__main__":
    main()
