"""One self-contained page that shows deals and their play, step by step.

The page (``page/replay.html``, ``.css``, ``.js``) draws the cards itself and fetches nothing: its
content policy lets a browser run the one script and the one style that stand in it, by their
hashes, and load nothing at all. What lies on the table after each step is computed here, by the
referee; the script knows no rules.
"""

import json
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from html import escape
from importlib.resources import files
from string import Template
from typing import Any

from solver.deck.cards import rank_of, suit_of
from solver.deck.deal import Move, Outcome, Position, Verdict
from solver.deck.numbers import Numbering
from solver.games import ForcedGame, Game, changed_switches
from solver.odds.runs import Solved
from solver.show.board import move_text, route_text
from solver.show.deals import link_text
from solver.show.steps import Step, steps

#: Deals that one page takes: it stays a few megabytes.
MAX_DEALS = 100

_RANKS = ["ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king"]
_SUITS = ["clubs", "diamonds", "hearts", "spades"]

_REDEAL = "stuck: what is out is shuffled and dealt again"

_SAID = {
    Verdict.SOLVABLE: "can be won",
    Verdict.UNSOLVABLE: "every line of play was searched, and none wins",
    Verdict.UNDECIDED: "a budget ran out before the search had an answer",
}


def replay_page(
    game: Game, deals: Sequence[Solved], numbering: str, source: str | None = None
) -> str:
    """The page as a text of HTML, for at least one deal and at most ``MAX_DEALS``.

    ``source``: the name of the file that the deals come from. Raises ``ValueError`` for another
    number of deals.
    """
    if not 1 <= len(deals) <= MAX_DEALS:
        raise ValueError(f"a page takes 1 to {MAX_DEALS} deals, not {len(deals)}")
    records = [_record(game, solved, numbering, source) for solved in deals]
    script, style = _part("replay.js"), _part("replay.css")
    return Template(_part("replay.html")).substitute(
        title=escape(records[0]["title"]),
        data=_embedded(records),
        script=script,
        script_hash=_hash(script),
        style=style,
        style_hash=_hash(style),
    )


def _part(name: str) -> str:
    return files("solver.show").joinpath("page", name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    """As a content policy names a script or a style."""
    return b64encode(sha256(text.encode()).digest()).decode()


def _embedded(value: Any) -> str:
    """JSON that can stand inside a script element: nothing in it ends the element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def _record(game: Game, solved: Solved, numbering: str, source: str | None) -> dict[str, Any]:
    """All that the script is to know of a deal."""
    outcome = solved.outcome
    line = list(steps(game, solved.start, outcome.moves or (), solved.number))
    links = game.why(solved.start, solved.number) if isinstance(game, ForcedGame) else ()
    kind = f"{numbering} " if numbering in (Numbering.MS, Numbering.PYSOL) else ""
    where = f" of {source}" if source is not None else ""
    changed = ", ".join(f"{name}={value}" for name, value in changed_switches(game).items())
    return {
        "title": f"{game.title}, {kind}deal {solved.number}{where}",
        "choice": f"{solved.number}: {outcome.verdict}",
        "rules": changed and f"Rules: {changed}",
        "verdict": outcome.verdict,
        "summary": f"– {_summary(outcome)}",
        "why": [link_text(game, link) for link in links],
        "pile": game.pile,
        "reserve": game.reserve,
        "piles": len(solved.start.piles),
        "cells": len(solved.start.cells),
        "suits": game.suits,
        "steps": [_step(game, step) for step in line],
        "states": [_state(position) for position in (solved.start, *(s.position for s in line))],
    }


def _summary(outcome: Outcome) -> str:
    if outcome.cards is not None:
        ups = "1 card" if outcome.cards == 1 else f"{outcome.cards} cards"
        return f"play is forced, and ends with {ups} up"
    said = _SAID[outcome.verdict]
    if outcome.moves is not None:
        said += f" in {len(outcome.moves)} moves"
        if outcome.found is not None:
            said += f", shortened from {outcome.found}"
    return said


def _step(game: Game, step: Step) -> dict[str, Any]:
    """A step in symbols and in words, and the cards that it moves."""
    if step.move is None:
        return {"text": _REDEAL, "words": _REDEAL, "cards": [], "redeal": True}
    return {
        "text": move_text(game, step.move, step.lifted),
        "words": _spoken(game, step.move, step.lifted),
        "cards": step.lifted,
    }


def _spoken(game: Game, move: Move, lifted: Sequence[int]) -> str:
    """As a screen reader is to say it: ``9 of hearts, 8 of spades from pile 3 to pile 5``."""
    cards = ", ".join(f"{_RANKS[rank_of(here)]} of {_SUITS[suit_of(here)]}" for here in lifted)
    return f"{cards} {route_text(game, move)}"


def _state(position: Position) -> dict[str, Any]:
    """What lies where; ``~card`` for a card that lies face down."""
    return {
        "piles": [
            [~card if card in position.down else card for card in pile] for pile in position.piles
        ],
        "cells": position.cells,
        "reserve": position.reserve,
        "foundations": position.foundations,
    }
