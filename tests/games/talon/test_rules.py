"""The referee that The Olga and Red and Black share, and what is each one's own."""

from dataclasses import replace

import pytest

from solver.cards.cards import names_of, parse_card
from solver.cards.deal import Deal, IllegalMove, Kind, Move, Place
from solver.cards.shuffle import STREAM_REDEAL, shuffled
from solver.games.talon.notation import TalonNotation
from solver.games.talon.olga import OLGA, OlgaRules
from solver.games.talon.red_black import RED_BLACK, RedBlackRules
from solver.games.talon.rules import Redeal

TALON, HAND = Place(Kind.TALON), Place(Kind.HAND)

SMALL_OLGA = OlgaRules(ranks=5, suits=4, packs=1, columns=3, rows=2, hidden_rows=(1,))
SMALL_RED_BLACK = RedBlackRules(ranks=5, suits=4, packs=1, columns=3)


def position(rules, text):
    ((_, found),) = TalonNotation(rules).read(text)
    return found


def place(text):
    kind, _, slot = text.partition(" ")
    slot = "CDHS".index(slot) if kind == "foundation" else int(slot or 1) - 1
    return Place(Kind(kind.replace("column", "pile")), slot)


def move(text):
    card, source, target = (part.strip() for part in text.split(","))
    return Move(parse_card(card), place(source), place(target))


def texts(rules, found):
    def text(place):
        if place.kind is Kind.PILE:
            return f"column {place.slot + 1}"
        return f"foundation {'CDHS'[place.slot]}" if place.kind is Kind.FOUNDATION else place.kind

    return {
        f"{names_of([one.card])}, {text(one.source)}, {text(one.target)}"
        for one in rules.legal_moves(found)
    }


BED = """
: 8C <9H> TS 9D
: TC AH
:
Talon: 7D 8S
Hand: AS 7S 9C 8D TD 7H 8H TH 9S
"""


def test_the_packs():
    assert len(OLGA.deck) == 128
    assert len(RED_BLACK.deck) == 104
    assert names_of(OLGA.deck[:10]) == "AC AD AH AS 7C 7D 7H 7S 8C 8D"
    assert OLGA.deck == OLGA.deck[:32] * 4
    assert names_of(RED_BLACK.deck[50:56]) == "KH KS AC AD AH AS"


def test_the_olga_is_dealt_row_by_row():
    deal = Deal(shuffled(OLGA.deck, 5), 5)
    start = OLGA.initial(deal)
    assert start.piles[2] == deal.cards[2:49:7]
    assert start.hand == deal.cards[49:]
    assert len(start.hand) == 79
    assert start.covered == {(slot, row) for slot in range(7) for row in (1, 3, 5)}
    assert start.talon == ()
    assert start.cards_up == 0


def test_the_aces_of_red_and_black_are_taken_out():
    deal = Deal(shuffled(RED_BLACK.deck, 5), 5)
    start = RED_BLACK.initial(deal)
    rest = [card for card in deal.cards if card >= 4]
    assert [*(pile[0] for pile in start.piles), *start.hand] == rest
    assert start.heights == ((1, 1),) * 4
    assert start.cards_up == 8
    assert (start.redeals, start.seed) == (1, 5)
    without = RED_BLACK.initial(replace(deal, cards=tuple(rest)))
    assert without == start


@pytest.mark.parametrize(
    ("rules", "fields", "message"),
    [
        (OLGA, {"ranks": 9}, "ranks = 9 is not in 1 … 8"),
        (OLGA, {"packs": 5}, "packs = 5 is not in 1 … 4"),
        (OLGA, {"rows": 21}, "rows = 21 is not in 1 … 20"),
        (OLGA, {"columns": 10, "rows": 13}, "10 columns of 13 need more than the 128 cards"),
        (OLGA, {"rows": 5}, "hidden row 6 is not in 1 … 5"),
        (RED_BLACK, {"packs": 3}, "packs = 3 is not in 1 … 2"),
        (RED_BLACK, {"suits": 0}, "suits = 0 is not in 1 … 4"),
        (RED_BLACK, {"ranks": 1}, "columns = 8 is more than the 0 cards besides the aces"),
        (RED_BLACK, {"redeal": "twice"}, "redeal = twice is none of none, turned, shuffled"),
    ],
)
def test_rules_that_make_no_game_are_refused(rules, fields, message):
    with pytest.raises(ValueError, match=message):
        replace(rules, **fields)


