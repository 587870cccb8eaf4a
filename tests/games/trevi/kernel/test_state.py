"""The state of a search and its packed form."""

import numpy as np
import pytest
from kernels import GAMES, Asked, Kernels, key_of, playout
from positions import cards, laid

from solver.cards.cards import names_of, pack, parse_card
from solver.games.trevi.kernel.state import (
    COVERED,
    IN_CELL,
    IN_RUN,
    KEY,
    RESERVE,
    STATE_WORDS,
    UNMOVED,
    UP,
    WEIGHT,
    safe_cards,
    symbol_of,
    unpack,
)
from solver.games.trevi.rules import TREVI, TreviRules

FOUR_RANKS = TreviRules(ranks=4, piles=2, height=5, hidden_rows=(1, 3), cells=1)


def named(word: np.uint64) -> list[int]:
    """The cards of a word, lowest first."""
    return [here for here in range(64) if int(word) >> here & 1]


def suit_numbers(state: np.ndarray) -> tuple[int, int, int, int]:
    """The numbers of the suits C D H S in a state's key."""
    clubs, hearts = (int(word) & 0xFFFFFFFF for word in state[KEY:])
    diamonds, spades = (int(word) >> 32 for word in state[KEY:])
    return clubs, diamonds, hearts, spades


def unpacked(asked: Asked) -> np.ndarray:
    """The state again, from its key alone."""
    state = np.full(STATE_WORDS, 0xDEAD, np.uint64)
    unpack(asked.state[KEY], asked.state[KEY + 1], asked.problem, state)
    return state


@pytest.mark.parametrize("game", GAMES)
def test_a_state_comes_back_from_its_key(game):
    kernels = Kernels(GAMES[game])
    for number in range(5):
        for position in playout(kernels.rules, number, 30):
            asked = kernels.set_up(position)
            assert unpacked(asked).tolist() == asked.state.tolist()
            for child, _ in kernels.children(kernels.after_automatic_plays(asked)[0]):
                assert unpacked(Asked(asked.problem, child)).tolist() == child.tolist()


@pytest.mark.parametrize("game", GAMES)
def test_each_card_has_one_symbol(game):
    kernels = Kernels(GAMES[game])
    whole = sum(1 << here for here in pack(kernels.rules.ranks))
    for position in playout(kernels.rules, 1, 40):
        state = kernels.set_up(position).state
        words = [int(state[word]) for word in (UP, UNMOVED, IN_RUN, IN_CELL, RESERVE)]
        assert sum(words) == whole  # no card is in two words: else a sum would carry
        assert int(np.bitwise_or.reduce(state[[UP, UNMOVED, IN_RUN, IN_CELL, RESERVE]])) == whole
        assert set(named(state[RESERVE])) == set(position.reserve)
        assert set(named(state[IN_CELL])) == set(position.cells) - {None}
        for here in pack(kernels.rules.ranks):
            symbol = symbol_of(state, here)
            word = RESERVE if symbol == UNMOVED and here in position.reserve else symbol
            assert here in named(state[word])
            assert (symbol == UP) == (here >> 2 < position.foundations[here & 3])


def test_the_worked_example():
    """Of the module's docstring: hearts with an ace up, 2 in a run, 3 untouched, 4 in a cell."""
    kernels = Kernels(FOUR_RANKS)
    position = laid(
        "3H 4S 2S 2D",
        "4C 3D 3S 2H",
        cells="4H",
        reserve="4D 2C 3C",
        foundations=(1, 1, 1, 1),
    )
    FOUR_RANKS.check(position)
    state = kernels.set_up(position).state
    assert [symbol_of(state, parse_card(name)) for name in ("AH", "2H", "3H", "4H")] == [
        UP,
        IN_RUN,
        UNMOVED,
        IN_CELL,
    ]
    assert suit_numbers(state)[2] == 0 * 27 + 2 * 9 + 1 * 3 + 3 == 24


def test_a_card_that_moves_changes_its_suit_by_its_weight():
    kernels = Kernels(FOUR_RANKS)
    for first, second in ((UP, UNMOVED), (UNMOVED, IN_RUN), (IN_RUN, IN_CELL)):
        assert second - first == 1
    position = laid(
        "3H 4S", "4C 3D 3S 2H", cells="-", reserve="4D 2C 3C 4H 2D 2S", foundations=(1,) * 4
    )
    problem, before = kernels.set_up(position)
    held = laid("3H 4S", "4C 3D 3S", cells="2H", reserve="4D 2C 3C 4H 2D 2S", foundations=(1,) * 4)
    after = kernels.set_up(held).state
    assert suit_numbers(after)[2] - suit_numbers(before)[2] == (IN_CELL - IN_RUN) * 9
    weights = {name: int(problem[WEIGHT + parse_card(name)]) for name in ("AH", "4H", "AD", "4S")}
    assert weights == {"AH": 27, "4H": 1, "AD": 27 << 32, "4S": 1 << 32}


