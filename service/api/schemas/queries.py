"""The queries of requests: marshmallow reads them, because they are texts, and openapi.yaml describes them."""

import re
from typing import Any

from marshmallow import Schema, ValidationError, fields

from game.cards import RESOURCES, SIDES
from game.model import ROUNDS
from game.view_fields import MODES, PHASES, STATUSES, view_shape
from service.api.schemas import validate

SHORT = validate.Length(min=1, max=80)
MAX_VERSION = (1 << 53) - 1
"""JSON numbers are exact up to there."""
VIEW_FIELD_NAMES = frozenset(field.name for field in view_shape().fields)
MAX_WAIT_SECONDS = 30
MAX_PAGE_EVENTS, MAX_PAGE_GAMES, MAX_PAGE_FRAMES = 1000, 100, 100


def text_field(*checks: Any, **kwargs: Any) -> fields.String:
    """A text that passes all checks."""
    return fields.String(validate=list(checks), **kwargs)


def version_field(least: int = 1, meaning: str = "", **kwargs: Any) -> fields.Integer:
    """A version of a game, as Kotlin and Swift take it: without the format, their integers have 32 bits."""
    metadata: dict[str, Any] = {"format": "int64"} | ({"description": meaning} if meaning else {})
    return integer_field(least, MAX_VERSION, metadata=metadata, **kwargs)


class WholeNumber(fields.Integer):
    """ASCII digits only. Python's `int` also accepts `1_000`, `+80`, ` 80 ` and the digits of other scripts."""

    def _deserialize(self, value: str, *args: Any, **kwargs: Any) -> int:
        if not re.fullmatch("-?[0-9]+", value):
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, *args, **kwargs)


def integer_field(least: int, most: int, **kwargs: Any) -> fields.Integer:
    """A whole number from `least` to `most`."""
    messages: dict[str, Any] = {"invalid": "must be a whole number"}
    return WholeNumber(validate=validate.Range(least, most), error_messages=messages, **kwargs)


class PlainNumber(fields.Float):
    """ASCII digits, with a fraction or without. Python's `float` also accepts `1_0` and the digits of other scripts."""

    def _deserialize(self, value: str, *args: Any, **kwargs: Any) -> float:
        if not re.fullmatch("-?[0-9]+([.][0-9]+)?", value):
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, *args, **kwargs)


def seconds_field(meaning: str) -> fields.Float:
    """A time to wait, 0 if it is left out."""
    return PlainNumber(
        load_default=0,
        validate=validate.Range(0, MAX_WAIT_SECONDS),
        error_messages={"invalid": "must be a number", "special": "must be a number"},
        metadata={"description": meaning},
    )


class Query(Schema):
    """A query. Parameters that it does not know are refused."""

    error_messages = {"unknown": "is unknown"}  # noqa: RUF012  # marshmallow's way


class PageQuery(Query):
    cursor = text_field(SHORT, validate.Regexp("^[0-9]{13}-[a-z0-9]+$", error="is not a cursor of this list"))
    limit = integer_field(1, MAX_PAGE_GAMES, load_default=20)


def boolean_field(meaning: str) -> fields.Boolean:
    """A parameter that is `true` or `false`."""
    return fields.Boolean(
        truthy={"true"},
        falsy={"false"},
        error_messages={"invalid": "must be true or false"},
        metadata={"description": meaning},
    )


class GamesQuery(PageQuery):
    status = text_field(validate.OneOf(STATUSES))
    player = text_field(
        SHORT,
        validate.Regexp("^[^*]*$", error="must not contain *"),
        metadata={"description": "Games with a seat of this account: an id, or `me`.", "example": "me"},
    )
    mode = text_field(validate.OneOf(MODES))
    side = text_field(validate.OneOf(SIDES))
    bots = boolean_field("`true`: a strategy or a bot account has a seat. `false`: only people play.")
    free_seats = boolean_field(
        "`true`: open games with a free seat, also those that you have joined; a bot account must be allowed or "
        "invited. `false`: all others."
    )


class LanguageQuery(Query):
    lang = text_field(
        validate.Length(max=35),
        metadata={
            "description": "A language: en, fr, es, de, it, ru. It takes precedence over Accept-Language.",
            "example": "fr",
        },
    )


class EventsQuery(LanguageQuery):
    after = version_field(0, load_default=0)
    limit = integer_field(1, MAX_PAGE_EVENTS, load_default=500)
    wait = seconds_field("Seconds to wait for an event when there is none yet.")


class AtQuery(LanguageQuery):
    at = version_field(meaning="An earlier version of the game.")


class ViewFields(fields.String):
    """Names of fields of a view, with commas between them; `none` for none of them."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        found = super()._deserialize(value, attr, data, **kwargs)
        if found == "none":
            return ()
        names = tuple(dict.fromkeys(found.split(",", len(VIEW_FIELD_NAMES))))
        if not set(names) <= VIEW_FIELD_NAMES:
            raise ValidationError("must be fields of a view, with commas between them, or: none")
        return names


class ReplayQuery(LanguageQuery):
    """Which frames: of some versions, of a round, phase or step. `by`: what one frame covers."""

    class Meta:
        include = {  # noqa: RUF012  # names that Python or marshmallow uses for something else
            "from": version_field(load_default=1),
            "fields": ViewFields(
                metadata={
                    "description": "Fields of the view, with commas between them: each frame has them as `fields`, "
                    "instead of `view`. `none`: neither.",
                    "example": "round,phase,waiting_on",
                }
            ),
        }

    to = version_field()
    round = integer_field(1, ROUNDS)
    phase = text_field(validate.OneOf(PHASES))
    step = text_field(validate.OneOf(RESOURCES))
    by = text_field(validate.OneOf(["event", "intention", "phase"]), load_default="event")
    seat = text_field(
        validate.OneOf(["none", "0", "1", "2", "3", "4"]),
        metadata={"description": "Whose view; `none`: a spectator's. Before the end only your own seat's."},
    )
    limit = integer_field(1, MAX_PAGE_FRAMES, load_default=20)


class TurnsQuery(Query):
    wait = seconds_field("Seconds to wait if nothing is due yet. Streams ignore it.")
