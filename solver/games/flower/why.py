"""Why a deal of Flower Garden is lost: cards that wait for each other in a circle.

Where play is stuck, the next card of an unfinished suit is neither in the bouquet nor in front of a
bed. The front card of its bed is not the next one of its own suit either, so it is higher, and has
to wait for that one. From suit to suit this leads on without end, and there are four suits at most,
so it comes back to a card that was met. (Other cards on the way to the front may make it shorter.)

Such a circle is a proof by itself. Its cards lay in the same beds in the same order when the cards
were dealt, and which card of a suit goes up before which is fixed: none of them can be the first.
"""

from collections.abc import Iterator

from solver.cards.cards import card, suit_of
from solver.cards.deal import Position
from solver.games.exact import Link
from solver.games.flower.rules import FlowerRules


def circle(rules: FlowerRules, stuck: Position) -> tuple[Link, ...]:
    """A shortest circle of a stuck position: each link's ``waits_for`` is the ``card`` of the next.

    Empty where the game is won. Raises ``ValueError`` where a card can still go up.
    """
    links = {suit: list(_links(rules, stuck, suit)) for suit in range(rules.suits)}
    circles = [found for suit in links if (found := _back_to(suit, links))]
    return min(circles, key=len, default=())


def _next_card(stuck: Position, suit: int) -> int:
    return card(stuck.foundations[suit], suit)


def _links(rules: FlowerRules, stuck: Position, suit: int) -> Iterator[Link]:
    """What keeps the next card of a suit where it is: a link for each suit that lies on it."""
    if stuck.foundations[suit] == rules.ranks:
        return
    wanted = _next_card(stuck, suit)
    for bed, pile in enumerate(stuck.piles):
        if wanted in pile[:-1]:
            above = pile[pile.index(wanted) + 1 :]
            for under in {suit_of(over): over for over in above}.values():
                waits_for = _next_card(stuck, suit_of(under))
                if under != waits_for:
                    yield Link(wanted, bed, under, waits_for)
            return
    raise ValueError("play is not stuck")


def _back_to(suit: int, links: dict[int, list[Link]]) -> tuple[Link, ...]:
    """A shortest way from a suit's next card back to it; empty where there is none."""
    paths: list[tuple[Link, ...]] = [(link,) for link in links[suit]]
    for path in paths:  # which grows
        reached = suit_of(path[-1].waits_for)
        if reached == suit:
            return path
        if len(path) < len(links):
            paths += [(*path, link) for link in links[reached]]
    return ()
