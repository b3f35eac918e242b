"""Frames of a replay: events as data and as sentences, and the view after them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import game as rules
from projections.redaction import GIVES_HANDS, redact
from projections.replay import Replay, Span, hands_after
from service.accounts import Accounts, Player
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


def make_frame(replay: Replay, span: Span, viewer: Viewer) -> dict[str, Any]:
    """The frame of these versions, as JSON values."""
    state = replay.states[span.last - 1]
    narrator = _narrator(state, viewer)
    events = []
    for entry in replay.entries[span.first - 1 : span.last]:
        hands = hands_after(replay, entry.version) if entry.name in GIVES_HANDS else None
        event = redact(entry, viewer.seat, viewer.everything, hands)
        events.append(event | {"text": narrator.to_sentence(event), "undone": entry.version in replay.undone})
    frame = {
        "version": span.last,
        "first": span.first,
        "undone": all(event["undone"] for event in events),
        "events": events,
    }
    if viewer.fields is None:
        frame["view"] = _view(state, viewer)
    elif viewer.fields:
        view = _view(state, viewer)
        frame["fields"] = {field: view[field] for field in viewer.fields if field in view}
    return frame


def named_players(replay: Replay, accounts: Accounts) -> dict[str, Player]:
    """The accounts that a replay names, by id: at the table, invited, or gone before the start."""
    ids = {seat.player or "" for seat in replay.states[-1].seats}
    for entry in replay.entries:
        if entry.name == "game_started":
            break
        ids |= {entry.actor, json.loads(entry.data).get("player", "")}
    return accounts.by_ids([each for each in ids if each and ":" not in each])


def _view(state: rules.State, viewer: Viewer) -> dict[str, Any]:
    view = rules.open_view(state, viewer.seat) if viewer.everything else rules.view(state, viewer.seat)
    return with_player_names(view, viewer.players)


def _narrator(state: rules.State, viewer: Viewer) -> Narrator:
    names = {account: player.name for account, player in viewer.players.items()}
    seated = [seat.player or "" for seat in state.seats]
    return Narrator(viewer.sentence_language, viewer.name_language, seated, names)
