"""Taking back: one's newest intention, or the whole game by a rewind."""

from game import events as e
from game.model import Proposal, State
from game.transitions.change import put


def intention_undone(state: State, event: e.IntentionUndone) -> State:
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
    return put(state, event.seat, before, discard=discard, supremacy=supremacy)


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
    """What a rewind changes and does not bring back; `fold` has the rest, for it knows the past."""
    return state._replace(version=state.version + 1, proposal=None, assisted=state.assisted or event.assisted)


def back(state: State, past: State) -> State:
    """The past again, after `rewound` led to `state`: who resigned stays so, and standing wishes stand."""
    seats = [
        was._replace(bot=now.bot, auto_ready=now.auto_ready) for was, now in zip(past.seats, state.seats, strict=True)
    ]
    return past._replace(
        version=state.version,
        seats=tuple(seats),
        rewinds=state.rewinds,
        proposal=None,
        assisted=state.assisted,
    )
