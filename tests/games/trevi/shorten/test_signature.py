"""The lengths of shortened solutions of fixed deals, and that the beam's buffers were not full.

They change only with a change of the search or of the shortener, in the same commit and with the
reason.
"""

import pytest

from solver.games import Budget, find
from solver.jit.hash_set import is_full

#: Deals; solvable ones, moves of all solutions, and of the shortened ones.
SHORTENED = {
    ("trevi", (), 24): (17, 1508, 1281),
    ("trevi", ("return_to_cell=yes",), 12): (9, 808, 667),
    ("trevi", ("foundation_return=no",), 12): (9, 788, 665),
    ("stonewall", (), 60): (15, 1301, 1185),
}


@pytest.mark.parametrize("deals", SHORTENED)
def test_the_lengths_of_shortened_solutions(deals):
    name, switches, count = deals
    game = find(name).with_rules(switches)
    worker = game.search.worker(Budget(max_states=100_000, memory_mib=64, shorten=True))
    found, lengths = [], []
    for number in range(1, count + 1):
        outcome = worker.solve(game.start(game.deal(number)), number)
        if outcome.moves is not None:
            found.append(outcome.found)
            lengths.append(len(outcome.moves))
            assert not is_full(worker.shortener._beam.seen)
    assert (len(found), sum(found), sum(lengths)) == SHORTENED[deals]
