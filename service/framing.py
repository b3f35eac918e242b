"""Frames of a replay for a viewer: events in data and words, and the view."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import game as rules
from projections.redaction import shown
from projections.replay import Replay, Span
from service.accounts import Player
from service.sentences import Teller
from service.tables import named


@dataclass(frozen=True)
class Eyes:
    """Who looks: a `seat`, or none for a spectator; `open`: at everything. Languages: of sentences, and of names."""

    seat: int | None
    open: bool
    words: str
    names: str
    people: Mapping[str, Player]


def framed(replay: Replay, span: Span, eyes: Eyes) -> dict[str, Any]:
    """A frame of these versions as JSON values."""
    state = replay.states[span.last - 1]
    view = rules.open_view(state, eyes.seat) if eyes.open else rules.view(state, eyes.seat)
    told = teller(state, eyes)
    events = []
    for entry in replay.entries[span.first - 1 : span.last]:
        event = shown(entry, eyes.seat, everything=eyes.open)
        events.append(event | {"text": told.tell(event), "undone": entry.version in replay.undone})
    return {
        "version": span.last,
        "first": span.first,
        "undone": all(event["undone"] for event in events),
        "events": events,
        "view": named(view, eyes.people),
    }


def teller(state: rules.State, eyes: Eyes) -> Teller:
    """Who tells the events of a game to these eyes."""
    players = {id: player.name for id, player in eyes.people.items()}
    return Teller(eyes.words, eyes.names, [seat.player or "" for seat in state.seats], players)
