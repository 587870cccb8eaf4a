"""Flower Garden, as a game."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from solver.cards.deal import Deal, Outcome, Position, Verdict
from solver.cards.plural import counted
from solver.cards.shuffle import STREAM_DEAL, STREAM_RIVAL, shuffled
from solver.games.base import Game, Redeals, Words
from solver.games.exact import Forced, Link, Scores
from solver.games.flower.rules import FLOWER, Redeal
from solver.games.players import Hidden
from solver.games.search import Batch, Budget, CardsUp, ContradictionError, Search, Worker
from solver.text.board import BoardNotation
from solver.text.board_format import BoardFormat

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

WORDS = Words(
    title="Flower Garden",
    summary="six beds and a bouquet; nothing is built on the beds, so play is forced",
    how="Six beds of six cards and a bouquet of sixteen, all face up. The front card of a bed"
    " and every card of the bouquet may go to the foundations, which go up in suit from the"
    " ace. There is no other move: nothing is built on the beds, so play is forced. The"
    " score is the cards on the foundations, and the game is won when all of them are there.",
    pile="bed",
    reserve="bouquet",
)


@dataclass(frozen=True)
class FlowerGame(Game):
    """Flower Garden without building: forced play, which is dealt out and counted.

    ``race``: whether a sample deals to a second player, too.
    """

    race: bool = False

    words = WORDS

    @property
    def notation(self) -> BoardNotation:
        """Beds and the bouquet, all face up."""
        rules = self.rules
        return BoardNotation(
            BoardFormat(
                piles=rules.beds,
                height=rules.bed_height,
                last_row=rules.bed_cards - rules.beds * (rules.bed_height - 1),
                reserve=WORDS.reserve.title(),
                ranks=rules.ranks,
                suits=rules.suits,
                all_up=True,
                builds=False,
            )
        )

    @property
    def search(self) -> "FlowerSearch":
        """A forced play in place of a search."""
        return FlowerSearch(self)

    @property
    def forced(self) -> "FlowerForced":
        """Play is forced."""
        return FlowerForced(self)

    @property
    def hidden(self) -> Hidden:
        """A board may have cards that nobody has seen; no player is made for it."""
        return Hidden({})

    @property
    def redeal(self) -> "FlowerRedeal | None":
        """The house redeal, if the rules have it."""
        return None if self.rules.redeal == Redeal.NONE else FlowerRedeal(self.rules)


class FlowerForced(Forced):
    """The exact count."""

    def __init__(self, game: FlowerGame) -> None:
        """For a game under its rules."""
        self.game = game
        self.is_race = game.race

    def scores(self) -> Scores:
        """Counted by a kernel."""
        from solver.games.flower.exact import exact_scores

        return exact_scores(self.game.rules)

    def why(self, start: Position, number: int) -> tuple[Link, ...]:
        """Found where play is stuck for good, after the redeal if there is one."""
        from solver.games.flower.why import circle

        end, _ = self.game.rules.play_out(start, number)
        return circle(self.game.rules, end)

    def race(self) -> FlowerGame:
        """With a second player."""
        return replace(self.game, race=True)


class FlowerRedeal(Redeals):
    """The house redeal, once, when play is stuck."""

    def __init__(self, rules: Any) -> None:
        """Under these rules."""
        self.rules = rules

    def seeded(self, deal: Deal | Position, seed: int) -> Deal | Position:
        """The house redeal of a deal from a file follows its place there."""
        raise ValueError("the redeal of a deal from a file follows its place in the file")

    def redealt(self, start: Position, number: int) -> tuple[int, Position] | None:
        """The house redeal comes where play is stuck for the first time."""
        stuck, moves = replace(self.rules, redeal=Redeal.NONE).play_out(start)
        if self.rules.is_won(stuck):
            return None
        return len(moves), self.rules.redealt(stuck, number)


class FlowerSearch(Search):
    """One play ends every deal."""

    batch_size = 1 << 16
    sample_size = 1_000_000
    check_every = 100_000
    memory_mib = 1  # for a batch of plays

    def worker(self, budget: Budget) -> Worker:
        """A worker that needs no memory and no limit."""
        return FlowerWorker(self.game, budget)

    def figure(self, outcome: Outcome) -> str:
        """The cards that are up at the end."""
        return f"{counted(outcome.cards or 0, 'card')} up"


class FlowerWorker(Worker):
    """Plays deals: batches by a kernel, single deals by the referee."""

    def __init__(self, game: FlowerGame, budget: Budget) -> None:
        """For one game."""
        self.game = game
        self.shorten = budget.shorten

    def solve(self, start: Position, number: int) -> Outcome:
        """The forced play."""
        rules = self.game.rules
        end, moves = rules.play_out(start, number)
        won = rules.is_won(end)
        verdict = Verdict.SOLVABLE if won else Verdict.UNSOLVABLE
        # Each move puts a card up for good: none can be left out.
        found = len(moves) if self.shorten and won else None
        return Outcome(verdict, states=0, moves=moves, cards=end.cards_up, found=found)

    def batch(self, first: int, count: int) -> Batch:
        """By a kernel."""
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
        elif game.rules == FLOWER:
            play.play_numbers(np.uint64(first), count, cards)
        else:
            scores = self._scores(first, count, STREAM_DEAL)
            cards += np.bincount(scores, minlength=len(cards))
        won = int(cards[-1])
        return Batch(first, count, won, count - won, scores=CardsUp(cards, race))

    def _scores(self, first: int, count: int, stream: int) -> "npt.NDArray[np.uint8]":
        """The cards up at the end of each deal of a stream of the numbers."""
        import numpy as np

        from solver.games.flower import play

        rules = self.game.rules
        redeal = list(Redeal).index(rules.redeal)
        scores = np.zeros(count, np.uint8)
        play.play_each(
            np.uint64(first),
            np.uint64(stream),
            np.array(rules.deck, np.uint8),
            rules.beds,
            rules.bed_cards,
            redeal,
            scores,
        )
        return scores

    def check(self, batch: Batch, number: int) -> bool:
        """The referee plays the deal, and that of a second player."""
        alone = self.batch(number, 1).scores
        assert alone
        mine = self._referee(number, STREAM_DEAL)
        if not alone.cards[mine]:
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
        deal = Deal(shuffled(rules.deck, number, stream), number)
        end: Position
        end, _ = rules.play_out(rules.initial(deal), number, stream)
        return end.cards_up
