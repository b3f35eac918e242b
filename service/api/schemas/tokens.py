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
    scopes = List(String(validate=OneOf(SCOPES)), "What the token allows.", validate=Length(max=len(SCOPES)))
    created_at = Time("Null if an earlier release made the token.", allow_none=True)
    expires_at = Time("Null: never.", allow_none=True)
    last_used_at = Time("To the minute; null if it is not known.", allow_none=True)
    current = Boolean("Whether it is the token of this request.")


class ShownToken(Token):
    """A token with its new secret."""

    token = String("Only in this answer; keep it.", validate=Length(1, 200))
