"""(state, event) -> state: total, silent, without luck. Each event has one function, found by its class.

A seat's own event remembers what it replaced (`Undo`); an event that opens a phase or step, or reveals
what was hidden, forgets it, for from then on nothing before it can be taken back.
"""

from collections.abc import Callable, Iterable
from functools import reduce
from typing import Any

from game import events as e
from game.cards import CARDS, EMPIRE, KRYSTALLIUM, RESOURCES
from game.construction import after_placing
from game.draft import dealt_hands, passed_hands
from game.solo import set_up
from game.state import Options, Result, Seat, State, Supremacy, Undo, site


def evolve(state: State, event: e.Event) -> State:
    """The state after an event that happened in it; `state` itself stays as it is."""
    return _EVOLVE[type(event)](state, event)


def fold(events: Iterable[e.Event], state: State | None = None) -> State:
    """The state after all events, in order, from `state` or from the very beginning."""
    return reduce(evolve, events, State() if state is None else state)


def _put(state: State, index: int, seat: Seat, **changes: Any) -> State:
    seats = state.seats
    seats = (*seats[:index], seat, *seats[index + 1 :])
    return state._replace(version=state.version + 1, seats=seats, **changes)


def _begin(state: State, seats: Iterable[Seat], **changes: Any) -> State:
    """The state in which something new begins for all seats: nothing earlier can be undone."""
    version = state.version + 1
    return state._replace(version=version, since=version, seats=tuple(seats), **changes)


# The lobby


def _game_opened(state: State, event: e.GameOpened) -> State:
    fields: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in event.options.items()}
    options = Options(**fields)
    return state._replace(
        version=state.version + 1,
        id=event.game,
        ruleset=event.ruleset,
        options=options,
        commitment=event.commitment,
        opener=event.opener,
        seats=(Seat(),) * options.seats,
    )


def _seat_taken(state: State, event: e.SeatTaken) -> State:
    bot = event.player.removeprefix("bot:") if event.player.startswith("bot:") else None
    seat = Seat(player=event.player, bot=bot, empire=event.empire, client_seed=event.client_seed)
    return _put(state, event.seat, seat)


def _seat_left(state: State, event: e.SeatLeft) -> State:
    return _put(state, event.seat, Seat())


def _game_started(state: State, event: e.GameStarted) -> State:
    return _begin(
        state,
        [seat._replace(empire=empire) for seat, empire in zip(state.seats, event.empires, strict=True)],
        status="playing",
        deck=event.deck,
        server_seed=event.server_seed,
        client_seeds=event.client_seeds,
    )


def _seat_resigned(state: State, event: e.SeatResigned) -> State:
    return _put(state, event.seat, state.seats[event.seat]._replace(bot=event.strategy))


def _game_abandoned(state: State, event: e.GameAbandoned) -> State:
    return state._replace(version=state.version + 1, status="abandoned")


# Solo


def _pools_formed(state: State, event: e.PoolsFormed) -> State:
    pools, deck = set_up(state.deck, event.required)
    seats = [seat._replace(construction=tuple([site(card) for card in event.required])) for seat in state.seats]
    return _begin(state, seats, deck=deck, pools=pools)


def _pool_taken(state: State, event: e.PoolTaken) -> State:
    seats = [seat._replace(hand=event.cards, undo=None) for seat in state.seats]
    if event.sequence == 2:
        return _begin(state, seats, sequence=2, pools=state.pools[1:])
    seats = [seat._replace(produced=None, ready=False) for seat in seats]
    round = state.round + 1
    return _begin(state, seats, round=round, phase="planning", step=None, sequence=1, pools=state.pools[1:])


def _cards_redrawn(state: State, event: e.CardsRedrawn) -> State:
    seat = state.seats[event.seat]
    hand = tuple([card for card in seat.hand if card not in event.cards])
    changed = seat._replace(hand=hand, candidates=event.candidates, undo=None)
    deck = (state.deck + event.under)[len(event.candidates) :]
    if event.under:
        return _put(state, event.seat, changed, deck=deck, discard=(), reshuffles=state.reshuffles + 1)
    return _put(state, event.seat, changed, deck=deck, discard=state.discard + event.cards)


def _card_kept(state: State, event: e.CardKept) -> State:
    seat = state.seats[event.seat]
    undo = Undo(state.version + 1, seat, event.discarded)
    changed = seat._replace(hand=(*seat.hand, event.card), candidates=(), undo=undo)
    return _put(state, event.seat, changed, discard=state.discard + event.discarded)


# The draft


