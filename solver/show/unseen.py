"""What was found out about a position with unseen cards, as text and as JSON."""

from typing import Any

from solver.deck.cards import name_of
from solver.deck.deal import Position
from solver.games import Game
from solver.odds.chance import Advice, Chance, Tally, completed, unseen_cards
from solver.show.board import move_texts, place_text
from solver.show.report import percent


def _counts(tally: Tally) -> dict[str, int]:
    return {
        "completions": tally.count,
        "solvable": tally.solvable,
        "unsolvable": tally.unsolvable,
        "undecided": tally.undecided,
    }


def chance_json(
    game: Game, number: int, numbering: str, seed: int, found: Chance
) -> dict[str, Any]:
    """What ``garden chance --json`` says of a deal."""
    share = found.share
    return {
        "game": game.name,
        "deal": number,
        "numbering": numbering,
        "unseen": found.unseen,
        "exact": found.exact,
        "seed": None if found.exact else seed,
        **_counts(found.tally),
        "confidence": share.confidence,
        "share": {"low": share.low, "estimate": share.estimate, "high": share.high},
    }


def chance_text(number: int, found: Chance) -> str:
    """The same for a person."""
    share, tally = found.share, found.tally
    said = "none decided" if share.estimate is None else percent(share.estimate)
    if not found.exact:
        ends = f"{percent(share.low)} … {percent(share.high)}"
        said += f"   ({100 * share.confidence:g} % interval: {ends})"
    layouts = "all" if found.exact else "a sample of"
    cards = "card" if found.unseen == 1 else "cards"
    return "\n".join(
        [
            f"deal {number}: {found.unseen} unseen {cards}, {layouts} {tally.count:,} layouts",
            "",
            "possible layouts that can be won with every card seen",
            f"share       {said}",
            f"solvable    {tally.solvable:,}",
            f"unsolvable  {tally.unsolvable:,}",
            f"undecided   {tally.undecided:,}",
        ]
    )


def _words(game: Game, position: Position, one: Advice) -> str:
    start = completed(position, tuple(unseen_cards(game, position)))
    return next(iter(move_texts(game, start, [one.move])))


def hint_json(
    game: Game,
    number: int,
    numbering: str,
    position: Position,
    exact: bool,
    advice: list[Advice],
) -> dict[str, Any]:
    """What ``garden hint --json`` says of a deal."""
    return {
        "game": game.name,
        "deal": number,
        "numbering": numbering,
        "unseen": len(unseen_cards(game, position)),
        "exact": exact,
        "moves": [
            {
                "card": name_of(one.move.card),
                "from": place_text(one.move.source),
                "to": place_text(one.move.target),
                "text": _words(game, position, one),
                **_counts(one.tally),
            }
            for one in advice
        ],
    }


def hint_text(
    game: Game, number: int, position: Position, exact: bool, advice: list[Advice]
) -> str:
    """The same for a person, a line a move."""
    unseen = len(unseen_cards(game, position))
    if not advice:
        return f"deal {number}: no move is left"
    if not unseen:
        lines = [f"deal {number}: every card is seen"]
        for one in advice:
            kept = "stays solvable" if one.tally.solvable else "loses it"
            if one.tally.undecided:
                kept = "undecided"
            lines.append(f"  {kept:<15} {_words(game, position, one)}")
        return "\n".join(lines)
    count = advice[0].tally.count
    layouts = f"all {count:,}" if exact else f"{count:,} sampled"
    lines = [
        f"deal {number}: {unseen} unseen {'card' if unseen == 1 else 'cards'};"
        f" of {layouts} layouts, so many can be won with every card seen after"
    ]
    for one in advice:
        line = f"  {one.tally.solvable:>6,}  {_words(game, position, one)}"
        if one.tally.undecided:
            line += f"  ({one.tally.undecided:,} undecided)"
        lines.append(line)
    return "\n".join(lines)
