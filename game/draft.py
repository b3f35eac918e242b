"""The draft: deal, pick, reveal, pass (R10-R14)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from game.declared import ALL, MOVE, Event, Intention, event, intention_type
from game.field_types import Card, Cards, Direction, HandSize, Picks, SeatNumber
from game.message import Message
from game.model import DEALT_TO_TWO, PICKS, Seat, State, Undo, in_time, replace_seat
from game.planning import PlanningBegun
from game.refused import Refused
from game.stages import begin_for_all

Hand = tuple[str, ...]


@intention_type("draft", phases=("draft",))
@dataclass(frozen=True, slots=True)
class Draft(Intention):
    """Pick a card of the hand (R11)."""

    card: Card

    def decide(self, state: State, seat: Seat) -> list[Event]:
        """The last seat's pick reveals all of them (R11)."""
        if seat.picked is not None:
            raise Refused("already_picked", "you have picked a card; wait for the others")
        if self.card not in seat.hand:
            raise Refused("card_not_in_hand", Message("{card} is not in your hand", card=self.card))
        drafted = CardDrafted(self.seat, self.card)
        picks = [other.picked for other in state.seats]
        picks[self.seat] = self.card
        if None in picks:
            return [drafted]
        return [drafted, *_reveal(state, tuple([pick for pick in picks if pick is not None]))]


_draft = lru_cache(maxsize=1 << 10)(Draft)
"""The same few intentions are listed again and again, and to look one up takes less time than to create it."""


def drafts(index: int, seat: Seat) -> list[Intention]:
    """Each card that the seat may pick now."""
    return [] if seat.picked is not None else [_draft(index, card) for card in sorted(seat.hand)]


@event("hands_dealt", MOVE, public=ALL, gives_hands=True, ends_undo=True, news="beginning")
@dataclass(frozen=True, slots=True)
class HandsDealt(Event):
    """A round begins: each seat in turn gets the next `size` cards of the deck (R10, R14)."""

    size: HandSize

    def apply(self, state: State) -> State:
        hands = dealt_hands(state, self.size)
        seats = [
            seat._replace(hand=hand, produced=None, ready=False, undo=None)
            for seat, hand in zip(state.seats, hands, strict=True)
        ]
        deck = state.deck[self.size * len(seats) :]
        return begin_for_all(state, seats, round=state.round + 1, phase="draft", step=None, passes=0, deck=deck)


@event("card_drafted", MOVE, public=(), own_seat=("card",), caused_by=Draft, news="quiet")
@dataclass(frozen=True, slots=True)
class CardDrafted(Event):
    """The seat has picked a card. The others see which one when all have picked (R11)."""

    seat: SeatNumber
    card: Card

    def apply(self, state: State) -> State:
        seat = state.seats[self.seat]
        hand = tuple([card for card in seat.hand if card != self.card])
        undo = Undo(state.version + 1, seat, ())
        return replace_seat(state, self.seat, in_time(seat._replace(hand=hand, picked=self.card, undo=undo)))


@event("picks_revealed", MOVE, public=ALL, gives_hands=True, ends_undo=True, news="aloud")
@dataclass(frozen=True, slots=True)
class PicksRevealed(Event):
    """`picks`: by seat. `passed`: where the hands then go: left (to the next seat), right, or None (R12)."""

    picks: Picks
    passed: Direction | None = None

    def apply(self, state: State) -> State:
        pairs = list(zip(state.seats, self.picks, strict=True))
        hands = [tuple([card for card in seat.hand if card != pick]) for seat, pick in pairs]
        if self.passed is not None:
            hands = passed_hands(hands, self.passed)
        seats = [
            seat._replace(hand=hand, picked=None, drafted=(*seat.drafted, pick), undo=None)
            for (seat, pick), hand in zip(pairs, hands, strict=True)
        ]
        return begin_for_all(state, seats, passes=state.passes + (self.passed is not None))


@event("hands_discarded", MOVE, public=ALL)
@dataclass(frozen=True, slots=True)
class HandsDiscarded(Event):
    """`cards`: the rest of the hands, seat 0 first (R14)."""

    cards: Cards

    def apply(self, state: State) -> State:
        seats = [seat._replace(hand=()) for seat in state.seats]
        return begin_for_all(state, seats, discard=state.discard + self.cards)


def deal_size(seats: int) -> int:
    """Cards that each of 2..5 seats is dealt in a round: 7, with two seats 10 (R10, R14)."""
    return DEALT_TO_TWO if seats == 2 else PICKS


def deal(state: State) -> HandsDealt:
    """The deal of the next round (R10)."""
    return HandsDealt(deal_size(len(state.seats)))


def dealt_hands(state: State, size: int) -> list[Hand]:
    """The hands by seat: seat 0 gets the first cards of the deck as a block, seat 1 the next, and so on."""
    return [state.deck[i * size : (i + 1) * size] for i in range(len(state.seats))]


def direction(game_round: int) -> str:
    """The direction in which hands are passed: left in odd rounds, right in even ones (R12)."""
    return "left" if game_round % 2 else "right"


def passed_hands(hands: Sequence[Hand], to: str) -> list[Hand]:
    """The hands by seat after each went to the next seat (left) or the previous one (right)."""
    return [hands[-1], *hands[:-1]] if to == "left" else [*hands[1:], hands[0]]


def _reveal(state: State, picks: Hand) -> list[Event]:
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
