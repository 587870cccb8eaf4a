"""The games: the one list of them, and the one face that all of them show.

A ``Game`` is a name and a rules object with what can be done under them: deal, read, replay, judge.
Its ``worker`` decides deals; only there a kernel, and Numba with it, is imported.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar

from solver.deck.cards import pack
from solver.deck.deal import Deal, IllegalMove, Kind, Move, Outcome, Position, Verdict
from solver.deck.layout import Layout
from solver.deck.notation import read_deals
from solver.deck.numbers import Numbering, dealt_order
from solver.deck.shuffle import STREAM_DEAL, STREAM_RIVAL, shuffled
from solver.flower import rules as flower
from solver.trevi import (
    DEFAULT_MAX_STATES,
    FIRST_MEMORY_MIB,
    FIRST_STATES,
    GROWTH,
    REDUCTIONS,
    SEARCH_VERSION,
)
from solver.trevi import rules as trevi

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from solver.flower.exact import Scores
    from solver.flower.why import Link
    from solver.trevi.solve import Solver


class UnknownGameError(ValueError):
    """No game has this name."""


class SwitchError(ValueError):
    """A switch of the rules that the game lacks, or a value that it cannot take."""


class ContradictionError(RuntimeError):
    """The referee refuses what a search found: a fault of this program."""


#: What all workers together may use where nothing is said.
MEMORY_MIB = 1024

#: The verdicts by the codes that a ``Batch`` and a store have for them.
VERDICTS = (Verdict.UNDECIDED, Verdict.SOLVABLE, Verdict.UNSOLVABLE)


@dataclass(frozen=True)
class Budget:
    """What may be spent on a deal, and what a search is to do without.

    ``max_states``: positions expanded a deal (``None``: the search's default). ``without``: the
    reductions that its search leaves out, by name (for comparing; no verdict differs).
    ``shorten``: whether single deals get solutions that are made shorter, and say from what length.
    """

    max_states: int | None = None
    memory_mib: int = MEMORY_MIB
    without: frozenset[str] = frozenset()
    shorten: bool = False


@dataclass
class Batch:
    """What became of the native deals ``first`` … ``first + count - 1``.

    ``verdicts``: int8[count] of indices in ``VERDICTS``, and ``states``: int64[count], for games
    with a search; ``checks``: bool[count], which of them the referee has played out too. ``cards``:
    int64[number of cards + 1], the deals by cards up, for games with a forced play. ``race``:
    int64[3], the deals of a race that the first player wins, draws and loses. ``checked``: how many
    deals the referee has played out.
    """

    first: int
    count: int
    solvable: int
    unsolvable: int
    undecided: int = 0
    verdicts: "npt.NDArray[np.int8] | None" = None
    states: "npt.NDArray[np.int64] | None" = None
    cards: "npt.NDArray[np.int64] | None" = None
    race: "npt.NDArray[np.int64] | None" = None
    checks: "npt.NDArray[np.bool_] | None" = None
    checked: int = 0


class Worker(ABC):
    """Decides deals, one at a time or native ones by the batch; for one thread."""

    stopped = False

    @abstractmethod
    def solve(self, start: Position, number: int) -> Outcome:
        """Decides one deal, with its solution. ``number`` fixes what chance does in the game."""

    def verdict(self, start: Position) -> Verdict:
        """The verdict of one position, without a solution."""
        return self.solve(start, 0).verdict

    @abstractmethod
    def batch(self, first: int, count: int) -> Batch:
        """Decides native deals; fewer than ``count`` only where the worker was stopped.

        A call for no deal compiles what there is to compile.
        """

    @abstractmethod
    def check(self, batch: Batch, number: int) -> bool | None:
        """Whether the referee has played out the deal, too, and found what the batch says.

        ``False`` where there is nothing to play out, ``None`` where the worker was stopped. Raises
        ``ContradictionError`` where it finds something else.
        """

    def rest(self) -> None:  # noqa: B027  most have nothing to let go of
        """Lets go of its memory until the next call."""

    def stop(self) -> None:
        """Makes running calls, and later ones, return early. Any thread may call this."""
        self.stopped = True


@dataclass(frozen=True)
class Game(ABC):
    """A game under certain rules.

    ``pile`` and ``reserve``: what its players call these places. ``batch_size``: native deals in
    one piece of work. ``sample_size``: deals of a sample where none is asked for. ``check_every``:
    of so many deals of a sample the referee plays out one.
    """

    name: str
    title: str
    summary: str
    rules: Any

    pile: ClassVar[str] = "pile"
    reserve: ClassVar[str] = "reserve"
    batch_size: ClassVar[int]
    sample_size: ClassVar[int]
    check_every: ClassVar[int]
    #: The reductions of its search, which a comparison may leave out.
    reductions: ClassVar[tuple[str, ...]] = ()
    #: What each switch of the rules means, by its name.
    switches: ClassVar[dict[str, str]]

    def deal(self, number: int, numbering: Numbering = Numbering.NATIVE) -> Deal:
        """The deal of a number. Raises ``ValueError`` where the numbering has none."""
        return Deal(dealt_order(self.pack(), number, numbering), number, numbering)

    def read(self, text: str, unseen: bool = False) -> list[tuple[int, Deal | Position]]:
        """The deals and positions of a text, with their places from 1, each of them checked.

        ``unseen``: whether they may have cards that are not known. Raises ``ValueError``, with line
        and column where it can, for what is no such text.
        """
        found = read_deals(text, self.layout())
        for place, deal in found:
            try:
                if isinstance(deal, Position) and deal.unseen:
                    if not unseen:
                        raise ValueError(
                            "it has cards that nobody has seen (??):"
                            " `garden chance` and `garden hint` take such a position"
                        )
                    continue  # the rules have no more to say of it than the notation has
                self.start(deal)
            except ValueError as error:
                raise ValueError(f"deal {place}: {error}") from None
        return found

    def with_values(self, values: dict[str, Any]) -> "Game":
        """The game with some fields of its rules set. Raises ``ValueError`` where it is none."""
        return replace(self, rules=replace(self.rules, **values))

    @abstractmethod
    def pack(self) -> list[int]:
        """The cards in the order in which a native shuffle starts."""

    @abstractmethod
    def layout(self) -> Layout:
        """How the game's boards are written."""

    @abstractmethod
    def start(self, deal: Deal | Position) -> Position:
        """The position at the start. Raises ``ValueError`` where it cannot lie on a table."""

    @abstractmethod
    def replay(self, start: Position, moves: Iterable[Move], number: int) -> Position:
        """The position after the moves. Raises ``IllegalMove`` that names the first bad step."""

    @abstractmethod
    def moves(self, position: Position) -> list[Move]:
        """The legal moves."""

    @abstractmethod
    def after(self, position: Position, move: Move) -> Position:
        """The position after a move. Raises ``IllegalMove``."""

    @abstractmethod
    def is_won(self, position: Position) -> bool:
        """Whether the position is a win."""

    @abstractmethod
    def worker(self, budget: Budget) -> Worker:
        """A new worker, which makes one attempt at each deal."""

    def attempts(self, budget: Budget) -> tuple[Budget, ...]:
        """What each attempt at a deal may spend, one after the other, until it is decided."""
        return (budget,)

    def search_version(self) -> str | None:
        """The version of the search on which the states of a deal depend, if there is one."""
        return None

    def described(self) -> dict[str, str]:
        """All that makes the game what it is, by name; ``from_description`` reads it."""
        return {"game": self.name, **switch_texts(self)}

    def lifted(self, start: Position, moves: Iterable[Move]) -> Iterator[tuple[int, ...]]:
        """The cards that each legal move takes up, bottom to top."""
        for move in moves:
            yield (move.card,)

    def redealt(self, start: Position, number: int) -> tuple[int, Position] | None:
        """After how many moves a stuck play is dealt again, and what lies there then, if it is."""
        return None

    def confirm(self, start: Position, number: int, outcome: Outcome) -> None:
        """Has the referee replay what a worker found. Raises ``ContradictionError``.

        A solvable deal needs moves that win it; moves that do not win are no solution.
        """
        solvable = outcome.verdict is Verdict.SOLVABLE
        try:
            won = outcome.moves is not None and self.is_won(
                self.replay(start, outcome.moves, number)
            )
        except IllegalMove as error:
            raise ContradictionError(f"deal {number}: the referee refuses it: {error}") from None
        if won is not solvable:
            said = "is not won by its solution" if solvable else "is won, but called lost"
            raise ContradictionError(f"deal {number} {said}")


@dataclass(frozen=True)
class ForcedGame(Game):
    """A game without choices: a deal has a score, and the odds can be counted.

    ``race``: whether a sample deals to a second player, too.
    """

    race: bool = False

    def described(self) -> dict[str, str]:
        """With the race, if there is one."""
        return super().described() | ({"race": "yes"} if self.race else {})

    @abstractmethod
    def scores(self) -> "Scores":
        """The exact distribution of the score over all deals."""

    @abstractmethod
    def why(self, start: Position, number: int) -> "tuple[Link, ...]":
        """What blocks a lost deal at its end: cards that wait for each other in a circle."""


class Trevi(Game):
    """Trevi Garden and its parent Stonewall: builders with a search."""

    batch_size = 256
    sample_size = 10_000
    check_every = 1000
    reductions = REDUCTIONS
    switches: ClassVar = {
        "ranks": "ranks of each suit, from the ace",
        "piles": "piles of the tableau",
        "height": "cards dealt to each pile",
        "hidden_rows": "rows dealt face down, from the bottom, the lowest is 0",
        "cells": "cells, each dealt one card",
        "foundation_return": "whether a foundation's top card may come back to a pile",
        "return_to_cell": "whether it may come back to an empty cell too",
    }

    @property
    def reserve(self) -> str:  # type: ignore[override]
        """The reserve of the game with cells is its fountain."""
        return "fountain" if self.rules.cells else "reserve"

    def pack(self) -> list[int]:
        """All four suits."""
        return pack(self.rules.ranks)

    def layout(self) -> Layout:
        """Piles, cells and the reserve."""
        rules = self.rules
        return Layout(
            piles=rules.piles,
            height=rules.height,
            cells=rules.cells,
            hidden_rows=rules.hidden_rows,
            reserve=self.reserve.title(),
            ranks=rules.ranks,
        )

    def start(self, deal: Deal | Position) -> Position:
        """Deals, or checks what lies there."""
        if isinstance(deal, Deal):
            return trevi.initial(self.rules, deal)
        trevi.check(self.rules, deal)
        return deal

    def replay(self, start: Position, moves: Iterable[Move], number: int) -> Position:
        """Nothing is left to chance here: the number does not matter."""
        return trevi.replay(self.rules, start, moves)

    def lifted(self, start: Position, moves: Iterable[Move]) -> Iterator[tuple[int, ...]]:
        """A run moves as a unit, from pile to pile."""
        position = start
        for move in moves:
            pile = position.piles[move.source.slot] if move.source.kind is Kind.PILE else ()
            yield pile[pile.index(move.card) :] if pile else (move.card,)
            position = trevi.apply(self.rules, position, move)

    def moves(self, position: Position) -> list[Move]:
        """By the referee."""
        return trevi.legal_moves(self.rules, position)

    def after(self, position: Position, move: Move) -> Position:
        """By the referee."""
        return trevi.apply(self.rules, position, move)

    def is_won(self, position: Position) -> bool:
        """All cards are up."""
        return trevi.is_won(self.rules, position)

    def worker(self, budget: Budget) -> Worker:
        """A worker with a transposition table of its own."""
        return _Searcher(self, budget)

    def attempts(self, budget: Budget) -> tuple[Budget, ...]:
        """A first one, with a small table; then, with all the memory, larger and larger ones."""
        most = budget.max_states or DEFAULT_MAX_STATES
        memory = min(FIRST_MEMORY_MIB, budget.memory_mib)
        made = [replace(budget, max_states=min(FIRST_STATES, most), memory_mib=memory)]
        while (states := made[-1].max_states or most) < most:
            made.append(replace(budget, max_states=min(GROWTH * states, most)))
        return tuple(made)

    def search_version(self) -> str | None:
        """That of the search."""
        return SEARCH_VERSION


class Flower(ForcedGame):
    """Flower Garden without building: forced play, which is dealt out and counted."""

    pile = "bed"
    reserve = "bouquet"
    batch_size = 1 << 16
    sample_size = 1_000_000
    check_every = 100_000
    switches: ClassVar = {
        "beds": "beds of the garden",
        "bed_height": "cards of the tallest bed; follows from the bouquet where that is set",
        "bouquet": "cards of the bouquet; the beds share the others, row by row",
        "ranks": "ranks of each suit, from the ace",
        "suits": "suits of the pack",
        "redeal": "what is filled first where a stuck play is dealt again, once: "
        + " or ".join(flower.Redeal),
    }

    def with_values(self, values: dict[str, Any]) -> Game:
        """Of the layout, beds and bouquet are fitted where they are not set with it."""
        if not values.keys() <= {"redeal"}:
            values = {"bed_height": flower.FITTING, "bouquet": flower.FITTING} | values
        return super().with_values(values)

    def pack(self) -> list[int]:
        """The first suits of the first ranks."""
        return pack(self.rules.ranks, self.rules.suits)

    def layout(self) -> Layout:
        """Beds and the bouquet, all face up."""
        rules = self.rules
        return Layout(
            piles=rules.beds,
            height=rules.bed_height,
            last_row=rules.bed_cards - rules.beds * (rules.bed_height - 1),
            reserve=self.reserve.title(),
            ranks=rules.ranks,
            suits=rules.suits,
            all_up=True,
        )

    def start(self, deal: Deal | Position) -> Position:
        """Deals, or checks what lies there."""
        if isinstance(deal, Deal):
            return flower.initial(self.rules, deal)
        flower.check(self.rules, deal)
        return deal

    def replay(self, start: Position, moves: Iterable[Move], number: int) -> Position:
        """The number fixes the house redeal."""
        return flower.replay(self.rules, start, moves, number)

    def moves(self, position: Position) -> list[Move]:
        """By the referee."""
        return flower.legal_moves(self.rules, position)

    def after(self, position: Position, move: Move) -> Position:
        """By the referee."""
        return flower.apply(self.rules, position, move)

    def is_won(self, position: Position) -> bool:
        """All cards are up."""
        return flower.is_won(self.rules, position)

    def worker(self, budget: Budget) -> Worker:
        """A worker that needs no memory and no limit."""
        return _Player(self, budget)

    def redealt(self, start: Position, number: int) -> tuple[int, Position] | None:
        """The house redeal comes where play is stuck for the first time."""
        if self.rules.redeal == flower.Redeal.NONE:
            return None
        stuck, moves = flower.play_out(replace(self.rules, redeal=flower.Redeal.NONE), start)
        if self.is_won(stuck):
            return None
        return len(moves), flower.redeal(self.rules, stuck, number)

    def scores(self) -> "Scores":
        """Counted by a kernel."""
        from solver.flower.exact import exact_scores

        return exact_scores(self.rules)

    def why(self, start: Position, number: int) -> "tuple[Link, ...]":
        """Found where play is stuck for good, after the redeal if there is one."""
        from solver.flower.why import circle

        end, _ = flower.play_out(self.rules, start, number)
        return circle(self.rules, end)


class _Searcher(Worker):
    """Decides deals of ``Trevi`` by search."""

    def __init__(self, game: Trevi, budget: Budget) -> None:
        self.game = game
        self.budget = budget
        self.max_states = budget.max_states or DEFAULT_MAX_STATES
        self._solver: Solver | None = None
        rules = game.rules
        won = (rules.ranks,) * 4
        nothing_left = Position(((),) * rules.piles, (None,) * rules.cells, foundations=won)
        self.solver.solve(nothing_left)  # compiles
        self.shortener = None
        if budget.shorten:
            from solver.trevi.shorten import Shortener

            self.shortener = Shortener(rules)
            self.shortener.shorten(nothing_left, ())  # compiles

    @property
    def solver(self) -> "Solver":
        """Made when it is needed."""
        if self._solver is None:
            from solver.trevi.solve import Solver

            self._solver = Solver(self.game.rules, self.budget.memory_mib, self.budget.without)
        return self._solver

    def rest(self) -> None:
        self._solver = None

    def solve(self, start: Position, number: int) -> Outcome:
        outcome = self.solver.solve(start, self.max_states, moves=True)
        if self.shortener is None or outcome.moves is None:
            return outcome
        shorter = self.shortener.shorten(start, outcome.moves)
        return replace(outcome, moves=shorter, found=len(outcome.moves))

    def verdict(self, start: Position) -> Verdict:
        return self.solver.solve(start, self.max_states).verdict

    def batch(self, first: int, count: int) -> Batch:
        import numpy as np

        verdicts, states = np.zeros(count, np.int8), np.zeros(count, np.int64)
        done = self.solver.decide(first, count, self.max_states, verdicts, states)
        verdicts, states = verdicts[:done], states[:done]
        undecided, solvable, unsolvable = np.bincount(verdicts, minlength=3).tolist()
        return Batch(first, done, solvable, unsolvable, undecided, verdicts, states)

    def check(self, batch: Batch, number: int) -> bool | None:
        assert batch.verdicts is not None
        if batch.verdicts[number - batch.first] != 1:
            return False
        start = self.game.start(self.game.deal(number))
        outcome = self.solve(start, number)
        if self.stopped and outcome.verdict is Verdict.UNDECIDED:
            return None
        if outcome.verdict is not Verdict.SOLVABLE:
            raise ContradictionError(f"deal {number} is solvable in a batch, not by itself")
        self.game.confirm(start, number, outcome)
        return True

    def stop(self) -> None:
        super().stop()
        if self._solver is not None:
            self._solver.stop()


class _Player(Worker):
    """Plays deals of ``Flower``: batches by a kernel, single deals by the referee."""

    def __init__(self, game: Flower, budget: Budget) -> None:
        self.game = game
        self.shorten = budget.shorten

    def solve(self, start: Position, number: int) -> Outcome:
        end, moves = flower.play_out(self.game.rules, start, number)
        won = self.game.is_won(end)
        verdict = Verdict.SOLVABLE if won else Verdict.UNSOLVABLE
        # Each move puts a card up for good: none can be left out.
        found = len(moves) if self.shorten and won else None
        return Outcome(verdict, states=0, moves=moves, cards=end.cards_up, found=found)

    def batch(self, first: int, count: int) -> Batch:
        import numpy as np

        from solver.flower import play

        game = self.game
        cards = np.zeros(game.rules.deck_size + 1, np.int64)
        race = None
        if game.race:
            mine, other = (
                self._scores(first, count, stream) for stream in (STREAM_DEAL, STREAM_RIVAL)
            )
            cards += np.bincount(mine, minlength=len(cards))
            race = np.array([(mine > other).sum(), (mine == other).sum(), (mine < other).sum()])
        elif game.rules == flower.FLOWER:
            play.play_numbers(np.uint64(first), count, cards)
        else:
            scores = self._scores(first, count, STREAM_DEAL)
            cards += np.bincount(scores, minlength=len(cards))
        won = int(cards[-1])
        return Batch(first, count, won, count - won, cards=cards, race=race)

    def _scores(self, first: int, count: int, stream: int) -> "npt.NDArray[np.uint8]":
        """The cards up at the end of each deal of a stream of the numbers."""
        import numpy as np

        from solver.flower import play

        rules = self.game.rules
        redeal = {
            flower.Redeal.NONE: play.NO_REDEAL,
            flower.Redeal.BEDS_FIRST: play.BEDS_FIRST,
            flower.Redeal.BOUQUET_FIRST: play.BOUQUET_FIRST,
        }[rules.redeal]
        scores = np.zeros(count, np.uint8)
        play.play_each(
            np.uint64(first),
            np.uint64(stream),
            np.array(self.game.pack(), np.uint8),
            rules.beds,
            rules.bed_cards,
            redeal,
            scores,
        )
        return scores

    def check(self, batch: Batch, number: int) -> bool:
        alone = self.batch(number, 1)
        mine = self._referee(number, STREAM_DEAL)
        if alone.cards is None or not alone.cards[mine]:
            raise ContradictionError(f"deal {number}: the referee ends with {mine} cards up")
        if alone.race is not None:
            other = self._referee(number, STREAM_RIVAL)
            if not alone.race[1 + (mine < other) - (mine > other)]:
                raise ContradictionError(
                    f"deal {number}: the referee ends a race with {mine} and {other} cards up"
                )
        return True

    def _referee(self, number: int, stream: int) -> int:
        """The cards up at the end, as the referee plays."""
        rules = self.game.rules
        deal = Deal(shuffled(self.game.pack(), number, stream), number)
        end, _ = flower.play_out(rules, flower.initial(rules, deal), number, stream)
        return end.cards_up


GAMES: dict[str, Game] = {
    game.name: game
    for game in (
        Trevi(
            "trevi",
            "Trevi Garden",
            "six piles, two cells and a fountain; piles build down in alternating colours",
            trevi.TREVI,
        ),
        Trevi(
            "stonewall",
            "Stonewall",
            "Trevi Garden without cells: six piles and a reserve of sixteen",
            trevi.STONEWALL,
        ),
        Flower(
            "flower",
            "Flower Garden",
            "six beds and a bouquet; nothing is built on the beds, so play is forced",
            flower.FLOWER,
        ),
    )
}

#: Names that are kept free, and what is said to who asks for them.
RESERVED = {
    "flower-classic": (
        "flower-classic, the Flower Garden whose beds build down regardless of suit, is not built"
        " yet; the game 'flower' is the one in which nothing is built on the beds"
    )
}


def find(name: str) -> Game:
    """The game of a name, under its own rules. Raises ``UnknownGameError`` that names all games."""
    if name in RESERVED:
        raise UnknownGameError(RESERVED[name])
    if name not in GAMES:
        raise UnknownGameError(f"unknown game '{name}': the games are {', '.join(GAMES)}")
    return GAMES[name]


def with_switches(game: Game, settings: Iterable[str]) -> Game:
    """The game with switches of its rules set, each by a text ``NAME=VALUE``.

    A name may be written with hyphens or underscores. Raises ``SwitchError`` where the game has no
    such switch, the value is none of its values, or the rules as a whole make no game.
    """
    values = {}
    for setting in settings:
        text, found, value = setting.partition("=")
        name = text.strip().lower().replace("-", "_")
        if name not in game.switches:
            known = ", ".join(switch.replace("_", "-") for switch in game.switches)
            raise SwitchError(f"{game.name} has no rule '{text}': its rules are {known}")
        if not found:
            raise SwitchError(f"rule '{text}' has no value: write {text}=VALUE")
        values[name] = _parse(text, value.strip().lower(), getattr(game.rules, name))
    try:
        return game.with_values(values)
    except ValueError as error:
        raise SwitchError(str(error)) from None


def from_description(texts: Mapping[str, str]) -> Game:
    """The game that ``described`` has described, perhaps among other things.

    Raises ``ValueError`` where there is no such game.
    """
    game = find(texts["game"])
    named = [name for name in switch_texts(game) if name in texts]
    game = with_switches(game, (f"{name}={texts[name]}" for name in named))
    return replace(game, race=True) if isinstance(game, ForcedGame) and "race" in texts else game


def switch_texts(game: Game) -> dict[str, str]:
    """The values of all switches, written as ``with_switches`` reads them."""
    return {
        field.name.replace("_", "-"): switch_text(getattr(game.rules, field.name))
        for field in fields(game.rules)
    }


def changed_switches(game: Game) -> dict[str, str]:
    """Those switches, and their values, that are not as the game of this name has them."""
    own = switch_texts(GAMES[game.name])
    return {name: value for name, value in switch_texts(game).items() if value != own[name]}


_BOOLEANS = {"yes": True, "on": True, "true": True, "no": False, "off": False, "false": False}


def _parse(name: str, text: str, sample: object) -> object:
    """The value that a text stands for, of the type of ``sample``."""
    match sample:
        case bool():
            if text in _BOOLEANS:
                return _BOOLEANS[text]
            wanted = "yes or no"
        case int():
            if _is_number(text):
                return int(text)
            wanted = "a whole number"
        case tuple():
            parts = [part.strip() for part in text.split(",")] if text not in ("", "none") else []
            if all(map(_is_number, parts)):
                return tuple(map(int, parts))
            wanted = "whole numbers with commas between, or none"
        case StrEnum():
            kind = type(sample)
            if text in list(kind):
                return kind(text)
            wanted = " or ".join(kind)
        case _:
            raise AssertionError(f"no text is read as a {type(sample).__name__}")
    raise SwitchError(f"rule {name} is '{text}', but takes {wanted}")


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 10


def switch_text(value: object) -> str:
    """A switch's value as ``with_switches`` reads it."""
    match value:
        case bool():
            return "yes" if value else "no"
        case tuple():
            return ",".join(map(str, value)) or "none"
        case _:
            return str(value)
