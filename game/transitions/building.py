"""Transitions of planning, production and construction."""

from game import events as e
from game.cards import CARDS, EMPIRE, KRYSTALLIUM, RESOURCES
from game.construction import after_placing
from game.model import Seat, State, Supremacy, Undo
from game.sites import site
from game.transitions.change import begin_for_all, in_time, replace_seat


def planning_begun(state: State, event: e.PlanningBegun) -> State:
    return begin_for_all(state, state.seats, phase="planning")


def card_slated(state: State, event: e.CardSlated) -> State:
    seat, card = state.seats[event.seat], event.card
    changed = seat._replace(
        drafted=tuple([c for c in seat.drafted if c != card]),
        hand=tuple([c for c in seat.hand if c != card]),
        construction=(*seat.construction, site(card)),
        undo=Undo(state.version + 1, seat, ()),
    )
    return replace_seat(state, event.seat, changed)


def card_recycled(state: State, event: e.CardRecycled) -> State:
    seat, card = state.seats[event.seat], event.card
    drafted = tuple([c for c in seat.drafted if c != card])
    hand = tuple([c for c in seat.hand if c != card])
    cube, undo = CARDS[card].recycling, Undo(state.version + 1, seat, (card,))
    if event.onto == EMPIRE:
        changed = seat._replace(drafted=drafted, hand=hand, empire_cubes=(*seat.empire_cubes, cube), undo=undo)
    else:
        construction = after_placing(seat.construction, event.onto, cube, cube)
        changed = seat._replace(drafted=drafted, hand=hand, construction=construction, undo=undo)
    return replace_seat(state, event.seat, changed, discard=(*state.discard, card))


def item_placed(state: State, event: e.ItemPlaced) -> State:
    seat, item = state.seats[event.seat], event.item
    undo = Undo(state.version + 1, seat, ())
    if event.onto == EMPIRE:
        changed = seat._replace(cubes=seat.cubes - 1, empire_cubes=(*seat.empire_cubes, item), undo=undo)
        return replace_seat(state, event.seat, changed)
    construction = after_placing(seat.construction, event.onto, event.kind or item, item)
    if item in RESOURCES:
        changed = seat._replace(cubes=seat.cubes - 1, construction=construction, undo=undo)
    elif item == KRYSTALLIUM:
        changed = seat._replace(krystallium=seat.krystallium - 1, construction=construction, undo=undo)
    elif item == "general":
        changed = seat._replace(generals=seat.generals - 1, construction=construction, undo=undo)
    else:
        changed = seat._replace(financiers=seat.financiers - 1, construction=construction, undo=undo)
    return replace_seat(state, event.seat, changed)


def card_discarded(state: State, event: e.CardDiscarded) -> State:
    seat, card = state.seats[event.seat], event.card
    changed = seat._replace(
        construction=tuple([s for s in seat.construction if s.card != card]),
        empire_cubes=(*seat.empire_cubes, CARDS[card].recycling),
        undo=Undo(state.version + 1, seat, (card,)),
    )
    return replace_seat(state, event.seat, changed, discard=(*state.discard, card))


def character_chosen(state: State, event: e.CharacterChosen) -> State:
    seat = state.seats[event.seat]
    changed = _with_character(seat, event.character)._replace(choosing=False, undo=Undo(state.version + 1, seat, ()))
    supremacy = (*state.supremacy[:-1], state.supremacy[-1]._replace(character=event.character))
    return replace_seat(state, event.seat, changed, supremacy=supremacy)


def ready_declared(state: State, event: e.ReadyDeclared) -> State:
    """Auto-ready alone tells nothing of the player: the seat was in time if it did something itself."""
    seat = state.seats[event.seat]
    undo = seat.undo if event.auto else Undo(state.version + 1, seat, ())
    declared = seat._replace(ready=True, undo=undo)
    return replace_seat(state, event.seat, in_time(declared) if undo else declared)


def auto_ready_set(state: State, event: e.AutoReadySet) -> State:
    return replace_seat(state, event.seat, state.seats[event.seat]._replace(auto_ready=event.on))


def card_constructed(state: State, event: e.CardConstructed) -> State:
    seat = state.seats[event.seat]
    changed = seat._replace(
        construction=tuple([s for s in seat.construction if s.card != event.card]),
        constructed=(*seat.constructed, event.card),
        krystallium=seat.krystallium + event.krystallium,
        generals=seat.generals + event.generals,
        financiers=seat.financiers + event.financiers,
    )
    return replace_seat(state, event.seat, changed)


def krystallium_made(state: State, event: e.KrystalliumMade) -> State:
    seat = state.seats[event.seat]
    return replace_seat(state, event.seat, seat._replace(empire_cubes=(), krystallium=seat.krystallium + 1))


def resources_produced(state: State, event: e.ResourcesProduced) -> State:
    seats = [
        seat._replace(cubes=amount, produced=amount, ready=False, undo=None)
        for seat, amount in zip(state.seats, event.amounts, strict=True)
    ]
    return begin_for_all(state, seats, phase="production", step=event.step)


def supremacy_won(state: State, event: e.SupremacyWon) -> State:
    seat = state.seats[event.seat]
    if event.character is None:
        changed = seat._replace(choosing=True)
    else:
        changed = _with_character(seat, event.character)
    won = Supremacy(state.round, state.step or "", event.seat, event.character)
    return replace_seat(state, event.seat, changed, supremacy=(*state.supremacy, won))


def _with_character(seat: Seat, character: str) -> Seat:
    if character == "general":
        return seat._replace(generals=seat.generals + 1)
    return seat._replace(financiers=seat.financiers + 1)
