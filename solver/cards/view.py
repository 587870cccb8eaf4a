"""What a player sees of a position, and how the hidden cards may be arranged.

An unknown place holds ``UNKNOWN``. An *arrangement* puts the unseen cards of a position into its
unknown places, in one of the possible orders.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import factorial, prod

from solver.cards.deal import Position
from solver.cards.plural import counted


def unseen_in(pack: Iterable[int], position: Position) -> tuple[int, ...]:
    """The cards of the pack that lie in unknown places, sorted.

    Raises ``ValueError`` where there are not as many as places.
    """
    cards = list(pack)
    unseen = tuple(sorted((Counter(cards) - Counter(position.told(cards))).elements()))
    places = position.unseen
    if places != len(unseen):
        raise ValueError(
            f"{counted(len(unseen), 'card')} not seen, but {counted(places, 'place')} unknown"
        )
    return unseen


def arrangement_count(unseen: Iterable[int]) -> int:
    """In how many different orders some cards can lie; copies of a card are the same."""
    counts = Counter(unseen).values()
    return factorial(sum(counts)) // prod(map(factorial, counts))


def orders_of(unseen: Iterable[int]) -> Iterator[tuple[int, ...]]:
    """These orders, each once, the sorted one first."""
    order = sorted(unseen)
    while True:
        yield tuple(order)
        rises = [place for place in range(1, len(order)) if order[place - 1] < order[place]]
        if not rises:
            return
        last = rises[-1]
        other = max(place for place in range(last, len(order)) if order[place] > order[last - 1])
        order[last - 1], order[other] = order[other], order[last - 1]
        order[last:] = reversed(order[last:])


@dataclass(frozen=True)
class View:
    """All that a player knows: the position with unknown places, and the unseen cards, sorted.

    Nothing in it depends on how the unseen cards lie: two deals that look alike have equal views.
    Raises ``ValueError`` where a card is told that should not be.
    """

    position: Position
    unseen: tuple[int, ...]

    def __post_init__(self) -> None:
        """Refuses a view that tells more than is seen."""
        if list(self.unseen) != sorted(self.unseen):
            raise ValueError("the unseen cards of a view are sorted, since an order would tell")
        if self.position.unseen != len(self.unseen):
            raise ValueError("a view has as many unknown places as unseen cards")
        if not self.position.down.isdisjoint(self.unseen):
            raise ValueError("a view tells no unseen card that lies face down")

    @classmethod
    def of(cls, pack: Iterable[int], position: Position) -> "View":
        """What is seen of a position whose face-down cards nobody has seen."""
        seen = position.seen()
        return cls(seen, unseen_in(pack, seen))
