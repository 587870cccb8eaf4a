"""Which choices may be the best: the exact test by hand, undecided ones, what it promises."""

import random
from math import comb

import pytest

from solver.analyse.best_arm import Paired
from solver.cards.deal import Verdict

VERDICTS = {"S": Verdict.SOLVABLE, "U": Verdict.UNSOLVABLE, "?": Verdict.UNDECIDED}


def contenders(*arrangements: str, confidence: float = 0.95) -> list[bool]:
    """Of arrangements, each a letter for the verdict after every choice."""
    paired = Paired(len(arrangements[0]))
    for arrangement in arrangements:
        paired.add([VERDICTS[letter] for letter in arrangement])
    return paired.contenders(confidence)


def by_chance(better: int, worse: int) -> float:
    """How often fair coins show ``better`` heads or more, of as many as there are arrangements."""
    tosses = better + worse
    return sum(comb(tosses, heads) for heads in range(better, tosses + 1)) / 2**tosses


@pytest.mark.parametrize(("better", "worse"), [(5, 0), (4, 0), (10, 2), (9, 3), (30, 18), (30, 19)])
def test_two_choices_are_told_apart_by_the_sign_test(better, worse):
    found = contenders(*["SU"] * better, *["US"] * worse, *["SS", "UU"] * 50)
    assert found == [True, by_chance(better, worse) > 0.05]


def test_the_level_is_shared_between_all_others():
    assert by_chance(5, 0) < 0.05 < 2 * by_chance(5, 0)
    assert contenders(*["SU"] * 5) == [True, False]
    assert contenders(*["SUS"] * 5) == [True, True, True]
    assert contenders(*["SUS"] * 6) == [True, False, True]


def test_undecided_arrangements_count_against_the_one_that_seems_better():
    arrangements = ["SU"] * 5
    assert contenders(*arrangements, "??", "S?", "?U", "SS", confidence=0.9) == [True, True]
    assert contenders(*arrangements, "S?", "?U", "SS", confidence=0.9) == [True, False]
    assert contenders(*arrangements, "U?", "?S", confidence=0.9) == [True, True]


def test_without_an_arrangement_and_alone_everything_may_be_the_best():
    assert Paired(3).contenders(0.95) == [True] * 3
    assert contenders("U", "U") == [True]


def test_the_best_choice_is_rarely_left_out():
    """Choices that are all equally good: each of them is the best."""
    rng = random.Random(5)
    runs, lost, kept = 400, 0, 0
    for _ in range(runs):
        arrangements = ["".join("SU"[rng.random() < 0.5] for _ in range(4)) for _ in range(60)]
        found = contenders(*arrangements)
        lost += not found[0]
        kept += sum(contenders(*["S" + arrangement[1:] for arrangement in arrangements])) == 1
    assert lost / runs < 0.05
    assert kept == runs  # one that always wins stands alone
