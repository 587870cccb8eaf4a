"""The players of Trevi Garden and Stonewall.

``Greedy`` never searches. ``Planner`` searches the moves that turn no card up, and takes the line
up to the next card that looks best. ``Sampling`` asks what may lie there.
"""

from solver.cards.deal import Move, Verdict
from solver.cards.view import View
from solver.games.players import Choice, Plan, Player, PlayerSpec
from solver.games.trevi.hidden.layouts import Judged, Lines
from solver.games.trevi.rules import TreviRules

#: States of a search in one completion; undecided then counts as lost where a move is chosen.
_COMPLETION_STATES = 2000

#: States of a search that turns no card up.
_REACH_STATES = 2000

#: States of the search for a solution once every card is known, and the table's MiB.
_LAST_STATES = 1 << 17
_MEMORY_MIB = 8


class _Seeing(Player):
    """What the three have in common: the search's buffers, and a search once all is known."""

    def __init__(self, rules: TreviRules) -> None:
        """A player of a game with these rules."""
        self._lines = Lines(rules, _MEMORY_MIB)

    def stop(self) -> None:
        """Stops a search that runs, too."""
        super().stop()
        self._lines.stop()

    def _solved(self, view: View) -> Plan:
        """The whole rest of the game, where at most one card is unseen: so all are known."""
        position = view.position.completed(view.unseen)
        outcome = self._lines.solve(position, _LAST_STATES, moves=True)
        solvable = int(outcome.verdict is Verdict.SOLVABLE)
        undecided = int(outcome.verdict is Verdict.UNDECIDED)
        if outcome.moves is None:
            return Plan((), solvable, undecided, 1)
        return Plan((Choice(outcome.moves, 1, 0, 1),), 1, 0, 1)


class Greedy(_Seeing):
    """Makes the move after which the table looks best, again and again; never searches."""

    def plan(self, view: View) -> Plan:
        """Up to the next card, or to the win; nothing where he is stuck."""
        self._lines.see(view.position, view.unseen)
        return _plain(self._lines.climbed())


class Planner(_Seeing):
    """Takes the line up to the next card after which the table looks best."""

    def plan(self, view: View) -> Plan:
        """The line that looks best of those that ``reach`` finds, or the solution of the rest."""
        if len(view.unseen) < 2:
            return self._solved(view)
        self._lines.see(view.position, view.unseen)
        return _plain(self._lines.forced() or self._lines.reached(_REACH_STATES))


class Sampling(_Seeing):
    """Takes the line up to the next card that keeps the most possible layouts solvable."""

    def __init__(self, rules: TreviRules, who: PlayerSpec) -> None:
        """Draws ``who.samples`` completions at each decision."""
        super().__init__(rules)
        self._who = who

    def plan(self, view: View) -> Plan:
        """The line that keeps most completions solvable, or the solution of the rest."""
        if len(view.unseen) < 2:
            return self._solved(view)
        lines = self._lines
        lines.see(view.position, view.unseen)
        forced = lines.forced()
        if forced:
            return _plain(forced)
        # Each number of unseen cards has completions of its own.
        first = (self._who.seed << 32) + (len(view.unseen) << 26)
        judged = Judged(lines, lines.orders(self._who.samples, first), _COMPLETION_STATES)
        for row in range(judged.count):
            judged.judge(row, 0, len(judged.orders))
        # Of equals the one whose completions took fewest states to solve.
        effort = judged.states.sum(axis=1)
        rows = sorted(range(judged.count), key=lambda row: (-judged.counts(row)[0], effort[row]))
        choices = [Choice(judged.moves(row), *judged.counts(row)) for row in rows]
        if not choices:
            moves = lines.reached(_REACH_STATES)
            choices = [Choice(moves, *judged.counts())] if moves else []
        return Plan(tuple(choices), *judged.counts())


def _plain(moves: tuple[Move, ...]) -> Plan:
    """A plan that nothing was drawn for."""
    return Plan((Choice(moves),)) if moves else Plan()
