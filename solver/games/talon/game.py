"""The games with a hand and a talon, as games: The Olga, and Red and Black."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from solver.cards.cards import UNKNOWN
from solver.cards.deal import Deal, Position, Verdict
from solver.games.base import Game, Redeals, Words
from solver.games.players import Hidden, Player, PlayerKind, PlayerSpec
from solver.games.search import VERDICTS, Batch, Budget, Search, SearchWorker, Worker
from solver.games.talon import OLGA_BEAM, RED_BLACK_BEAM, BeamShape
from solver.games.talon.notation import TalonNotation
from solver.games.talon.position import TalonPosition
from solver.games.talon.rules import Redeal

if TYPE_CHECKING:
    from solver.games.talon.shorten.shorten import Shortener
    from solver.games.talon.solve import Solver

OLGA_WORDS = Words(
    title="The Olga",
    summary="four piquet packs on a bed of seven columns, and a talon; one pass through the hand",
    how="Four piquet packs (ace, then seven to king). A bed of seven columns of seven cards, of"
    " which every other row lies face down and turns up as soon as nothing lies on it."
    " Sixteen foundations, four a suit, go up in suit from the ace. Columns build down in"
    " alternating colours, an ace on a seven last, one card at a time. The cards of the hand"
    " are turned one by one: each may go to a foundation, onto a column, or onto the talon,"
    " whose top card stays available. Only the top card of a column fills an empty column."
    " The hand is gone through once. The game is won when all cards are on the foundations.",
    pile="column",
    reserve="talon",
)
RED_BLACK_WORDS = Words(
    title="Red and Black",
    summary="two packs, eight Volunteers and a talon, which becomes the hand once more",
    how="Two packs. The eight aces begin the foundations, which go up in suit. Eight cards"
    " beside them are the Volunteers; they build down in alternating colours, one card at a"
    " time. The cards of the hand are turned one by one: each may go to a foundation, onto a"
    " Volunteer, or onto the talon, whose top card stays available. A gap among the"
    " Volunteers is filled at once by the next card of the hand, or by the talon's top card"
    " once the hand is empty. Then the talon is shuffled and becomes the hand, once. The"
    " game is won when all cards are on the foundations.",
    pile="column",
    reserve="talon",
)


def _greedy(rules: Any, spec: PlayerSpec) -> Player:
    from solver.games.talon.hidden.players import Greedy

    return Greedy(rules)


HIDDEN = Hidden(
    {
        "greedy": PlayerKind(
            "makes the first move of a short list, and looks no move ahead", _greedy
        )
    },
    chance_samples=100,
    hint_samples=30,
    states=60_000,
)


class TalonGame(Game):
    """A game of several packs, whose hand is turned card by card."""

    beam: ClassVar[BeamShape]

    @property
    def notation(self) -> TalonNotation:
        """The columns, the talon and the hand."""
        return TalonNotation(self.rules)

    @property
    def search(self) -> "TalonSearch":
        """Beams."""
        return TalonSearch(self)

    @property
    def hidden(self) -> Hidden:
        """Face-down cards and the hand."""
        return HIDDEN

    @property
    def redeal(self) -> Redeals:
        """The talon becomes the hand."""
        return TalonRedeal(self.rules)


class TalonRedeal(Redeals):
    """What becomes of the talon once the hand is empty."""

    def __init__(self, rules: Any) -> None:
        """Under these rules."""
        self.rules = rules
        self.how = "shuffled" if rules.redeal is Redeal.SHUFFLED else "turned over"

    def seeded(self, deal: Deal | Position, seed: int) -> Deal | Position:
        """A shuffle of the talon follows the seed."""
        if isinstance(deal, Deal) and self.rules.is_shuffle_due(self.rules.redeals):
            return replace(deal, number=seed)
        if isinstance(deal, TalonPosition) and self.rules.is_shuffle_due(deal.redeals):
            return replace(deal, seed=seed)
        raise ValueError("no shuffle is to come: a seed means nothing")

    def is_open(self, seen: TalonPosition) -> bool:
        """Whether the talon will be shuffled, and nobody knows how."""
        return seen.seed == UNKNOWN and bool(self.rules.is_shuffle_due(seen.redeals))

    def completed(self, position: TalonPosition, number: int) -> TalonPosition:
        """A shuffle that nobody knows follows the number; without a shuffle there is no seed."""
        if position.seed != UNKNOWN:
            return position
        return replace(position, seed=number if self.is_open(position) else 0)


class TalonSearch(Search):
    """Many narrow beams, and an exhaustive search of small spaces."""

    version = "2"  # changes whenever the states that a deal takes may change
    max_states = 300_000
    memory_mib = 96
    batch_size = 4
    sample_size = 1000
    check_every = 1
    proves_losses = False

    @property
    def reductions(self) -> tuple[str, ...]:  # type: ignore[override]
        """Where no empty column is refilled, safe plays can be left out."""
        return () if self.game.rules.REFILLS else ("safe",)

    def worker(self, budget: Budget) -> Worker:
        """A worker with buffers of its own."""
        return TalonWorker(self.game, budget)

    def describe_stats(self, stats: dict[str, int | str]) -> str:
        """How far it came."""
        return "at most {best_up} cards up in one state; ended by {ended}".format_map(stats)


class TalonWorker(SearchWorker):
    """Decides deals one by one: each solution of a batch is replayed at once."""

    def new_solver(self) -> "Solver":
        """Within the budget's memory."""
        from solver.games.talon.solve import Solver

        safe = "safe" not in self.budget.without
        return Solver(self.game.rules, self.game.beam, self.budget.memory_mib, safe)

    def new_shortener(self) -> "Shortener":
        """Compiled."""
        from solver.games.talon.shorten.shorten import Shortener

        shortener = Shortener(self.game.rules, self.game.beam)
        shortener.compile()
        return shortener

    def compile(self) -> None:
        """By the solver."""
        self.solver.compile()

    def check(self, batch: Batch, number: int) -> bool:
        """A batch has the referee replay each solution."""
        assert batch.rows
        return VERDICTS[batch.rows.verdicts[number - batch.first]] is Verdict.SOLVABLE


class OlgaGame(TalonGame):
    """The Olga."""

    words = OLGA_WORDS
    beam = OLGA_BEAM


class RedBlackGame(TalonGame):
    """Red and Black."""

    words = RED_BLACK_WORDS
    beam = RED_BLACK_BEAM
