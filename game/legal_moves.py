"""Legal moves: every intention that `decide` accepts from a seat.

This repeats the rules for speed; a property test compares it with `decide` in both directions.
"""

from game.construction import discards, placings
from game.declared import Intention
from game.draft import drafts
from game.model import State
from game.planning import recyclings, slatings
from game.production import choices, readiness
from game.solo import keeps, redraws
from game.table import is_paused


def legal(state: State, index: int) -> list[Intention]:
    """Each intention that `decide` accepts from a seat, once, in canonical form (`as` given with krystallium).

    Settings, which are always accepted, are not listed. Sorted by type and then by the fields of the type: card, item,
    onto, as.
    """
    if state.status != "playing" or not 0 <= index < len(state.seats) or is_paused(state):
        return []
    seat = state.seats[index]
    if state.phase == "draft":
        return drafts(index, seat)
    if seat.ready or state.phase == "finished":
        return []
    if seat.choosing:
        return choices(index)
    if seat.candidates:
        return keeps(index, seat)
    sites = sorted(seat.construction)
    found = discards(index, sites) + placings(state, index, seat, sites)
    if seat.drafted or seat.hand:
        cards = sorted(seat.drafted or seat.hand)
        found += recyclings(index, cards, sites)
        if seat.hand:
            found += redraws(state, index, cards)
        found += slatings(index, cards)
    elif not seat.cubes:
        found.append(readiness(index))
        # "ready" sorts before "recycle", "redraw" and "slate", which exist only while it does not
    return found
