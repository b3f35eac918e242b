"""The view of a game from its events alone.

    catalogue = GET /v1/catalogue                           # once
    events += GET /v1/games/{id}/events?after={len(events)}
    view = fold(events, "the id of your account", catalogue)

The view is the one that `GET /v1/games/{id}` gives at the version of the last event, with two exceptions:

- The names of players are not in the events. Take them from `GET /v1/players/{id}`, or do without.
- Once a game is finished, its events show all cards. For a view with all cards, read them again from the beginning.

Copy or translate this file with `table.py`, `effects.py`, `questions.py` and `view.py`. They need the standard library
alone.
"""

from collections.abc import Collection, Mapping, Sequence

from .effects import apply
from .table import Json, Table, own_seat
from .view import view_of

NOBODY = ""
"""An account that has no seat."""


def fold(
    events: Sequence[Json],
    player: str,
    catalogue: Json,
    names: Mapping[str, str] | None = None,
    version: int | None = None,
) -> Json:
    """The view after the events, which are all from version 1 on; or at an earlier version, as it is seen now.

    `player`: the account that got the events. If it has no seat, the view is that of a spectator: also that of an
    earlier version, at which it had one. `names`: of the players at the table, by id.
    """
    table = _table(events, player, catalogue)
    if version is not None and version < len(events):
        viewer = player if own_seat(table) else NOBODY
        table = _table(events[:version], viewer, catalogue, table.everything)
    return {"version": len(events[:version]), **view_of(table, names or {})}


def _table(events: Sequence[Json], player: str, catalogue: Json, everything: bool = False) -> Table:
    """The table after the events. `everything`: later ones show all cards, so those without a card do, too."""
    designs = {each["id"]: each for each in catalogue["developments"]}
    table = Table(player, catalogue, designs, {each["event"]: each for each in catalogue["events"]})
    table.everything = everything
    for event in standing_events(events, catalogue):
        apply(table, event)
    return table


def standing_events(events: Sequence[Json], catalogue: Json) -> list[Json]:
    """The events without those that an undo or a rewind took back."""
    moves = {each["event"] for each in catalogue["events"] if each["kind"] in ("passing", "move")}
    standing: list[Json] = []
    standing_at: dict[int, list[Json]] = {}  # by version; only where a rewind goes back to
    goals = {event["data"]["to"] for event in events if event["name"] == "rewound"}
    for event in events:
        if event["name"] == "intention_undone":
            standing = [earlier for earlier in standing if not _is_undone(earlier, event, moves)]
        elif event["name"] == "rewound":
            to = event["data"]["to"]
            since = [later for later in standing if later["version"] > to and later["name"] not in moves]
            standing = [*standing_at[to], *since, event]
        else:
            standing.append(event)
        if event["version"] in goals:
            standing_at[event["version"]] = [*standing]
    return standing


def _is_undone(event: Json, undo: Json, moves: Collection[str]) -> bool:
    """Whether the event is a move of the same seat, and not earlier than the undone group."""
    is_its_move = event["seat"] == undo["seat"] and event["name"] in moves
    return is_its_move and event["version"] >= undo["data"]["group"]
