"""The commands on the games of the old book."""

import json

import pytest

from solver.__main__ import run
from solver.cards.deal import Outcome, Verdict
from solver.games import Worker
from solver.games.talon.game import TalonSearch

SMALL_RED_BLACK = ["--rule", "ranks=5", "--rule", "packs=1", "--rule", "columns=2"]
SMALL_OLGA = ["--rule", "ranks=4", "--rule", "packs=1", "--rule", "columns=3", "--rule", "rows=3"]


@pytest.fixture
def garden(capsys):
    """What a command prints, where it ends well."""

    def command(*arguments: str) -> str:
        assert run(list(arguments)) == 0
        return capsys.readouterr().out

    return command


@pytest.fixture
def refused(capsys):
    """The line with which a command is refused."""

    def command(*arguments: str) -> str:
        assert run(list(arguments)) == 2
        out, error = capsys.readouterr()
        assert out == ""
        assert error.count("\n") == 1
        return error

    return command


def test_caesar_is_counted_not_sampled(garden, refused):
    record = json.loads(garden("odds", "caesar", "--json"))
    assert (record["method"], record["arrangements"]) == ("exact", "362880")
    mean = record["mean_lines"]
    assert (mean["numerator"], mean["denominator"]) == ("16", "21")
    assert sum(int(one["count"]) for one in record["swaps"]) == 362_880
    assert record["lines"][8]["count"] == record["swaps"][0]["count"] == "8"
    shown = garden("odds", "caesar", "--exact").splitlines()
    assert "fewest swaps to a magic square, mean 1,433/315 = 4.549206" in shown
    assert "caesar is counted, not sampled" in refused("odds", "caesar", "--deals", "9")


def test_caesar_is_solved_by_the_fewest_swaps(garden, tmp_path):
    square, moves = tmp_path / "square.txt", tmp_path / "moves.txt"
    square.write_text("8 1 6\n3 5 7\n4 2 9\n")
    solved = garden("solve", "caesar", "--from", str(square), "--moves")
    assert solved.splitlines()[0] == "deal 1: solvable, 1 swap"
    moves.write_text(solved)
    checked = garden("check", "caesar", "--from", str(square), "--moves", str(moves))
    assert checked == "deal 1: won, 1 swap\n"


def test_a_swap_names_both_cards_and_a_wrong_one_is_found(garden, tmp_path):
    square, moves = tmp_path / "square.txt", tmp_path / "moves.txt"
    square.write_text("8 1 6\n3 5 7\n4 2 9\n")
    options = ("--from", str(square), "--moves", str(moves))
    told = "9S from place 9 to place 6, in exchange for 7S"
    moves.write_text(f"{told}\n9S from place 6 to place 9 for 7S\n")
    assert garden("check", "caesar", *options) == "deal 1: 2 swaps, 5 lines of 8 with the sum 15\n"
    moves.write_text(told.replace("7S", "2S"))
    wrong = "deal 1: step 1, line 1: not 9S 2S would move, but 9S 7S\n"
    assert garden("check", "caesar", *options) == wrong


def test_only_a_shuffle_to_come_has_a_seed(garden):
    names = ("olga", "red-black")
    seeds = [json.loads(garden("deal", name, "7", "--json"))["seed"] for name in names]
    turned = json.loads(garden("deal", "red-black", "7", "--json", "--rule", "redeal=turned"))
    assert (seeds, turned["seed"]) == ([None, 7], None)


def test_red_and_black_is_solved_and_replayed(garden, tmp_path):
    moves = tmp_path / "moves.txt"
    moves.write_text(garden("solve", "red-black", "1-5", *SMALL_RED_BLACK, "--moves"))
    checked = garden("check", "red-black", "1-5", *SMALL_RED_BLACK, "--moves", str(moves))
    lines = checked.splitlines()
    assert len(lines) == 5
    assert all(": won, " in line for line in lines)


def test_a_sample_is_the_same_however_it_is_made(garden, tmp_path):
    rules = ["--rule", "ranks=6", "--rule", "suits=2", "--rule", "packs=1", "--rule", "columns=1"]
    command = ["odds", "red-black", *rules, "--rule", "redeal=none", "--deals", "60", "--json"]
    store = str(tmp_path / "small.db")
    record, again = (json.loads(garden(*command, "--store", store)) for _ in range(2))
    alone = json.loads(garden(*command, "--workers", "1"))
    for name in ("solvable", "unsolvable", "undecided", "states"):
        assert record[name] == again[name] == alone[name]
    assert record["undecided"] == 0
    assert 0 < record["unsolvable"] < 60
    assert record["checked"] == record["solvable"]


def test_a_retry_finds_what_a_fresh_run_finds(garden, tmp_path):
    store = str(tmp_path / "olga.db")
    command = ["odds", "olga", *SMALL_OLGA, "--deals", "60", "--json"]
    before = json.loads(garden(*command, "--max-states", "30", "--store", store))
    more = ["--max-states", "3000"]
    after = json.loads(garden(*command, *more, "--store", store, "--retry"))
    fresh = json.loads(garden(*command, *more))
    assert before["undecided"] > after["undecided"]
    for name in ("solvable", "unsolvable", "undecided", "set_aside"):
        assert after[name] == fresh[name]
    assert "at most 3,000 states an attempt, 96 MiB" in garden("store", store)
    again = json.loads(garden(*command, *more, "--store", store, "--retry"))
    assert again["states"] == after["states"]  # nothing is tried once more


