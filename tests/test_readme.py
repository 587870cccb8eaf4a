"""The README's commands run, its examples print what it shows, and nothing is missing from it."""

import doctest
import re

import pytest
from readme import README, ROOT, examples, output_of

from solver import games
from solver.cards import shuffle
from solver.cards.cards import names_of
from solver.cli import main as cli

TEXT = README.read_text()
EXAMPLES = examples()
LONG = [command for command, _ in EXAMPLES if "odds trevi" in command]


def without_times(text: str) -> str:
    """The text with all that depends on the machine's speed taken out."""
    text = re.sub(r"^time .*$", "time", text, flags=re.MULTILINE)
    return re.sub(r'"seconds": [\d.e-]+', '"seconds"', text)


def test_the_readme_begins_with_what_to_type():
    assert TEXT.startswith("# Garden\n\n```sh\nmake odds ")
    assert len(EXAMPLES) >= 5


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        pytest.param(*example, marks=[pytest.mark.slow] if example[0] in LONG else [])
        for example in EXAMPLES
    ],
    ids=[command for command, _ in EXAMPLES],
)
def test_an_example_prints_what_is_shown(command, shown):
    assert without_times(output_of(command)) == without_times(shown)


@pytest.mark.parametrize("command", LONG)
def test_a_long_example_runs_small(command):
    whole = command.partition(" | ")[0]
    small = re.sub(r"--deals \d+", "--deals 50", whole)
    assert "50 deals: native 1 … 50" in output_of(small)


def test_the_python_of_the_readme_says_what_is_shown():
    (block,) = re.findall(r"^```pycon\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    test = doctest.DocTestParser().get_doctest(block, {}, "README", str(README), 0)
    told: list[str] = []
    failed, tried = doctest.DocTestRunner().run(test, out=told.append)
    assert (failed, tried) == (0, 3), "".join(told)


def test_every_command_is_in_the_table():
    for name in cli.garden.commands:
        assert f"| `garden {name}" in TEXT


def test_every_option_is_in_the_readme():
    for command in cli.garden.commands.values():
        for name in (name for option in command.params for name in option.opts):
            assert not name.startswith("--") or name in TEXT, name


def test_every_game_is_in_the_readme():
    for name in [*games.GAMES, *games.RESERVED]:
        assert f"`{name}`" in TEXT


def test_the_native_numbering_is_the_code_s():
    constants = (shuffle.GOLDEN, shuffle.MIX_1, shuffle.MIX_2)
    assert all(f"0x{constant:X}" in TEXT for constant in constants)
    assert names_of(games.find("trevi").deal(0).cards) in TEXT.replace("\n", " ")


@pytest.mark.parametrize("target", ["odds", "test", "slow", "check"])
def test_what_the_readme_makes_can_be_made(target):
    assert f"make {target}" in TEXT
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.MULTILINE)


DOCS = [README, ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
PAGES = [*DOCS, ROOT / "CHANGELOG.md", *sorted((ROOT / "results").glob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_within_the_repository_leads_somewhere(page):
    text = page.read_text()
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}
    for target in re.findall(r"\]\(([^)]+)\)", text):
        path, _, anchor = target.partition("#")
        if "://" in target:
            continue
        assert (page.parent / path).exists(), target
        assert path or anchor in anchors, target


@pytest.mark.parametrize("page", DOCS, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_file_that_is_named_is_there(page):
    named = re.findall(
        r"`((?:benchmarks|results|seeds|solver|tests)/[\w./-]*\w)`", page.read_text()
    )
    assert [name for name in named if not (ROOT / name).exists()] == []


@pytest.mark.parametrize("page", DOCS, ids=lambda page: page.name)
def test_the_text_of_a_page_is_wrapped(page):
    text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
    long = [line for line in text.splitlines() if len(line) > 108 and not line.startswith("|")]
    assert long == []
