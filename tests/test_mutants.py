"""The list of ``make mutants`` fits the sources and tests that there are."""

import pytest
from mutants import GAMES, ROOT, Mutant, chosen, listed

MUTANTS = listed()


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: f"{mutant.number}-{mutant.file}")
def test_a_mutant_can_be_put_into_its_file(mutant):
    text = (ROOT / GAMES / mutant.file).read_text()
    compile(mutant.mutated(text), mutant.file, "exec")


def test_the_tests_of_mutants_exist():
    for mutant in MUTANTS:
        assert mutant.tests
        for test in mutant.tests:
            file, *names = test.split("::")
            text = (ROOT / "tests" / file).read_text()
            assert all(f"def {name.split('[')[0]}(" in text for name in names), test


def test_no_mutant_is_listed_twice():
    assert len({(mutant.file, mutant.old, mutant.new) for mutant in MUTANTS}) == len(MUTANTS)


def test_a_text_that_is_not_found_once_is_refused():
    mutant = Mutant(1, "file", "a", "b", ())
    assert mutant.mutated("cat") == "cbt"
    for text in ("", "dog", "abba"):
        with pytest.raises(ValueError, match="not once"):
            mutant.mutated(text)
    with pytest.raises(ValueError, match="the new one"):
        mutant._replace(new="a").mutated("cat")


def test_mutants_are_chosen_by_number_or_file():
    assert chosen("") == MUTANTS
    assert [mutant.number for mutant in chosen("3")] == [3]
    some = chosen("trevi/kernel")
    assert MUTANTS[0] in some
    assert len(some) < len(MUTANTS)
    assert all("trevi/kernel" in mutant.file for mutant in some)
    assert chosen("no such file") == []
