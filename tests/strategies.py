"""Layouts, and what can lie on their tables, for property tests."""

import random
from dataclasses import replace

from hypothesis import strategies as st

from solver.cards.cards import UNKNOWN, pack
from solver.cards.deal import Move, Position, deal_rows
from solver.cards.shuffle import shuffled
from solver.games import Game
from solver.text.board_format import BoardFormat


def dealt(layout: BoardFormat, number: int) -> Position:
    """A full deal of a layout."""
    order = shuffled(pack(layout.ranks, layout.suits), number)
    laid = layout.piles * layout.height
    start = Position(
        piles=deal_rows(order, layout.piles, layout.height),
        cells=order[laid : laid + layout.cells],
        reserve=order[laid + layout.cells :],
    )
    return replace(start, down=layout.dealt_down(start))


@st.composite
def layouts(draw: st.DrawFn) -> BoardFormat:
    all_up = draw(st.booleans())
    ranks, suits = draw(st.integers(1, 13)), draw(st.integers(1, 4))
    piles = draw(st.integers(1, min(8, ranks * suits)))
    height = draw(st.integers(1, ranks * suits // piles))
    cells = draw(st.integers(0, min(4, ranks * suits - piles * height)))
    return BoardFormat(
        piles=piles,
        height=height,
        cells=cells,
        hidden_rows=() if all_up else tuple(draw(st.sets(st.integers(1, height)))),
        reserve=draw(st.sampled_from(["Fountain", "Reserve", "Bouquet"])),
        ranks=ranks,
        suits=suits,
        all_up=all_up,
        builds=cells > 0 or draw(st.booleans()),
    )


def scattered(layout: BoardFormat, choose: random.Random) -> Position:
    """Cards laid where they may lie, some up, some face down, some of these unknown."""
    up = [choose.choice([0, choose.randint(0, layout.ranks)]) for _ in range(layout.suits)]
    up += [0] * (4 - layout.suits)
    left = [one for one in pack(layout.ranks, layout.suits) if one // 4 >= up[one % 4]]
    choose.shuffle(left)
    cells = tuple(
        left.pop() if left and choose.random() < 0.5 else None for _ in range(layout.cells)
    )
    highest = len(left) if layout.builds else layout.height
    least = max(0, len(left) - layout.piles * highest)
    count = choose.randint(least, min(len(left), layout.reserve_size))
    reserve = tuple(left.pop() for _ in range(count))
    piles: list[list[int]] = [[] for _ in range(layout.piles)]
    for one in left:
        choose.choice([pile for pile in piles if len(pile) < highest]).append(one)
    share = 0.0 if layout.all_up else choose.random()
    unseen = choose.choice([0.0, choose.random()])
    down = {one for pile in piles for one in pile[:-1] if choose.random() < share}
    unknown = {one for one in down if choose.random() < unseen}
    return Position(
        piles=tuple(tuple(UNKNOWN if one in unknown else one for one in pile) for pile in piles),
        cells=cells,
        reserve=reserve,
        foundations=(up[0], up[1], up[2], up[3]),
        down=frozenset(down - unknown),
    )


def positions(layout: BoardFormat) -> st.SearchStrategy[Position]:
    """Positions as ``scattered`` lays them."""
    return st.randoms(use_true_random=False).map(lambda choose: scattered(layout, choose))


def played(game: Game, start: Position, choose: random.Random, count: int) -> list[Move]:
    """Up to so many legal moves, one after the other, any of them."""
    line: list[Move] = []
    position = start
    while len(line) < count and (moves := game.rules.legal_moves(position)):
        line.append(choose.choice(moves))
        position = game.rules.apply(position, line[-1])
    return line


ODD = ["\u0000", "\u2028", "\u00a0", "７", "♥", "\ufeff", "é", "🂡", "\u202e", "\x85"]
FILLING = ["A", "AC ", "?? ", ": ", "- ", '"', "{", "[", "],", "<", "\n"]


def spoilt(text: str, choose: random.Random) -> bytes:
    """The text with one to three faults."""
    for _ in range(choose.randint(1, 3)):
        at = choose.randrange(len(text) + 1)
        words, lines = text.split(" "), text.splitlines(keepends=True) or [""]
        word, line = choose.randrange(len(words)), choose.randrange(len(lines))
        match choose.randrange(8):
            case 0:
                text = "".join(lines[:line] + lines[line + 1 :])
            case 1:
                text = "".join(lines[:line] + lines[choose.randrange(len(lines)) :])
            case 2:
                text = text[:at]
            case 3:
                text = " ".join([*words[:word], choose.choice(words), *words[word:]])
            case 4:
                text = " ".join([*words[:word], choose.choice(words), *words[word + 1 :]])
            case 5:
                filling = choose.choice(FILLING) * choose.choice([1, 2, 5000])
                text = text[:at] + filling + text[at:]
            case 6:
                text = text[:at] + choose.choice(ODD) + text[at + choose.randint(0, 2) :]
            case 7:
                text = text[:at] + text[at + choose.randint(1, 9) :]
    data = bytearray(text.encode())
    if data and choose.random() < 0.2:
        data[choose.randrange(len(data))] = choose.randrange(256)
    return bytes(data)
