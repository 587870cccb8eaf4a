"""The program as its user meets it: words in, lines and an exit code out."""

import io
import json
import math
import os
import pty
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from fractions import Fraction
from types import SimpleNamespace

import click
import pytest
from program import besides_compiling, process
from scipy.stats import chisquare
from tqdm import tqdm

from solver import __version__, games
from solver.cards.deal import Deal, Outcome, Verdict
from solver.cli import main as cli
from solver.cli.odds import show_bar
from solver.cli.options import by_game
from solver.cli.terminal import COMPILING, COMPILING_AGAIN
from solver.games import Batch, ContradictionError, Worker
from solver.games.flower.game import FlowerGame, FlowerSearch
from solver.games.trevi.game import TreviSearch
from solver.report.odds import interrupted_text, odds_text, percent
from solver.runs.estimate import win_probability
from solver.runs.tally import Tally
from solver.text.board import BoardNotation
from solver.text.moves import read_moves

GAME_NAMES = list(games.GAMES)
PILE_NAMES = [
    name for name, game in games.GAMES.items() if isinstance(game.notation, BoardNotation)
]
FLAT = "QD 2C QH 8H 9S 3C TS KD 5H 9H 5C 7D 4S AD 4D JD 8D 6C 4H 3D 7H KS AH 8S JC 9D" + (
    " 6D 7C KH TC TH 2H QC 7S 2D 3S QS JH 2S 4C JS 9C 5S AC 8C 5D 6H AS TD KC 3H 6S"
)


@pytest.fixture
def deal_file(tmp_path):
    """Writes a file for ``--from``, and gives its name."""

    def write(content: str | bytes) -> str:
        path = tmp_path / "deal.txt"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    return write


class MadeUp(Worker):
    """Finds one verdict for every deal."""

    def __init__(self, verdict: Verdict) -> None:
        self.outcome = Outcome(verdict, states=12)

    def solve(self, start, number):
        return self.outcome

    def batch(self, first, count):
        raise OSError(28, "No space left on device", "somewhere")

    def check(self, batch, number):
        return False


@pytest.fixture
def made_up(monkeypatch):
    """Has Trevi Garden decided by a worker that finds one verdict."""

    def replace(verdict: Verdict) -> None:
        monkeypatch.setattr(TreviSearch, "worker", lambda self, budget: MadeUp(verdict))

    return replace


# Help, and what it costs


def test_without_a_command_the_commands_are_listed(garden):
    assert garden().code == 0
    for command in cli.garden.commands:
        assert f"\n  {command} " in garden.out


@pytest.mark.parametrize("command", [(), *[(name,) for name in cli.garden.commands]])
def test_every_command_and_option_has_a_help_text(garden, command):
    assert garden(*command, "--help").code == 0
    target = cli.garden.commands[command[0]] if command else cli.garden
    assert target.help
    for parameter in target.params:
        assert isinstance(parameter, click.Argument) or parameter.help, parameter.name


def test_every_command_takes_the_common_options():
    for command in cli.garden.commands.values():
        names = {name for parameter in command.params for name in parameter.opts}
        assert {"--json", "--rule", "--no-progress"} <= names


def test_the_version_is_that_of_program_and_search(garden):
    assert garden("--version").code == 0
    assert garden.out.startswith(f"garden {__version__}, search ")


