"""Each physical card, followed from zone to zone of the table.

To the rules all copies of a card are the same integer. Who watches a card on its way
wants to see one card move, and not another one vanish: so each physical card has an identity, its
place in a list of all cards.
"""

from collections import defaultdict
from collections.abc import Sequence

from solver.cards.deal import Zone


class Cards:
    """The physical cards of a deal, and where they lie.

    ``cards``: the integer of each card, by its identity from 0. ``lying``: of each zone the
    identities, bottom to top.
    """

    def __init__(self, start: Sequence[Zone]) -> None:
        """Numbers the cards as they lie at the start, zone by zone."""
        self.cards = tuple(here for zone in start for here in zone.cards)
        identities = iter(range(len(self.cards)))
        self.lying = [tuple(next(identities) for _ in zone.cards) for zone in start]

    def move(self, after: Sequence[Zone]) -> list[int]:
        """Has the cards lie as the zones say, and returns those that changed their place.

        What lies in a zone as before, from the bottom on, stays as it is. The other cards are taken
        up, and laid down where the same card is wanted, of several the one that lay highest first:
        a talon that is turned over becomes the hand card by card. The identities come in the order
        in which they lie then. Raises ``ValueError`` where the zones hold other cards.
        """
        free: defaultdict[int, list[int]] = defaultdict(list)
        kept = []
        for ids, zone in zip(self.lying, after, strict=True):
            same = 0
            while (
                same < min(len(ids), len(zone.cards))
                and self.cards[ids[same]] == (zone.cards[same])
            ):
                same += 1
            kept.append(ids[:same])
            for identity in ids[same:]:
                free[self.cards[identity]].append(identity)
        moved = []
        for slot, (ids, zone) in enumerate(zip(kept, after, strict=True)):
            was = set(self.lying[slot])
            laid = []
            for here in zone.cards[len(ids) :]:
                if not free[here]:
                    raise ValueError("the zones have cards that did not lie there before")
                laid.append(free[here].pop())
            self.lying[slot] = (*ids, *laid)
            moved += [identity for identity in laid if identity not in was]
        if any(free.values()):
            raise ValueError("the zones lack cards that lay there before")
        return moved
