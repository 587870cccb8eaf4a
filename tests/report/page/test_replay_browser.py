"""The page in a real browser: it plays, listens to keys, speaks, and fetches nothing.

Needs Debian's Chromium (or another one that ``GARDEN_CHROMIUM`` names) and the extra ``browser``.
Where they cannot be had the tests are skipped, unless ``GARDEN_NEEDS_BROWSER`` is set.
"""

import os
import re
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from solver import games
from solver.__main__ import run
from solver.cards.deal import Kind
from solver.cli.run import UNDECIDED_LEFT
from solver.games.caesar.rules import numbers_of
from solver.report.board import PLAIN, move_texts

pytestmark = pytest.mark.browser

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NASTY = "<img src=x onerror=alert(1)>&amp;'\".txt"


def missing(reason: str) -> None:
    """Skips, or fails where a browser has to be there."""
    if os.environ.get("GARDEN_NEEDS_BROWSER"):
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="module")
def browser():
    program = os.environ.get("GARDEN_CHROMIUM") or shutil.which("chromium")
    if program is None:
        missing("no Chromium: install Debian's package chromium")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("no Playwright: pip install 'garden-solver[browser]'")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def pages(tmp_path_factory) -> Callable[..., Path]:
    """Writes the page of a ``solve`` command, once for each."""
    folder = tmp_path_factory.mktemp("pages")
    written: dict[tuple[str, ...], Path] = {}

    def write(*arguments: str) -> Path:
        if arguments not in written:
            path = folder / f"{len(written)}.html"
            done = run(["solve", *arguments, "--no-progress", "--html", str(path)])
            assert done in (0, UNDECIDED_LEFT)
            written[arguments] = path
        return written[arguments]

    return write