@pytest.mark.parametrize(
    ("line", "completed"),
    [
        ("garden so", ["plain,solve"]),
        ("garden solve tr", ["plain,trevi"]),
        ("garden deal trevi 1 --form", ["plain,--format"]),
        ("garden deal trevi 1 --format so", ["plain,solvitaire"]),
        ("garden solve trevi --from de", ["file,de"]),
        ("garden check trevi 1 --moves pl", ["file,pl"]),
    ],
)
def test_a_shell_completes_a_command_line(garden, monkeypatch, line, completed):
    monkeypatch.setenv("_GARDEN_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(line.count(" ")))
    assert garden().lines == completed


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_is_told_how_to_complete(garden, monkeypatch, shell):
    monkeypatch.setenv("_GARDEN_COMPLETE", f"{shell}_source")
    monkeypatch.setattr(click.shell_completion.BashComplete, "_check_version", lambda self: None)
    assert garden().code == 0
    assert "_garden_completion" in garden.out


def test_help_imports_nothing_heavy():
    program = (
        "import sys\nfrom solver.__main__ import run\n"
        "run(['--help']); run(['solve', '--help']); run(['odds', '--help']); run(['games'])\n"
        "print(sorted({'numba', 'numpy', 'scipy', 'tqdm'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "[]"


# Games and deals


def test_games_a_line_each(garden):
    assert [line.split()[0] for line in garden("games").lines] == GAME_NAMES
    assert [record["game"] for record in garden("games", "--json").json] == GAME_NAMES


@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_game_with_its_rules_and_switches(garden, name):
    for switch, value in games.switch_texts(games.GAMES[name].rules).items():
        assert f"\n  {switch}={value} " in garden("games", name).out


def test_caesar_counts_swaps(garden):
    assert garden("solve", "caesar", "1", "--shorten").out == (
        "deal 1: solvable, 4 swaps, shortened from 4 swaps to 4\n"
    )


@pytest.mark.parametrize("name", GAME_NAMES)
def test_how_a_game_is_played(garden, name):
    """In a paragraph that fits a terminal, and as one text."""
    lines = garden("games", name).lines
    paragraph = lines[2 : lines.index("", 2)]
    assert len(paragraph) > 2
    assert max(map(len, paragraph)) <= 76
    assert " ".join(" ".join(paragraph).split()) == garden("games", name, "--json").json[0]["how"]


def test_a_rule_is_set_for_the_command(garden):
    assert "cells=1 " in garden("games", "trevi", "--rule", "cells=1").out
    rules = garden("games", "trevi", "--rule", "hidden-rows=none", "--json").json[0]["rules"]
    assert rules["hidden_rows"] == []


@pytest.mark.parametrize("name", PILE_NAMES)
@pytest.mark.parametrize("form", ["board", "flat", "json", "solvitaire"])
def test_what_deal_writes_it_reads_back(garden, deal_file, name, form):
    written = garden("deal", name, "77", "--format", form).out
    read = garden("deal", name, "--from", deal_file(written), "--format", "flat").out
    assert read == garden("deal", name, "77", "--format", "flat").out


def test_several_deals_of_several_ranges(garden):
    garden("deal", "trevi", "3-5", "9", "--json")
    assert [record["deal"] for record in garden.json] == [3, 4, 5, 9]
    record = garden.json[-1]
    assert record["numbering"] == "native"
    piles = record["piles"]
    assert record["cards"][:36] == [pile[row] for row in range(6) for pile in piles]
    assert record["cards"][36:] == record["cells"] + record["reserve"]
    assert len(record["face_down"]) == 18
    assert record["foundations"] == {"C": 0, "D": 0, "H": 0, "S": 0}
    assert garden("deal", "trevi", "9", "--format", "json").json == [record]


def test_deals_by_the_numbers_of_other_programs(garden):
    first = "JD 2D 9H JC 5D 7H"
    for numbering in ("ms", "pysol"):
        garden("deal", "stonewall", "1", "--numbering", numbering, "--format", "flat")
        assert garden.out.startswith(first)
    assert not garden("deal", "stonewall", "1", "--format", "flat").out.startswith(first)
    (record,) = garden("deal", "trevi", "1", "--numbering", "ms", "--json").json
    assert (record["deal"], record["numbering"]) == (1, "ms")
    (most,) = garden("solve", "flower", str(10**20), "--numbering", "pysol", "--json").json
    assert (most["deal"], most["numbering"]) == (10**20, "pysol")
    redeal = [f"--rule={rule}" for rule in ("redeal=beds-first",)]
    assert garden("solve", "flower", str(10**20), "--numbering", "pysol", *redeal).code == 0


def test_a_deal_is_converted(garden, deal_file):
    board = garden("deal", "trevi", "5", "--format", "board").out
    lines = garden("deal", "trevi", "--from", deal_file(board), "--format", "solvitaire").lines
    record = json.loads(lines[0])
    assert list(record) == ["tableau piles", "reserve", "foundations", "cells"]
    assert sum(name[-1].islower() for pile in record["tableau piles"] for name in pile) == 18
    back = garden("deal", "trevi", "--from", deal_file(lines[0]), "--format", "board").out
    assert back.splitlines()[1:] == board.splitlines()[1:]


def test_a_position_with_unknown_cards_is_shown_and_converted(garden, deal_file):
    board = garden("deal", "trevi", "1", "--format", "board").out.replace("\n: ", "\n: ?? ", 1)
    known = board.split("?? ")[1].split()[0]
    unseen = deal_file(board.replace(f"?? {known}", "??"))
    (record,) = garden("deal", "trevi", "--from", unseen, "--json").json
    assert record["piles"][0][0] == "??"
    assert "??" in garden("deal", "trevi", "--from", unseen, "--format", "solvitaire").out
    assert garden("deal", "trevi", "--from", unseen, "--format", "picture").code == 0
    assert garden("deal", "trevi", "--from", unseen, "--format", "flat").code == 2


def test_a_picture_hides_what_lies_face_down(garden):
    garden("deal", "trevi", "1", "--format", "picture")
    assert garden.lines[0] == "Trevi Garden, deal 1 (native)"
    assert garden.out.count("▒▒") == 18


def test_deals_on_standard_input(garden, monkeypatch):
    stdin = SimpleNamespace(buffer=io.BytesIO(f"# two\n{FLAT}\n{FLAT}\n".encode()))
    monkeypatch.setattr(sys, "stdin", stdin)
    garden("deal", "flower", "--from", "-", "--json")
    assert [(record["deal"], record["numbering"]) for record in garden.json] == [
        (1, "file"),
        (2, "file"),
    ]


def test_a_position_under_way_has_no_flat_text(garden, deal_file):
    board = "Foundations: C-A D-0 H-0 S-0\n" + garden("deal", "flower", "1").out.replace("AC", "")
    garden("deal", "flower", "--from", deal_file(board), "--format", "flat")
    assert garden.code == 2
    assert "under way" in garden.error
    assert garden("deal", "flower", "--from", deal_file(board), "--json").json[0]["cards"] is None


# Solve


def test_forced_play_of_a_range(garden):
    assert garden("solve", "flower", "1-3").code == 0
    assert garden.lines == [
        f"deal {number}: unsolvable, {cards} up"
        for number, cards in enumerate(["2 cards", "5 cards", "1 card"], start=1)
    ]


def test_moves_are_numbered(garden):
    garden("solve", "flower", "1", "--moves")
    assert [line.split()[0] for line in garden.lines] == ["deal", "1.", "2."]
    assert all(line.endswith("to the foundation") for line in garden.lines[1:])


def test_the_json_of_solve(garden, deal_file):
    record = garden("solve", "flower", "--from", deal_file(FLAT), "--json").json[0]
    names = ["game", "deal", "numbering", "verdict", "states", "seconds", "cards"]
    assert list(record) == names
    assert (record["game"], record["deal"], record["numbering"]) == ("flower", 1, "file")
    moved = garden("solve", "flower", "--from", deal_file(FLAT), "--json", "--moves").json[0]
    assert list(moved) == [*names, "moves"]
    assert len(moved["moves"]) == record["cards"] > 0
    assert set(moved["moves"][0]) == {"card", "from", "to"}


def test_why_a_deal_is_lost(garden, deal_file):
    assert garden("solve", "flower", "1", "--why").lines == [
        "deal 1: unsolvable, 2 cards up",
        "  lost, because A♥ lies in bed 2 under Q♥, and Q♥ goes up only after A♥",
    ]
    link = {"card": "AH", "in": "pile 2", "under": "QH", "waits_for": "AH"}
    assert garden("solve", "flower", "1", "--why", "--json").json[0]["why"] == [link]
    board = deal_file(": AC 2D\n: AD 2C\n")
    rules = [f"--rule={rule}" for rule in ("suits=2", "ranks=2", "beds=2", "bed-height=2")]
    assert garden("solve", "flower", "--from", board, "--why", *rules).lines == [
        "deal 1: unsolvable, 0 cards up",
        "  lost, because A♣ lies in bed 1 under 2♦, and 2♦ goes up only after A♦,",
        "            and A♦ lies in bed 2 under 2♣, and 2♣ goes up only after A♣",
    ]


def test_a_redeal_is_shown_where_it_happens(garden):
    command = ["solve", "flower", "3", "--moves", "--why", "--rule", "redeal=beds-first"]
    before = garden("solve", "flower", "3", "--moves").lines[1:]
    lines = garden(*command).lines
    assert lines[1:][: len(before)] == before
    dealt = lines[1 + len(before) :]
    assert dealt[0] == "       stuck: what is out is shuffled and dealt again"
    assert dealt[1].split()[0] == "Foundations"
    assert any(line.startswith(f"{len(before) + 1:>5}. ") for line in dealt)
    assert lines[-1].startswith("  lost after the redeal, because ")
    (record,) = garden(*command, "--json").json
    assert record["redealt_after"] == len(before)
    assert len(record["moves"]) == record["cards"] > len(before)
    assert "redealt_after" not in garden("solve", "flower", "3", "--moves", "--json").json[0]


def test_a_won_deal_has_no_why(garden):
    assert garden("solve", "flower", "1", "--why", "--rule", "bouquet=52").lines == [
        "deal 1: solvable, 52 cards up"
    ]
    record = garden("solve", "flower", "1", "--why", "--json", "--rule", "bouquet=52").json[0]
    assert record["why"] is None


def test_a_bed_may_be_a_card_lower(garden, deal_file):
    written = garden("deal", "flower", "3", "--rule", "bouquet=19", "--format", "flat").out
    assert written == garden("deal", "flower", "3", "--format", "flat").out
    board = garden("deal", "flower", "3", "--rule", "bouquet=19", "--format", "board").out
    assert [len(line.split()) - 1 for line in board.splitlines() if line.startswith(":")] == [
        6,
        6,
        6,
        5,
        5,
        5,
    ]
    name = deal_file(board)
    read = garden("deal", "flower", "--rule", "bouquet=19", "--from", name, "--format", "flat")
    assert read.out == written


def test_a_shortened_solution_says_from_what_length(garden):
    (line,) = garden("solve", "trevi", "8", "--shorten").lines
    told = re.fullmatch(r"deal 8: solvable, \d+ states, shortened from (\d+) moves to (\d+)", line)
    found, shortened = map(int, told.groups())
    assert len(garden("solve", "trevi", "8", "--moves").lines) == 1 + found
    assert len(garden("solve", "trevi", "8", "--moves", "--shorten").lines) == 1 + shortened
    assert shortened < found
    (record,) = garden("solve", "trevi", "8", "--moves", "--shorten", "--json").json
    assert record["length"] == {"found": found, "shortened": shortened}
    assert len(record["moves"]) == shortened


def test_what_is_not_solved_is_not_shortened(garden):
    (record,) = garden("solve", "flower", "1", "--shorten", "--json").json
    assert (record["verdict"], record["length"]) == ("unsolvable", None)
    assert "shortened" not in garden("solve", "flower", "1", "--shorten").out
    small = [f"--rule={rule}" for rule in ("suits=2", "ranks=3", "beds=2", "bed-height=2")]
    for record in garden("solve", "flower", "1-20", *small, "--shorten", "--json").json:
        won = record["verdict"] == "solvable"
        assert record["length"] == ({"found": 6, "shortened": 6} if won else None)


@pytest.mark.parametrize("deal", [("trevi", "8"), ("flower", "1")])
def test_boards_between_the_moves(garden, deal):
    moves = garden("solve", *deal, "--moves").lines
    garden("solve", *deal, "--boards")
    assert [line for line in garden.lines if re.match("deal| +[0-9]+[.]", line)] == moves
    assert garden.out.count("Foundations") == len(moves)
    start = garden("deal", *deal, "--format", "picture").lines[2:]
    told = garden("solve", *deal, "--boards").lines
    assert [line.strip() for line in told[1 : 1 + len(start)]] == [line.strip() for line in start]


def test_boards_in_json_read_back(garden, deal_file):
    (record,) = garden("solve", "trevi", "8", "--boards", "--json").json
    assert len(record["boards"]) == len(record["moves"]) + 1
    assert record["boards"][0] in garden("deal", "trevi", "8", "--format", "board").out
    for board in record["boards"][::20]:
        assert garden("deal", "trevi", "--from", deal_file(board)).code == 0
    (record,) = garden("solve", "trevi", "9", "--boards", "--json").json
    assert (record["moves"], record["boards"]) == (None, None)


def test_boards_read_back_as_moves(garden, deal_file):
    told = garden("solve", "trevi", "8", "--boards", "--ascii").out
    assert garden("check", "trevi", "8", "--moves", deal_file(told)).code == 0


@pytest.mark.parametrize(
    "command",
    [
        ("deal", "trevi", "8", "--format", "picture"),
        ("solve", "trevi", "8", "--boards"),
        ("solve", "flower", "1", "--moves", "--why"),
    ],
)
def test_ascii_on_request(garden, command):
    assert not garden(*command).out.isascii()
    symbols = garden.out
    assert garden(*command, "--ascii").out.isascii()
    letters = str.maketrans("♣♦♥♠▒", "CDHS#")
    assert garden.out == symbols.translate(letters)


@pytest.mark.parametrize(
    ("settings", "coloured"),
    [
        ({}, True),
        ({"NO_COLOR": "1"}, False),
        ({"NO_COLOR": ""}, True),
        ({"TERM": "dumb"}, False),
    ],
)
def test_colours_on_a_terminal(settings, coloured):
    environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    environment |= {"TERM": "xterm"} | settings
    out = on_terminal("deal", "trevi", "8", env=environment)
    assert ("\x1b[31m" in out) is coloured
    assert "Fountain" in out


def test_no_colours_in_a_pipe():
    with process("deal", "trevi", "8", "--format", "picture") as garden:
        assert "\x1b" not in garden.stdout.read()


def on_terminal(*arguments: str, **options) -> str:
    """What the program writes to a terminal."""
    master, slave = pty.openpty()
    with process(*arguments, stdout=slave, **options) as garden:
        os.close(slave)
        written = b""
        with suppress(OSError):  # which ends it on Linux
            while data := os.read(master, 4096):
                written += data
        assert besides_compiling(garden.stderr.read()) == ""
    os.close(master)
    return written.decode()


def test_undecided_deals_end_in_their_own_code(garden, made_up):
    made_up(Verdict.UNDECIDED)  # in two attempts of 12 states: the second wants for memory
    assert garden("solve", "trevi", "1-2").code == 3
    assert garden.lines == ["deal 1: undecided, 24 states", "deal 2: undecided, 24 states"]
    assert garden("solve", "trevi", "1", "--json", "--moves").json[0]["moves"] is None


def test_lost_deals_are_no_failure(garden, made_up):
    made_up(Verdict.UNSOLVABLE)
    assert garden("solve", "trevi", "1").code == 0


def test_a_solution_that_the_referee_refuses_is_never_shown(garden, made_up):
    made_up(Verdict.SOLVABLE)
    assert garden("solve", "trevi", "4").code == 1
    assert garden.out == ""
    assert garden.error.startswith(f"garden: error: internal error: {ContradictionError.__name__}")
    assert "deal 4" in garden.error
    assert garden.error.count("\n") == 1


def test_a_solution_of_trevi_garden_is_told_move_by_move(garden):
    assert garden("solve", "trevi", "8", "--moves").code == 0
    verdict, *moves = garden.lines
    assert verdict.startswith("deal 8: solvable, ")
    assert [line.split()[0] for line in moves] == [f"{n}." for n in range(1, len(moves) + 1)]
    assert sum(line.endswith("to the foundation") for line in moves) >= 52
    assert any("from the fountain" in line for line in moves)


def test_a_solution_in_json_is_the_one_that_is_told(garden):
    told = garden("solve", "stonewall", "1", "--moves").lines[1:]
    moves = garden("solve", "stonewall", "1", "--moves", "--json").json[0]["moves"]
    assert len(moves) == len(told)
    assert {move["from"].split()[0] for move in moves} <= {"pile", "reserve", "foundation"}


@pytest.mark.parametrize(
    "left_out",
    [["--without", "chains, dead"], ["--plain"], ["--without", "semi", "--without", "dead"]],
)
def test_a_search_with_less_pruning_finds_the_same(garden, left_out):
    full = garden("solve", "stonewall", "1-20", "--json").json
    less = garden("solve", "stonewall", "1-20", *left_out, "--json").json
    assert [deal["verdict"] for deal in less] == [deal["verdict"] for deal in full]
    assert sum(deal["states"] for deal in less) > 3 * sum(deal["states"] for deal in full)


def test_the_search_tells_what_it_did(garden):
    (_line, told) = garden("solve", "stonewall", "4", "--stats", "--max-states", "5").lines
    assert "ended by max-states" in told
    (deal,) = garden("solve", "stonewall", "4", "--stats", "--json").json
    stats = deal["stats"]
    assert stats["ended"] == "search"
    assert stats["dead"] > 0
    assert stats["safe_plays"] > 0
    assert stats["semi_safe_plays"] > 0
    assert deal["states"] <= stats["stored"] <= stats["generated"] - stats["known"] + 1
    (deal,) = garden("solve", "stonewall", "4", "--stats", "--without", "safe,semi", "--json").json
    assert deal["stats"]["safe_plays"] == deal["stats"]["semi_safe_plays"] == 0
    (deal,) = garden("solve", "flower", "4", "--stats", "--json").json
    assert deal["stats"] is None


def test_a_budget_that_runs_out_leaves_a_deal_undecided(garden):
    (undecided,) = garden("solve", "trevi", "9", "--max-states", "5", "--json").json
    assert (garden.code, undecided["verdict"], undecided["states"]) == (3, "undecided", 5)
    (decided,) = garden("solve", "trevi", "9", "--json").json
    assert (garden.code, decided["verdict"]) == (0, "unsolvable")
    assert decided["states"] > 5


def test_a_board_is_the_same_deal_as_its_number(garden, deal_file):
    (by_number,) = garden("solve", "trevi", "9", "--json").json
    board = garden("deal", "trevi", "9", "--format", "board").out
    (by_board,) = garden("solve", "trevi", "--from", deal_file(board), "--json").json
    assert by_board["numbering"] == "file"
    assert [by_number[name] for name in ("verdict", "states")] == [
        by_board[name] for name in ("verdict", "states")
    ]


SEEN = """
Foundations: C-0 D-0 H-0 S-0
: ?? 8D ?? 6S ?? 3S
: <KD> 6C <JS> QS <QD> 3H
: <8C> AS <AH> TC <8S> JD
: <AC> 4D <7D> 4H <3D> 6H
: <5H> 9D <8H> 9H <AD> JH
: <9C> 5S <4S> QC <5C> 4C
Cells: TD 2H
Fountain: 9S QH 3C 7C TH 5D 7H 7S JC KS 2S TS 6D KC
"""


def test_the_share_of_arrangements_that_can_be_won(garden, deal_file):
    (found,) = garden("chance", "trevi", "--from", deal_file(SEEN), "--json").json
    assert found["unseen"] == 3
    assert found["exact"]
    assert found["completions"] == 6
    share = found["share"]
    assert share["estimate"] == share["low"] == share["high"] == found["solvable"] / 6
    lines = garden("chance", "trevi", "--from", deal_file(SEEN)).lines
    assert lines[0] == "deal 1: 3 unseen cards, all 6 arrangements"
    assert lines[3].startswith("share")


def test_the_share_of_a_numbered_deal_sees_no_hidden_card(garden):
    arguments = ("chance", "trevi", "5", "--samples", "60", "--json")
    (found,) = garden(*arguments).json
    assert found["unseen"] == 18
    assert not found["exact"]
    assert found["completions"] == found["solvable"] + found["unsolvable"] == 60
    assert garden(*arguments).json == [found]
    assert garden(*arguments, "--seed", "1").json != [found]


def test_hints_are_moves_with_counts(garden, deal_file):
    (found,) = garden("hint", "trevi", "--from", deal_file(SEEN), "--json").json
    shares = [move["solvable"] for move in found["moves"]]
    assert shares == sorted(shares, reverse=True)
    assert {move["completions"] for move in found["moves"]} == {6}
    assert "3♥ from pile 2 to pile 6" in garden("hint", "trevi", "--from", deal_file(SEEN)).out


def test_solve_names_the_command_for_unseen_cards(garden, deal_file):
    refused = garden("solve", "trevi", "--from", deal_file(SEEN))
    assert refused.code == 2
    assert "`garden chance`" in refused.error


# Check and find


@pytest.fixture
def moves_file(tmp_path):
    """Writes a file for ``--moves``, and gives its name."""

    def write(content: str) -> str:
        path = tmp_path / "moves.txt"
        path.write_text(content)
        return str(path)

    return write


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_what_solve_prints_is_checked(garden, moves_file, options):
    solved = moves_file(garden("solve", "trevi", "7-10", "--moves", *options).out)
    assert garden("check", "trevi", "7-10", "--moves", solved).code == 0
    verdicts = garden("solve", "trevi", "7-10", "--json", "--moves").json
    lines = garden("check", "trevi", "7-10", "--moves", solved).lines
    for line, deal in zip(lines, verdicts, strict=True):
        if deal["verdict"] == "solvable":
            assert line == f"deal {deal['deal']}: won, {len(deal['moves'])} moves"
        else:
            assert line == f"deal {deal['deal']}: 0 moves, 0 cards up"


@pytest.mark.slow
def test_every_solution_of_a_thousand_deals_is_read_back_and_wins(garden, moves_file):
    solved = moves_file(garden("solve", "trevi", "1-1000", "--moves").out)
    verdicts = [deal["verdict"] for deal in garden("solve", "trevi", "1-1000", "--json").json]
    checked = garden("check", "trevi", "1-1000", "--moves", solved, "--json").json
    assert [deal["won"] for deal in checked] == [verdict == "solvable" for verdict in verdicts]
    assert all(deal["cards"] == 52 for deal in checked if deal["won"])
    assert sum(deal["won"] for deal in checked) > 800


def test_play_over_a_redeal_is_checked(garden, moves_file):
    rule = ("--rule", "redeal=beds-first")
    played = garden("solve", "flower", "3", "--moves", *rule).out
    assert "dealt again" in played
    garden("check", "flower", "3", "--moves", moves_file(played), *rule)
    assert garden.lines == ["deal 3: 4 moves, 4 cards up"]


def test_a_move_that_the_rules_refuse_is_named(garden, moves_file):
    solved = garden("solve", "trevi", "8", "--moves").out
    wrong = moves_file(solved.replace("5♠ from pile 4 to cell 1", "5♠ from pile 4 to cell 2"))
    assert garden("check", "trevi", "8", "--moves", wrong).code == 0
    assert garden.out == "deal 8: step 7, line 8: cell 2 is not empty\n"
    (record,) = garden("check", "trevi", "8", "--moves", wrong, "--json").json
    assert record == {
        "game": "trevi",
        "deal": 8,
        "numbering": "native",
        "won": False,
        "steps": 6,
        "cards": 6,
        "fault": {"step": 7, "line": 8, "reason": "cell 2 is not empty"},
    }


#: Deal 8, played on from the beginning of its solution; the last move loses it.
LOSING = "8d from fountain to pile 2\nks from pile 3 to cell 1\n"


def test_the_move_that_lost_is_named(garden, moves_file):
    begun = "\n".join(garden("solve", "trevi", "8", "--moves").lines[:6])
    check = ["check", "trevi", "8", "--judge", "--moves"]
    moves = moves_file(f"{begun}\n{LOSING}9c from pile 2 to cell 2")
    assert garden(*check, moves).code == 0
    assert garden.lines == [
        "deal 8: step 8, line 9: cell 2 is not empty",
        "    before that step it cannot be won any more: step 7 lost it, K♠ from pile 3 to cell 1",
    ]
    assert garden(*check, moves, "--json").json[0]["judgement"] == {
        "verdict": "unsolvable",
        "winnable_after": 6,
        "lost_after": 7,
    }
    assert garden(*check, moves_file(begun)).lines[1] == "    it can still be won"
    lost = moves_file("deal 9: played so far")
    assert garden("check", "trevi", "9", "--judge", "--moves", lost).lines == [
        "deal 9: 0 moves, 0 cards up",
        "    it could not be won from the start",
    ]


def test_who_asks_solve_for_the_move_that_lost_is_sent_to_check(
    garden, deal_file, moves_file, monkeypatch
):
    played = "\n".join(garden("solve", "trevi", "8", "--moves").lines[:6]) + "\n" + LOSING
    garden("solve", "trevi", "8", "--moves", moves_file(played))
    assert garden.code == 2
    assert "moves that were played with `garden check --moves FILE`" in garden.error
    game = games.find("trevi")
    (told,) = read_moves(played)
    lost = game.replay(game.start(game.deal(8)), told.moves, 8)
    position = deal_file(game.notation.text(lost))
    assert garden("solve", "trevi", "--from", position).out.startswith("deal 1: unsolvable")
    assert garden.error == ""
    monkeypatch.setattr("solver.cli.solve.is_terminal", lambda stream: stream is sys.stderr)
    garden("solve", "trevi", "--from", position, "--no-progress")
    assert "`garden check trevi --from DEAL --moves FILE --judge`" in garden.error
    assert garden("solve", "trevi", "7", "--no-progress").error == ""


def test_a_judge_that_cannot_decide_says_so(garden, moves_file):
    limits = ["--judge", "--max-states", "1"]
    garden("check", "trevi", "8", "--moves", moves_file(LOSING), *limits)
    assert garden.code == 3
    assert garden.lines[1] == "    whether it could still be won before that step is undecided"
    garden("check", "trevi", "8", "--moves", moves_file("deal 8: played so far"), *limits)
    assert garden.lines[1] == "    whether it can still be won is undecided"


@pytest.mark.parametrize(
    ("content", "numbers", "message"),
    [
        ("9c from pile 2 to nowhere", ["8"], "line 1, column 19: 'nowhere' is no place"),
        ("", ["8"], "there are no moves: the text is empty"),
        ("9c from pile 2 to cell 1", ["8", "9"], "has moves of 1 deal, for 2 deals"),
    ],
)
def test_moves_that_cannot_be_checked_are_one_line(garden, moves_file, content, numbers, message):
    assert garden("check", "trevi", *numbers, "--moves", moves_file(content)).code == 2
    assert message in garden.error
    assert garden.error.count("\n") == 1


def test_find_tells_deals_as_solve_does(garden):
    garden("find", "stonewall", "--unsolvable", "--from", "2", "--count", "2")
    assert garden.code == 0
    assert garden.lines == garden("solve", "stonewall", "2", "3").lines
    (record,) = garden("find", "flower", "--unsolvable", "--count", "1", "--json").json
    (solved,) = garden("solve", "flower", "1", "--json").json
    del record["seconds"], solved["seconds"]
    assert record == solved


def test_find_says_where_the_numbers_end(garden):
    garden("find", "flower", "--unsolvable", "--from", str((1 << 63) - 1), "--count", "3")
    assert garden.code == 0
    assert garden.out.count("\n") == 1
    assert garden.error == "garden: the deal numbers end here, 2 short of what was asked\n"


def test_find_names_what_stays_undecided(garden):
    garden("find", "stonewall", "--solvable", "--count", "1", "--min-states", "50")
    assert (garden.code, garden.out) == (0, "deal 4: solvable, 54 states\n")
    garden("find", "stonewall", "--unsolvable", "--from", "6", "--max-states", "60", "--count", "1")
    assert garden.code == 3
    assert garden.error.startswith("garden: deal 6 stayed undecided\n")


# Odds


@pytest.mark.parametrize("check", ["some", "all"])
def test_odds_of_trevi_garden(garden, check):
    command = ["odds", "trevi", "--deals", "90", "--first", "1960", "--json", "--check", check]
    one, three = (garden(*command, "--workers", workers).json[0] for workers in "13")
    assert garden.code == 0
    verdicts = garden("solve", "trevi", "1960-2049", "--json").json
    count = {verdict: sum(r["verdict"] == verdict for r in verdicts) for verdict in Verdict}
    assert {verdict: one[verdict] for verdict in Verdict} == count
    assert verdicts[2000 - 1960]["verdict"] == "solvable"
    assert one["checked"] == (count["solvable"] if check == "all" else 1)
    states = [record["states"] for record in verdicts]
    assert one["states"]["total"] == sum(states)
    assert one["states"]["largest"] == max(states)
    assert one["states"]["hardest"] == 1960 + states.index(max(states))
    assert one["states"]["median"] == sorted(states)[44]
    for record in (one, three):
        del record["seconds"]
    assert one == three


def test_undecided_deals_widen_the_interval(garden):
    command = ["odds", "trevi", "--deals", "40", "--json"]
    (decided,) = garden(*command).json
    (cut,) = garden(*command, "--max-states", "25").json
    assert cut["undecided"] > decided["undecided"] == 0
    assert cut["win"]["low"] < decided["win"]["low"]
    assert cut["win"]["high"] >= decided["win"]["high"]


def test_odds_of_a_sample(garden):
    record = garden("odds", "flower", "--deals", "70000", "--first", "99000", "--json").json[0]
    assert (record["game"], record["method"], record["first"]) == ("flower", "sample", 99_000)
    assert record["deals"] == record["unsolvable"] == sum(record["cards"]) == 70_000
    assert len(record["cards"]) == 53
    assert record["solvable"] == record["undecided"] == 0
    assert record["confidence"] == 0.95
    win = record["win"]
    assert list(win) == ["low", "estimate", "high"]
    assert win["low"] == win["estimate"] == 0 < win["high"] < 1e-4
    assert record["checked"] == 1
    assert record["rules"]["beds"] == 6


@pytest.mark.parametrize("more", [[], ["--race"]], ids=["alone", "race"])
def test_odds_do_not_depend_on_the_workers(garden, more):
    command = ["odds", "flower", "--deals", "150000", "--json", *more, "--workers"]
    one, two = garden(*command, "1").json[0], garden(*command, "2").json[0]
    assert sum(one.get("race", {"deals": 150_000}).values()) == 150_000
    for record in (one, two):
        del record["seconds"]
    assert one == two


def test_odds_in_a_short_table(garden):
    garden("odds", "flower", "--deals", "1000", "--confidence", "0.9")
    assert garden.lines[0] == "Flower Garden, 1,000 deals: native 1 … 1,000"
    assert "win probability  0.00 %   (90 % interval: 0.00 % … 0.30 %)" in garden.out
    assert garden.lines[-1].startswith("mean of cards up: ")
    assert len(garden.lines) < 12
    assert garden.error == ""


def test_one_deal_is_no_deals(garden):
    garden("odds", "flower", "--deals", "1", "--first", "1234")
    assert garden.lines[0] == "Flower Garden, 1 deal: native 1,234"


def test_a_sample_in_a_row_a_score(garden):
    garden("odds", "flower", "--deals", "1000", "--table")
    rows = garden.out.split("share\n")[1].splitlines()
    assert sum(int(row.split()[1].replace(",", "")) for row in rows) == 1000


def test_odds_say_which_rules_were_changed(garden):
    garden("odds", "flower", "--deals", "10", "--rule", "redeal=beds-first")
    assert garden.lines[0] == "Flower Garden with redeal=beds-first, 10 deals: native 1 … 10"


def test_odds_of_a_small_pack_with_wins(garden):
    rules = [f"--rule={rule}" for rule in ("suits=2", "ranks=3", "beds=2", "bed-height=2")]
    record = garden("odds", "flower", "--deals", "300", "--json", *rules).json[0]
    assert record["solvable"] == record["cards"][6] > 0
    assert record["win"]["estimate"] == record["solvable"] / 300


SMALL = [f"--rule={rule}" for rule in ("suits=2", "ranks=3", "beds=2", "bed-height=2")]


def test_odds_of_flower_garden_are_counted(garden):
    record = garden("odds", "flower", "--json").json[0]
    assert (record["game"], record["method"]) == ("flower", "exact")
    assert [row["cards"] for row in record["cards"]] == list(range(53))
    deals = math.factorial(52) // math.factorial(16)
    assert {int(row["denominator"]) for row in record["cards"]} == {deals}
    assert sum(int(row["numerator"]) for row in record["cards"]) == deals
    win = record["win"]
    assert win == {
        name: record["cards"][52][name] for name in ("numerator", "denominator", "value")
    }
    assert win["value"] == int(win["numerator"]) / deals
    assert record["one_in"] == pytest.approx(514_440_547, abs=1)
    values = [row["value"] for row in record["cards"]]
    assert record["mean_cards"] == pytest.approx(sum(up * p for up, p in enumerate(values)))
    assert record["median"] == 3
    assert record["standard_deviation"] == pytest.approx(2.3136, abs=1e-4)
    assert not {"race", "sample", "chi_square"} & set(record)


def test_counted_odds_in_a_short_table(garden):
    garden("odds", "flower")
    assert garden.lines[0] == "Flower Garden, all deals counted"
    assert "win probability  1.94385922e-09   1 in 514,440,547" in garden.out
    assert len(garden.lines) < 10
    short = garden.lines
    garden("odds", "flower", "--table")
    assert garden.lines[: len(short) - 1] == short[:-1]
    rows = garden.out.split("1 in\n")[1].splitlines()
    assert [int(row.split()[0]) for row in rows] == list(range(53))
    assert rows[51].split() == ["51", "0", "never"]
    assert garden("odds", "flower", "--exact").out.splitlines()[1:5] == garden.lines[1:5]


def test_a_sample_beside_the_count(garden):
    command = ["odds", "flower", "--deals", "20000"]
    (record,) = garden(*command, "--exact", "--json").json
    (alone,) = garden(*command, "--json").json
    sample, test = record["sample"], record["chi_square"]
    assert sample["cards"] == alone["cards"]
    assert (sample["deals"], sample["first"]) == (20_000, 1)
    expected = [20_000 * row["value"] for row in record["cards"]]
    assert test["outcomes"] == [up for up, often in enumerate(expected) if often >= 10]
    assert test["degrees_of_freedom"] == len(test["outcomes"]) - 1
    assert 0.001 < test["p_value"] < 1
    garden(*command, "--exact")
    assert len(garden.lines) < 25
    agreement = garden.lines[-1]
    garden(*command, "--exact", "--table")
    assert garden.lines[-1] == agreement
    rows = garden.out.split("deals\n")[-1].splitlines()
    assert [int(row.split()[3].replace(",", "")) for row in rows[:53]] == sample["cards"]
    assert f"p = {test['p_value']:.4f}, over the scores 0-{test['outcomes'][-1]}" in rows[-1]


def test_a_sample_that_is_too_small_to_test(garden):
    command = ["odds", "flower", "--exact", "--deals", "30"]
    assert garden(*command, "--json").json[0]["chi_square"] is None
    assert garden(*command).lines[-1].startswith("no chi-square test: fewer than two scores")


def test_a_race_is_counted_and_sampled(garden):
    (exact,) = garden("odds", "flower", *SMALL, "--race", "--json").json
    race = {
        name: Fraction(int(f["numerator"]), int(f["denominator"]))
        for name, f in exact["race"].items()
    }
    shares = [Fraction(int(row["numerator"]), int(row["denominator"])) for row in exact["cards"]]
    assert race["draw"] == sum(share**2 for share in shares)
    assert race["win"] == race["lose"] == (1 - race["draw"]) / 2
    command = ["odds", "flower", *SMALL, "--race", "--deals", "30000"]
    (sample,) = garden(*command, "--json").json
    assert list(sample["race"]) == ["win", "draw", "lose"]
    assert sum(sample["race"].values()) == 30_000
    assert (
        chisquare(list(sample["race"].values()), [30_000 * float(p) for p in race.values()]).pvalue
        > 0.001
    )
    shown = [f"{100 * count / 30_000:.2f} %" for count in sample["race"].values()]
    line = "race of two      first wins {}, draw {}, second wins {}".format(*shown)
    assert line in garden(*command).lines


def test_the_referee_plays_both_players_of_a_race(garden):
    command = ["odds", "flower", "--race", "--redeal", "beds-first", "--deals", "60", "--json"]
    (record,) = garden(*command, "--check", "all").json
    assert record["checked"] == 60
    assert record["rules"]["redeal"] == "beds-first"


def test_a_redeal_is_an_option_and_a_rule(garden):
    for order in ("beds-first", "bouquet-first"):
        for more in ([], ["--deals", "500"]):
            command = ["odds", "flower", *SMALL, *more]
            by_option = garden(*command, "--redeal", order).lines
            by_rule = garden(*command, "--rule", f"redeal={order}").lines
            assert [one for one in by_option if not one.startswith("time")] == [
                one for one in by_rule if not one.startswith("time")
            ]
            assert f"redeal={order}" in by_option[0]


@pytest.mark.parametrize(
    "rules",
    [
        ["ranks=1", "bed-height=0"],
        ["suits=1", "bed-height=2"],
        ["suits=1", "ranks=1", "bed-height=1", "beds=1"],
        ["bouquet=52"],
        ["beds=52", "bouquet=0"],
        ["beds=13", "bouquet=13", "redeal=bouquet-first"],
    ],
    ids=" ".join,
)
def test_arrangements_at_the_edge_are_counted_and_sampled(garden, rules):
    command = ["odds", "flower", "--json", "--exact", "--race", "--deals", "2000"]
    (record,) = garden(*command, *(f"--rule={rule}" for rule in rules)).json
    assert garden.code == 0
    test = record["chi_square"]
    if record["win"]["value"] == 1:
        assert record["sample"]["solvable"] == 2000
        assert test is None
    else:
        assert test["p_value"] > 0.001
    assert sum(row["value"] for row in record["cards"]) == pytest.approx(1)


def test_a_system_that_fails_is_one_line(garden, made_up):
    made_up(Verdict.SOLVABLE)
    assert garden("odds", "trevi", "--deals", "10").code == 1
    assert garden.error == "garden: error: somewhere: No space left on device\n"


def test_each_command_has_one_line_in_the_help(garden, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    listed = garden("--help").out.split("Commands:\n")[1].splitlines()
    assert [line.split()[0] for line in listed] == sorted(cli.garden.commands)
    assert all(line.endswith((".", "?")) and not line.endswith("..") for line in listed)


@pytest.mark.parametrize(
    ("command", "option"),
    [("odds", "--numbering"), ("bench", "--rule"), ("store", "--rule")],
)
def test_help_shows_no_option_that_is_only_refused(garden, command, option):
    assert f"  {option}" not in garden(command, "--help").out


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0, "0.00 %"),
        (0.82416, "82.42 %"),
        (1, "100.00 %"),
        (0.001, "0.10 %"),
        (3.7e-6, "0.00037 %"),
    ],
)
def test_percent_shows_small_shares(share, text):
    assert percent(share) == text


