"""The moves of a position, best first, as text and as JSON."""

from typing import Any

from solver.analyse.arrangements import Tally
from solver.analyse.hint import Advice, Hint
from solver.cards.cards import name_of
from solver.cards.deal import Position
from solver.cards.plural import counted
from solver.cards.view import unseen_in
from solver.games import Game
from solver.report.arrangements import counts_json, interrupted_lines, unseen_text
from solver.report.board import PLAIN, Style, move_texts, place_text


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
                **counts_json(one.tally),
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
    head = f"deal {number}: {unseen_text(game, position, style)}"
    count = advice[0].tally.count
    if found.exact and count == 1:
        lost = all(one.tally.unsolvable for one in advice)
        lines = [f"{head}; whatever is played, it cannot be won" if lost else head]
        loses = "loses it" if any(one.tally.solvable for one in advice) else "unsolvable"
        for one in advice:
            lines.append(f"  {_fate(one.tally) or loses:<15} {_words(game, position, one, style)}")
        return "\n".join(lines)
    of = (
        f"all {counted(count, 'arrangement')}"
        if found.exact
        else counted(count, "sampled arrangement")
    )
    lines = [f"{head}; how many of {of} are winnable with every card seen after"]
    lines += interrupted_lines(found.goal, count)
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
