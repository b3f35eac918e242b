"""The items of a live stream, and the table that they tell of."""

from game.field_types import GAME_ID
from game.options import MAX_SEATS
from game.shapes import Field, ListOf, Nullable, Number, Object, Text
from game.value_shapes import PROPOSAL, SEAT, VERSION
from service.api.description.json_schema import Json, Time, component
from service.api.schemas.intentions import LEGAL
from service.api.schemas.views import VIEW
from service.games.live.reactions import KEPT_REACTIONS
from service.language.names import REACTION_TEXTS

MAX_SPECTATORS = 1_000_000
REACTION_ID = tuple(REACTION_TEXTS)
PRESENCE = Object(
    "Presence",
    (
        Field("seats", ListOf(SEAT, MAX_SEATS), "Seats whose players follow the game live."),
        Field("spectators", range(MAX_SPECTATORS), "Other accounts that do."),
    ),
    meaning="Who follows the game now.",
)
REACTION = Object(
    "Reaction",
    (
        Field("id", Text(40), "Different for each reaction."),
        Field("seat", SEAT),
        Field("reaction", REACTION_ID, "The catalogue has its text."),
        Field("time", Time()),
    ),
    meaning="A quick phrase at the table.",
)
SEAT_CLOCK = Object(
    "SeatClock",
    (
        Field("seat", SEAT),
        Field("left", Number(0), "Seconds, when the clock last started or stopped."),
        Field("running", bool, "Whether the game waits for the seat."),
        Field("deadline", Nullable(Time()), "When the time is up; null while the clock stands still."),
        Field("low_at", Nullable(Time()), "When the time becomes low."),
        Field("misses", VERSION, "In how many phases, steps or hands in a row the time was up."),
        Field("expired", bool, "Whether it is up in this one."),
    ),
    meaning="How much time a seat has.",
)
OFFERED_REMATCH = Object("OfferedRematch", (Field("game", GAME_ID),), meaning="The rematch of a game.")
TABLE_FIELDS = (
    Field("presence", PRESENCE),
    Field("clocks", Nullable(ListOf(SEAT_CLOCK, MAX_SEATS)), "Of the seats that have one; null if none has."),
    Field("can_return", ListOf(SEAT, MAX_SEATS), "Seats that are `away` and that their players can take back."),
    Field("rewind", Nullable(PROPOSAL), "The rewind that can be accepted now."),
    Field("expires_at", Nullable(Time()), "When the game ends if nobody joins, starts or moves."),
    Field("names", ListOf(Nullable(Text(80)), MAX_SEATS), "Of the players, by seat. A player may choose another name."),
    Field("rematch", Nullable(OFFERED_REMATCH), "Of a game that is over: the one in which its players play again."),
)
REACTIONS = Field("reactions", ListOf(REACTION, KEPT_REACTIONS), "The newest ones, oldest first.")
TABLE = Object("Table", (*TABLE_FIELDS, REACTIONS), meaning="What is told of a game beside its log.")
_WHOLE = (
    Field("version", VERSION),
    Field("seat", Nullable(SEAT), "Yours; null for a spectator."),
    Field("view", VIEW),
    Field("legal", LEGAL),
    *TABLE_FIELDS,
    REACTIONS,
)
ITEMS = {
    "frame": Object("FrameItem", _WHOLE, meaning="The whole game, at the beginning of a stream."),
    "resync": Object("ResyncItem", _WHOLE, meaning="The whole game, where events do not lead on from what you have."),
    "view": Object(
        "ViewItem",
        (
            Field("version", VERSION),
            Field("view", VIEW, required=False),
            Field("legal", LEGAL, required=False),
        ),
        meaning="What you asked to `include`, after the events of an append.",
    ),
    "table": Object("TableItem", TABLE_FIELDS, meaning="What is told beside the log, when it has changed."),
    "reaction": Object("ReactionItem", REACTION.fields, meaning="A quick phrase at the table."),
    "end": Object(
        "EndItem",
        (
            Field(
                "reason", ("finished", "abandoned", "slow", "no_access", "restarting", "token_revoked", "token_expired")
            ),
            Field("version", VERSION, "The newest that you have."),
        ),
        meaning="The last item.",
    ),
}
"""The items of a stream by type, beside `event`: an event as the page has it, with its type."""


def _item(kind: str) -> Object:
    return ITEMS[kind]._replace(fields=(Field("type", (kind,)), *ITEMS[kind].fields))


STREAM: Json = {
    "type": "string",
    "description": "The game live, item by item: JSON objects with a `type`. An item of the type `event` is a "
    "GameEvent with this type.",
    "contentMediaType": "application/json",
    "contentSchema": {"anyOf": [component(_item(kind)) for kind in ITEMS]},
}
"""The body of a stream. `contentSchema`: of each item but `event`."""
