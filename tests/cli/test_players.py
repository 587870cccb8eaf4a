"""Commands about players who do not see the hidden cards."""

import json
import re
import signal
import subprocess
import sys
import time

import pytest
from program import besides_compiling

from solver import games
from solver.games.players import PlayerSpec
from solver.games.playing import make_player, turns


def test_odds_of_a_player(garden):
    (found,) = garden("odds", "trevi", "--deals", "12", "--player", "greedy", "--json").json
    player = found["player"]
    assert (player["name"], player["samples"]) == ("greedy", 0)
    assert 0 <= player["won"] <= found["solvable"]
    assert player["win"]["estimate"] == pytest.approx(player["won"] / 12)
    missed = found["solvable"] - player["won"]
    assert player["difference"]["estimate"] == pytest.approx(missed / 12)
    for share in (player["win"], player["difference"]):
        assert share["low"] <= share["estimate"] <= share["high"]


def test_odds_of_a_player_in_words(garden):
    said = garden(
        "odds", "trevi", "--deals", "5", "--player", "sampling", "--samples", "6", "--seed", "2"
    )
    assert (
        "played without seeing the hidden cards, by: sampling, 6 arrangements a decision, seed 2"
        in (said.lines)
    )
    assert any(line.startswith("win rate  ") for line in said.lines)
    assert any(line.startswith("difference  ") for line in said.lines)


def test_a_store_tells_who_has_played(garden, tmp_path):
    path = str(tmp_path / "one.db")
    asked = ("odds", "stonewall", "--player", "greedy", "--store", path)
    assert garden(*asked, "--deals", "4").code == 0
    assert garden("odds", "stonewall", "--store", path).code == 2
    assert "player=greedy" in garden.error
    assert "by: greedy" in garden("store", path).out
    (found,) = garden("store", path, "--json").json
    assert found["player"]["name"] == "greedy"
    rows = garden("store", path, "--csv").lines
    assert rows[0] == "deal,verdict,states,attempts,checked,won,opening"
    assert len(rows) == 5
    assert rows[1].endswith(",0,") or rows[1].endswith(",1,")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--player", "nobody"], "trevi has no player 'nobody': its players are greedy, planner"),
        (["--samples", "5"], "--samples and --seed are for a --player who draws arrangements"),
        (["--player", "greedy", "--seed", "1"], "greedy draws no arrangements"),
        (["--player", "sampling", "--samples", "1"], "--samples"),
    ],
)
def test_players_that_cannot_be_are_refused(garden, words, reason):
    for command in (["odds", "trevi", "--deals", "1"], ["play", "trevi", "1"]):
        refused = garden(*command, *words)
        assert refused.code == 2
        assert reason in refused.error


def test_play_needs_a_player(garden):
    assert garden("play", "trevi", "1").code == 2
    assert "--player NAME says who plays: greedy, planner, sampling" in garden.error
    assert garden("play", "caesar", "1").code == 2
    assert "caesar has no players" in garden.error


@pytest.mark.parametrize("command", ["play", "odds"])
def test_the_help_names_all_players(garden, command):
    names = {name for game in games.GAMES.values() if game.hidden for name in game.hidden.players}
    words = set(re.findall(r"\w+", garden(command, "--help").out))
    assert names
    assert names <= words


def test_a_game_whose_play_is_forced_has_no_players(garden):
    refused = garden("odds", "flower", "--deals", "5", "--player", "greedy")
    assert refused.code == 2
    assert "flower has no player 'greedy': it has none" in refused.error


