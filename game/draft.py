"""The draft: deal, pick, reveal, pass (R10-R14)."""

from collections.abc import Sequence

from game.events import CardDrafted, Event, HandsDealt, HandsDiscarded, PicksRevealed, PlanningBegun
from game.intentions import Draft
from game.message import Message
from game.model import DEALT_TO_TWO, PICKS, Seat, State
from game.refused import Refused

Cards = tuple[str, ...]


def deal_size(seats: int) -> int:
    """Cards that each of 2..5 seats is dealt in a round: 7, with two seats 10 (R10, R14)."""
    return DEALT_TO_TWO if seats == 2 else PICKS


def deal(state: State) -> HandsDealt:
    """The deal of the next round (R10)."""
    return HandsDealt(deal_size(len(state.seats)))


def dealt_hands(state: State, size: int) -> list[Cards]:
    """The hands by seat: seat 0 gets the first cards of the deck as a block, seat 1 the next, and so on."""
    return [state.deck[i * size : (i + 1) * size] for i in range(len(state.seats))]


def direction(game_round: int) -> str:
    """The direction in which hands are passed: left in odd rounds, right in even ones (R12)."""
    return "left" if game_round % 2 else "right"


def passed_hands(hands: Sequence[Cards], to: str) -> list[Cards]:
    """The hands by seat after each went to the next seat (left) or the previous one (right)."""
    return [hands[-1], *hands[:-1]] if to == "left" else [*hands[1:], hands[0]]


def draft(state: State, index: int, seat: Seat, intention: Draft) -> list[Event]:
    """Pick a card; the last seat's pick reveals all of them (R11)."""
    if seat.picked is not None:
        raise Refused("already_picked", "you have picked a card; wait for the others")
    if intention.card not in seat.hand:
        raise Refused("card_not_in_hand", Message("{card} is not in your hand", card=intention.card))
    drafted = CardDrafted(index, intention.card)
    picks = [other.picked for other in state.seats]
    picks[index] = intention.card
    if None in picks:
        return [drafted]
    return [drafted, *_reveal(state, tuple([pick for pick in picks if pick is not None]))]


def _reveal(state: State, picks: Cards) -> list[Event]:
    """The events after the last pick: reveal, then pass the hands on or end the draft (R12-R14)."""
    hands = [tuple([c for c in seat.hand if c != pick]) for seat, pick in zip(state.seats, picks, strict=True)]
    drafted = len(state.seats[0].drafted) + 1
    if drafted == PICKS:
        rest = tuple([card for hand in hands for card in hand])
        return [PicksRevealed(picks), *([HandsDiscarded(rest)] if rest else []), PlanningBegun()]
    to = direction(state.round)
    events: list[Event] = [PicksRevealed(picks, to)]
    if drafted == PICKS - 1 and len(hands[0]) == 1:  # nobody has a choice, so the last cards are drafted at once (R13)
        last = tuple([hand[0] for hand in passed_hands(hands, to)])
        events += [PicksRevealed(last), PlanningBegun()]
    return events