@pytest.fixture
def visit(browser, pages) -> Iterator[Callable]:
    """Opens the page of a command; nothing may go wrong on it, and nothing else be fetched."""
    contexts, requests, faults = [], [], []

    def open_page(*arguments: str, width: int = 1200, height: int = 900, **options):
        context = browser.new_context(
            viewport={"width": width, "height": height}, **{"reduced_motion": "reduce"} | options
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("request", lambda request: requests.append(request.url))
        page.on("console", lambda message: faults.append(message.text))
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("dialog", lambda dialog: (faults.append(dialog.message), dialog.dismiss()))
        page.goto(pages(*arguments).as_uri())
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert faults == []
    assert [url for url in requests if not url.startswith("file://")] == []
    assert len(requests) == len(contexts)


def step(page) -> int:
    return int(page.get_by_role("slider", name="Step").input_value())


def steps(page) -> int:
    return page.locator("#moves li").count()


def lying(page) -> dict[str, tuple[int, int]]:
    """Where each card lies on the table, by its name."""
    return {
        name: (round(x), round(y))
        for name, x, y in page.evaluate(
            """() => [...document.querySelectorAll('.card')].map((card) => {
                const at = card.getBoundingClientRect();
                return [card.dataset.card, at.x, at.y];
            })"""
        )
    }


def wait_until(condition: Callable[[], bool]) -> None:
    """The page's policy forbids what Playwright's own waiting does."""
    for _ in range(400):
        if condition():
            return
        time.sleep(0.05)
    raise AssertionError("it never came true")


def drawn(page) -> dict[str, list[list[str]]]:
    """What lies where on the table, by sight alone; of a card face down ``#``.

    Each heap has its lowest card first: ``foundation`` row by row, ``pile`` from the left. A pile's
    cards lie one below the other, those of the ``talon`` row by row.
    """
    cards = page.evaluate(
        """() => [...document.querySelectorAll('.card')].map((card) => {
            const { x, y } = card.getBoundingClientRect();
            const name = card.classList.contains('down') ? '#' : card.dataset.card;
            return { x: Math.round(x), y: Math.round(y), z: Number(card.style.zIndex), name };
        })"""
    )
    tops = {
        kind: page.locator(".label", has_text=re.compile(f"^{text}")).bounding_box()
        for kind, text in (("foundation", "Foundations"), ("talon", "Talon"), ("pile", "1$"))
    }
    heaps: dict[str, dict[tuple, list]] = {"foundation": {}, "hand": {}, "talon": {}, "pile": {}}
    for card in cards:
        kind = [kind for kind, top in tops.items() if top["y"] < card["y"]][-1]
        if kind == "talon" and card["x"] + 1 < tops["talon"]["x"]:
            kind = "hand"
        place = {"foundation": (card["y"], card["x"]), "pile": (card["x"],)}.get(kind, ())
        heaps[kind].setdefault(place, []).append(card)
    found = {}
    for kind, by_place in heaps.items():
        found[kind] = []
        for _, heap in sorted(by_place.items()):
            heap.sort(key=lambda card: card["z"])
            assert heap == sorted(heap, key=lambda card: (card["y"], card["x"]))
            found[kind].append([card["name"] for card in heap])
    return found


def words(page) -> str:
    return page.locator("#words").text_content()


def test_stepping_through_to_the_end_fills_the_foundations(visit):
    page = visit("trevi", "8", "--shorten")
    assert page.title() == "Trevi Garden, deal 8"
    assert "Solvable" in page.locator(".verdict").inner_text()
    assert "Foundations: clubs empty, diamonds empty, hearts empty, spades empty." in words(page)
    assert len(set(lying(page).values())) == 52
    assert page.locator(".card.down").count() == 18
    last = steps(page)
    for number in range(1, last + 1):
        page.get_by_role("button", name="Forward").click()
        assert step(page) == number
    assert "Foundations: king of clubs, king of diamonds, king of hearts, king of spades." in words(
        page
    )
    places = lying(page)
    assert len(places) == 52
    for suit in "♣♦♥♠":
        assert len({place for name, place in places.items() if name.endswith(suit)}) == 1
    assert len(set(places.values())) == 4
    assert page.locator(".card.down").count() == 0
    for suit in "♣♦♥♠":
        assert page.locator(f"[data-card='K{suit}']").is_visible()


def test_each_step_moves_what_it_says(visit):
    page = visit("trevi", "8", "--shorten")
    before = lying(page)
    for _ in range(steps(page)):
        page.keyboard.press("ArrowRight")
        after = lying(page)
        moved = {name for name in after if after[name] != before[name]}
        told = page.locator("#step").inner_text()
        assert moved == set(re.findall(r"(?:10|[A-Z2-9])[♣♦♥♠]", told))
        before = after


def test_keys(visit):
    page = visit("trevi", "8", "--shorten")
    last = steps(page)
    for key, expected in [
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("End", last),
        ("ArrowRight", last),
        ("ArrowLeft", last - 1),
        ("Home", 0),
        ("ArrowLeft", 0),
    ]:
        page.keyboard.press(key)
        assert step(page) == expected
    page.keyboard.press("Control+ArrowRight")
    assert step(page) == 0
    page.get_by_role("combobox", name="Speed").focus()
    page.keyboard.press("ArrowRight")
    assert step(page) == 0


def test_back_leads_where_forward_came_from(visit):
    page = visit("trevi", "8", "--shorten")
    seen = []
    for _ in range(12):
        seen.append(lying(page))
        page.keyboard.press("ArrowRight")
    for before in reversed(seen):
        page.keyboard.press("ArrowLeft")
        assert lying(page) == before


def test_play_pause_and_speed(visit):
    page = visit("trevi", "8", "--shorten")
    page.get_by_role("combobox", name="Speed").select_option("4×")
    page.locator("h1").click()
    page.keyboard.press(" ")
    wait_until(lambda: step(page) > 3)
    page.get_by_role("button", name="Pause").click()
    stopped = step(page)
    page.wait_for_timeout(700)
    assert step(page) == stopped
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.get_by_role("button", name="Play").click()
    page.get_by_role("button", name="Play").wait_for()  # it pauses at the end
    assert step(page) == steps(page)
    page.get_by_role("button", name="Play").click()  # and begins anew
    wait_until(lambda: step(page) < 9)


def test_space_on_a_button_is_that_button(visit):
    page = visit("trevi", "8", "--shorten")
    page.get_by_role("button", name="Forward").focus()
    page.keyboard.press(" ")
    assert step(page) == 1
    assert page.get_by_role("button", name="Pause").count() == 0
    page.get_by_role("button", name="Last").focus()
    page.keyboard.press("Enter")
    assert step(page) == steps(page)
    assert page.evaluate("document.activeElement.id") == "last"  # it keeps the focus


def test_the_slider_and_the_list_of_moves_lead_to_any_step(visit):
    page = visit("trevi", "8", "--shorten")
    page.locator("#moves li").nth(30).get_by_role("button").click()
    assert step(page) == 31
    assert page.locator("#moves [aria-current=step]").inner_text().split()[0] == "31"
    box = page.locator("#moves").bounding_box()
    current = page.locator("#moves [aria-current=step]").bounding_box()
    assert box["y"] <= current["y"] <= box["y"] + box["height"]
    page.get_by_role("slider", name="Step").focus()
    page.keyboard.press("ArrowRight")
    assert step(page) == 32
    page.get_by_role("slider", name="Step").fill("5")
    assert page.locator("#step").inner_text().startswith("5 /")


def test_a_screen_reader_is_told(visit):
    page = visit("trevi", "8", "--shorten")
    for name in ("First", "Back", "Play", "Forward", "Last", "Dark colours"):
        assert page.get_by_role("button", name=name, exact=True).count() == 1
    page.keyboard.press("ArrowRight")
    live = page.get_by_role("status")
    assert live.text_content().startswith("Move 1 of ")
    assert live.text_content().endswith("ace of diamonds from the fountain to the foundation")
    assert page.locator("#table").get_attribute("role") == "img"
    assert page.locator("#table").get_attribute("aria-describedby") == "words"
    assert "Pile 1, from the bottom: face down, 5 of diamonds, face down" in words(page)
    first = page.locator("#moves button").first
    assert first.get_attribute("aria-label") == (
        "1 ace of diamonds from the fountain to the foundation"
    )
    page.keyboard.press("End")
    assert live.text_content().endswith("The end.")


def test_all_controls_are_reached_by_the_tab_key(visit):
    page = visit("flower", "2")
    reached = []
    for _ in range(16):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.id || document.activeElement.tagName"))
        if reached[-1] == "SUMMARY":
            break
    assert [name for name in reached if name not in ("BUTTON", "moves")] == [
        *("theme", "slider", "first", "back", "play", "forward", "last", "speed", "SUMMARY")
    ]
    assert reached.count("BUTTON") == steps(page)


@pytest.mark.parametrize("width", [320, 360, 768, 1200])
@pytest.mark.parametrize("deal", [("trevi", "8", "--shorten"), ("stonewall", "1")])
def test_it_fits_every_width(visit, width, deal):
    page = visit(*deal, width=width, height=740)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    table = page.locator(".felt").bounding_box()
    for x, _ in lying(page).values():
        assert table["x"] <= x <= table["x"] + table["width"] - 30
    for button in page.locator(".controls button").all():
        box = button.bounding_box()
        assert min(box["width"], box["height"]) >= 40
        assert 0 <= box["x"] <= width - box["width"]


def test_a_turned_phone_lays_the_table_anew(visit):
    page = visit("trevi", "8", "--shorten", width=360, height=740)
    page.keyboard.press("ArrowRight")
    narrow = lying(page)
    page.set_viewport_size({"width": 740, "height": 360})
    wait_until(lambda: page.locator(".card").first.bounding_box()["width"] > 60)
    assert lying(page) != narrow
    assert page.evaluate("document.documentElement.scrollWidth") <= 740
    assert step(page) == 1


def ground(page) -> str:
    return page.evaluate("getComputedStyle(document.body).backgroundColor")


def test_dark_and_light(visit):
    light, dark = (visit("flower", "2", color_scheme=scheme) for scheme in ("light", "dark"))
    colours = [ground(light), ground(dark)]
    assert colours[0] != colours[1]
    light.get_by_role("button", name="Dark colours").click()
    dark.get_by_role("button", name="Light colours").click()
    assert [ground(light), ground(dark)] == colours[::-1]
    light.get_by_role("button", name="Light colours").click()
    assert ground(light) == colours[0]


def test_a_lost_flower_garden(visit):
    page = visit("flower", "2")
    assert "Unsolvable" in page.locator(".verdict").inner_text()
    assert "2♦ lies in bed 5 under 8♦" in page.get_by_role("listitem").first.inner_text()
    page.keyboard.press("End")
    assert step(page) == steps(page) == 5
    assert "Bed 5, from the bottom: 4 of spades, 2 of diamonds" in words(page)


def test_a_redeal_lays_all_cards_anew(visit):
    page = visit("flower", "1", "--rule", "redeal=beds-first")
    redeal = page.locator("#moves li", has_text="dealt again").get_by_role("button")
    redeal.click()
    assert len(set(lying(page).values())) == 52 - 2 + 1  # an ace and its deuce share their place
    assert "stuck" in page.get_by_role("status").text_content()
    page.keyboard.press("ArrowRight")
    assert page.locator("#step").inner_text().startswith("3 / 6")


def test_an_unsolvable_deal_has_its_board_and_nothing_to_play(visit):
    page = visit("trevi", "7")
    assert "Unsolvable" in page.locator(".verdict").inner_text()
    assert page.locator(".card").count() == 52
    for name in ("#controls", "#keys", "#line", "#step"):
        assert not page.locator(name).is_visible()
    page.keyboard.press("ArrowRight")
    assert page.locator(".card.down").count() == 18


def test_several_deals_on_one_page(visit):
    page = visit("trevi", "7-9")
    chooser = page.get_by_role("combobox", name="Deal")
    assert chooser.locator("option").all_inner_texts() == [
        "7: unsolvable",
        "8: solvable",
        "9: unsolvable",
    ]
    assert not page.locator("#controls").is_visible()
    chooser.select_option("8: solvable")
    assert page.locator("#keys").is_visible()
    assert page.locator("h1").inner_text() == page.title() == "Trevi Garden, deal 8"
    page.locator("h1").click()
    page.keyboard.press("End")
    assert step(page) == steps(page) > 60
    chooser.select_option("9: unsolvable")
    assert page.locator(".card.down").count() == 18


def test_a_position_under_way(visit, tmp_path):
    board = tmp_path / NASTY
    board.write_text(
        "Foundations: C-K D-K H-J S-T\nCells: KH -\n: JS\n: QH QS\n: KS\n:\n:\n:\nFountain:\n"
    )
    page = visit("trevi", "--from", str(board))
    assert page.locator("h1").inner_text().endswith(f"of {board}")
    assert page.locator("img").count() == 0
    assert page.locator("[data-card='J♥']").is_visible()
    page.keyboard.press("End")
    assert len(set(lying(page).values())) == 4


def test_cards_glide_unless_that_is_not_wanted(visit):
    still = visit("flower", "2")
    moving = visit("flower", "2", reduced_motion="no-preference")
    pace = "getComputedStyle(document.querySelector('.card')).transitionDuration"
    for page in (still, moving):
        page.keyboard.press("ArrowRight")
    assert still.evaluate(pace) in ("0s", "")
    assert moving.evaluate(pace) == "0.3s"


# The games of the old book

RED_BLACK = ("red-black", "1", "--rule", "redeal=turned")
SMALL_OLGA = (
    *("olga", "18", "--rule", "packs=2", "--rule", "columns=5", "--rule", "rows=4"),
    *("--rule", "hidden_rows=1,3", "--rule", "runs=yes"),
)
CAESAR = ("caesar", "1")


def played(name: str, number: str, *options: str):
    """The referee's positions of a solution, and its moves."""
    game = games.find(name).with_rules(options[1::2])
    start = game.start(game.deal(int(number)))
    moves = game.search.worker(games.Budget(memory_mib=64)).solve(start, int(number)).moves
    positions = [start]
    for move in moves:
        positions.append(game.rules.apply(positions[-1], move))
    return game, moves, positions


def seen(game, position) -> dict[str, list[list[str]]]:
    """What ``drawn`` should find."""
    order = game.rules.order
    return {
        "foundation": [
            [PLAIN.card(4 * rank + suit) for rank in order[:height]]
            for suit, heights in enumerate(position.heights)
            for height in heights
            if height
        ],
        "hand": [["#"] * len(position.hand)] if position.hand else [],
        "talon": [list(map(PLAIN.card, position.talon))] if position.talon else [],
        "pile": [
            [
                "#" if (slot, row) in position.covered else PLAIN.card(here)
                for row, here in enumerate(pile)
            ]
            for slot, pile in enumerate(position.piles)
            if pile
        ],
    }


@pytest.mark.parametrize("deal", [RED_BLACK, SMALL_OLGA], ids=["red-black", "olga"])
@pytest.mark.parametrize("width", [360, 1200])
def test_every_card_lies_where_the_referee_has_it(visit, deal, width):
    game, moves, positions = played(*deal)
    page = visit(*deal, width=width)
    texts = page.locator("#moves button > span:last-child").all_inner_texts()
    assert texts == list(move_texts(game, positions[0], moves))
    redeals = [n for n, move in enumerate(moves, start=1) if move.target.kind is Kind.HAND]
    assert len(redeals) == game.rules.redeals
    last = len(moves)
    for number in sorted({*range(0, last, last // 12), *redeals, last}):
        page.get_by_role("slider", name="Step").fill(str(number))
        assert drawn(page) == seen(game, positions[number])
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator(".felt.scrolls").count() == 0


@pytest.mark.parametrize("columns", ["1", "2"])
@pytest.mark.parametrize("width", [320, 1200])
def test_a_table_of_few_columns(visit, columns, width):
    small = ("--rule", "packs=1", "--rule", "suits=1", "--rule", "ranks=6")
    deal = ("red-black", "2", *small, "--rule", f"columns={columns}")
    game, _, positions = played(*deal)
    assert max(len(position.talon) for position in positions) > 1
    page = visit(*deal, width=width)
    assert page.locator(".label", has_text="becomes the hand again once").count() == 1
    for number in range(len(positions)):
        page.get_by_role("slider", name="Step").fill(str(number))
        assert drawn(page) == seen(game, positions[number])
        felt = page.locator(".felt").bounding_box()
        for x, y in lying(page).values():
            assert felt["x"] <= x <= felt["x"] + felt["width"] - 30
            assert felt["y"] <= y <= felt["y"] + felt["height"] - 40
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_each_step_moves_the_card_that_it_names(visit):
    page = visit(*SMALL_OLGA)
    cards = """() => [...document.querySelectorAll('.card')].map((card) => {
        const { x, y } = card.getBoundingClientRect();
        return [card.dataset.card, x, y];
    })"""
    page.get_by_role("slider", name="Step").fill("40")
    before = page.evaluate(cards)
    for _ in range(30):
        page.keyboard.press("ArrowRight")
        after = page.evaluate(cards)
        moved = [card for (card, *was), (_, *at) in zip(before, after, strict=True) if was != at]
        told = page.locator("#step").inner_text()
        assert sorted(moved) == sorted(re.findall(r"(?:10|[A-Z2-9])[♣♦♥♠]", told))
        before = after


def test_the_hand_and_the_talon_in_words(visit):
    page = visit(*RED_BLACK)
    assert page.locator(".tally").inner_text() == "88"
    assert "Hand: 88 cards, face down. Talon, from the bottom: empty. Column 1" in " ".join(
        page.locator("#words p").all_text_contents()
    )
    assert page.locator(".label", has_text="becomes the hand again once").count() == 1
    page.get_by_role("listitem").filter(has_text="all of the talon").get_by_role("button").click()
    said = page.get_by_role("status").text_content()
    assert said.endswith("to the hand, with all of the talon, turned over")
    assert page.locator(".label", has_text="becomes the hand again once").count() == 0
    page.keyboard.press("End")
    assert not page.locator(".tally").is_visible()
    assert words(page).count("king of") == 8


def test_the_square_of_caesar(visit):
    game, _, positions = played(*CAESAR)
    page = visit(*CAESAR, width=360, height=740)
    for number, position in enumerate(positions):
        page.get_by_role("slider", name="Step").fill(str(number))
        places = sorted(lying(page).items(), key=lambda item: item[1][::-1])
        assert [name for name, _ in places] == [PLAIN.card(here) for (here,) in position.piles]
        numbers = numbers_of(position)
        sums = sorted(sum(numbers[place] for place in line) for line in game.square.lines)
        assert sorted(map(int, page.locator(".sum").all_inner_texts())) == sums
        assert page.locator(".sum.met").count() == sums.count(15)
    assert sums == [15] * 8
    assert "Place 1: 6 of spades." in words(page)
    assert "Places 3, 5, 7: 15 pips." in words(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_an_undecided_deal_has_its_board_and_its_verdict(visit):
    page = visit("olga", "1", "--max-states", "1")
    assert "Undecided" in page.locator(".verdict").inner_text()
    assert page.locator(".card").count() == 128
    assert page.locator(".slot").count() == 16 + 2 + 7
    assert not page.locator("#controls").is_visible()
