"""What the referee says of a line of play, as text and as the JSON object of ``garden check``."""

from itertools import islice
from typing import Any

from solver.analyse.check import Judgement, Reviewed
from solver.cards.deal import Verdict
from solver.cards.plural import counted
from solver.games import Game
from solver.report.board import PLAIN, Style, move_texts

_INDENT = "    "


def review_json(game: Game, numbering: str, found: Reviewed) -> dict[str, Any]:
    """What ``garden check --json`` says of a deal and its moves."""
    line, review = found.line, found.review
    record: dict[str, Any] = {
        "game": game.name,
        "deal": line.number,
        "numbering": numbering,
        "won": review.fault is None and game.rules.is_won(review.end),
        "steps": review.steps,
        "cards": review.end.cards_up,
        "fault": None,
    }
    if review.fault is not None:
        step = review.steps + 1
        record["fault"] = {"step": step, "line": line.lines[review.steps], "reason": review.fault}
    if found.judgement:
        record["judgement"] = {
            "verdict": found.judgement.now,
            "winnable_after": found.judgement.winnable,
            "lost_after": found.judgement.lost,
        }
    return record


def review_text(game: Game, found: Reviewed, style: Style = PLAIN) -> str:
    """The same for a person: a line, and another one for what was judged."""
    line, review = found.line, found.review
    moves = counted(review.steps, game.words.step)
    if review.fault is not None:
        step = review.steps + 1
        text = f"step {step}, line {line.lines[review.steps]}: {review.fault}"
    elif game.rules.is_won(review.end):
        text = f"won, {moves}"
    else:
        text = f"{moves}, {game.standing(review.end)}"
    lines = [f"deal {line.number}: {text}"]
    if found.judgement and not game.rules.is_won(review.end):
        lines.append(f"{_INDENT}{_judged(game, found, found.judgement, style)}")
    return "\n".join(lines)


def _judged(game: Game, found: Reviewed, judged: Judgement, style: Style) -> str:
    winnable, lost = judged.winnable, judged.lost
    refused = found.review.fault is not None
    before = "before that step " if refused else ""
    known = "" if winnable is None else f"it could be won after step {winnable}"
    if judged.now is Verdict.SOLVABLE:
        return f"{before}it can still be won"
    if judged.now is Verdict.UNDECIDED:
        asked = "could still be won before that step" if refused else "can still be won"
        return f"whether it {asked} is undecided{known and '; ' + known}"
    if lost == 0:
        return f"{before}it could not be won from the start"
    if lost is None or winnable is None or lost > winnable + 1:
        after = f"{known and known + ', and '}it could not after step {lost}"
        return f"{before}it cannot be won any more: {after}; between is undecided"
    told = move_texts(game, found.start, found.line.moves[:lost], style)
    text = next(islice(told, winnable, None))
    return f"{before}it cannot be won any more: step {lost} lost it, {text}"