def test_the_moves_of_the_olga():
    found = position(SMALL_OLGA, BED)
    assert found.heights == ((2,), (1,), (0,), (0,))
    assert texts(SMALL_OLGA, found) == {
        "9D, column 1, column 3",
        "AH, column 2, column 3",
        "AH, column 2, foundation H",
        "8S, talon, column 1",
        "AS, hand, talon",
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("8S, talon, column 3", "8S cannot go to an empty column: only a column's top card"),
        ("8S, talon, column 2", "8S does not fit on AH in column 2"),
        ("8S, talon, column 4", "8S cannot go to column 4: there are 3"),
        ("7D, talon, column 1", "7D is not the talon's top card"),
        ("TS, column 1, column 3", "TS is not the top card of column 1"),
        ("TS, column 2, column 3", "TS does not lie in column 2"),
        ("9D, column 1, column 1", "9D lies in that column already"),
        ("9D, column 1, foundation D", "9D is not the next card of a foundation"),
        ("AH, column 2, foundation S", "AH goes to a foundation of its own suit only"),
        ("AH, column 2, talon", "AH can go to a column or a foundation only"),
        ("AH, column 2, hand", "AH cannot go to the hand: only the talon as a whole does"),
        ("7S, hand, talon", "7S is not the next card of the hand"),
        ("AS, hand, column 3", "AS is turned to the talon first"),
        ("AS, hand, foundation S", "AS is turned to the talon first"),
        ("7D, talon, hand", "7D cannot go to the hand with the talon before the hand is empty"),
        ("7C, foundation C, column 1", "7C lies on a foundation, from which no card comes back"),
        ("AH, cell 1, column 3", "AH cannot come from a cell"),
    ],
)
def test_what_the_olga_does_not_allow(text, message):
    with pytest.raises(IllegalMove, match=message):
        SMALL_OLGA.apply(position(SMALL_OLGA, BED), move(text))


def test_a_card_turns_up_when_the_one_on_it_goes_and_stays_so():
    found = position(
        SMALL_OLGA,
        """
        : 8C <9H> AS
        : TC
        :
        Talon: 7D 8S
        Hand: 7S 9C 8D TD 7H 8H TH 9S AH 9D TS
        """,
    )
    assert found.covered == {(0, 1)}
    found = SMALL_OLGA.apply(found, move("AS, column 1, foundation S"))
    assert found.covered == frozenset()
    covered = SMALL_OLGA.apply(found, move("8S, talon, column 1"))
    assert covered.covered == frozenset()
    found = SMALL_OLGA.apply(found, move("9H, column 1, column 2"))
    assert names_of(found.piles[1]) == "TC 9H"


def test_a_run_moves_as_a_unit_where_the_rules_have_runs():
    board = """
    : TC 9D 8S
    : TS
    : 8C 9H
    Talon: 7D
    Hand: 9C 8D TD 8H TH 9S
    """
    single, runs = SMALL_OLGA, replace(SMALL_OLGA, runs=True)
    found = position(single, board)
    assert found.cards_up == 7
    told = move("9D, column 1, column 2")
    assert runs.lifted(found, told) == tuple(map(parse_card, ["9D", "8S"]))
    with pytest.raises(IllegalMove, match="9D is not the top card of column 1"):
        single.apply(found, told)
    after = runs.apply(found, told)
    assert names_of(after.piles[1]) == "TS 9D 8S"
    covered = replace(found, covered=frozenset({(0, 1)}))
    with pytest.raises(IllegalMove, match="9D has cards on it that do not move with it"):
        runs.apply(covered, told)
    with pytest.raises(IllegalMove, match="8C has cards on it that do not move with it"):
        runs.apply(found, move("8C, column 3, column 1"))


def test_a_foundation_gives_its_top_card_back_where_the_rules_say_so():
    rules = replace(SMALL_OLGA, foundation_return=True)
    found = position(rules, ": 8H TC\n: 9D\n:\nTalon: 8C 9C\nHand: 9S TS TD 9H TH")
    assert found.heights == ((2,), (3,), (2,), (3,))
    returning = {text for text in texts(rules, found) if "foundation" in text.split(", ")[1]}
    assert returning == {"8S, foundation S, column 2"}
    after = rules.apply(found, move("8S, foundation S, column 2"))
    assert after.heights == ((2,), (3,), (2,), (2,))
    assert names_of(after.piles[1]) == "9D 8S"
    low = position(rules, ": 8H TC\n: 7D\n: 7S\nTalon: 8C 9C 7H 8D 9D\nHand: 9S TS 8S TD 9H TH")
    with pytest.raises(IllegalMove, match="AS is an ace, and stays as the base of its foundation"):
        rules.apply(low, move("AS, foundation S, column 2"))
    with pytest.raises(IllegalMove, match="9C is not the top card of a foundation"):
        rules.apply(low, move("9C, foundation C, column 2"))


ROW = """
: 5C 4H
: 3C
: 4C
Talon: 2C 5H 5D
Hand: 5S 4S
"""


def test_the_moves_of_red_and_black():
    found = position(SMALL_RED_BLACK, ROW)
    assert texts(SMALL_RED_BLACK, found) == {
        "3C, column 2, column 1",
        "4H, column 1, foundation H",
        "5D, talon, foundation D",
        "5S, hand, talon",
    }


