"""How events and intentions are declared: once, by decorators of their classes. What others know of them follows.

>>> declared = EVENTS["card_drafted"]
>>> declared.is_secret, sorted(declared.own_seat), declared.kind
(True, ['card'], <Kind.MOVE: 'move'>)
>>> INTENTIONS["draft"].phases
('draft',)
"""

from collections.abc import Callable, Collection
from dataclasses import MISSING, dataclass, fields
from enum import Enum
from functools import cached_property
from typing import Any, Final, Literal, NamedTuple, TypeVar, get_args

from game.model import Seat, State
from game.shapes import Field, Object, Shape


class Event:
    """What has happened. An event holds everything that `apply` needs, random results included, and never changes."""

    __slots__ = ()

    def apply(self, state: State) -> State:
        """The state after the event. Every event is accepted, and the same one gives the same state."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Intention:
    """What a seat (0..n-1) asks for. It has one JSON form, its *body*."""

    seat: int

    def decide(self, state: State, seat: Seat) -> list[Event]:
        """What happens then: the seat's own event first. Raises Refused.

        `game.rules.decide` has checked what holds for every intention.
        """
        raise NotImplementedError


class Kind(Enum):
    """What an event is about. It says what undo and rewind do with the event."""

    LOBBY = "lobby"
    """Who plays, before the start. Nothing takes it back."""
    TABLE = "table"
    """The table: who is there, time, questions. It is no move, and nothing takes it back."""
    PASSING = "passing"
    """No move, but an undo or a rewind takes it back with the moves around it."""
    MOVE = "move"
    """Cards or cubes. An undo or a rewind takes it back."""


LOBBY: Final = Kind.LOBBY
TABLE: Final = Kind.TABLE
PASSING: Final = Kind.PASSING
MOVE: Final = Kind.MOVE


News = Literal["quiet", "plain", "aloud", "proud", "beginning"]
"""How the news of a table tell an event. Those who listen hear the last three.

`quiet`: not at all, the table shows it. `proud`: somebody has won or completed something. `beginning`: something new
begins.
"""


class Dataset(Enum):
    """What a dataset keeps of a field."""

    KEPT = "kept"
    PSEUDONYM = "pseudonym"
    """Players, each under a pseudonym."""
    PART = "part"
    """An object, without what people wrote and who they are."""
    LEFT_OUT = "left out"


class FieldType(NamedTuple):
    """What the type of a field says beside its Python type."""

    shape: Shape
    dataset: Dataset = Dataset.LEFT_OUT


def kept(shape: Shape) -> FieldType:
    """The type of a field that a dataset keeps as it is: it neither names people, nor did people write it."""
    return FieldType(shape, Dataset.KEPT)


class Everything(Enum):
    """The word for all fields of an event."""

    ALL = "all"


ALL: Final = Everything.ALL


@dataclass(frozen=True)
class Declared:
    """An event as it is declared. Fields go by the keys under which they are stored.

    `name`: the stored name, for ever. `public`: what everybody sees of it. `own_seat`: what its own seat sees as well.
    `gives_hands`: each seat has a new hand after it. `ends_undo`: no seat can undo what it did before. `caused_by`: the
    intention that leads to it. `players_only`: no bot causes it, and no fork copies it.
    """

    name: str
    event: type[Event]
    kind: Kind
    public: frozenset[str]
    own_seat: frozenset[str]
    gives_hands: bool
    ends_undo: bool
    caused_by: type[Intention] | None
    players_only: bool
    news: News

    @cached_property
    def keys(self) -> dict[str, str]:
        """The keys under which the fields are stored, by the fields' names; without `seat`, which the envelope has."""
        return _keys(self.event)

    @cached_property
    def defaults(self) -> dict[str, Any]:
        """The defaults of the fields that have one, by the fields' names."""
        return {field.name: field.default for field in _fields(self.event) if field.default is not MISSING}

    @cached_property
    def has_seat(self) -> bool:
        """Whether it is about a seat."""
        return any(field.name == "seat" for field in _fields(self.event))

    @cached_property
    def is_secret(self) -> bool:
        """Whether not everybody may see all of it. Then it is stored and hashed with a salt."""
        return len(self.public) < len(self.keys)

    @cached_property
    def fields_of_cause(self) -> tuple[str, ...]:
        """The fields of the intention. The event has them under the same names."""
        return tuple([field.name for field in _fields(self.caused_by)])

    @cached_property
    def types(self) -> dict[str, FieldType]:
        """The types of the fields, by key."""
        return _types(self.event)

    @cached_property
    def shape(self) -> Object:
        """The shape of the stored data. A field that has its default is left out, so it is optional."""
        return Object(f"{self.event.__name__}Data", tuple(_described(self.event)))


