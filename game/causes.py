"""From events back to the intention that caused them, so that an audit can decide it again and compare."""

from collections.abc import Sequence

from game import events as e
from game.intentions import AutoReady, Choose, Discard, Draft, Intention, Keep, Place, Ready, Recycle, Redraw, Slate


def intention_of(group: Sequence[e.Event]) -> Intention | None:
    """The intention behind an event group, from its first event; None when no intention causes such a group."""
    match group[0]:
        case e.CardDrafted(seat, card):
            return Draft(seat, card)
        case e.CardSlated(seat, card):
            return Slate(seat, card)
        case e.CardRecycled(seat, card, onto):
            return Recycle(seat, card, onto)
        case e.ItemPlaced(seat, item, onto, kind):
            return Place(seat, item, onto, kind)
        case e.CardDiscarded(seat, card):
            return Discard(seat, card)
        case e.CharacterChosen(seat, character):
            return Choose(seat, character)
        case e.CardsRedrawn(seat, cards):
            return Redraw(seat, cards)
        case e.CardKept(seat, card):
            return Keep(seat, card)
        case e.AutoReadySet(seat, on):
            return AutoReady(seat, on)
        case e.ReadyDeclared(seat):
            return Ready(seat)
        case _:
            return None
