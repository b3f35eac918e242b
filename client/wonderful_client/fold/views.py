"""The view of a game from its events alone.

    catalogue = GET /v1/catalogue                           # once
    events += GET /v1/games/{id}/events?after={len(events)}
    view = fold(events, "the id of your account", catalogue)

The view is the one that `GET /v1/games/{id}` gives at the version of the last event, with two exceptions:

- The names of players are not in the events. Take them from `GET /v1/players/{id}`, or do without.
- Once a game is finished, its events show all cards. For a view with all cards, read them again from the beginning.

Copy or translate this file with `table.py`, `effects.py`, `lasting_events.py`, `questions.py` and `view.py`. They need
the standard library alone.
"""

from collections.abc import Mapping, Sequence

from .effects import apply
from .lasting_events import NEVER_TAKEN_BACK
from .table import Json, Table
from .view import view_of


def fold(events: Sequence[Json], player: str, catalogue: Json, names: Mapping[str, str] | None = None) -> Json:
    """The view after the events, which are all from version 1 on. `names`: of the players at the table, by id.

    `player`: the account that got the events. If it has no seat, the view is that of a spectator.
    """
    table = Table(player, catalogue, {design["id"]: design for design in catalogue["developments"]})
    for event in standing_events(events):
        apply(table, event)
    return {"version": len(events), **view_of(table, names or {})}


def standing_events(events: Sequence[Json]) -> list[Json]:
    """The events without those that an undo or a rewind took back."""
    standing: list[Json] = []
    standing_at: dict[int, list[Json]] = {}  # by version; only where a rewind goes back to
    goals = {event["data"]["to"] for event in events if event["name"] == "rewound"}
    for event in events:
        if event["name"] == "intention_undone":
            standing = [earlier for earlier in standing if not _is_undone(earlier, event)]
        elif event["name"] == "rewound":
            to = event["data"]["to"]
            since = [later for later in standing if later["version"] > to and later["name"] in NEVER_TAKEN_BACK]
            standing = [*standing_at[to], *since, event]
        else:
            standing.append(event)
        if event["version"] in goals:
            standing_at[event["version"]] = [*standing]
    return standing


def _is_undone(event: Json, undo: Json) -> bool:
    """Whether the event is a move of the same seat, and not earlier than the undone group."""
    move = event["seat"] == undo["seat"] and event["name"] not in NEVER_TAKEN_BACK
    return move and event["version"] >= undo["data"]["group"]
