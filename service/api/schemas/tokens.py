"""Tokens of an account."""

from game.shapes import Field, ListOf, Nullable, Object, Text
from service.accounts.stored_token import SCOPES
from service.api.description.json_schema import Time

MAX_TOKEN_SECONDS = 10 * 366 * 86_400
TOKEN = Object(
    "Token",
    (
        Field("id", Text(40)),
        Field("name", Text(80)),
        Field("scopes", ListOf(SCOPES, len(SCOPES)), "What the token allows."),
        Field("created_at", Nullable(Time()), "Null if an earlier release made the token."),
        Field("expires_at", Nullable(Time()), "Null: never."),
        Field("last_used_at", Nullable(Time()), "To the minute; null if it is not known."),
        Field("current", bool, "Whether it is the token of this request."),
    ),
    meaning="A token of your account, without its secret.",
)
SHOWN_TOKEN = Object(
    "ShownToken",
    (*TOKEN.fields, Field("token", Text(200), "Only in this answer; keep it.")),
    meaning="A token with its new secret.",
)
