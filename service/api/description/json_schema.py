"""Shapes as JSON Schemas, for openapi.yaml. Objects, unions and enums become components that other schemas refer to.

The shapes are those of `game.shapes`, and those below, which only answers have.
"""

from typing import Any, NamedTuple

from bots import STRATEGIES
from game.cards import CHARACTERS, DESIGNS, EMPIRE_IDS, KINDS, KRYSTALLIUM, RESOURCES, SIDES, TYPES
from game.events import EVENTS
from game.intentions import INTENTIONS
from game.options import CLOCK_KINDS, STRATEGY, VISIBILITIES
from game.rulesets import RULESETS
from game.scenarios import SCENARIOS
from game.shapes import Counts, Field, ListOf, Nullable, Number, Object, Shape, Text
from game.value_shapes import ACCOUNT_KINDS, END_REASONS, MEDALS, OPERATOR_REASONS, RANKS, REQUIRED_STATES
from game.views.fields import MODES, PHASES, STATUSES
from projections.record.outcomes import OUTCOMES
from service.accounts.acts import ACT_KINDS
from service.puzzles.themes import THEMES
from service.webhooks.retries import DISABLED_REASONS

Json = dict[str, Any]

SCHEMAS: dict[str, Json] = {}
"""The components of openapi.yaml by name, as far as `schema_of` has met them: all, once the resources are imported."""
_SHAPES: dict[str, Shape] = {}
"""What each component was made from, so that no two have one name."""


class Time(NamedTuple):
    """A time in UTC (RFC 3339)."""


class Union(NamedTuple):
    """One of several objects. Each has the field `tag` with a word of its own."""

    name: str
    tag: str
    objects: tuple[Object, ...]
    meaning: str


class Words(NamedTuple):
    """The name and meaning of an enum."""

    name: str
    meaning: str


ENUMS: dict[tuple[str, ...], Words] = {
    ACCOUNT_KINDS: Words("AccountKind", "Whether a person or a program uses the account."),
    CLOCK_KINDS: Words("ClockKind", "How a clock gives time."),
    DISABLED_REASONS: Words("DisabledReason", "Why nothing is sent to a webhook."),
    CHARACTERS: Words("Character", "A general or a financier."),
    END_REASONS: Words("EndReason", "Why a game was abandoned."),
    KINDS: Words("Item", "What lies on a space, or what a space needs."),
    MEDALS: Words("Medal", "Of a scenario, best first."),
    MODES: Words("GameMode", "The kind of game."),
    OPERATOR_REASONS: Words("OperatorReason", "Why an operator acts."),
    ACT_KINDS: Words("ActKind", "What an operator did."),
    OUTCOMES: Words("Outcome", "What a finished game is for a player: won alone, won with others, lost."),
    PHASES: Words("Phase", "The phases of a round, and the end."),
    RANKS: Words("Rank", "Of a solo game, worst first."),
    REQUIRED_STATES: Words("RequiredState", "How far a required design is."),
    RESOURCES: Words("Resource", "The resources, in the order of the production steps."),
    SIDES: Words("Side", "A side of the empire cards."),
    STATUSES: Words("GameStatus", "Where a game stands."),
    VISIBILITIES: Words("Visibility", "Who may find a game."),
    TYPES: Words("CardType", "The types of development cards."),
    EMPIRE_IDS: Words("Empire", "The empires."),
    (*RESOURCES, KRYSTALLIUM): Words("SpaceKind", "A kind of space that a krystallium fills."),
    tuple(DESIGNS): Words("Design", "The designs of development cards."),
    tuple(sorted(EVENTS)): Words("EventName", "The events."),
    tuple(INTENTIONS): Words("IntentionType", "The intentions."),
    tuple(RULESETS): Words("Ruleset", "The rulings that games keep."),
    tuple(SCENARIOS): Words("Scenario", "The scenarios."),
    THEMES: Words("PuzzleTheme", "What the best move of a puzzle is, and when it is made."),
    tuple(STRATEGIES): Words("Strategy", "The strategies that can take a seat."),
}
"""The enums that have a name of their own. Generators need a name for an enum that may be null."""
OPEN = frozenset({"ForeignView", "ForeignSeat"})
"""Objects of requests that may have more fields. They are left out."""
MAX_INT32 = (1 << 31) - 1