def test_a_seed_shuffles_a_deal_from_a_file_as_a_number_does(garden, refused, tmp_path):
    flat = tmp_path / "flat.txt"
    flat.write_text(garden("deal", "red-black", "7", "--format", "flat"))
    by_number = garden("solve", "red-black", "7", "--moves")
    from_file = garden("solve", "red-black", "--from", str(flat), "--seed", "7", "--moves")
    assert from_file.splitlines()[1:] == by_number.splitlines()[1:]
    assert garden("solve", "red-black", "--from", str(flat), "--moves") != from_file
    board = tmp_path / "board.txt"
    board.write_text(garden("deal", "red-black", "--from", str(flat), "--seed", "8"))
    assert "Seed: 8\n" in board.read_text()
    board_file = ("red-black", "--from", str(board))
    moves = tmp_path / "moves.txt"
    moves.write_text(garden("solve", *board_file, "--seed", "7", "--moves"))
    assert moves.read_text() == from_file
    check = ("check", *board_file, "--moves", str(moves))
    assert garden(*check, "--seed", "7").startswith("deal 1: won, ")
    assert not garden(*check).startswith("deal 1: won, ")
    assert "--seed is for the deals of a file" in refused("solve", "red-black", "7", "--seed", "7")
    turned = ("--rule", "redeal=turned")
    said = refused("solve", "red-black", "--from", str(flat), *turned, "--seed", "7")
    assert "flat.txt: --seed 7: no shuffle is to come" in said
    flat.write_text(garden("deal", "trevi", "1", "--format", "flat"))
    said = refused("solve", "trevi", "--from", str(flat), "--seed", "7")
    assert "trevi has no redeal that follows a seed" in said
    flat.write_text(garden("deal", "flower", "1", "--format", "flat"))
    redeal = ("--rule", "redeal=beds-first", "--from", str(flat), "--seed", "7")
    said = refused("solve", "flower", *redeal)
    assert "--seed 7: the redeal of a deal from a file follows its place in the file" in said


@pytest.mark.parametrize("command", ["chance", "hint"])
def test_who_sees_every_card_asks_for_no_chance(refused, command):
    assert "caesar has no unseen cards" in refused(command, "caesar", "1")


def test_the_share_of_arrangements_of_a_hand(garden):
    rules = ["--rule", "ranks=6", "--rule", "suits=2", "--rule", "packs=1", "--rule", "columns=1"]
    none = ["--rule", "redeal=none"]
    record = json.loads(garden("chance", "red-black", "1", *rules, *none, "--json"))
    assert (record["unseen"], record["completions"], record["exact"]) == (9, 100, False)
    assert record["solvable"] + record["unsolvable"] == 100
    assert 0 < record["solvable"] < 100
    again = garden("chance", "red-black", "1", *SMALL_RED_BLACK, "--samples", "20", "--seed", "1")
    assert again.startswith("deal 1: 14 unseen cards, and a shuffle to come, a sample of 20 arr")


def test_a_hint_turns_a_card_that_nobody_knows(garden):
    told = garden("hint", "olga", "1", *SMALL_OLGA)
    assert told.startswith("deal 1: 10 unseen cards; how many of 30 sampled arrangements")
    assert " ▒▒ from the hand to the talon" in told
    record = json.loads(garden("hint", "olga", "1", *SMALL_OLGA, "--json"))
    (turn,) = [move for move in record["moves"] if move["from"] == "hand"]
    assert (turn["card"], turn["to"], turn["completions"]) == ("??", "talon", 30)


def test_a_hint_names_the_card_to_be_turned_where_it_is_known(garden, tmp_path):
    board = tmp_path / "board.txt"
    dealt = garden("deal", "olga", "1", *SMALL_OLGA)
    command = ("hint", "olga", "--from", str(board), *SMALL_OLGA)
    board.write_text(dealt)
    hand = dealt.partition("Hand: ")[2].split()
    turn = f"{hand[0][0].replace('T', '10')}{'♣♦♥♠'['CDHS'.index(hand[0][1])]} from the hand to"
    assert f" {turn} the talon\n" in garden(*command)
    board.write_text(dealt.replace(" ".join(hand), " ".join([hand[0], *["??"] * 6])))
    told = garden(*command)
    assert f"* {turn} the talon" in told
    assert told.startswith("deal 1: 6 unseen cards; how many of 30 sampled arrangements")
    board.write_text(dealt.replace(" ".join(hand), " ".join(["??", *hand[1:]])))
    assert f" {turn} the talon\n" in garden(*command)