@dataclass(frozen=True)
class DeclaredIntention:
    """An intention as it is declared.

    `name`: the `type` of its body. `phases`: where the game accepts it; in any, for a setting of the seat, which is no
    move: the seat may be ready, and nothing takes it back.
    """

    name: str
    intention: type[Intention]
    phases: tuple[str, ...]

    @cached_property
    def is_setting(self) -> bool:
        """Whether it changes a setting of the seat."""
        return not self.phases

    @cached_property
    def keys(self) -> dict[str, str]:
        """The keys of the fields in a body, by the fields' names; without `seat`, which follows from the sender."""
        return _keys(self.intention)

    @cached_property
    def shape(self) -> Object:
        """The shape of the body."""
        meaning = (self.intention.__doc__ or "").split("\n")[0]
        described = (Field("type", (self.name,)), *_described(self.intention))
        return Object(f"{self.intention.__name__}Intention", described, meaning=meaning)


EVENTS: dict[str, Declared] = {}
"""All events by their stored names."""
DECLARED: dict[type[Event], Declared] = {}
"""The same by class."""
INTENTIONS: dict[str, DeclaredIntention] = {}
"""All intentions by the `type` of their bodies."""
INTENTION_TYPES: dict[type[Intention], DeclaredIntention] = {}
"""The same by class."""
EventClass = TypeVar("EventClass", bound=Event)
IntentionClass = TypeVar("IntentionClass", bound=Intention)


def event(
    name: str,
    kind: Kind,
    *,
    public: Collection[str] | Everything,
    own_seat: Collection[str] = (),
    gives_hands: bool = False,
    ends_undo: bool = False,
    caused_by: type[Intention] | None = None,
    players_only: bool = False,
    news: News = "plain",
) -> Callable[[type[EventClass]], type[EventClass]]:
    """Declare the event of a dataclass. See `Declared`; what neither `public` nor `own_seat` lists is hidden."""

    def declare(cls: type[EventClass]) -> type[EventClass]:
        keys = {*_keys(cls).values()}
        seen = frozenset(keys if public is ALL else public), frozenset(own_seat)
        made = Declared(name, cls, kind, *seen, gives_hands, ends_undo, caused_by, players_only, news)
        if name in EVENTS or not made.public | made.own_seat <= keys or made.public & made.own_seat:
            raise TypeError(f"{cls.__name__} needs a name of its own, and lists of its fields without a repetition")
        if cls.apply is Event.apply:
            raise TypeError(f"{cls.__name__} needs `apply`")
        EVENTS[name] = DECLARED[cls] = made
        return cls

    return declare


def intention_type(name: str, *, phases: Collection[str]) -> Callable[[type[IntentionClass]], type[IntentionClass]]:
    """Declare the intention of a dataclass. See `DeclaredIntention`."""

    def declare(cls: type[IntentionClass]) -> type[IntentionClass]:
        if name in INTENTIONS or cls.decide is Intention.decide:
            raise TypeError(f"{cls.__name__} needs a name of its own, and `decide`")
        INTENTIONS[name] = INTENTION_TYPES[cls] = DeclaredIntention(name, cls, tuple(phases))
        return cls

    return declare


def _fields(cls: Any) -> tuple[Any, ...]:
    """The fields of a dataclass; mypy does not know that each event is one."""
    return fields(cls)


def stored_key(field: str) -> str:
    """The key of a field in the stored data: `kind` is `as` there, which is a keyword of Python."""
    return "as" if field == "kind" else field


def intention_of(event: Event) -> Intention | None:
    """The intention behind a group of events that begins with this one; None when no intention causes such a group.

    An audit decides it again, and compares.
    """
    declared = DECLARED[type(event)]
    if declared.caused_by is None:
        return None
    make: Callable[..., Intention] = declared.caused_by
    return make(*[getattr(event, name) for name in declared.fields_of_cause])


def _keys(cls: Any) -> dict[str, str]:
    return {field.name: stored_key(field.name) for field in fields(cls) if field.name != "seat"}


def _types(cls: Any) -> dict[str, FieldType]:
    return {stored_key(field.name): _field_type(field.type) for field in fields(cls) if field.name != "seat"}


def _described(cls: Any) -> list[Field]:
    """The fields of JSON. One that has a default may be missing."""
    return [
        Field(stored_key(field.name), _field_type(field.type).shape, required=field.default is MISSING)
        for field in fields(cls)
        if field.name != "seat"
    ]


def _field_type(of: Any) -> FieldType:
    """The type of a field, also of one that may be None."""
    for part in (of, *get_args(of)):
        if found := next((each for each in getattr(part, "__metadata__", ()) if isinstance(each, FieldType)), None):
            return found
    raise TypeError(f"{of} is no type of game.field_types")
