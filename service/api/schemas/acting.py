"""Acts of operators, and what they see of an account."""

from typing import Any

from marshmallow import ValidationError, validates_schema

from game.field_types import ACCOUNT_ID, GAME_ID
from game.message import Message
from game.value_shapes import OPERATOR_REASONS
from service.accounts.acts import (
    ACT_KINDS,
    GAME_CLOSED,
    LIMITS_SET,
    MAX_NOTE_CHARACTERS,
    NAME_TAKEN,
    SESSIONS_ENDED,
    SUSPENDED,
)
from service.accounts.tokens import MAX_TOKENS
from service.api.schemas.base import Answer, Body
from service.api.schemas.fields import Boolean, Integer, List, Name, Nested, Shaped, String, Time
from service.api.schemas.players import ListedPlayer, recovery_code_field
from service.api.schemas.tokens import Token
from service.api.schemas.validate import Length, OneOf, Range

MAX_SUSPENSION_SECONDS = 10 * 366 * 86_400
NEW_ACT_KINDS = tuple(kind for kind in ACT_KINDS if kind != LIMITS_SET)
_ONLY_WITH = {"seconds": SUSPENDED, "with_handle": NAME_TAKEN, "with_new_code": SESSIONS_ENDED, "game": GAME_CLOSED}


def _reason(**more: Any) -> String:
    return String(validate=OneOf(OPERATOR_REASONS), **more)


class NewAct(Body):
    """`game_closed` needs `game`; all others need `player`."""

    kind = String(validate=OneOf(NEW_ACT_KINDS))
    reason = _reason()
    game = Shaped(GAME_ID, required=False)
    player = Shaped(ACCOUNT_ID, "The id of an account, or `@` and its handle.", required=False)
    seconds = Integer(
        "How long a suspension lasts; for good if you leave it out.",
        validate=Range(60, MAX_SUSPENSION_SECONDS),
        required=False,
    )
    with_handle = Boolean("Whether `name_taken` takes the handle, too.", required=False)
    with_new_code = Boolean("Whether `sessions_ended` also replaces the recovery code.", required=False)
    note = Name(MAX_NOTE_CHARACTERS, required=False, description="Of an act to an account, which reads it.")

    @validates_schema
    def _fits(self, body: dict[str, Any], **_: Any) -> None:
        """What an act needs and may have depends on its kind."""
        needed, other = ("game", "player") if body["kind"] == GAME_CLOSED else ("player", "game")
        faults = {
            name: [Message("is unknown")] for name, kind in _ONLY_WITH.items() if name in body and kind != body["kind"]
        }
        faults |= {
            name: [Message("is unknown")] for name in (other, *(["note"] if needed == "game" else [])) if name in body
        }
        if not body.get(needed):
            faults[needed] = [Message("is missing")]
        if faults:
            raise ValidationError(faults)


class Act(Answer):
    """An act of an operator. Its players do not read `player` and `by`."""

    id = String(validate=Length(1, 40))
    kind = String(validate=OneOf(ACT_KINDS))
    at = Time()
    reason = _reason(allow_none=True)
    game = Shaped(GAME_ID, "Of `game_closed`.", allow_none=True)
    until = Time("Of a suspension; null: for good.", allow_none=True)
    note = String(validate=Length(1, MAX_NOTE_CHARACTERS), allow_none=True)
    player = Nested(ListedPlayer, "The account that it was done to.", allow_none=True, required=False)
    by = Nested(ListedPlayer, "The operator; null: on the command line.", allow_none=True, required=False)
    recovery_code = recovery_code_field("A new one, only in the answer to the act.", required=False)


class Suspension(Answer):
    reason = _reason()
    until = Time("Null: for good.", allow_none=True)


class Activity(ListedPlayer):
    """An account, and how it was used."""

    suspension = Nested(Suspension, "Null if the account is not suspended now.", allow_none=True)
    tokens = List(Nested(Token), "Its tokens, oldest first.", validate=Length(max=MAX_TOKENS))
