"""Frames of a replay: events as data and as sentences, and the view after them."""

import json
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

import game as rules
from game.events import GIVES_HANDS
from projections.redaction import redact
from projections.replay import Step, hands_of
from service.accounts import Accounts, Player
from service.games.narration import named_in
from service.games.viewers import with_player_names
from service.language.sentences import Narrator


@dataclass(frozen=True)
class Viewer:
    """Who looks at a replay, and in which languages.

    `seat`: None for a spectator. `everything`: every card is open. `fields`: the fields of the view that are asked for;
    None for the whole view. `sentence_language`, `name_language`: the languages
    of sentences (of SENTENCE_LANGUAGES) and of card names (of LANGUAGES). `players`: the accounts at the table, by id.
    """

    seat: int | None
    everything: bool
    sentence_language: str
    name_language: str
    players: Mapping[str, Player]
    fields: Sequence[str] | None = None


def make_frame(steps: Sequence[Step], undone: Set[int], viewer: Viewer) -> dict[str, Any]:
    """The frame of these steps, one at least, as JSON values. `undone`: the versions that were taken back."""
    state = steps[-1].state
    narrator = _narrator(state, viewer)
    events = []
    for entry, after in steps:
        hands = hands_of(after) if entry.name in GIVES_HANDS else None
        event = redact(entry, viewer.seat, viewer.everything, hands)
        events.append(event | {"text": narrator.to_sentence(event), "undone": entry.version in undone})
    frame = {
        "version": state.version,
        "first": steps[0].entry.version,
        "undone": all(event["undone"] for event in events),
        "events": events,
    }
    if viewer.fields is None:
        frame["view"] = _view(state, viewer)
    elif viewer.fields:
        view = _view(state, viewer)
        frame["fields"] = {field: view[field] for field in viewer.fields if field in view}
    return frame


def named_players(accounts: Accounts, spans: Iterable[Sequence[Step]]) -> dict[str, Player]:
    """The accounts that the frames of these spans name, by id: at the table, invited, or gone before the start."""
    ids = set[str]()
    for steps in spans:
        ids |= {seat.player or "" for seat in steps[-1].state.seats}
        for entry, _ in steps:
            ids.add(entry.actor)
            if '"player' in entry.data:
                ids |= named_in(json.loads(entry.data))
    return accounts.by_ids([each for each in ids if each and ":" not in each])


def _view(state: rules.State, viewer: Viewer) -> dict[str, Any]:
    seat = viewer.seat if viewer.seat is not None and viewer.seat < len(state.seats) else None  # before it was added
    view = rules.open_view(state, seat) if viewer.everything else rules.view(state, seat)
    return with_player_names(view, viewer.players)


def _narrator(state: rules.State, viewer: Viewer) -> Narrator:
    names = {account: player.name for account, player in viewer.players.items()}
    seated = [seat.player or "" for seat in state.seats]
    return Narrator(viewer.sentence_language, viewer.name_language, seated, names)
