"""The queries of requests: marshmallow reads them, because they are texts, and openapi.yaml describes them."""

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


def text(*checks: Any, **kwargs: Any) -> fields.String:
    return fields.String(validate=list(checks), **kwargs)


def version(least: int = 1, meaning: str = "", **kwargs: Any) -> fields.Integer:
    """A version of a game, as Kotlin and Swift take it: without the format, their integers have 32 bits."""
    metadata = {"format": "int64"} | ({"description": meaning} if meaning else {})
    return fields.Integer(validate=validate.Range(least, MAX_VERSION), metadata=metadata, **kwargs)


class PageQuery(Schema):
    cursor = text(SHORT, validate.Regexp("^[0-9]{13}-[a-z0-9]+$", error="is not a cursor of this list"))
    limit = fields.Integer(load_default=20, validate=validate.Range(1, MAX_PAGE_GAMES))


def true_or_false(meaning: str) -> fields.Boolean:
    """A parameter that is `true` or `false`."""
    return fields.Boolean(truthy={"true"}, falsy={"false"}, metadata={"description": meaning})


class GamesQuery(PageQuery):
    status = text(validate.OneOf(STATUSES))
    player = text(
        SHORT,
        validate.Regexp("^[^*]*$", error="must not contain *"),
        metadata={"description": "Games with a seat of this account: an id, or `me`.", "example": "me"},
    )
    mode = text(validate.OneOf(MODES))
    side = text(validate.OneOf(SIDES))
    bots = true_or_false("`true`: a strategy or a bot account has a seat. `false`: only people play.")
    free_seats = true_or_false(
        "`true`: open games with a free seat that your account may take; a bot account must be allowed or invited. "
        "`false`: all others."
    )


class LanguageQuery(Schema):
    lang = text(
        validate.Length(max=35),
        metadata={
            "description": "A language: en, fr, es, de, it, ru. It takes precedence over Accept-Language.",
            "example": "fr",
        },
    )


class EventsQuery(LanguageQuery):
    after = version(0, load_default=0)
    limit = fields.Integer(load_default=500, validate=validate.Range(1, MAX_PAGE_EVENTS))
    wait = fields.Float(
        load_default=0,
        validate=validate.Range(0, MAX_WAIT_SECONDS),
        metadata={"description": "Seconds to wait for an event when there is none yet."},
    )


class AtQuery(LanguageQuery):
    at = version(meaning="An earlier version of the game.")


class ViewFields(fields.String):
    """Names of fields of a view, with commas between them; `none` for none of them."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        text = super()._deserialize(value, attr, data, **kwargs)
        if text == "none":
            return ()
        names = tuple(dict.fromkeys(text.split(",", len(VIEW_FIELD_NAMES))))
        if not set(names) <= VIEW_FIELD_NAMES:
            raise ValidationError("must be fields of a view, with commas between them, or: none")
        return names


class ReplayQuery(LanguageQuery):
    """Which frames: of some versions, of a round, phase or step. `by`: what one frame covers."""

    class Meta:
        include = {  # noqa: RUF012  # names that Python or marshmallow uses for something else
            "from": version(load_default=1),
            "fields": ViewFields(
                metadata={
                    "description": "Fields of the view, with commas between them: each frame has them as `fields`, "
                    "instead of `view`. `none`: neither.",
                    "example": "round,phase,waiting_on",
                }
            ),
        }

    to = version()
    round = fields.Integer(validate=validate.Range(1, ROUNDS))
    phase = text(validate.OneOf(PHASES))
    step = text(validate.OneOf(RESOURCES))
    by = text(validate.OneOf(["event", "intention", "phase"]), load_default="event")
    seat = text(
        validate.OneOf(["none", "0", "1", "2", "3", "4"]),
        metadata={"description": "Whose view; `none`: a spectator's. Before the end only your own seat's."},
    )
    limit = fields.Integer(load_default=20, validate=validate.Range(1, MAX_PAGE_FRAMES))


class TurnsQuery(Schema):
    wait = fields.Float(
        load_default=0,
        validate=validate.Range(0, MAX_WAIT_SECONDS),
        metadata={"description": "Seconds to wait while nothing waits for you; not for streams."},
    )