@pytest.mark.parametrize(("unseen", "states"), [(0, 300_000), (1, 300_000), (2, 60_000)])
def test_a_deal_that_is_known_gets_as_much_as_solve_gives_it(
    capsys, tmp_path, monkeypatch, unseen, states
):
    budgets = []

    class Undecided(Worker):
        def solve(self, start, number):
            return Outcome(Verdict.UNDECIDED, 1)

        def batch(self, first, count):
            raise NotImplementedError

        def check(self, batch, number):
            raise NotImplementedError

    def worker(search, budget):
        budgets.append(search.attempts(budget)[0].max_states)
        return Undecided()

    monkeypatch.setattr(TalonSearch, "worker", worker)
    assert run(["deal", "olga", "1", *SMALL_OLGA]) == 0
    dealt = capsys.readouterr().out
    hand = dealt.partition("Hand: ")[2].split()
    board = tmp_path / "board.txt"
    shown = [*hand[: len(hand) - unseen], *["??"] * unseen]
    board.write_text(dealt.replace(" ".join(hand), " ".join(shown)))
    raised = f"with at most {states:,} states each: --max-states N allows more"
    for command in ("hint", "chance"):
        budgets.clear()
        arguments = [command, "olga", "--from", str(board), *SMALL_OLGA]
        assert run(arguments) == 0
        assert budgets[-1] == states
        assert (
            capsys.readouterr().out.splitlines()[-1]
            == f"some arrangements stayed undecided {raised}"
        )
        assert run([*arguments, "--json"]) == 0
        out, error = capsys.readouterr()
        assert raised in error
        assert json.loads(out)["interrupted"] is False
        assert run([*arguments, "--max-states", "9"]) == 0
        assert budgets[-1] == 9
        assert "--max-states" not in "".join(capsys.readouterr())


def test_a_shuffle_to_come_is_drawn(garden, refused, tmp_path):
    """All cards are seen, but not the order that the talon will get: the share is no 0 or 1."""
    board = tmp_path / "board.txt"
    text = "Foundations: C-2 D-2\n: 4S\n: 3C\nTalon: 2H 4H 5D 5C 5S 2S 3H 4C 3S 4D 5H 3D\n"
    board.write_text(text)
    command = ("red-black", "--from", str(board), *SMALL_RED_BLACK)
    told = garden("chance", *command)
    assert told.startswith("deal 1: every card is seen, and a shuffle to come, a sample of 100 arr")
    board.write_text(f"Seed: 3\n{text}")
    assert garden("chance", *command).startswith("deal 1: every card is seen\n")
    board.write_text(text.replace("5H 3D", "5H") + "Hand: ??\n")
    said = refused("solve", *command)
    assert "deal 1: it has cards that nobody has seen (??): `garden chance` and `garden" in said


def test_losses_that_are_looked_for_come_out_of_small_packs_alone(capsys):
    command = ["find", "olga", "--unsolvable", "--count", "2", "--deals", "60", *SMALL_OLGA]
    assert run(command) in (0, 3)
    out, error = capsys.readouterr()
    assert out.count(": unsolvable, ") == 2
    assert error.startswith("garden: the search of olga proves a loss of small packs alone: ")
    assert run(["find", "olga", "--unsolvable", "--deals", "2", "--max-states", "100"]) == 3
    out, error = capsys.readouterr()
    assert out == ""
    assert error.splitlines()[1:] == [
        "garden: deal 1 stayed undecided",
        "garden: deal 2 stayed undecided",
        "garden: all these deals were looked at, 10 short of what was asked",
    ]


@pytest.mark.parametrize(("game", "rules"), [("olga", SMALL_OLGA), ("red-black", SMALL_RED_BLACK)])
def test_a_game_of_the_greedy_player_is_shown(garden, game, rules):
    shown = garden("play", game, "1-3", *rules, "--player", "greedy")
    assert shown.count(": played by greedy\n") == 3
    assert "        ▒▒ from the hand to the talon\n    turns up " in shown
    for line in garden("play", game, "1-3", *rules, "--player", "greedy", "--json").splitlines():
        record = json.loads(line)
        moves = sum(len(turn["choices"][0]["moves"]) for turn in record["turns"] if turn["choices"])
        end = "won" if record["won"] else "lost"
        assert f"deal {record['deal']}: {end}, {moves} move" in shown


def test_where_a_place_has_to_be_filled_no_other_move_is_named(garden, tmp_path):
    board = tmp_path / "board.txt"
    board.write_text("Foundations: C-2 D-2 H-2\n:\n: 3C\nTalon: 2S\nHand: 11\n")
    told = garden("hint", "red-black", "--from", str(board), *SMALL_RED_BLACK).splitlines()
    assert told[0].startswith("deal 1: 11 unseen cards, and a shuffle to come; how many of 30 ")
    assert len(told) == 3
    assert told[2].endswith(" ▒▒ from the hand to column 1")


def test_the_search_tells_what_it_did(garden, refused):
    lines = garden("solve", "olga", "1", *SMALL_OLGA, "--stats").splitlines()
    assert "cards up in one state; ended by " in lines[1]
    plain = garden("solve", "olga", "1", *SMALL_OLGA, "--plain")
    assert plain.split(",")[0] == lines[0].split(",")[0]
    said = refused("solve", "red-black", "1", "--plain")
    assert "red-black is searched without reductions" in said