def _hands_dealt(state: State, event: e.HandsDealt) -> State:
    hands = dealt_hands(state, event.size)
    seats = [
        seat._replace(hand=hand, produced=None, ready=False, undo=None)
        for seat, hand in zip(state.seats, hands, strict=True)
    ]
    deck = state.deck[event.size * len(seats) :]
    return _begin(state, seats, round=state.round + 1, phase="draft", step=None, passes=0, deck=deck)


def _card_drafted(state: State, event: e.CardDrafted) -> State:
    seat = state.seats[event.seat]
    hand = tuple([card for card in seat.hand if card != event.card])
    undo = Undo(state.version + 1, seat, ())
    return _put(state, event.seat, seat._replace(hand=hand, picked=event.card, undo=undo))


def _picks_revealed(state: State, event: e.PicksRevealed) -> State:
    pairs = list(zip(state.seats, event.picks, strict=True))
    hands = [tuple([card for card in seat.hand if card != pick]) for seat, pick in pairs]
    if event.passed is not None:
        hands = passed_hands(hands, event.passed)
    seats = [
        seat._replace(hand=hand, picked=None, drafted=(*seat.drafted, pick), undo=None)
        for (seat, pick), hand in zip(pairs, hands, strict=True)
    ]
    return _begin(state, seats, passes=state.passes + (event.passed is not None))


def _hands_discarded(state: State, event: e.HandsDiscarded) -> State:
    return _begin(state, [seat._replace(hand=()) for seat in state.seats], discard=state.discard + event.cards)


# Planning and production


def _planning_begun(state: State, event: e.PlanningBegun) -> State:
    return _begin(state, state.seats, phase="planning")


def _card_slated(state: State, event: e.CardSlated) -> State:
    seat, card = state.seats[event.seat], event.card
    changed = seat._replace(
        drafted=tuple([c for c in seat.drafted if c != card]),
        hand=tuple([c for c in seat.hand if c != card]),
        construction=(*seat.construction, site(card)),
        undo=Undo(state.version + 1, seat, ()),
    )
    return _put(state, event.seat, changed)


def _card_recycled(state: State, event: e.CardRecycled) -> State:
    seat, card = state.seats[event.seat], event.card
    drafted = tuple([c for c in seat.drafted if c != card])
    hand = tuple([c for c in seat.hand if c != card])
    cube, undo = CARDS[card].recycling, Undo(state.version + 1, seat, (card,))
    if event.onto == EMPIRE:
        changed = seat._replace(drafted=drafted, hand=hand, empire_cubes=(*seat.empire_cubes, cube), undo=undo)
    else:
        construction = after_placing(seat.construction, event.onto, cube, cube)
        changed = seat._replace(drafted=drafted, hand=hand, construction=construction, undo=undo)
    return _put(state, event.seat, changed, discard=(*state.discard, card))


def _item_placed(state: State, event: e.ItemPlaced) -> State:
    seat, item = state.seats[event.seat], event.item
    undo = Undo(state.version + 1, seat, ())
    if event.onto == EMPIRE:
        changed = seat._replace(cubes=seat.cubes - 1, empire_cubes=(*seat.empire_cubes, item), undo=undo)
        return _put(state, event.seat, changed)
    construction = after_placing(seat.construction, event.onto, event.kind or item, item)
    if item in RESOURCES:
        changed = seat._replace(cubes=seat.cubes - 1, construction=construction, undo=undo)
    elif item == KRYSTALLIUM:
        changed = seat._replace(krystallium=seat.krystallium - 1, construction=construction, undo=undo)
    elif item == "general":
        changed = seat._replace(generals=seat.generals - 1, construction=construction, undo=undo)
    else:
        changed = seat._replace(financiers=seat.financiers - 1, construction=construction, undo=undo)
    return _put(state, event.seat, changed)


def _card_discarded(state: State, event: e.CardDiscarded) -> State:
    seat, card = state.seats[event.seat], event.card
    changed = seat._replace(
        construction=tuple([s for s in seat.construction if s.card != card]),
        empire_cubes=(*seat.empire_cubes, CARDS[card].recycling),
        undo=Undo(state.version + 1, seat, (card,)),
    )
    return _put(state, event.seat, changed, discard=(*state.discard, card))


def _character_chosen(state: State, event: e.CharacterChosen) -> State:
    seat = state.seats[event.seat]
    changed = _with_character(seat, event.character)._replace(choosing=False, undo=Undo(state.version + 1, seat, ()))
    supremacy = (*state.supremacy[:-1], state.supremacy[-1]._replace(character=event.character))
    return _put(state, event.seat, changed, supremacy=supremacy)