def test_play_tells_what_the_player_did(garden):
    game = games.find("trevi")
    who = PlayerSpec("sampling", 10, 4)
    made = list(turns(game, game.start(game.deal(8)), make_player(game, who)))
    words = ("play", "trevi", "8", "--player", "sampling", "--samples", "10", "--seed", "4")
    (found,) = garden(*words, "--json").json
    assert found["won"] == game.rules.is_won(made[-1].after)
    assert (found["player"], found["samples"], found["seed"]) == ("sampling", 10, 4)
    assert [turn["unseen"] for turn in found["turns"]] == [len(turn.view.unseen) for turn in made]
    for told, turn in zip(found["turns"], made, strict=True):
        assert told["solvable"] == turn.plan.solvable
        assert len(told["choices"]) == len(turn.plan.choices)
        going_on = turn.plan.choices and len(turn.view.unseen) > 1
        assert len(told["turned_up"]) == 1 or not going_on
    said = garden(*words)
    assert said.lines[0] == "deal 8: played by sampling, 10 arrangements a decision"
    assert said.lines[-1].startswith("deal 8: won" if found["won"] else "deal 8: lost")
    chances = [line for line in said.lines if "can be won with every card seen" in line]
    assert len(chances) == sum(turn.plan.count > 1 for turn in made)
    assert "▒▒" in said.out
    assert "##" in garden(*words, "--ascii").out


@pytest.mark.parametrize("player", ["greedy", "planner", "sampling"])
def test_a_game_that_is_won_at_its_start_is_won(garden, tmp_path, player):
    board = tmp_path / "won.txt"
    board.write_text("Foundations: C-K D-K H-K S-K\nCells: - -\n" + ":\n" * 6 + "Fountain:\n")
    words = ("trevi", "--from", str(board))
    (found,) = garden("play", *words, "--player", player, "--json").json
    assert (found["won"], found["turns"]) == (True, [])
    assert garden("play", *words, "--player", player).lines[-1] == "deal 1: won, 0 moves"
    assert garden("hint", *words).lines == ["deal 1: won"]


def test_a_share_stands_beside_what_it_has_meant(garden):
    words = ("chance", "trevi", "5", "--samples", "60")
    assert "the sampling player has won" in garden(*words).out
    (found,) = garden(*words, "--json").json
    assert found["measured"]["first"] <= 100 * found["share"]["estimate"]
    assert found["measured"]["low"] <= found["measured"]["rate"] <= found["measured"]["high"]
    assert "sampling player" not in garden("chance", "trevi", "5", "--rule", "cells=1").out
    (found,) = garden("chance", "trevi", "5", "--rule", "cells=1", "--json").json
    assert found["measured"] is None


def test_what_a_share_has_meant_is_told_of_deals_that_hide_the_same_rows(garden, tmp_path):
    board = tmp_path / "board.txt"
    dealt = garden("deal", "trevi", "5").out
    for hidden, told in (r": ?? \1 ?? \2 ?? \3", True), (r": ?? ?? ?? \1 \2 \3", False):
        board.write_text(re.sub(r"^: .. (..) .. (..) .. (..)$", hidden, dealt, flags=re.M))
        said = garden("chance", "trevi", "--from", str(board), "--samples", "60")
        assert "18 unseen cards" in said.out
        assert ("the sampling player has won" in said.out) == told


def test_games_of_the_old_book_are_played_too(garden):
    said = garden("play", "red-black", "3", "--player", "greedy")
    assert said.code == 0
    assert said.lines[-1].startswith("deal 3: ")


def test_a_game_names_its_players(garden):
    assert "\n  --player planner " in garden("games", "trevi").out
    assert "--player" not in garden("games", "flower").out
    records = {each["game"]: each["players"] for each in garden("games", "--json").json}
    assert records["stonewall"] == ["greedy", "planner", "sampling"]
    assert records["flower"] == []


def test_a_signal_ends_a_sample_of_played_deals():
    """In the middle of a game, too: what is done is told."""
    arguments = ["odds", "trevi", "--player", "sampling", "--samples", "300", "--deals", "100000"]
    program = [sys.executable, "-m", "solver", *arguments, "--json"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(program, **pipes) as garden:
        time.sleep(6)
        garden.send_signal(signal.SIGINT)
        out, error = garden.communicate()
    assert garden.returncode == 130
    assert besides_compiling(error) == ""
    if out:  # nothing where it was still compiling
        assert json.loads(out)["interrupted"] is True
