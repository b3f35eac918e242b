"""Players."""

from events.shapes import ACCOUNT_ID
from game.shapes import Counts, Field, Object, Text
from game.view_shapes import ACCOUNT_KINDS, VERSION
from projections.summaries import COUNTERS

MAX_NAME_CHARACTERS = 40
STATISTICS = Counts("Statistics", COUNTERS, VERSION, complete=True)
_PLAYER = (Field("id", ACCOUNT_ID), Field("name", Text(MAX_NAME_CHARACTERS)), Field("kind", ACCOUNT_KINDS))
REGISTERED = Object(
    "Registered", (*_PLAYER, Field("token", Text(200), "Only in this answer; keep it.")), meaning="A new account."
)
ACCOUNT = Object(
    "Account",
    (
        *_PLAYER,
        Field(
            "statistics",
            STATISTICS,
            "Games by status. `won`: finished games won, alone or shared. `assisted`: games that are over and in which "
            "a rewind revealed hidden cards; they do not count as finished.",
        ),
    ),
)
