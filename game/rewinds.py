"""Rewinds: the game goes back to an earlier version if all people at the table agree."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from game.declared import ALL, TABLE, Event, event
from game.field_types import Flag, SeatNumber, Time, Version
from game.message import Message
from game.model import Proposal, State, next_version, with_settings
from game.refused import Refused
from game.stages import stage_number
from game.table import humans, must_be_playing

RewindAnswer = Callable[[State, int, int, str], list[Event]]
"""`accept` or `decline`: (state, seat, number of the rewind, time in RFC 3339) to events."""


@event("rewind_proposed", TABLE, public=ALL, players_only=True, news="aloud")
@dataclass(frozen=True, slots=True)
class RewindProposed(Event):
    """The seat asks the others to go back to version `to`. `number`: 1, 2 ... in the game. `expires`: RFC 3339, UTC."""

    seat: SeatNumber
    number: Version
    to: Version
    expires: Time

    def apply(self, state: State) -> State:
        proposal = Proposal(self.number, self.seat, self.to, self.expires)
        return next_version(state, rewinds=self.number, proposal=proposal)


@event("rewind_accepted", TABLE, public=ALL, players_only=True)
@dataclass(frozen=True, slots=True)
class RewindAccepted(Event):
    """The seat agrees to the rewind."""

    seat: SeatNumber
    number: Version

    def apply(self, state: State) -> State:
        proposal = state.proposal
        if proposal is not None:
            proposal = proposal._replace(accepted=(*proposal.accepted, self.seat))
        return next_version(state, proposal=proposal)


@event("rewind_declined", TABLE, public=ALL, players_only=True)
@dataclass(frozen=True, slots=True)
class RewindDeclined(Event):
    """Another seat declined the rewind, or the proposing seat withdrew it."""

    seat: SeatNumber
    number: Version

    def apply(self, state: State) -> State:
        return next_version(state, proposal=None)


@event("rewound", TABLE, public=ALL, news="beginning")
@dataclass(frozen=True, slots=True)
class Rewound(Event):
    """The game is as it was at version `to`. `assisted`: nobody had to agree, and hidden cards were seen since."""

    to: Version
    assisted: Flag = False

    def apply(self, state: State) -> State:
        """The changes that a rewind makes for good. `fold` has the earlier states, and does the rest (`return_to`)."""
        return next_version(state, proposal=None, assisted=state.assisted or self.assisted)


def return_to(state: State, past: State) -> State:
    """The earlier state `past` as the newest version, after the event `rewound` led to `state`.

    A seat whose time is up has no time in the same phase, step or hand again.
    """
    seats = [with_settings(was, now) for was, now in zip(past.seats, state.seats, strict=True)]
    if stage_number(past) == stage_number(state) > 0:
        seats = [was._replace(expired=was.expired or now.expired) for was, now in zip(seats, state.seats, strict=True)]
    return past._replace(
        version=state.version,
        seats=tuple(seats),
        rewinds=state.rewinds,
        proposal=None,
        assisted=state.assisted,
        pause=state.pause,
        resumed=state.resumed,
    )


def propose(state: State, index: int, past: State, now: str, expires: str) -> list[Event]:
    """Propose to go back to `past`, an earlier state of the game. Without another person the game goes back at once.

    Then the game becomes assisted if hidden cards were seen since. `now`, `expires`: RFC 3339, UTC, in the same form.
    Raises Refused: `not_playing`, `rewinds_off`, `not_earlier`, `not_started`, `rewind_pending`.
    """
    must_be_playing(state)
    if not state.options.rewinds:
        raise Refused("rewinds_off", "this game was opened without rewinds; you can undo your own intentions")
    if past.version >= state.version:
        detail = Message("the game is at version {version}; a rewind goes to an earlier one", version=state.version)
        raise Refused("not_earlier", detail)
    if past.status != "playing":
        raise Refused("not_started", "the game had not started then; a rewind does not go back to the lobby")
    if state.proposal is not None and now < state.proposal.expires:
        raise Refused("rewind_pending", Message("rewind {number} is not decided yet", number=state.proposal.number))
    proposed = RewindProposed(index, state.rewinds + 1, past.version, expires)
    if needs_consent(state, index):
        return [proposed]
    return [proposed, Rewound(past.version, assisted=_revealed(past) != _revealed(state))]


def needs_consent(state: State, index: int) -> bool:
    """Whether other people must agree to a rewind that the seat proposes."""
    return bool(_others(state, index))


def accept(state: State, index: int, number: int, now: str) -> list[Event]:
    """Accept a rewind. The game goes back with the last acceptance that it needs.

    Raises Refused: `not_playing`, `no_such_rewind`, `rewind_closed`, `rewind_expired`, `own_rewind`,
    `already_accepted`.
    """
    proposal = _pending(state, number, now)
    if index == proposal.seat:
        raise Refused("own_rewind", "the others must accept your proposal")
    if index in proposal.accepted:
        raise Refused("already_accepted", "you have accepted this rewind")
    accepted = RewindAccepted(index, proposal.number)
    if set(awaited_consents(state)) <= {index}:
        return [accepted, Rewound(proposal.to)]
    return [accepted]


def decline(state: State, index: int, number: int, now: str) -> list[Event]:
    """Decline a rewind, or withdraw your own. Raises Refused: `not_playing`, `no_such_rewind`, `rewind_closed`,
    `rewind_expired`."""
    return [RewindDeclined(index, _pending(state, number, now).number)]


def awaited_consents(state: State) -> tuple[int, ...]:
    """The seats whose consent the pending rewind still needs, ascending; empty without one. It may have expired."""
    proposal = state.proposal
    if proposal is None:
        return ()
    return tuple([seat for seat in _others(state, proposal.seat) if seat not in proposal.accepted])


def _pending(state: State, number: int, now: str) -> Proposal:
    must_be_playing(state)
    proposal = state.proposal
    if not 1 <= number <= state.rewinds:
        raise Refused("no_such_rewind", Message("{count} rewinds were proposed in this game", count=state.rewinds))
    if proposal is None or proposal.number != number:
        raise Refused("rewind_closed", "this rewind is decided, or has lapsed")
    if now >= proposal.expires:
        raise Refused("rewind_expired", Message("this rewind could be accepted until {time}", time=proposal.expires))
    return proposal


def _others(state: State, index: int) -> list[int]:
    """The other seats that people play."""
    return [seat for seat in humans(state) if seat != index]


class _Revealed(NamedTuple):
    """Values that change whenever a seat sees hidden cards: a deal, a reveal, a passed hand, a pool, a redraw."""

    round: int
    passes: int
    drafting: bool
    deck_size: int
    pools_left: int


def _revealed(state: State) -> _Revealed:
    return _Revealed(state.round, state.passes, state.phase == "draft", len(state.deck), len(state.pools))
