"""Rewinds: the game goes back to an earlier version if all people at the table agree."""

from collections.abc import Callable
from typing import NamedTuple

from game.events import Event, RewindAccepted, RewindDeclined, RewindProposed, Rewound
from game.message import Message
from game.model import Proposal, State
from game.refused import Refused
from game.table import humans, must_be_playing

RewindAnswer = Callable[[State, int, int, str], list[Event]]
"""`accept` or `decline`: (state, seat, number of the rewind, time in RFC 3339) to events."""


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
