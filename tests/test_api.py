"""The Python face."""

import subprocess
import sys
from dataclasses import replace

import pytest

import solver
from solver import api
from solver.cards.cards import UNKNOWN
from solver.cards.deal import Deal, Position, Verdict
from solver.games import find
from solver.report.solve import deal_text
from solver.text.scanner import NotationError

TREVI, FLOWER = find("trevi"), find("flower")


def test_an_import_costs_nothing_until_it_is_used():
    program = (
        "import sys, solver\n"
        "assert not hasattr(solver, 'frob')\n"
        "print(sorted(name for name in sys.modules if name.startswith('solver')))\n"
        "solver.deal('trevi', 1)\n"
        "print(sorted({'numba', 'numpy', 'scipy', 'click', 'tqdm'} & set(sys.modules)))\n"
        "print(solver.odds('flower', 100).deals)\n"
        "print(solver.odds('flower', 100).deals, solver.runs.sample.__name__)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.splitlines() == [
        "['solver', 'solver.version']",
        "[]",
        "100",
        "100 solver.runs.sample",
    ]


def test_the_functions_are_those_of_the_package():
    assert solver.deal is api.deal
    assert solver.solve is api.solve
    assert solver.chance is api.chance
    assert set(solver.__all__) == {"__version__", "chance", "deal", "odds", "solve"}
    with pytest.raises(AttributeError, match="no attribute 'frob'"):
        _ = solver.frob


@pytest.mark.parametrize("form", ["board", "flat", "json", "solvitaire"])
def test_a_deal_by_its_number_and_by_every_text(form):
    start = TREVI.start(TREVI.deal(8))
    assert solver.deal("trevi", 8) == start
    assert solver.deal("trevi", deal_text(TREVI, 8, "native", start, form)) == start
    assert solver.deal("trevi", TREVI.deal(8)) == start
    assert solver.deal("trevi", start) == start


def test_a_deal_of_another_numbering_and_with_other_rules():
    numbered = solver.deal("stonewall", 1, numbering="ms")
    assert deal_text(find("stonewall"), 1, "ms", numbered, "flat").startswith("JD 2D 9H JC")
    few = solver.deal("trevi", 1, rules={"cells": 1, "hidden_rows": (1, 2), "return_to_cell": True})
    assert (len(few.cells), len(few.down)) == (1, 12)


def test_a_solution_that_wins():
    outcome = solver.solve("trevi", 8)
    assert outcome.verdict is Verdict.SOLVABLE
    end = TREVI.replay(solver.deal("trevi", 8), outcome.moves, 8)
    assert TREVI.rules.is_won(end)
    assert solver.solve("trevi", 9).verdict is Verdict.UNSOLVABLE
    assert solver.solve("trevi", 9, max_states=5).verdict is Verdict.UNDECIDED
    assert solver.solve("flower", 1).cards == 2
    assert solver.solve("flower", FLOWER.deal(1)).cards == 2


def test_the_number_fixes_what_chance_does():
    ends = {
        number: solver.solve(
            "flower", Deal(FLOWER.deal(3).cards, number), rules={"redeal": "beds-first"}
        ).cards
        for number in range(20)
    }
    assert len(set(ends.values())) > 1
    assert ends[3] == solver.solve("flower", 3, rules={"redeal": "beds-first"}).cards


def test_a_chance():
    start = solver.deal("trevi", 8)
    seen = solver.chance("trevi", 8, samples=60)
    assert (seen.unseen, seen.exact) == (18, False)
    assert seen == solver.chance("trevi", start.seen(), samples=60)
    known = solver.chance("trevi", start)
    assert (known.unseen, known.exact, known.share.estimate) == (0, True, 1.0)


def test_odds_of_a_sample():
    found = solver.odds("stonewall", 60, first=5, workers=2)
    verdicts = [solver.solve("stonewall", number).verdict for number in range(5, 65)]
    assert found.deals == 60
    assert found.solvable == verdicts.count(Verdict.SOLVABLE) > 0
    assert found.unsolvable == verdicts.count(Verdict.UNSOLVABLE) > 0
    assert found.win.low < found.win.estimate < found.win.high
    assert found.cards is None


def test_odds_that_are_counted():
    small = {"suits": 2, "ranks": 2, "beds": 1, "bouquet": 1}
    found = solver.odds("flower", rules=small)
    assert found.win.low == found.win.estimate == found.win.high == found.solvable / found.deals
    assert sum(found.cards) == found.deals == found.solvable + found.unsolvable
    sample = solver.odds("flower", 1000, rules=small)
    assert sample.win.low < found.win.estimate < sample.win.high


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (lambda: solver.deal("spider", 1), "unknown game 'spider'"),
        (lambda: solver.deal("trevi", 1, rules={"cell": 1}), "trevi has no rule 'cell'"),
        (lambda: solver.deal("trevi", -1), "deal number -1 is not in"),
        (lambda: solver.deal("trevi", 0, numbering="ms"), "ms deal number 0 is not in"),
        (lambda: solver.deal("trevi", 1, numbering="luck"), "'luck' is not a valid Numbering"),
        (lambda: solver.solve("trevi", "AC AD"), "the board has 1 of its 6 piles"),
        (lambda: solver.solve("trevi", Position(())), "the position has 0 piles, not 6"),
        (lambda: solver.solve("trevi", solver.deal("trevi", 1).seen()), "is not known"),
    ],
)
def test_what_cannot_be_is_a_value_error(act, message):
    with pytest.raises(ValueError, match=message):
        act()


def test_a_text_has_one_deal():
    flat = deal_text(FLOWER, 1, "native", FLOWER.deal(1), "flat")
    with pytest.raises(ValueError, match="the text has 2 deals, not one"):
        solver.deal("flower", f"{flat}\n{flat}")
    with pytest.raises(NotationError) as error:
        solver.deal("flower", f"{flat}\n{flat[:-1]}X")
    assert (error.value.line, error.value.column) == (2, 154)


def test_an_unseen_card_is_refused_where_it_must_be_known():
    start = solver.deal("trevi", 8)
    first = start.piles[0]
    unseen = replace(
        start, piles=((UNKNOWN, *first[1:]), *start.piles[1:]), down=start.down - {first[0]}
    )
    assert solver.deal("trevi", unseen).unseen == 1
    with pytest.raises(ValueError, match="not known"):
        solver.solve("trevi", unseen)
    assert solver.chance("trevi", unseen).exact
