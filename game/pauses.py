"""Pauses: if all people at the table agree, the clocks stand still and nobody moves, until one of them goes on."""

from collections.abc import Sequence
from dataclasses import dataclass

from game.declared import ALL, TABLE, Event, event
from game.field_types import Flag, SeatNumber, Time
from game.model import Pause, Seat, State, next_version, replace_seat
from game.options import DAY_SECONDS
from game.refused import Refused
from game.stages import stage_number
from game.table import humans, is_paused, must_be_playing, must_go_on

MAX_PAUSE_SECONDS = DAY_SECONDS
"""Then the game goes on by itself: nobody keeps it standing for ever."""


@event("pause_agreed", TABLE, public=ALL, players_only=True, news="aloud")
@dataclass(frozen=True, slots=True)
class PauseAgreed(Event):
    """The seat agrees to a pause; or not, and then nobody asks for one any more.

    `expires`: of the seat that asks first, until when the others may agree. RFC 3339, UTC.
    """

    seat: SeatNumber
    on: Flag
    expires: Time | None = None

    def apply(self, state: State) -> State:
        """The seat that asks keeps the stage in which it does."""
        if self.on and self.expires is not None:
            seat = state.seats[self.seat]._replace(pause_asked=stage_number(state))
            return replace_seat(state, self.seat, seat, pause=Pause(self.expires, (self.seat,)))
        pause = state.pause
        if pause is not None:
            pause = pause._replace(agreed=(*pause.agreed, self.seat)) if self.on else None
        return next_version(state, pause=pause)


@event("game_paused", TABLE, public=ALL, news="aloud")
@dataclass(frozen=True, slots=True)
class GamePaused(Event):
    """All people agree: clocks stand still, and nobody moves, at the longest `until` a time in RFC 3339, UTC."""

    until: Time

    def apply(self, state: State) -> State:
        pause = state.pause or Pause("", ())
        return next_version(state, seats=_may_ask(state, pause), pause=pause._replace(until=self.until))


@event("game_resumed", TABLE, public=ALL, news="aloud")
@dataclass(frozen=True, slots=True)
class GameResumed(Event):
    """The pause is over."""

    def apply(self, state: State) -> State:
        return next_version(state, pause=None, resumed=state.version + 1)


def agree_to_pause(
    state: State, index: int, now: str, expires: str, until: str, answered: str | None = None
) -> list[Event]:
    """The seat asks for a pause, or agrees to one. With the last person the game pauses; bots are not asked.

    Nothing happens if the seat has agreed before. `now`, `expires` (of the question), `until` (of the pause): RFC 3339,
    UTC, in the same form. `answered`: when the question expires to which the seat agrees; None: it asks if nobody does.
    Raises Refused: `not_playing`, `people_only`, `paused`, `no_clock`, `no_pause`, `pause_asked`.
    """
    must_be_playing(state)
    _must_be_person(state, index)
    must_go_on(state)
    if state.options.clock is None:
        raise Refused("no_clock", "no clock runs in this game, so there is none to stop")
    agreed = agreed_to_pause(state, now)
    if answered is not None and not (agreed and state.pause and state.pause.expires == answered):
        raise Refused("no_pause", "nobody asks for this pause any more")
    if index in agreed:
        return []
    others = [seat for seat in humans(state) if seat not in (index, *agreed)]
    if others and not agreed and state.seats[index].pause_asked == stage_number(state):
        raise Refused("pause_asked", "you have asked for a pause in this phase, step or hand")
    events: list[Event] = [PauseAgreed(index, True, None if agreed else expires)]
    return events if others else [*events, GamePaused(until)]


def end_pause(state: State, index: int, now: str) -> list[Event]:
    """The seat goes on, declines a pause, or no longer asks for one. `now`: RFC 3339, UTC.

    Raises Refused: `not_playing`, `people_only`, `no_pause`.
    """
    must_be_playing(state)
    _must_be_person(state, index)
    if is_paused(state):
        return [PauseAgreed(index, False), GameResumed()]
    if not agreed_to_pause(state, now):
        raise Refused("no_pause", "the game is not paused, and nobody asks for it")
    return [PauseAgreed(index, False)]


def resume(state: State, now: str) -> list[Event]:
    """The longest pause is over at `now` (RFC 3339, UTC): the game goes on. Raises Refused(`time_left`)."""
    until = paused_until(state)
    if until is None or now < until:
        raise Refused("time_left", "the pause is not over")
    return [GameResumed()]


def paused_until(state: State) -> str | None:
    """When a paused game goes on at the latest, RFC 3339; None: it is not paused."""
    return state.pause.until if state.pause else None


def agreed_to_pause(state: State, now: str) -> Sequence[int]:
    """The seat that asks for a pause, and those that agree; empty if nobody asks, or the question has expired."""
    pause = state.pause
    return pause.agreed if pause and pause.until is None and now < pause.expires else ()


def awaited_for_pause(state: State) -> tuple[int, ...]:
    """The seats whose consent a pause still needs, ascending; empty without a question. It may have expired."""
    pause = state.pause
    if pause is None or pause.until is not None:
        return ()
    return tuple([seat for seat in humans(state) if seat not in pause.agreed])


def _must_be_person(state: State, index: int) -> None:
    if index not in humans(state):
        raise Refused("people_only", "people agree to a pause; the clocks of programs stand still with theirs")


def without_question(state: State) -> State:
    """The state after a person has gone: who asked for a pause may ask anew. A pause stays while people are left."""
    if state.pause is None or (is_paused(state) and humans(state)):
        return state
    if is_paused(state):
        return state._replace(pause=None, resumed=state.version)
    return state._replace(pause=None, seats=_may_ask(state, state.pause))


def _may_ask(state: State, pause: Pause) -> tuple[Seat, ...]:
    """The seats; the one that asked for the pause may ask again in this stage."""
    return tuple(
        [seat._replace(pause_asked=0) if at in pause.agreed[:1] else seat for at, seat in enumerate(state.seats)]
    )