@pytest.mark.parametrize(
    ("done", "seconds", "text"),
    [
        (2000, 1.0, "seconds, 2,000 deals a second"),
        (18, 2.0, "seconds, 9.0 deals a second"),
        (2, 50.0, "seconds, 0.040 deals a second"),
        (0, 1.0, "seconds"),
    ],
)
def test_the_rate_is_that_of_the_deals_that_were_searched(done, seconds, text):
    tally = Tally(1, deals=done + 7, kept=7, solvable=done + 7, seconds=seconds)
    shown = odds_text(games.find("trevi"), tally, win_probability(done + 7, 0, 0))
    assert shown.splitlines()[-1].endswith(f"   {text}")


@pytest.mark.parametrize(
    ("tally", "text"),
    [
        (Tally(1, deals=2000, goal=3000), "2,000 of 3,000 deals"),
        (Tally(1, deals=0, goal=1), "0 of 1 deal"),
        (Tally(1, deals=20, goal=30, is_pilot=True), "20 of 30 deals of the pilot sample"),
        (Tally(1, deals=9, goal=9, set_aside=2), "9 of 9 deals, 2 of them to be tried again"),
    ],
)
def test_how_far_an_interrupted_run_came(tally, text):
    assert interrupted_text(tally, stored=False) == f"interrupted: {text}"
    assert interrupted_text(tally, stored=True) == f"interrupted: {text}; the same command goes on"