def _ready_declared(state: State, event: e.ReadyDeclared) -> State:
    seat = state.seats[event.seat]
    undo = seat.undo if event.auto else Undo(state.version + 1, seat, ())
    return _put(state, event.seat, seat._replace(ready=True, undo=undo))


def _auto_ready_set(state: State, event: e.AutoReadySet) -> State:
    return _put(state, event.seat, state.seats[event.seat]._replace(auto_ready=event.on))


def _card_constructed(state: State, event: e.CardConstructed) -> State:
    seat = state.seats[event.seat]
    changed = seat._replace(
        construction=tuple([s for s in seat.construction if s.card != event.card]),
        constructed=(*seat.constructed, event.card),
        krystallium=seat.krystallium + event.krystallium,
        generals=seat.generals + event.generals,
        financiers=seat.financiers + event.financiers,
    )
    return _put(state, event.seat, changed)


def _krystallium_made(state: State, event: e.KrystalliumMade) -> State:
    seat = state.seats[event.seat]
    return _put(state, event.seat, seat._replace(empire_cubes=(), krystallium=seat.krystallium + 1))


def _resources_produced(state: State, event: e.ResourcesProduced) -> State:
    seats = [
        seat._replace(cubes=amount, produced=amount, ready=False, undo=None)
        for seat, amount in zip(state.seats, event.amounts, strict=True)
    ]
    return _begin(state, seats, phase="production", step=event.step)


def _supremacy_won(state: State, event: e.SupremacyWon) -> State:
    seat = state.seats[event.seat]
    if event.character is None:
        changed = seat._replace(choosing=True)
    else:
        changed = _with_character(seat, event.character)
    won = Supremacy(state.round, state.step or "", event.seat, event.character)
    return _put(state, event.seat, changed, supremacy=(*state.supremacy, won))


def _with_character(seat: Seat, character: str) -> Seat:
    if character == "general":
        return seat._replace(generals=seat.generals + 1)
    return seat._replace(financiers=seat.financiers + 1)


# The end


def _game_ended(state: State, event: e.GameEnded) -> State:
    seats = [seat._replace(ready=False, undo=None) for seat in state.seats]
    return _begin(state, seats, phase="finished", step=None)


def _game_scored(state: State, event: e.GameScored) -> State:
    result = Result(event.scores, event.ranking, event.rank, event.medal)
    return state._replace(version=state.version + 1, status="finished", result=result)


def _intention_undone(state: State, event: e.IntentionUndone) -> State:
    """The seat as it was; of the discard pile only its own cards go, others' stay in their order."""
    seat = state.seats[event.seat]
    undo = seat.undo
    if undo is None:
        return state._replace(version=state.version + 1)
    discard = tuple([card for card in state.discard if card not in undo.discarded])
    supremacy = state.supremacy
    if undo.before.choosing and not seat.choosing:
        supremacy = (*supremacy[:-1], supremacy[-1]._replace(character=None))
    before = undo.before._replace(bot=seat.bot, auto_ready=seat.auto_ready)  # these are no part of it
    return _put(state, event.seat, before, discard=discard, supremacy=supremacy)


_EVOLVE: dict[type[e.Event], Callable[[State, Any], State]] = {
    e.GameOpened: _game_opened,
    e.SeatTaken: _seat_taken,
    e.SeatLeft: _seat_left,
    e.GameStarted: _game_started,
    e.SeatResigned: _seat_resigned,
    e.GameAbandoned: _game_abandoned,
    e.PoolsFormed: _pools_formed,
    e.PoolTaken: _pool_taken,
    e.CardsRedrawn: _cards_redrawn,
    e.CardKept: _card_kept,
    e.HandsDealt: _hands_dealt,
    e.CardDrafted: _card_drafted,
    e.PicksRevealed: _picks_revealed,
    e.HandsDiscarded: _hands_discarded,
    e.PlanningBegun: _planning_begun,
    e.CardSlated: _card_slated,
    e.CardRecycled: _card_recycled,
    e.ItemPlaced: _item_placed,
    e.CardDiscarded: _card_discarded,
    e.CharacterChosen: _character_chosen,
    e.ReadyDeclared: _ready_declared,
    e.AutoReadySet: _auto_ready_set,
    e.CardConstructed: _card_constructed,
    e.KrystalliumMade: _krystallium_made,
    e.ResourcesProduced: _resources_produced,
    e.SupremacyWon: _supremacy_won,
    e.GameEnded: _game_ended,
    e.GameScored: _game_scored,
    e.IntentionUndone: _intention_undone,
}