def test_the_largest_number_of_a_suit_fits():
    """Thirteen cards in cells make it, which no game can do."""
    problem, state = Kernels(TREVI).set_up(next(playout(TREVI, 1, 0)))
    largest = sum(IN_CELL * 3**place for place in range(13))
    assert largest < 1 << 22
    whole = np.uint64(largest << 32 | largest)
    unpack(whole, whole, problem, state)
    assert int(state[IN_CELL]) == (1 << 52) - 1
    assert not state[[UP, UNMOVED, IN_RUN, RESERVE, COVERED]].any()


def test_no_two_states_share_a_key():
    kernels = Kernels(TREVI)
    asked, _ = kernels.after_automatic_plays(kernels.set_up(next(playout(TREVI, 1, 0))))
    words_of_keys = {key_of(asked.state): asked.state[:KEY].tolist()}
    waiting = [asked.state]
    while len(words_of_keys) < 10_000:
        for child, _ in kernels.children(Asked(asked.problem, waiting.pop())):
            key, words = key_of(child), child[:KEY].tolist()
            if key not in words_of_keys:
                words_of_keys[key] = words
                waiting.append(child)
            assert words_of_keys[key] == words
    assert len(set(map(tuple, words_of_keys.values()))) == len(words_of_keys)


def test_all_rows_of_symbols_of_two_suits_have_keys_of_their_own():
    """Any height of the foundation, and any symbols above it: 1 + 3 + 9 + … for four ranks."""
    problem, state = Kernels(FOUR_RANKS).set_up(next(playout(FOUR_RANKS, 1, 0)))
    problem = problem.copy()
    seen = set()
    for clubs in range(121):
        for spades in range(121):
            unpack(np.uint64(clubs), np.uint64(spades << 32), problem, state)
            seen.add(tuple(state[[UP, UNMOVED, IN_RUN, IN_CELL, RESERVE]].tolist()))
    assert sum(3**height for height in range(5)) == 121
    assert len(seen) == 121**2


@pytest.mark.parametrize(
    ("pile", "old"),
    [
        # All cards of a run that begins its pile are in a run.
        ("KC", ""),
        ("5D 4S 3H", ""),
        # Otherwise the card that begins the run stays the top of the old part.
        ("9S 5D 4S 3D", "9S 5D"),
        ("9S 5D 3S", "9S 5D 3S"),
        # The colours must alternate, and the ranks go down by one.
        ("5D 4H", "5D 4H"),
        ("4S 5D", "4S 5D"),
        # A face-down card is not in sequence with the one above it.
        ("<5D> 4S", "<5D> 4S"),
        ("<5D> <4S> 3D", "<5D> <4S> 3D"),
        ("5D <4S> 3D", "5D <4S> 3D"),
        # A run below another card is buried.
        ("5D 4S 9C", "5D 4S 9C"),
        ("5D 4S 9C 8D", "5D 4S 9C"),
    ],
)
def test_what_is_in_a_run(pile, old):
    lying, kept = (cards(text.replace("<", "").replace(">", "")) for text in (pile, old))
    reserve = [here for here in pack() if here not in lying]
    position = laid(pile, "", "", "", "", "", cells="- -", reserve=names_of(reserve))
    TREVI.check(position)
    state = Kernels(TREVI).set_up(position).state
    assert set(named(state[UNMOVED])) == set(kept)
    assert set(named(state[IN_RUN])) == set(lying) - set(kept)
    assert set(named(state[COVERED])) == set(kept[:-1])


def test_safe_cards_by_the_sentence_of_the_rule():
    for heights in np.ndindex(5, 5, 5, 5):
        up = sum(1 << 4 * rank + suit for suit in range(4) for rank in range(heights[suit]))
        safe = int(safe_cards(np.uint64(up)))
        for suit in range(4):
            others = [heights[other] for other in range(4) if other not in (suit, suit ^ 3)]
            for rank in range(5):
                expected = min(others) >= rank - 1 and heights[suit ^ 3] >= rank - 2
                assert bool(safe >> 4 * rank + suit & 1) is expected