# Bad usage and bad input: one line, exit code 2


BOARD_LINES = FLAT.split()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["frob"], "No such command 'frob'"),
        (["solve"], "Missing argument 'GAME'"),
        (["solve", "spider", "1"], "unknown game 'spider': the games are trevi, stonewall, flower"),
        (["solve", "flower-classic", "1"], "not built yet"),
        (["solve", "flower"], "name deals by their numbers"),
        (["solve", "flower", "1", "--plain"], "flower is not searched"),
        (["solve", "trevi", "1", "--without", "safe,luck"], "'luck' is no reduction"),
        (["solve", "flower", "1", "--from", "x"], "not by both"),
        (["solve", "flower", "one"], "'one' is neither a deal number nor a range"),
        (["solve", "flower", "1.5"], "'1.5' is neither"),
        (["solve", "flower", "-1"], "no deal has a negative number: -1"),
        (["solve", "flower", "--", "-1"], "'-1' is neither a deal number nor a range"),
        (["solve", "flower", "9-3"], "the range 9-3 runs backwards"),
        (["solve", "flower", "1-"], "'1-' is neither"),
        (["solve", "flower", str(1 << 63)], "deal number 9223372036854775808 is not in"),
        (["solve", "flower", "1" * 5000], "is neither a deal number"),
        (
            ["solve", "flower", "1", "--max-states", "0"],
            "'--max-states': '0' is no whole number in 1",
        ),
        (["solve", "flower", "1", "--memory", "-4"], "'--memory': '-4' is no whole number in 1"),
        (["solve", "flower", "1", "--memory", "abc"], "'--memory': 'abc' is no whole number"),
        (["solve", "trevi", "1", "--without", ""], "'' is no reduction of the search: it has ch"),
        (["solve", "trevi", "1", "--without", ","], "'' is no reduction of the search: it has ch"),
        (["solve", "trevi", "1", "--plain", "--without", "luck"], "'luck' is no reduction"),
        (["solve", "trevi", "--from", ""], "the name of a file is empty"),
        (["solve", "trevi", "--from", "/dev/zero"], "/dev/zero: more than 64 MiB"),
        (["odds", "trevi", "--table"], "--table is for games whose play is forced"),
        (["solve", "flower", "1", "--workers", "x"], "'--workers': 'x' is no whole number"),
        (["solve", "flower", "1", "--frob"], "--frob"),
        (["solve", "trevi", "1", "--rule", "cell=1"], "trevi has no rule 'cell'"),
        (["solve", "trevi", "1", "--rule", "cells=9"], "cells = 9 is not in 0 … 4"),
        (["games", "--rule", "cells=1"], "--rule needs a GAME"),
        (["odds", "flower", "--confidence", "95"], "'95' is no fraction between 0 and 1"),
        (["odds", "flower", "--confidence", "nan"], "'nan' is no fraction"),
        (["odds", "trevi", "--exact"], "--exact is for games whose play is forced: trevi is not"),
        (["odds", "trevi", "--race"], "--race is for games whose play is forced"),
        (["solve", "trevi", "1", "--why"], "--why is for games whose play is forced"),
        (["odds", "trevi", "--redeal", "beds-first"], "trevi has no rule 'redeal'"),
        (["odds", "flower", "--redeal", "twice"], "takes none or beds-first or bouquet-first"),
        (["odds", "flower", "--rule", "redeal=yes"], "takes none or beds-first or bouquet-first"),
        (["odds", "flower", "--race", "--rule", "race=yes"], "flower has no rule 'race'"),
        (["odds", "flower", "--first", "7"], "--first is for a sample: add --deals N"),
        (["odds", "flower", "--exact", "--check", "all"], "--check is for a sample"),
        (["odds", "flower", "--rule", "beds=0"], "beds = 0 is not in 1 … 52"),
        (["odds", "flower", "--rule", "bouquet=53"], "bouquet = 53 is not in 0 … 52"),
        (["odds", "flower", "--rule", "ranks=2"], "6 beds of 6 need more than the 8 cards"),
        (
            ["odds", "flower", "--rule", "bed-height=4", "--rule", "bouquet=20"],
            "6 beds of 4 and a bouquet of 20 do not make up the 52 cards",
        ),
        (["odds", "flower", "--deals", "0"], "'--deals': '0' is no whole number in 1 …"),
        (["odds", "flower", "--deals", "2", "--first", str((1 << 63) - 1)], "above 2^63 - 1"),
        (["deal", "flower", "1", "--format", "pdf"], "'pdf' is not one of"),
        (["deal", "flower", "0-3", "--numbering", "ms"], "ms deal number 0 is not in 1 … 2^33 - 1"),
        (["solve", "trevi", "1", "--numbering", "luck"], "'luck' is not one of"),
        (["solve", "trevi", "--from", "x", "--numbering", "ms"], "--numbering is for deal numbers"),
        (
            ["deal", "trevi", "1", "--numbering", "ms", "--rule", "ranks=12"],
            "ms numbers deal a pack of 52 cards",
        ),
        (["find", "flower"], "say what to find: --solvable or --unsolvable"),
        (["find", "flower", "--solvable", "--min-states", "9"], "flower is not searched"),
        (["find", "trevi", "--solvable", "--unsolvable"], "say what to find"),
        (["find", "caesar", "--unsolvable"], "no deal of caesar is unsolvable"),
        (["odds", "stonewall", "--half-width", "1e-300"], "an interval so narrow"),
        (["check", "flower", "1"], "Missing option '--moves'"),
        (["check", "flower", "--from", "-", "--moves", "-"], "cannot both be standard input"),
        (["check", "flower", "1", "--moves", "/no/such/file"], "/no/such/file: No such file"),
        (["odds", "flower", "--numbering", "pysol"], "a sample is of native deals, not of pysol"),
        (["deal", "flower", "--from", "/no/such/file"], "/no/such/file: No such file"),
        (["deal", "flower", "--from", "/"], "/: Is a directory"),
    ],
)
def test_bad_usage_is_one_line(garden, arguments, message):
    assert garden(*arguments).code == 2
    assert garden.out == ""
    assert garden.error.startswith("garden: error: ")
    assert message in garden.error
    assert garden.error.count("\n") == 1


