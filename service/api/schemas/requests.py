"""The shapes of requests, checked when they come in and described in openapi.yaml.

The rules check options and intentions themselves (`game.options`, `game.intentions`), and views (`game.foreign_views`).
"""

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate

from game.cards import EMPIRE_IDS, RESOURCES
from game.model import MAX_SEATS, ROUNDS

SHORT = validate.Length(min=1, max=80)
VERSION = validate.Range(1, (1 << 53) - 1)
"""JSON numbers are exact up to there."""
MAX_WAIT_SECONDS = 30
MAX_PAGE_EVENTS, MAX_PAGE_GAMES, MAX_PAGE_FRAMES = 1000, 100, 100


def printable(text: str) -> None:
    """Refuses control characters, and texts of blanks only."""
    if not text.isprintable() or not text.strip():
        raise ValidationError("must be printable and not blank")


class Integer(fields.Integer):
    """A JSON integer: no text, no fraction, not true."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(strict=True, **kwargs)

    def _validated(self, value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.make_error("invalid", input=value)
        return value


class BoundedList(fields.List[Any]):
    """A list of at most `max_items`; a longer one is refused before its items are looked at."""

    def __init__(self, each: fields.Field[Any], max_items: int, **kwargs: Any) -> None:
        super().__init__(each, validate=validate.Length(max=max_items), **kwargs)
        self._max_items = max_items

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> list[Any]:
        if isinstance(value, list) and len(value) > self._max_items:
            raise ValidationError(f"Longer than maximum length {self._max_items}.")
        return super()._deserialize(value, attr, data, **kwargs)


def text(*checks: Any, **kwargs: Any) -> fields.String:
    return fields.String(validate=list(checks), **kwargs)


class NewPlayer(Schema):
    name = text(validate.Length(min=1, max=40), printable, required=True, metadata={"example": "Ada"})
    kind = text(validate.OneOf(["human", "bot"]), load_default="human")


class TakeSeat(Schema):
    empire = text(validate.OneOf(EMPIRE_IDS), load_default=None, allow_none=True)
    code = text(SHORT, load_default=None, allow_none=True, metadata={"description": "Not supported yet."})
    client_seed = text(validate.Length(max=128), load_default=None, allow_none=True)


class Start(Schema):
    client_seed = text(validate.Length(max=128), load_default=None, allow_none=True)


class Undo(Schema):
    version = Integer(
        load_default=None, allow_none=True, metadata={"description": "Of the intention: the view's `undoable`."}
    )


class NewRewind(Schema):
    version = Integer(
        required=True, validate=validate.Range(0, (1 << 53) - 1), metadata={"description": "To go back to."}
    )


class NewFork(Schema):
    """`seat`: yours, 0 if you leave it out. If bots have all seats, you only watch."""

    version = Integer(required=True, validate=VERSION, metadata={"description": "To start from."})
    seat = Integer(load_default=None, allow_none=True)
    bots = BoundedList(text(SHORT), MAX_SEATS, load_default=list)
    name = text(SHORT, printable, load_default=None, allow_none=True)


class PageQuery(Schema):
    cursor = text(SHORT, validate.Regexp("[0-9]{13}-[a-z0-9]+$", error="Not a cursor of this list."))
    limit = fields.Integer(load_default=20, validate=validate.Range(1, MAX_PAGE_GAMES))


class GamesQuery(PageQuery):
    status = text(validate.OneOf(["open", "playing", "finished", "abandoned"]))
    player = text(SHORT, validate.ContainsNoneOf("*"))
    mode = text(validate.OneOf(["standard", "solo", "scenario"]))


class LanguageQuery(Schema):
    lang = text(
        validate.Length(max=35),
        metadata={
            "description": "A language: en, fr, es, de, it, ru. It takes precedence over Accept-Language.",
            "example": "fr",
        },
    )


class EventsQuery(LanguageQuery):
    after = fields.Integer(load_default=0, validate=validate.Range(0, (1 << 53) - 1))
    limit = fields.Integer(load_default=500, validate=validate.Range(1, MAX_PAGE_EVENTS))
    wait = fields.Float(
        load_default=0,
        validate=validate.Range(0, MAX_WAIT_SECONDS),
        metadata={"description": "Seconds to wait for an event when there is none yet."},
    )


class AtQuery(LanguageQuery):
    at = fields.Integer(validate=VERSION, metadata={"description": "An earlier version of the game."})


class ReplayQuery(LanguageQuery):
    """Which frames: of some versions, of a round, phase or step. `by`: what one frame covers."""

    class Meta:
        include = {  # noqa: RUF012  # `from` is a word of Python
            "from": fields.Integer(load_default=1, validate=VERSION)
        }

    to = fields.Integer(validate=VERSION)
    round = fields.Integer(validate=validate.Range(1, ROUNDS))
    phase = text(validate.OneOf(["draft", "planning", "production", "finished"]))
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


class Number(fields.Float):
    """A JSON number, not a text."""

    def _validated(self, value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise self.make_error("invalid", input=value)
        return super()._validated(value)


class BudgetIn(Schema):
    seconds = Number(
        load_default=None,
        allow_none=True,
        validate=validate.Range(0.001, 1e6),
        metadata={"description": "Time of a decision."},
    )
    nodes = Integer(
        load_default=None,
        allow_none=True,
        validate=validate.Range(1, 10_000_000),
        metadata={"description": "What a decision searches."},
    )


MAX_SEED_CHARACTERS = 64


class Seed(fields.Raw):
    """A short text or a number."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        if isinstance(value, bool) or not isinstance(value, (str, int)) or len(str(value)) > MAX_SEED_CHARACTERS:
            raise ValidationError(f"must be a text or a whole number of at most {MAX_SEED_CHARACTERS} characters")
        return str(value)


class NewDecision(Schema):
    """`view`: as `GET /v1/games/{id}` gives it, or from another service."""

    view = fields.Dict(required=True)
    budget = fields.Nested(BudgetIn, load_default=lambda: {"seconds": None, "nodes": None})
    seed = Seed(load_default="0", metadata={"description": "Of the strategy's random choices: a text or a number."})
