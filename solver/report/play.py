"""A game that was played without seeing the hidden cards, as text and as JSON."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from solver.analyse.measured import Measured, measured
from solver.cards.cards import UNKNOWN, name_of
from solver.cards.deal import Position
from solver.cards.plural import counted
from solver.cards.view import View
from solver.games import Game, changed_switches
from solver.games.players import Choice, PlayerSpec
from solver.games.playing import Turn
from solver.report.board import PLAIN, Style, board, cards_text, move_texts, moves_json
from solver.report.odds import percent

_INDENT = "    "


def turned_up(game: Game, turn: Turn) -> list[int]:
    """The cards that were not seen before a plan, and are after it."""
    after = View.of(game.rules.deck, turn.after)
    return sorted((Counter(turn.view.unseen) - Counter(after.unseen)).elements())


def turn_json(game: Game, turn: Turn) -> dict[str, Any]:
    """A plan, what it rests on, and what it has brought."""
    plan = turn.plan
    return {
        "unseen": len(turn.view.unseen),
        "completions": plan.count,
        "solvable": plan.solvable,
        "undecided": plan.undecided,
        "choices": [
            {
                "moves": moves_json(choice.moves),
                "completions": choice.count,
                "solvable": choice.solvable,
                "undecided": choice.undecided,
            }
            for choice in plan.choices
        ],
        "turned_up": [name_of(card) for card in turned_up(game, turn)],
    }


def game_json(
    game: Game,
    numbering: str,
    number: int,
    who: PlayerSpec,
    start: Position,
    all_turns: Sequence[Turn],
) -> dict[str, Any]:
    """What ``garden play --json`` says of a deal."""
    return {
        "game": game.name,
        "deal": number,
        "numbering": numbering,
        "player": who.name,
        "samples": who.samples or None,
        "seed": who.seed if who.samples else None,
        "won": game.rules.is_won(_end(start, all_turns)),
        "turns": [turn_json(game, turn) for turn in all_turns],
    }


def opening_text(
    game: Game, start: Position, who: PlayerSpec, number: int, style: Style = PLAIN
) -> str:
    """What the player sees first."""
    drawn = f", {counted(who.samples, 'arrangement')} a decision" if who.samples else ""
    seen = board(game, start, style)
    return f"deal {number}: played by {who.name}{drawn}\n\n{seen}\n"


def turn_text(game: Game, turn: Turn, first: bool, style: Style = PLAIN) -> str:
    """A plan for a person: what is not seen, each choice with its share, and what turned up.

    ``first``: it is the first plan of a deal.
    """
    plan, view = turn.plan, turn.view
    head = "every card is seen" if not view.unseen else counted(len(view.unseen), "unseen card")
    lines = [head]
    if plan.count > 1:
        lines = [f"{head}, {_share_text(plan.solvable, plan.undecided, plan.count)}"]
        if first:
            lines += rate_lines(game, view.position, plan.solvable / plan.count)
    if not plan.moves:
        return "\n".join([*lines, f"{_INDENT}no way to go on is seen"])
    several = len(plan.choices) > 1
    for place, choice in enumerate(plan.choices):
        share = f"{_INDENT}{choice.solvable:,} of {choice.count:,}"
        if place:
            short = _short_text(game, turn.position, choice, style)
            lines.append(f"{share}  instead: {short}")
            continue
        if several:
            lines.append(f"{share}  chosen:")
        lines += _moves_text(game, turn.position, choice, style)
    turned = turned_up(game, turn)
    if turned:
        lines.append(f"{_INDENT}turns up {cards_text(turned, style)}")
    return "\n".join(lines)


def _share_text(solvable: int, undecided: int, count: int) -> str:
    open_ones = f", {undecided:,} undecided" if undecided else ""
    return (
        f"{percent(solvable / count)} of {count:,} possible arrangements can be won with every card"
        f" seen{open_ones}"
    )


def _moves_text(game: Game, start: Position, choice: Choice, style: Style) -> Iterator[str]:
    for text in move_texts(game, start, choice.moves, style):
        yield f"{_INDENT * 2}{text}"


def _short_text(game: Game, start: Position, choice: Choice, style: Style) -> str:
    """The last move, and how many come before it."""
    *before, last = move_texts(game, start, choice.moves, style)
    return f"{last}, after {counted(len(before), 'other move')}" if before else last


def _end(start: Position, all_turns: Sequence[Turn]) -> Position:
    return all_turns[-1].after if all_turns else start


def end_text(game: Game, number: int, start: Position, all_turns: Sequence[Turn]) -> str:
    """How the game ended."""
    end = _end(start, all_turns)
    moves = counted(sum(len(turn.plan.moves) for turn in all_turns), "move")
    if game.rules.is_won(end):
        return f"deal {number}: won, {moves}"
    return f"deal {number}: lost, {moves}, {counted(end.cards_up, 'card')} up"


def rate_of(game: Game, seen: Position, share: float | None) -> Measured | None:
    """What a share at the start of a deal has meant for one who does not see the hidden cards.

    Nothing for other positions, and for games of which nothing was measured.
    """
    if share is None or changed_switches(game) or not _is_start(game, seen):
        return None
    return measured(game.name, share)


def rate_lines(game: Game, seen: Position, share: float | None) -> list[str]:
    """The same in words."""
    band = rate_of(game, seen, share)
    if band is None:
        return []
    return [
        f"of {counted(band.deals, 'deal')} with a share of {band.first} … {band.last} % the"
        f" sampling player has won {percent(band.rate)}",
        f"   (95 % interval: {percent(band.low)} … {percent(band.high)})",
    ]


def _known(pile: tuple[int, ...]) -> tuple[bool, ...]:
    """Of each card of a pile, whether it is known."""
    return tuple(card != UNKNOWN for card in pile)


def _is_start(game: Game, seen: Position) -> bool:
    """Whether a position is one that is dealt, and nothing of it was seen that is face down."""
    start = game.start(game.deal(0)).seen()
    mine, other = (
        sorted((zone.place.kind, _known(zone.cards)) for zone in game.rules.zones(each))
        for each in (seen, start)
    )
    return mine == other
