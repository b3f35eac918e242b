"""Players."""

from typing import Any

from game.field_types import ACCOUNT_ID
from game.shapes import Counts, Field, Nullable, Object, Text
from game.value_shapes import ACCOUNT_KINDS, VERSION
from projections.summaries import COUNTERS
from service.accounts.handles import MAX_HANDLE_CHARACTERS, MIN_HANDLE_CHARACTERS
from service.api.description.json_schema import Time
from service.api.schemas.fields import String
from service.api.schemas.ratings import RATING
from service.api.schemas.validate import Length

MAX_NAME_CHARACTERS = 40
STATISTICS = Counts("Statistics", COUNTERS, VERSION, complete=True)
HANDLE = Text(MAX_HANDLE_CHARACTERS, min_characters=MIN_HANDLE_CHARACTERS, example="ada")
RECOVERY_CODE = Text(64, example="7KQ2M-XWF9R-3HTBN-PZ4VC-YD8GA")


def handle_field(**more: Any) -> String:
    """The handle of an account."""
    length = Length(MIN_HANDLE_CHARACTERS, MAX_HANDLE_CHARACTERS)
    return String(validate=length, metadata={"examples": ["ada"]}, **more)


def recovery_code_field(description: str) -> String:
    """By which a player gets the account back without a token."""
    example = {"examples": ["7KQ2M-XWF9R-3HTBN-PZ4VC-YD8GA"]}
    return String(validate=Length(1, 64), description=description, metadata=example)


_PLAYER = (
    Field("id", ACCOUNT_ID),
    Field("name", Text(MAX_NAME_CHARACTERS)),
    Field("kind", ACCOUNT_KINDS),
    Field("handle", Nullable(HANDLE), "Nobody else has it. Null if the account has none, as one that is deleted."),
)
_SECRETS = (
    Field("token", Text(200), "Only in this answer; keep it."),
    Field("recovery_code", RECOVERY_CODE, "Only in this answer; write it down. It is good once."),
)
REGISTERED = Object("Registered", (*_PLAYER, *_SECRETS), meaning="An account with new secrets.")
NEW_CODE = Object("NewRecoveryCode", (_SECRETS[1],), meaning="The account's recovery code from now on.")
LISTED_PLAYER = Object("ListedPlayer", _PLAYER, meaning="A player in a list.")
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
        Field("rating", Nullable(RATING), "Null before the first rated game."),
    ),
)
TICKET = Object(
    "Ticket",
    (
        Field("ticket", Text(200), "Only in this answer; good for one request."),
        Field("expires_at", Time()),
    ),
    meaning="Stands for your token in an address.",
)
