"""From an intention to its action, and actions in words."""

from game.cards import CHARACTERS, DESIGNS, EMPIRE, KRYSTALLIUM
from game.construction import Discard, Place
from game.declared import Intention
from game.draft import Draft
from game.model import Seat, State
from game.planning import Recycle, Slate
from game.production import Choose, Ready
from game.solo import Keep, Redraw
from training.environments.actions import DESIGN_OF, PAIRS, READY, WILD_KINDS, Layout, blocks, sorted_hand
from training.environments.errors import IllegalAction


def to_action(lay: Layout, state: State, intention: Intention) -> int:
    """The action that does the same as a legal intention, up to identical copies of cards.

    Raises IllegalAction for one without an action: auto-ready, and cards beyond the slots.
    """
    seat = state.seats[intention.seat]
    match intention:
        case Ready():
            return READY
        case Choose(_, character):
            return lay.choose + CHARACTERS.index(character)
        case Draft(_, card):
            return lay.draft + DESIGN_OF[card]
        case Keep(_, card):
            return lay.keep + DESIGN_OF[card]
        case Slate(_, card):
            return lay.slate + DESIGN_OF[card]
        case Redraw(_, cards):
            hand = sorted_hand(seat.hand)
            first, second = sorted([hand.index(card) for card in cards])
            return lay.redraw + PAIRS.index((first, second))
        case Discard(_, card):
            return lay.discard + _slot(lay, seat, card)
        case Recycle(_, card, onto):
            return lay.recycle + DESIGN_OF[card] * (1 + lay.slots) + _place(lay, seat, onto)
        case Place(_, item, onto, kind) if item == KRYSTALLIUM:
            return lay.krystallium + _slot(lay, seat, onto) * len(WILD_KINDS) + WILD_KINDS.index(kind or "")
        case Place(_, "general", onto):
            return lay.general + _slot(lay, seat, onto)
        case Place(_, "financier", onto):
            return lay.financier + _slot(lay, seat, onto)
        case Place(_, _, onto):
            return lay.cube + _place(lay, seat, onto)
    raise IllegalAction(intention, "no action stands for it", intention.seat)


def _slot(lay: Layout, seat: Seat, card: str) -> int:
    slot = [site.card for site in seat.construction].index(card)
    if slot >= lay.slots:
        raise IllegalAction(card, f"it lies in slot {slot}, and only {lay.slots} slots have actions")
    return slot


def _place(lay: Layout, seat: Seat, onto: str) -> int:
    """0 for the empire card, otherwise 1 more than the slot."""
    return 0 if onto == EMPIRE else 1 + _slot(lay, seat, onto)


def action_name(lay: Layout, action: int) -> str:
    """The action in words.

    >>> from training.environments.actions import layout
    >>> action_name(layout(28), 529)
    'recycle financial-center onto the empire card'
    """
    at = action
    for name, count in blocks(lay.slots):
        if at < count:
            return _words(lay, name, at)
        at -= count
    raise IllegalAction(action, "there is no such action")


def _words(lay: Layout, block: str, at: int) -> str:
    """`at`: the number of the action in its block."""
    designs = [*DESIGNS]
    match block:
        case "choose":
            return f"choose {CHARACTERS[at]}"
        case "draft" | "keep" | "slate":
            return f"{block} {designs[at]}"
        case "redraw":
            return "redraw cards {} and {} of the hand".format(*PAIRS[at])
        case "discard":
            return f"discard slot {at}"
        case "cube":
            return f"place a cube {_onto(at)}"
        case "general" | "financier":
            return f"place a {block} {_onto(at + 1)}"
        case "krystallium":
            slot, kind = divmod(at, len(WILD_KINDS))
            return f"place krystallium as {WILD_KINDS[kind]} {_onto(slot + 1)}"
        case "recycle":
            design, place = divmod(at, 1 + lay.slots)
            return f"recycle {designs[design]} {_onto(place)}"
    return block


def _onto(place: int) -> str:
    return f"onto slot {place - 1}" if place else "onto the empire card"