def schema_of(shape: Shape) -> Json:
    """The JSON Schema of a shape. It adds to SCHEMAS what the schema refers to."""
    match shape:
        case None:
            return {}
        case range():
            schema = {"type": "integer", "minimum": shape.start, "maximum": shape.stop - 1}
            return schema | ({"format": "int64"} if shape.stop - 1 > MAX_INT32 else {})
        case Text(most, _, example, least):
            if shape == STRATEGY:  # the rules do not know which strategies there are, but clients may
                return schema_of(tuple(STRATEGIES))
            schema = {"type": "string", "minLength": least, "maxLength": most}
            return schema | ({"examples": [example]} if example else {})
        case Time():
            return {"type": "string", "format": "date-time"}
        case Number(minimum, maximum):
            return {"type": "number"} | ({} if shape == Number() else {"minimum": minimum, "maximum": maximum})
        case Nullable(inner):
            return _or_null(schema_of(inner))
        case ListOf(each, most, least, unique):
            schema = {"type": "array", "items": schema_of(each), "maxItems": most}
            return schema | ({"minItems": least} if least else {}) | ({"uniqueItems": True} if unique else {})
        case Object() | Counts() | Union():
            return component(shape)
        case type():
            return {"type": "boolean"}
        case _:
            return _enum(shape) if shape in ENUMS else {"type": "string", "enum": [*shape]}


def component(shape: Object | Counts | Union) -> Json:
    """A reference to the component of a shape, which is added to SCHEMAS. Raises ValueError if two have one name."""
    if _is_new(shape.name, shape):
        SCHEMAS[shape.name] = _union(shape) if isinstance(shape, Union) else _object(shape)
    return _reference(shape.name)


def _is_new(name: str, shape: Shape) -> bool:
    """Whether the shape is no component yet. Raises ValueError if another one has its name."""
    if _SHAPES.setdefault(name, shape) != shape:
        raise ValueError(f"two different shapes are called {name}")
    return name not in SCHEMAS


def _reference(name: str) -> Json:
    return {"$ref": f"#/components/schemas/{name}"}


def _enum(words: tuple[str, ...]) -> Json:
    name, meaning = ENUMS[words]
    if _is_new(name, words):
        SCHEMAS[name] = {"type": "string", "enum": [*words], "description": meaning}
    return _reference(name)


def _or_null(schema: Json) -> Json:
    if "$ref" in schema:
        return {"anyOf": [schema, {"type": "null"}]}
    if "enum" in schema:
        raise ValueError(f"name this enum in ENUMS, because it may be null: {schema['enum']}")
    return schema | {"type": [schema["type"], "null"]}


def _object(shape: Object | Counts) -> Json:
    fields = _fields(shape)
    schema: Json = {"type": "object"}
    if meaning := getattr(shape, "meaning", ""):
        schema["description"] = meaning
    if not fields:  # generators make an untyped value of an object without properties, but a map of this
        return schema | {"additionalProperties": {"type": "string"}, "maxProperties": 0}
    schema["properties"] = {
        field.name: schema_of(field.shape) | ({"description": field.meaning} if field.meaning else {})
        for field in fields
    }
    if required := [field.name for field in fields if field.required]:
        schema["required"] = required
    return schema if shape.name in OPEN else schema | {"additionalProperties": False}


def _fields(shape: Object | Counts) -> tuple[Field, ...]:
    if isinstance(shape, Object):
        return shape.fields
    return tuple(Field(key, shape.numbers, required=shape.complete) for key in shape.keys)


def _union(shape: Union) -> Json:
    references = [component(each) for each in shape.objects]
    words = [field.shape[0] for each in shape.objects for field in each.fields if field.name == shape.tag]
    mapping = {word: reference["$ref"] for word, reference in zip(words, references, strict=True)}
    return {
        "description": shape.meaning,
        "oneOf": references,
        "discriminator": {"propertyName": shape.tag, "mapping": mapping},
    }
