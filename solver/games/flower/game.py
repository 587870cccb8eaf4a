"""Flower Garden, as a game."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from solver.cards.cards import pack
from solver.cards.deal import Deal, Move, Outcome, Position, Verdict
from solver.cards.shuffle import STREAM_DEAL, STREAM_RIVAL, shuffled
from solver.games.base import Batch, Budget, ContradictionError, ForcedGame, Game, Worker
from solver.games.flower import rules as flower
from solver.text.board_format import BoardFormat

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from solver.games.flower.exact import Scores
    from solver.games.flower.why import Link


class Flower(ForcedGame):
    """Flower Garden without building: forced play, which is dealt out and counted."""

    pile = "bed"
    reserve = "bouquet"
    batch_size = 1 << 16
    sample_size = 1_000_000
    check_every = 100_000
    has_unseen = True
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

    def layout(self) -> BoardFormat:
        """Beds and the bouquet, all face up."""
        rules = self.rules
        return BoardFormat(
            piles=rules.beds,
            height=rules.bed_height,
            last_row=rules.bed_cards - rules.beds * (rules.bed_height - 1),
            reserve=self.reserve.title(),
            ranks=rules.ranks,
            suits=rules.suits,
            all_up=True,
            builds=False,
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

    def seeded(self, deal: Deal | Position, seed: int) -> Deal | Position:
        """The house redeal of a deal from a file follows its place there."""
        if self.rules.redeal == flower.Redeal.NONE:
            return super().seeded(deal, seed)
        raise ValueError("the redeal of a deal from a file follows its place in the file")

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
        from solver.games.flower.exact import exact_scores

        return exact_scores(self.rules)

    def why(self, start: Position, number: int) -> "tuple[Link, ...]":
        """Found where play is stuck for good, after the redeal if there is one."""
        from solver.games.flower.why import circle

        end, _ = flower.play_out(self.rules, start, number)
        return circle(self.rules, end)


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

        from solver.games.flower import play

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

        from solver.games.flower import play

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
