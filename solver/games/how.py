"""How each game is played, under its own rules, in a few words."""

__all__ = ["HOW"]

#: A paragraph for each game, by its name. What a rule of the switches says is left to these.
HOW = {
    "trevi": (
        "Six piles of six cards, of which every other row lies face down and turns up as soon"
        " as nothing lies on it. Two cards lie in the cells, fourteen in the fountain, all of"
        " them available at any time. Foundations go up in suit from the ace. Piles build down"
        " in alternating colours; a sequence moves as a unit, and any card or sequence fills an"
        " empty pile. A cell takes one card, the fountain none. A foundation's top card may come"
        " back to a pile. The game is won when all cards are on the foundations."
    ),
    "stonewall": (
        "Six piles of six cards, of which every other row lies face down and turns up as soon"
        " as nothing lies on it, and a reserve of sixteen cards, all of them available at any"
        " time. Foundations go up in suit from the ace. Piles build down in alternating colours;"
        " a sequence moves as a unit, and any card or sequence fills an empty pile. A"
        " foundation's top card may come back to a pile. The game is won when all cards are on"
        " the foundations."
    ),
    "flower": (
        "Six beds of six cards and a bouquet of sixteen, all face up. The front card of a bed"
        " and every card of the bouquet may go to the foundations, which go up in suit from the"
        " ace. There is no other move: nothing is built on the beds, so play is forced. The"
        " score is the cards on the foundations, and the game is won when all of them are there."
    ),
    "olga": (
        "Four piquet packs (ace, then seven to king). A bed of seven columns of seven cards, of"
        " which every other row lies face down and turns up as soon as nothing lies on it."
        " Sixteen foundations, four a suit, go up in suit from the ace. Columns build down in"
        " alternating colours, an ace on a seven last, one card at a time. The cards of the hand"
        " are turned one by one: each may go to a foundation, onto a column, or onto the talon,"
        " whose top card stays available. Only the top card of a column fills an empty column."
        " The hand is gone through once. The game is won when all cards are on the foundations."
    ),
    "red-black": (
        "Two packs. The eight aces begin the foundations, which go up in suit. Eight cards"
        " beside them are the Volunteers; they build down in alternating colours, one card at a"
        " time. The cards of the hand are turned one by one: each may go to a foundation, onto a"
        " Volunteer, or onto the talon, whose top card stays available. A gap among the"
        " Volunteers is filled at once by the next card of the hand, or by the talon's top card"
        " once the hand is empty. Then the talon is shuffled and becomes the hand, once. The"
        " game is won when all cards are on the foundations."
    ),
    "caesar": (
        "Nine cards, ace to nine, lie in a square of three by three. Two cards at a time change"
        " places until the three rows, the three columns and the two diagonals sum to fifteen"
        " each. Every arrangement can be brought there: the question is by how few swaps."
    ),
}