@pytest.mark.parametrize("command", ["deal", "solve"])
@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "there is no deal"),
        ("# nothing but a comment\n\n", "there is no deal"),
        (b"\xff\xfe\x00garden", "line 1, column 1: not a text: byte 0 is not UTF-8"),
        (b"\x00\x01\x02", "line 1"),
        (FLAT.replace("QD ", ""), "line 1: the deal has 51 cards, not 52: QD is missing"),
        (FLAT.replace("2C", "QD"), "line 1, column 4: QD is here twice"),
        (FLAT + " QD", "line 1, column 157: QD is here twice"),
        (FLAT.replace("8H", "1H"), "line 1, column 10: '1H' is no card: no such rank"),
        (FLAT.replace("8H", "8X"), "line 1, column 10: '8X' is no card: no such suit"),
        (f"{FLAT}\n{FLAT.replace('8H', '1H')}", "line 2, column 10: '1H' is no card"),
    ],
)
def test_a_bad_file_is_one_line_and_nothing_is_solved(garden, deal_file, command, content, message):
    name = deal_file(content)
    assert garden(command, "flower", "--from", name).code == 2
    assert garden.out == ""
    assert garden.error.startswith(f"garden: error: {name}: {message}")
    assert garden.error.count("\n") == 1


def test_a_fault_of_the_program_is_one_line(garden, monkeypatch):
    def broken(*arguments):
        raise ZeroDivisionError("two\nlines")

    monkeypatch.setattr(FlowerGame, "deal", broken)
    monkeypatch.delenv("GARDEN_DEBUG", raising=False)
    assert garden("deal", "flower", "1").code == 1
    assert garden.error == "garden: error: internal error: ZeroDivisionError: two lines\n"
    monkeypatch.setenv("GARDEN_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        garden("deal", "flower", "1")


def test_too_little_memory_is_said(garden, monkeypatch):
    def full(self, budget):
        raise MemoryError

    monkeypatch.setattr(FlowerSearch, "worker", full)
    assert garden("solve", "flower", "1").code == 1
    assert "out of memory" in garden.error


# Pipes and signals


@pytest.mark.parametrize(
    "command", [("deal", "flower", "--format", "flat"), ("solve", "flower", "--workers", "2")]
)
def test_a_closed_pipe_ends_quietly(command):
    with process(*command, "0-9223372036854775807") as garden:
        assert garden.stdout.readline()
        garden.stdout.close()
        assert garden.stderr.read() == ""
    assert garden.returncode == 0


def test_a_full_disk_is_one_line():
    with open("/dev/full", "w") as full, process("deal", "flower", "1", stdout=full) as garden:
        assert garden.stderr.read() == "garden: error: No space left on device\n"
    assert garden.returncode == 1


def test_what_cannot_be_told_still_has_its_exit_code():
    for streams in ("2>/dev/full", "2>&-", "2>/dev/full >/dev/full", "2>&- >&-"):
        for arguments, code in (("solve nothing 1", 2), ("deal flower", 2), ("games", None)):
            command = f"{sys.executable} -m solver {arguments} {streams}"
            done = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
            assert done.returncode == (code if code else int(">/dev/full" in streams[2:]))
            assert done.stderr == ""


def test_closed_streams_are_no_trouble():
    closed = "exec <&- >&-; exec " + sys.executable
    for arguments, code in (("deal flower 1", 0), ("deal flower --from -", 2)):
        done = subprocess.run(
            ["bash", "-c", f"{closed} -m solver {arguments}"], stderr=subprocess.PIPE, text=True
        )
        assert done.returncode == code
        assert done.stderr.count("\n") == (code > 0)


def test_a_terminal_without_the_symbols_gets_its_lines():
    ascii_only = os.environ | {"PYTHONIOENCODING": "ascii"}
    with process("deal", "flower", "1", "--format", "picture", env=ascii_only) as garden:
        out, error = garden.communicate()
    assert (garden.returncode, error) == (0, "")
    assert "Bouquet" in out
    assert "?" not in out


@pytest.mark.parametrize("signum", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_solve_quietly(signum):
    with process("solve", "flower", "1-9223372036854775807") as garden:
        first = garden.stdout.readline()
        garden.send_signal(signum)
        rest, error = garden.communicate()
    assert first.startswith("deal 1: ")
    assert garden.returncode == 128 + signum
    assert error == ""
    assert (first + rest).endswith("up\n")


@pytest.mark.parametrize("signum", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_find_quietly(signum):
    with process("find", "flower", "--unsolvable", "--count", "9223372036854775807") as garden:
        first = garden.stdout.readline()
        garden.send_signal(signum)
        rest, error = garden.communicate()
    assert first == "deal 1: unsolvable, 2 cards up\n"
    assert (garden.returncode, error) == (128 + signum, "")
    assert (first + rest).endswith("up\n")


class InterruptedSoon(MadeUp):
    """Sends a signal to this process at its hundredth deal, and goes on until it is stopped."""

    count = 0

    def __init__(self, signum: int) -> None:
        super().__init__(Verdict.UNSOLVABLE)
        self.signum = signum

    def solve(self, start, number):
        self.count += 1
        if self.count < 100:
            return self.outcome
        os.kill(os.getpid(), self.signum)
        while not self.stopped:
            time.sleep(0.001)
        return Outcome(Verdict.UNDECIDED, states=12)


@pytest.mark.parametrize("signum", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("command", ["chance", "hint"])
def test_a_signal_ends_a_sample_of_arrangements(garden, monkeypatch, command, signum):
    worker = InterruptedSoon(signum)
    monkeypatch.setattr(TreviSearch, "worker", lambda self, budget: worker)
    arguments = ("trevi", "5-9", "--samples", "1000000", "--json", "--workers", "1")
    (found,) = garden(command, *arguments).json
    assert (garden.code, garden.error) == (128 + signum, "")
    tallies = found["moves"] if command == "hint" else [found]
    for tally in tallies:
        assert tally["unsolvable"] == tally["completions"] == 99 // len(tallies)
    assert (found["deal"], found["interrupted"]) == (5, True)


@pytest.mark.parametrize("command", ["chance", "hint"])
def test_a_sample_of_arrangements_that_was_cut_short_says_so(garden, monkeypatch, command):
    worker = InterruptedSoon(signal.SIGINT)
    monkeypatch.setattr(TreviSearch, "worker", lambda self, budget: worker)
    garden(command, "trevi", "5-9", "--samples", "1000000", "--workers", "1")
    (said,) = (line for line in garden.lines if "interrupted" in line)
    assert re.fullmatch(r"interrupted: \d+ of at most 1,000,000 arrangements", said)
    at_once = InterruptedSoon(signal.SIGINT)
    at_once.count = 99
    monkeypatch.setattr(TreviSearch, "worker", lambda self, budget: at_once)
    garden(command, "trevi", "5-9", "--samples", "1000000", "--workers", "1")
    assert garden.lines == ["deal 5: interrupted before enough arrangements were done"]
    assert garden.code == 130


class Interrupted(MadeUp):
    """Sends a signal to this process in the middle of a batch, and goes on until it is stopped."""

    def __init__(self, signum: int) -> None:
        super().__init__(Verdict.UNSOLVABLE)
        self.signum = signum

    def batch(self, first, count):
        if first > 100:
            os.kill(os.getpid(), self.signum)
            while not self.stopped:
                time.sleep(0.001)
            count = 5
        return Batch(first, count, solvable=0, unsolvable=count)


@pytest.mark.parametrize("signum", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_odds_with_what_was_done(garden, monkeypatch, signum):
    monkeypatch.setattr(TreviSearch, "worker", lambda self, budget: Interrupted(signum))
    garden("odds", "trevi", "--deals", "1000", "--json", "--workers", "1")
    assert garden.code == 128 + signum
    assert garden.error == ""
    record = garden.json[0]
    assert record["deals"] == record["unsolvable"] == 256 + 5
    assert (record["goal"], record["interrupted"]) == (1000, True)
    garden("odds", "trevi", "--deals", "1000", "--workers", "1")
    assert garden.lines[1] == "interrupted: 261 of 1,000 deals"


def test_a_signal_before_anything_is_done_is_quiet():
    with process("solve", "flower", "1-9223372036854775807") as garden:
        time.sleep(0.3)
        garden.send_signal(signal.SIGTERM)
        _, error = garden.communicate()
    assert garden.returncode in (143, -signal.SIGTERM)
    assert besides_compiling(error) == ""


@pytest.mark.parametrize("signum", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_while_it_compiles_is_quiet(tmp_path, signum):
    cold = os.environ | {"XDG_CACHE_HOME": str(tmp_path)}
    with process("solve", "trevi", "8", "--html", str(tmp_path / "page"), env=cold) as garden:
        while not list(tmp_path.rglob("*.nbi")):  # the first function is compiled
            assert garden.poll() is None
            time.sleep(0.05)
        garden.send_signal(signum)
        out, error = garden.communicate()
    assert (garden.returncode, out, error) == (128 + signum, "", COMPILING + "\n")
    assert [path for path in tmp_path.iterdir() if path.is_file()] == []


def test_it_is_said_that_code_is_compiled_and_only_then(tmp_path):
    def error_of(*options: str, **variables: str) -> str:
        command = ("odds", "flower", "--deals", "100", "--json", *options)
        with process(*command, env=os.environ | variables) as garden:
            out, error = garden.communicate()
        assert (garden.returncode, json.loads(out)["deals"]) == (0, 100)
        return error

    blocked = tmp_path / "a file"
    blocked.write_text("")
    nowhere = {"XDG_CACHE_HOME": str(blocked), "TMPDIR": str(tmp_path)}
    (tmp_path / f"garden-solver-{os.getuid()}").write_text("")
    assert error_of(**nowhere) == COMPILING_AGAIN + "\n"
    assert error_of("--no-progress", **nowhere) == ""
    cold = {"XDG_CACHE_HOME": str(tmp_path / "cold")}
    assert error_of(**cold) == COMPILING + "\n"
    assert error_of(**cold) == ""


def test_the_bar_calls_no_undecided_deal_lost():
    with tqdm(total=100, file=io.StringIO()) as bar:
        show_bar(bar, Tally(1, deals=12, goal=100, solvable=3, undecided=9))
        assert bar.postfix == "won 25.00 % … 100.00 %"
        show_bar(bar, Tally(1, deals=12, goal=100, solvable=3, unsolvable=9))
        assert bar.postfix == "won 25.00 %"


@pytest.mark.parametrize(
    ("command", "usual"),
    [
        ("odds", lambda game: game.search.sample_size if game.search.version else None),
        ("solve", lambda game: game.search.attempts(games.Budget())[-1].max_states),
        ("solve", lambda game: ",".join(game.search.reductions)),
        ("chance", lambda game: game.hidden and game.hidden.chance_samples),
        ("hint", lambda game: game.hidden and game.hidden.states),
    ],
)
def test_help_says_what_is_usual(garden, command, usual):
    text = " ".join(garden(command, "--help").out.split())
    assert by_game(usual)
    assert by_game(usual) in text.replace("- ", "-")


def test_the_bar_stays_away_from_what_is_no_terminal():
    with process("odds", "flower", "--deals", "1000") as garden:
        out, error = garden.communicate()
    assert (garden.returncode, besides_compiling(error)) == (0, "")
    assert out.startswith("Flower Garden")


def test_a_deal_from_a_file_keeps_its_cards(garden, deal_file):
    read = games.find("flower").read(FLAT)
    assert read == [(1, Deal(tuple(read[0][1].cards), 1, "file"))]
    assert (
        garden("deal", "flower", "--from", deal_file(FLAT), "--format", "flat").out == FLAT + "\n"
    )
