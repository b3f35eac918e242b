"""Tokens of an account."""

from service.accounts.stored_token import SCOPES
from service.api.schemas.base import Answer
from service.api.schemas.fields import Boolean, List, String, Time
from service.api.schemas.validate import Length, OneOf

MAX_TOKEN_SECONDS = 10 * 366 * 86_400


class Token(Answer):
    """A token of your account, without its secret."""

    id = String(validate=Length(1, 40))
    name = String(validate=Length(1, 80))
    scopes = List(
        String(validate=OneOf(SCOPES)), validate=Length(max=len(SCOPES)), description="What the token allows."
    )
    created_at = Time(allow_none=True, description="Null if an earlier release made the token.")
    expires_at = Time(allow_none=True, description="Null: never.")
    last_used_at = Time(allow_none=True, description="To the minute; null if it is not known.")
    current = Boolean(description="Whether it is the token of this request.")


class ShownToken(Token):
    """A token with its new secret."""

    token = String(validate=Length(1, 200), description="Only in this answer; keep it.")
