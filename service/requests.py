"""The shapes of what clients send, checked when it comes in and described in openapi.yaml.

Intentions are checked by the rules: `game.intention`.
"""

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate

from game.cards import EMPIRE_IDS, RESOURCES, SIDES
from game.state import ROUNDS

SHORT = validate.Length(min=1, max=80)


def printable(text: str) -> None:
    """Refuses control characters and names of nothing but blanks."""
    if not text.isprintable() or not text.strip():
        raise ValidationError("must be printable and not blank")


class Integer(fields.Integer):
    """A JSON integer; neither text nor a fraction nor true will do."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(strict=True, **kwargs)

    def _validated(self, value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.make_error("invalid", input=value)
        return value


class Truth(fields.Boolean):
    """true or false, nothing else."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


def text(*checks: Any, **kwargs: Any) -> fields.String:
    return fields.String(validate=list(checks), **kwargs)


class NewPlayer(Schema):
    name = text(validate.Length(min=1, max=40), printable, required=True, metadata={"example": "Ada"})
    kind = text(validate.OneOf(["human", "bot"]), load_default="human")


class GameOptions(Schema):
    """`empires`, by seat; None leaves the choice open."""

    seats = Integer(required=True, validate=validate.Range(1, 5))
    side = text(validate.OneOf(SIDES))
    scenario = text(SHORT, allow_none=True)
    empires = fields.List(text(validate.OneOf(EMPIRE_IDS), allow_none=True), validate=validate.Length(max=5))
    bots = fields.List(text(SHORT), validate=validate.Length(max=5), metadata={"example": ["greedy"]})
    allow_bots = Truth(metadata={"description": "Whether bot accounts may join uninvited; true if not said."})
    invited = fields.List(
        text(SHORT), validate=validate.Length(max=5), metadata={"description": "Bot accounts, by name or id."}
    )
    bot_seconds = Integer(
        validate=validate.Range(1, 86_400),
        metadata={"description": "How long a bot account may take for an intention, before somebody acts for it; 60."},
    )
    visibility = text(validate.OneOf(["public", "private"]))
    clock = fields.Raw(allow_none=True, metadata={"description": "Not supported yet."})
    name = text(SHORT, printable, allow_none=True)


class TakeSeat(Schema):
    empire = text(validate.OneOf(EMPIRE_IDS), load_default=None, allow_none=True)
    code = text(SHORT, load_default=None, allow_none=True)
    client_seed = text(validate.Length(max=128), load_default=None, allow_none=True)


class Start(Schema):
    client_seed = text(validate.Length(max=128), load_default=None, allow_none=True)


class Undo(Schema):
    version = Integer(
        load_default=None, allow_none=True, metadata={"description": "The intention's, as the view's `undoable` says."}
    )


class NewRewind(Schema):
    version = Integer(required=True, validate=validate.Range(0, 1 << 53), metadata={"description": "To go back to."})


class NewFork(Schema):
    """`seat`: the caller's; none is 0, or only to watch when bots have all seats."""

    version = Integer(required=True, validate=validate.Range(1, 1 << 53), metadata={"description": "To go on from."})
    seat = Integer(load_default=None, allow_none=True)
    bots = fields.List(text(SHORT), load_default=list, validate=validate.Length(max=5))
    name = text(SHORT, printable, load_default=None, allow_none=True)


class PageQuery(Schema):
    cursor = text(SHORT, validate.Regexp("[0-9]{13}-[a-z0-9]+$", error="Not a cursor of this list."))
    limit = fields.Integer(load_default=20, validate=validate.Range(1, 100))


class GamesQuery(PageQuery):
    status = text(validate.OneOf(["open", "playing", "finished", "abandoned"]))
    player = text(SHORT, validate.ContainsNoneOf("*"))
    mode = text(validate.OneOf(["standard", "solo", "scenario"]))


class LanguageQuery(Schema):
    lang = text(
        validate.Length(max=35),
        metadata={
            "description": "A language: en, fr, es, de, it, ru. It goes before Accept-Language.",
            "example": "fr",
        },
    )


class EventsQuery(LanguageQuery):
    after = fields.Integer(load_default=0, validate=validate.Range(0, 1 << 53))
    limit = fields.Integer(load_default=500, validate=validate.Range(1, 1000))
    wait = fields.Float(
        load_default=0,
        validate=validate.Range(0, 30),
        metadata={"description": "Seconds to wait for an event when there is none yet."},
    )


class AtQuery(LanguageQuery):
    at = fields.Integer(
        validate=validate.Range(1, 1 << 53), metadata={"description": "An earlier version of the game."}
    )


class ReplayQuery(LanguageQuery):
    """Which frames: of versions, of a round, phase or step; `by`: how much happens from one to the next."""

    class Meta:
        include = {  # noqa: RUF012  # `from` is a word of Python
            "from": fields.Integer(load_default=1, validate=validate.Range(1, 1 << 53))
        }

    to = fields.Integer(validate=validate.Range(1, 1 << 53))
    round = fields.Integer(validate=validate.Range(1, ROUNDS))
    phase = text(validate.OneOf(["draft", "planning", "production", "finished"]))
    step = text(validate.OneOf(RESOURCES))
    by = text(validate.OneOf(["event", "intention", "phase"]), load_default="event")
    seat = text(
        validate.OneOf(["none", "0", "1", "2", "3", "4"]),
        metadata={"description": "Through whose eyes; `none` is a spectator. Before the end only the caller's own."},
    )
    limit = fields.Integer(load_default=20, validate=validate.Range(1, 100))


class TurnsQuery(Schema):
    wait = fields.Float(
        load_default=0,
        validate=validate.Range(0, 30),
        metadata={"description": "Seconds to wait when nothing is to be told yet; for answers that are no stream."},
    )


class Number(fields.Float):
    """A JSON number; text will not do."""

    def _validated(self, value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise self.make_error("invalid", input=value)
        return super()._validated(value)


class BudgetIn(Schema):
    seconds = Number(
        load_default=None, allow_none=True, validate=validate.Range(0.001, 1e6), metadata={"description": "Of time."}
    )
    nodes = Integer(
        load_default=None,
        allow_none=True,
        validate=validate.Range(1, 10_000_000),
        metadata={"description": "Searched."},
    )


class Seed(fields.Raw):
    """A short text or a number."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        if isinstance(value, bool) or not isinstance(value, (str, int)) or len(str(value)) > 64:
            raise ValidationError("must be a text or a whole number of at most 64 characters")
        return str(value)


class NewDecision(Schema):
    """`view`: as `GET /v1/games/{id}` gives it."""

    view = fields.Dict(required=True)
    budget = fields.Nested(BudgetIn, load_default=lambda: {"seconds": None, "nodes": None})
    seed = Seed(load_default="0", metadata={"description": "Of the strategy's luck: a text or a number."})
