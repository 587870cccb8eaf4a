"""Each feature of a row against its definition in plain Python."""

import random
from itertools import combinations, pairwise

import numpy as np
import pytest

from solver.cards.deal import Deal
from solver.cards.shuffle import shuffled
from solver.games.talon.kernel.value import FEATURES, value_of
from solver.games.talon.olga import OlgaRules
from solver.games.talon.packing import flags_of, packed
from solver.games.talon.red_black import RedBlackRules

GAMES = {
    "olga": OlgaRules(),
    "olga, small": OlgaRules(ranks=5, packs=2, columns=5, rows=3, hidden_rows=()),
    "red-black": RedBlackRules(),
    "red-black, small": RedBlackRules(ranks=6, columns=4),
}


def over(ranks):
    """How far each card that lies over a lower one is above the lowest of them."""
    lows = [min(ranks[:at], default=99) for at in range(len(ranks))]
    return [rank - low for rank, low in zip(ranks, lows, strict=True) if rank > low]


def features(rules, position):
    """What ``FEATURES`` says, from the position."""

    def place(here):
        return rules.place_of(here)

    def goes_up(here):
        return place(here) in position.heights[here & 3]

    columns = [pile for pile in position.piles if pile]
    tops = [pile[-1] for pile in columns]
    pairs = [sum(rules.fits(high, low) for low, high in pairwise(pile)) for pile in columns]
    highest = rules.ranks - 1
    gaps = [gap for pile in columns for gap in over([place(here) for here in pile])]
    talon = [place(here) for here in position.talon]
    found = {
        "up": position.cards_up,
        "empty": rules.columns - len(columns),
        "kings": sum(
            place(pile[0]) == highest and count == len(pile) - 1
            for pile, count in zip(columns, pairs, strict=True)
        ),
        "pairs": sum(pairs),
        "over": len(gaps),
        "gap": sum(gaps),
        "fronts": sum(map(place, tops)),
        "kinds": len({(place(top), (top ^ top >> 1) & 1) for top in tops if place(top)}),
        "talon": len(talon),
        "talon-over": len(over(talon)),
        "talon-kings": sum(
            rank == highest and min(talon[:at], default=99) < rank for at, rank in enumerate(talon)
        ),
        "talon-suit": sum(
            len(over([place(here) for here in position.talon if here & 3 == suit]))
            for suit in range(4)
        ),
        "talon-inversions": sum(high > low for low, high in combinations(talon, 2)),
        "talon-fits": bool(talon)
        and (
            goes_up(position.talon[-1]) or any(rules.fits(position.talon[-1], top) for top in tops)
        ),
    }
    laid, placed = list(tops), []
    for here in position.hand[:12]:
        under = next((top for top in laid if rules.fits(here, top)), None)
        placed.append(goes_up(here) or under is not None)
        if not goes_up(here) and under is not None:
            laid[laid.index(under)] = here
    return found | {"next": sum(placed[:1]), "soon": sum(placed[1:5]), "later": sum(placed[5:])}


@pytest.mark.parametrize("name", GAMES)
def test_each_feature_is_what_it_says(name):
    rules = GAMES[name]
    met = dict.fromkeys(FEATURES, 0)
    for number in range(1, 7):
        choose = random.Random(number)
        position = rules.initial(Deal(shuffled(rules.deck, number), number))
        for _ in range(60):
            problem, row = packed(rules, position, flags_of(rules, safe=False))
            expected = features(rules, position)
            for at, feature in enumerate(FEATURES):
                weights = np.zeros(len(FEATURES), np.int64)
                weights[at] = 1
                assert value_of(row, problem, weights) == expected[feature], feature
                met[feature] += expected[feature] > 0
            choices = rules.legal_moves(position)
            if not choices:
                break
            position = rules.apply(position, choose.choice(choices))
    assert sum(count > 0 for count in met.values()) > 13
