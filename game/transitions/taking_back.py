"""Transitions of undo and rewind."""

from game import events as e
from game.model import Proposal, State, with_settings
from game.stages import stage_number
from game.transitions.change import replace_seat


def intention_undone(state: State, event: e.IntentionUndone) -> State:
    """The seat is as it was before. Of the discard pile only its own cards go; the others keep their order."""
    seat = state.seats[event.seat]
    undo = seat.undo
    if undo is None:
        return state._replace(version=state.version + 1)
    discard = tuple([card for card in state.discard if card not in undo.discarded])
    supremacy = state.supremacy
    if undo.before.choosing and not seat.choosing:
        supremacy = (*supremacy[:-1], supremacy[-1]._replace(character=None))
    before = with_settings(undo.before, seat)
    return replace_seat(state, event.seat, before, discard=discard, supremacy=supremacy)


def rewind_proposed(state: State, event: e.RewindProposed) -> State:
    proposal = Proposal(event.number, event.seat, event.to, event.expires)
    return state._replace(version=state.version + 1, rewinds=event.number, proposal=proposal)


def rewind_accepted(state: State, event: e.RewindAccepted) -> State:
    proposal = state.proposal
    if proposal is not None:
        proposal = proposal._replace(accepted=(*proposal.accepted, event.seat))
    return state._replace(version=state.version + 1, proposal=proposal)


def rewind_declined(state: State, event: e.RewindDeclined) -> State:
    return state._replace(version=state.version + 1, proposal=None)


def rewound(state: State, event: e.Rewound) -> State:
    """The changes that a rewind makes for good. `fold`, which has the earlier states, does the rest (`return_to`)."""
    return state._replace(version=state.version + 1, proposal=None, assisted=state.assisted or event.assisted)


def return_to(state: State, past: State) -> State:
    """The earlier state `past` as the newest version, after `rewound` led to `state`.

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
