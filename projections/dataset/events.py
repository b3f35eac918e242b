"""Events without what people wrote and who they are."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from events import Entry
from events.codec import canonical
from game.model import State
from projections.dataset.actors import actor_of
from projections.dataset.pseudonyms import pseudonym
from projections.dataset.tables import EventRow

KEPT = frozenset(
    {
        "amounts", "as", "assisted", "auto", "candidates", "card", "cards", "character", "commitment", "deck",
        "discarded", "empire", "empires", "expires", "external", "financiers", "from_ms", "game", "generals",
        "group", "host", "item", "krystallium", "medal", "number", "on", "onto", "origin", "passed", "picks",
        "rank", "ranking", "reason", "required", "ruleset", "scores", "sequence", "server_seed", "size", "step",
        "strategy", "to", "to_ms", "under", "until",
    }
)  # fmt: skip
"""Fields of events that are kept as they are. The others name people, or people wrote them."""
HIDDEN = frozenset({"client_seed", "client_seeds", "opener"})
"""Fields that are left out."""
CHANGED = frozenset({"options", "player", "players", "rematch", "reserved"})
"""Fields of which a part is kept."""
KEPT_OPTIONS = frozenset(
    {
        "allow_bots", "bot_seconds", "bots", "clock", "empires", "idle_seconds", "open_seconds", "rewinds", "scenario",
        "seats", "side", "spectators", "visibility",
    }
)  # fmt: skip


def event_rows(
    entries: Sequence[Entry], states: Sequence[State], undone: frozenset[int], salt: bytes
) -> Iterator[EventRow]:
    """The events of a game, in their order. `states`: after each. `undone`: versions. `salt`: of the pseudonyms."""
    last = states[-1]
    for entry, before in zip(entries, [State(), *states], strict=False):
        kind, strategy = actor_of(entry, last)
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
            data=canonical(without_people(json.loads(entry.data), salt)) if entry.data != "{}" else "{}",
            undone=entry.version in undone,
        )


def without_people(data: dict[str, Any], salt: bytes) -> dict[str, Any]:
    """The data of an event: fields of KEPT, players as pseudonyms, options without the name and the invited players."""
    found = {key: value for key, value in data.items() if key in KEPT}
    if "player" in data:
        found["player"] = pseudonym(data["player"], salt)
    for key in ("players", "reserved"):
        if key in data:
            found[key] = [player and pseudonym(player, salt) for player in data[key]]
    if "options" in data:
        found["options"] = {key: value for key, value in data["options"].items() if key in KEPT_OPTIONS}
    if data.get("rematch"):
        found["rematch"] = {"game": data["rematch"]["game"]}
    return found
