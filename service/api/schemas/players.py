"""Players."""

from typing import Any

from game.field_types import ACCOUNT_ID
from game.shapes import Counts
from game.value_shapes import ACCOUNT_KINDS, VERSION
from projections.summaries import COUNTERS
from service.accounts.handles import MAX_HANDLE_CHARACTERS, MIN_HANDLE_CHARACTERS
from service.api.schemas.base import Answer
from service.api.schemas.fields import Float, Integer, Nested, Shaped, String, Time
from service.api.schemas.validate import Length, OneOf, Range

MAX_NAME_CHARACTERS = 40
MAX_POINTS = 1_000_000


def handle_field(description: str, **more: Any) -> String:
    """The handle of an account."""
    return String(description, validate=Length(MIN_HANDLE_CHARACTERS, MAX_HANDLE_CHARACTERS), example="ada", **more)


def recovery_code_field(description: str, **more: Any) -> String:
    """By which a player gets the account back without a token."""
    return String(description, validate=Length(1, 64), example="7KQ2M-XWF9R-3HTBN-PZ4VC-YD8GA", **more)


class ListedPlayer(Answer):
    """A player in a list."""

    id = Shaped(ACCOUNT_ID)
    name = String(validate=Length(1, MAX_NAME_CHARACTERS))
    kind = String(validate=OneOf(ACCOUNT_KINDS))
    handle = handle_field("Nobody else has it. Null if the account has none, as one that is deleted.", allow_none=True)


class Registered(ListedPlayer):
    """An account with new secrets."""

    token = String("Only in this answer; keep it.", validate=Length(1, 200))
    recovery_code = recovery_code_field("Only in this answer; write it down. It is good once.")


class NewRecoveryCode(Answer):
    """The account's recovery code from now on."""

    recovery_code = recovery_code_field("Only in this answer; write it down. It is good once.")


class Rating(Answer):
    """From standard games of at least two different players, by openskill's Plackett-Luce model."""

    points = Integer(
        "1000 for a newcomer; 40 * (mu - 3 * sigma) above it.", validate=Range(-MAX_POINTS, MAX_POINTS - 1)
    )
    games = Shaped(VERSION, "Rated games so far.")
    mu = Float("The mean of what is known of the skill; 25 for a newcomer.")
    sigma = Float("Its standard deviation; 25/3 for a newcomer.", validate=Range(0))


class Account(ListedPlayer):
    statistics = Shaped(
        Counts("Statistics", COUNTERS, VERSION, complete=True),
        "Games by status. `won`: finished games won, alone or shared. `assisted`: games that are over and "
        "in which a rewind revealed hidden cards; they do not count as finished.",
    )
    rating = Nested(Rating, "Null before the first rated game.", allow_none=True)


class Ticket(Answer):
    """Stands for your token in an address."""

    ticket = String("Only in this answer; good for one request.", validate=Length(1, 200))
    expires_at = Time()