@pytest.mark.parametrize(
    ("before", "hand", "filling"),
    [
        ([], "5S 4S", "5S, hand, column 2"),
        (["5S, hand, talon", "4S, hand, talon"], "", "4S, talon, column 2"),
    ],
)
def test_an_empty_volunteer_is_filled_at_once(before, hand, filling):
    found = SMALL_RED_BLACK.replay(position(SMALL_RED_BLACK, ROW), map(move, before))
    assert names_of(found.hand) == hand
    found = SMALL_RED_BLACK.apply(found, move("3C, column 2, column 1"))
    assert found.piles[1] == ()
    assert texts(SMALL_RED_BLACK, found) == {filling}
    with pytest.raises(IllegalMove, match=r"the empty column 2 is filled first, with [54]S from"):
        SMALL_RED_BLACK.apply(found, move("3C, column 1, foundation C"))
    filled = SMALL_RED_BLACK.apply(found, move(filling))
    assert len(filled.piles[1]) == 1


def test_no_card_moves_to_an_empty_volunteer_once_nothing_fills_it():
    board = ": 5C 4H\n: 5H\n:\n"
    found = position(SMALL_RED_BLACK, board)
    assert texts(SMALL_RED_BLACK, found) == {"4H, column 1, foundation H"}
    with pytest.raises(IllegalMove, match="4H cannot go to an empty column: only the hand and"):
        SMALL_RED_BLACK.apply(found, move("4H, column 1, column 3"))


def emptied_hand(rules):
    found = position(rules, ROW)
    return rules.replay(found, map(move, ["5S, hand, talon", "4S, hand, talon"]))


@pytest.mark.parametrize("redeal", [Redeal.SHUFFLED, Redeal.TURNED])
def test_the_talon_becomes_the_hand_once(redeal):
    rules = replace(SMALL_RED_BLACK, redeal=redeal)
    found = replace(emptied_hand(rules), seed=9 if redeal is Redeal.SHUFFLED else 0)
    talon = found.talon
    assert names_of(talon) == "2C 5H 5D 5S 4S"
    told = move("2C, talon, hand")
    assert told in rules.legal_moves(found)
    after = rules.apply(found, told)
    order = talon if redeal is Redeal.TURNED else shuffled(talon, 9, STREAM_REDEAL)
    assert (after.hand, after.talon, after.redeals, after.seed) == (order, (), 0, 0)
    with pytest.raises(IllegalMove, match="4S cannot go to the hand: only the talon as a whole"):
        rules.apply(found, move("4S, talon, hand"))
    turned = rules.replay(after, [Move(card, HAND, TALON) for card in after.hand])
    again = Move(turned.talon[0], TALON, HAND)
    assert again not in rules.legal_moves(turned)
    with pytest.raises(IllegalMove, match="cannot go to the hand with the talon: no redeal is le"):
        rules.apply(turned, again)


def test_without_a_redeal_the_talon_stays():
    rules = replace(SMALL_RED_BLACK, redeal=Redeal.NONE)
    assert "2C, talon, hand" not in texts(rules, emptied_hand(rules))


def test_a_position_with_all_cards_up_is_won():
    won = position(SMALL_RED_BLACK, ":\n:\n:\n")
    assert won.heights == ((5,),) * 4
    assert SMALL_RED_BLACK.is_won(won)
    assert SMALL_RED_BLACK.legal_moves(won) == []
    assert not SMALL_RED_BLACK.is_won(position(SMALL_RED_BLACK, ROW))


def test_a_bad_step_is_named():
    found = position(SMALL_OLGA, BED)
    with pytest.raises(IllegalMove, match=r"^step 2: 7D is not the talon's top card$"):
        SMALL_OLGA.replay(found, [move("AS, hand, talon"), move("7D, talon, column 1")])


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"piles": ((), ())}, "the position has 2 columns, not 3"),
        ({"redeals": 2}, "2 redeals are left, but the game has 1"),
        ({"redeals": 0, "seed": 3}, "has a seed, but no shuffle is to come"),
        ({"talon": ()}, "missing from the position: 2C 5D 5H"),
        ({"hand": (7, 7)}, "2S lies in two places: foundation S and the hand"),
        ({"hand": (-1,)}, "cards that nobody has seen"),
        ({"covered": frozenset({(0, 1)})}, "4H is face down on top of a pile"),
        ({"heights": ((1, 1), (4,), (3,), (3,))}, "C has 2 foundations, not 1"),
        ({"heights": ((0,), (4,), (3,), (3,))}, "a foundation of C holds 0 cards, not 1 … 5"),
        ({"heights": ((1,), (4,), (3,), (6,))}, "a foundation of S holds 6 cards, not 1 … 5"),
    ],
)
def test_what_cannot_lie_on_a_table_is_refused(fields, message):
    found = position(SMALL_RED_BLACK, ROW)
    with pytest.raises(ValueError, match=message):
        SMALL_RED_BLACK.check(replace(found, **fields))


def test_foundations_of_a_suit_are_told_from_the_highest_on():
    rules = replace(SMALL_RED_BLACK, packs=2, suits=1, columns=2, redeal=Redeal.NONE)
    found = position(rules, ": 4C\n: 5C\nTalon: 5C\nHand:")
    assert found.heights[0] == (4, 3)
    with pytest.raises(ValueError, match="the foundations of C do not begin with the highest"):
        rules.check(replace(found, heights=((3, 4), *found.heights[1:])))
