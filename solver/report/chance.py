"""What was found out about a position with unseen cards, as text and as JSON."""

from dataclasses import asdict
from typing import Any

from solver.analyse.chance import Advice, Chance, Hint, Tally
from solver.cards.cards import name_of
from solver.cards.deal import Position
from solver.cards.plural import counted
from solver.cards.view import layout_count, unseen_in
from solver.games import Game
from solver.report.board import PLAIN, Style, cards_text, move_texts, place_text
from solver.report.odds import percent, share_text
from solver.report.play import rate_lines, rate_of


def _counts(tally: Tally) -> dict[str, int]:
    return {
        "completions": tally.count,
        "solvable": tally.solvable,
        "unsolvable": tally.unsolvable,
        "undecided": tally.undecided,
    }


def chance_json(
    game: Game, numbering: str, seed: int, number: int, position: Position, found: Chance
) -> dict[str, Any]:
    """What ``garden chance --json`` says of a deal."""
    share = found.share
    band = rate_of(game, position, share.estimate)
    return {
        "game": game.name,
        "deal": number,
        "numbering": numbering,
        "unseen": position.unseen,
        "exact": found.exact,
        "interrupted": found.goal is not None,
        "seed": None if found.exact else seed,
        **_counts(found.tally),
        "confidence": share.confidence,
        "share": {"low": share.low, "estimate": share.estimate, "high": share.high},
        "measured": band and asdict(band),
    }


def _unseen_text(game: Game, position: Position, style: Style) -> str:
    """How many cards are not seen; the last one is known by what is seen."""
    cards = unseen_in(game.rules.deck, position)
    if not cards:
        text = "every card is seen"
    else:
        text = counted(len(cards), "unseen card")
        if layout_count(cards) == 1:
            text += f", which must be {cards_text(cards, style)}"
    return f"{text}, and a shuffle to come" if game.is_open(position) else text


def _cut_lines(found: Chance | Hint, count: int) -> list[str]:
    """How far a sample came that a signal has ended."""
    if found.goal is None:
        return []
    return [f"interrupted: {count:,} of at most {counted(found.goal, 'layout')}"]


def chance_text(
    game: Game, number: int, position: Position, found: Chance, style: Style = PLAIN
) -> str:
    """The same for a person."""
    share, tally = found.share, found.tally
    said = "none decided"
    if tally.undecided < tally.count:
        said = share_text(tally.solvable, tally.undecided, tally.count)
    if not found.exact:
        ends = f"{percent(share.low)} … {percent(share.high)}"
        said += f"   ({100 * share.confidence:g} % interval: {ends})"
    head = _unseen_text(game, position, style)
    if tally.count > 1 or not found.exact:
        layouts = counted(tally.count, "layout")
        head += f", all {layouts}" if found.exact else f", a sample of {layouts}"
    rates = rate_lines(game, position, share.estimate)
    return "\n".join(
        [
            f"deal {number}: {head}",
            *_cut_lines(found, tally.count),
            "",
            "possible layouts that can be won with every card seen",
            f"share       {said}",
            f"solvable    {tally.solvable:,}",
            f"unsolvable  {tally.unsolvable:,}",
            f"undecided   {tally.undecided:,}",
            *(["", *rates] if rates else []),
        ]
    )


def _words(game: Game, position: Position, one: Advice, style: Style = PLAIN) -> str:
    start = game.completed(position, unseen_in(game.rules.deck, position), 0)
    return next(iter(move_texts(game, start, [one.move], style)))


def hint_json(
    game: Game, numbering: str, number: int, position: Position, found: Hint
) -> dict[str, Any]:
    """What ``garden hint --json`` says of a deal."""
    return {
        "game": game.name,
        "deal": number,
        "numbering": numbering,
        "unseen": position.unseen,
        "exact": found.exact,
        "interrupted": found.goal is not None,
        "confidence": found.confidence,
        "moves": [
            {
                "card": name_of(one.move.card),
                "from": place_text(one.move.source),
                "to": place_text(one.move.target),
                "text": _words(game, position, one),
                **_counts(one.tally),
                "may_be_best": one.may_be_best,
            }
            for one in found.advice
        ],
    }


def hint_text(
    game: Game, number: int, position: Position, found: Hint, style: Style = PLAIN
) -> str:
    """The same for a person, a line a move."""
    advice = found.advice
    if game.rules.is_won(position) or not advice:
        return f"deal {number}: " + ("won" if game.rules.is_won(position) else "no move is left")
    head = f"deal {number}: {_unseen_text(game, position, style)}"
    count = advice[0].tally.count
    if found.exact and count == 1:
        lost = all(one.tally.unsolvable for one in advice)
        lines = [f"{head}; whatever is played, it cannot be won" if lost else head]
        loses = "loses it" if any(one.tally.solvable for one in advice) else "unsolvable"
        for one in advice:
            lines.append(f"  {_fate(one.tally) or loses:<15} {_words(game, position, one, style)}")
        return "\n".join(lines)
    layouts = counted(count, "layout" if found.exact else "sampled layout")
    of = f"all {layouts}" if found.exact else layouts
    lines = [f"{head}; of {of}, so many can be won with every card seen after"]
    lines += _cut_lines(found, count)
    if not found.exact:
        lines.append(f"  (* may be the best move, {100 * found.confidence:g} % confidence)")
    for one in advice:
        mark = "*" if one.may_be_best and not found.exact else " "
        line = f"  {one.tally.solvable:>6,}{mark} {_words(game, position, one, style)}"
        if one.tally.undecided:
            line += f"  ({one.tally.undecided:,} undecided)"
        lines.append(line)
    return "\n".join(lines)


def _fate(tally: Tally) -> str:
    """What a deal whose cards are known is after a move, if it is not unsolvable."""
    if tally.undecided:
        return "undecided"
    return "stays solvable" if tally.solvable else ""
