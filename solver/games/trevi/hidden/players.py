"""The players of Trevi Garden and Stonewall.

``Greedy`` never searches. ``Planner`` searches the moves that turn no card up, and takes the line
up to the next card that looks best. ``Sampling`` draws arrangements of the hidden cards.
"""

from solver.cards.deal import Move, Verdict
from solver.cards.view import View
from solver.games.players import Choice, Plan, Player, PlayerSpec
from solver.games.trevi.hidden.arrangements import HiddenSolver, Judgements
from solver.games.trevi.rules import TreviRules

#: States of the search for one arrangement; undecided counts as lost where a move is chosen.
_ARRANGEMENT_STATES = 2000

#: States of a search that turns no card up.
_REVEAL_STATES = 2000

#: States of the search for a solution once every card is known, and the table's MiB.
_LAST_STATES = 1 << 17
_MEMORY_MIB = 8


class _HiddenPlayer(Player):
    """What the three have in common: the search's buffers, and a search once all is known."""

    def __init__(self, rules: TreviRules) -> None:
        """A player of a game with these rules."""
        self._solver = HiddenSolver(rules, _MEMORY_MIB)

    def stop(self) -> None:
        """Stops a running search too."""
        super().stop()
        self._solver.stop()

    def _solved(self, view: View) -> Plan:
        """The rest of the game where at most one card is unseen, so that all cards are known."""
        position = view.position.completed(view.unseen)
        outcome = self._solver.solve(position, _LAST_STATES, moves=True)
        solvable = int(outcome.verdict is Verdict.SOLVABLE)
        undecided = int(outcome.verdict is Verdict.UNDECIDED)
        if outcome.moves is None:
            return Plan((), solvable, undecided, 1)
        return Plan((Choice(outcome.moves, 1, 0, 1),), 1, 0, 1)


class Greedy(_HiddenPlayer):
    """Makes the move after which the table looks best, again and again; never searches."""

    def plan(self, view: View) -> Plan:
        """Up to the next card, or to the win; nothing where it is stuck."""
        self._solver.see(view.position, view.unseen)
        return _plain(self._solver.greedy_line())


class Planner(_HiddenPlayer):
    """Takes the line up to the next card after which the table looks best."""

    def plan(self, view: View) -> Plan:
        """The best-looking line that a search finds, or the solution of the rest."""
        if len(view.unseen) < 2:
            return self._solved(view)
        self._solver.see(view.position, view.unseen)
        return _plain(self._solver.automatic_line() or self._solver.searched_line(_REVEAL_STATES))


class Sampling(_HiddenPlayer):
    """Takes the line up to the next card that keeps most arrangements solvable."""

    def __init__(self, rules: TreviRules, who: PlayerSpec) -> None:
        """Draws ``who.samples`` arrangements at each decision."""
        super().__init__(rules)
        self._who = who

    def plan(self, view: View) -> Plan:
        """The line that keeps most arrangements solvable, or the solution of the rest."""
        if len(view.unseen) < 2:
            return self._solved(view)
        solver = self._solver
        solver.see(view.position, view.unseen)
        automatic = solver.automatic_line()
        if automatic:
            return _plain(automatic)
        # Each number of unseen cards has arrangements of its own.
        first = (self._who.seed << 32) + (len(view.unseen) << 26)
        orders = solver.orders(self._who.samples, first)
        judged = Judgements(solver, orders, _ARRANGEMENT_STATES)
        for row in range(judged.count):
            judged.judge(row, 0, len(orders))
        # Of equals the one whose arrangements took fewest states to solve.
        effort = judged.states.sum(axis=1)
        rows = sorted(range(judged.count), key=lambda row: (-judged.counts(row)[0], effort[row]))
        choices = [Choice(judged.moves(row), *judged.counts(row)) for row in rows]
        if not choices:
            moves = solver.searched_line(_REVEAL_STATES)
            choices = [Choice(moves, *judged.counts())] if moves else []
        return Plan(tuple(choices), *judged.counts())


def _plain(moves: tuple[Move, ...]) -> Plan:
    """A plan for which nothing was drawn."""
    return Plan((Choice(moves),)) if moves else Plan()
