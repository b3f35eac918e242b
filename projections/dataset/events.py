"""Events without what people wrote and who they are."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from events import Entry
from events.entry import canonical
from game.declared import Dataset
from game.events import EVENTS
from game.model import State
from projections.dataset.actors import actor_of, programs_of, pseudonym
from projections.dataset.tables import EventRow

KEPT_PARTS = {
    "options": {
        "allow_bots", "bot_seconds", "bots", "clock", "empires", "idle_seconds", "open_seconds", "rewinds", "scenario",
        "seats", "side", "spectators", "visibility",
    },
    "rematch": {"game"},
}  # fmt: skip
"""By the key of an object: what people neither wrote nor are named by."""


def event_rows(
    entries: Sequence[Entry], states: Sequence[State], undone: frozenset[int], salt: bytes
) -> Iterator[EventRow]:
    """The events of a game, in their order. `states`: after each. `undone`: versions. `salt`: of the pseudonyms."""
    last, programs = states[-1], programs_of(entry.event for entry in entries if entry.name == "seat_taken")
    for entry, before in zip(entries, [State(), *states], strict=False):
        kind, strategy = actor_of(entry, programs)
        yield EventRow(
            game=last.id,
            version=entry.version,
            group_version=entry.group,
            name=entry.name,
            seat=entry.seat,
            kind=kind,
            strategy=strategy,
            time=entry.ms,
            round=before.round,
            phase=before.phase,
            step=before.step,
            data=canonical(without_people(entry.name, json.loads(entry.data), salt)) if entry.data != "{}" else "{}",
            undone=entry.version in undone,
        )


def without_people(name: str, data: Mapping[str, Any], salt: bytes) -> dict[str, Any]:
    """The data of an event of this name, as far as the types of its fields let a dataset keep it."""
    types = EVENTS[name].types
    kept = {key: types[key].dataset for key in data if key in types}
    return {key: _kept(key, data[key], how, salt) for key, how in kept.items() if how is not Dataset.LEFT_OUT}


def _kept(key: str, value: Any, how: Dataset, salt: bytes) -> Any:
    """What is kept of the value of a field."""
    if how is Dataset.PART:
        return value and {name: part for name, part in value.items() if name in KEPT_PARTS[key]}
    if how is Dataset.PSEUDONYM and isinstance(value, list):
        return [player and pseudonym(player, salt) for player in value]
    return pseudonym(value, salt) if how is Dataset.PSEUDONYM else value
