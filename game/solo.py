"""Solo planning: pools, redraws, the end of sequences (R60-R65)."""

from typing import Final

from game.events import CardKept, CardsRedrawn, Event, PoolTaken
from game.intentions import Keep, Redraw
from game.message import Message
from game.model import Seat, State, is_solo
from game.refused import Refused
from game.scenarios import Scenario
from game.shuffle import shuffled

Cards = tuple[str, ...]
POOLS, POOL_CARDS = 8, 5
"""Face-down pools, and the cards of each (R60)."""
REDRAW_CARDS: Final = 5
"""Cards of the deck that a redraw shows; one is kept (R62)."""


def set_up(deck: Cards, required: Cards) -> tuple[tuple[Cards, ...], Cards]:
    """(pools, deck): pool k is cards 5k + 1 .. 5k + 5 of what is left without the required cards (R60)."""
    rest = tuple([card for card in deck if card not in required])
    return tuple([rest[i * POOL_CARDS : (i + 1) * POOL_CARDS] for i in range(POOLS)]), rest[POOLS * POOL_CARDS :]


def required_cards(scenario: Scenario | None) -> Cards:
    """Copy 1 of each design that the scenario names (R70-R75)."""
    return tuple([f"{design}.1" for design in scenario.required]) if scenario else ()


def take_pool(state: State, sequence: int) -> PoolTaken:
    """The first pool left becomes the hand (R61)."""
    return PoolTaken(0, sequence, state.pools[0])


def redraw(state: State, index: int, seat: Seat, intention: Redraw) -> list[Event]:
    """Discard two cards of the hand to see five of the deck (R62).

    With fewer than five in it, the discard pile, these two included, is first shuffled under it (R65).
    """
    if not is_solo(state):
        raise Refused("solo_only", "only solo games have redraws")
    cards = tuple(sorted(set(intention.cards)))
    if len(cards) != 2 or len(intention.cards) != 2:
        raise Refused("invalid_intention", "cards must be two different cards")
    for card in cards:
        if card not in seat.hand:
            raise Refused("card_not_in_hand", Message("{card} is not in your hand", card=card))
    if len(state.deck) >= REDRAW_CARDS:
        return [CardsRedrawn(index, cards, state.deck[:REDRAW_CARDS])]
    purpose = f"discard-{state.reshuffles + 1}"
    under = shuffled((*state.discard, *cards), purpose, state.server_seed, state.client_seeds)
    deck = state.deck + under
    if len(deck) < REDRAW_CARDS:
        raise Refused("deck_exhausted", "deck and discard pile hold too few cards")
    return [CardsRedrawn(index, cards, deck[:REDRAW_CARDS], under)]


def keep(state: State, index: int, seat: Seat, intention: Keep) -> list[Event]:
    """Keep one of the five cards seen, discard the others (R62)."""
    if not seat.candidates:
        raise Refused("nothing_to_keep", "you have not redrawn")
    if intention.card not in seat.candidates:
        raise Refused("card_not_seen", Message("{card} is not among the cards that you drew", card=intention.card))
    others = tuple([card for card in seat.candidates if card != intention.card])
    return [CardKept(index, intention.card, others)]


def next_pool(state: State, seat: Seat) -> list[Event]:
    """The events after one more card leaves the hand: the first sequence ends by taking the second pool (R63)."""
    if state.sequence == 1 and len(seat.hand) == 1:
        return [take_pool(state, 2)]
    return []
