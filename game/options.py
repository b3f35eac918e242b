"""The options of a game, the body of `POST /v1/games`: with shapes and meanings, and their check."""

from collections.abc import Mapping
from dataclasses import MISSING, asdict, dataclass, fields
from typing import Annotated, Any, NamedTuple, get_type_hints

from game.cards import EMPIRE_IDS, SIDES
from game.refused import Refused
from game.scenarios import SCENARIOS
from game.shapes import Field, ListOf, Mismatch, Nullable, Object, Shape, Text, fit

MAX_SEATS = 5
DAY_SECONDS = 86_400
YEAR_SECONDS = 365 * DAY_SECONDS
DEFAULT_BOT_SECONDS = 60
MAX_INVITED = 20
MAX_MISSES = 100
DEFAULT_MISSES = 3
DEFAULT_OPEN_SECONDS = DAY_SECONDS
DEFAULT_IDLE_SECONDS = 14 * DAY_SECONDS
VISIBILITIES = ("public", "private")
CLOCK_KINDS = ("per_phase", "bank")
STRATEGY = Text(80, example="greedy")
"""The name of a strategy. The rules do not know which ones there are."""


class Option(NamedTuple):
    """What an option may be, and its meaning in a sentence."""

    shape: Shape
    meaning: str


@dataclass(frozen=True, slots=True)
class Clock:
    """How much time each seat has.

    `per_phase`: `seconds` for each phase, step or hand. `bank`: `seconds` for the whole game, and `increment` more
    seconds with each phase, step or hand. `misses`: phases in a row without time left, after which a strategy takes the
    seat.
    """

    kind: str
    seconds: int
    increment: int = 0
    misses: int = DEFAULT_MISSES


CLOCK = Object(
    "Clock",
    (
        Field(
            "kind",
            CLOCK_KINDS,
            "`per_phase`: `seconds` for each phase, step or hand. `bank`: `seconds` for the whole game, and "
            "`increment` more with each phase, step or hand.",
        ),
        Field("seconds", range(1, YEAR_SECONDS + 1)),
        Field("increment", range(YEAR_SECONDS + 1), "Of a bank, in seconds; default 0.", required=False),
        Field(
            "misses",
            range(1, MAX_MISSES + 1),
            f"Phases in a row without time left, after which a strategy takes the seat; default {DEFAULT_MISSES}.",
            required=False,
        ),
    ),
    meaning="How much time each seat has. Time runs only while the game waits for the seat.",
)
_BOTS = ListOf(STRATEGY, MAX_SEATS)
_INVITED = ListOf(Text(80, printable=True), MAX_INVITED)
_EMPIRES = ListOf(Nullable(EMPIRE_IDS), MAX_SEATS)


@dataclass(frozen=True, slots=True)
class Options:
    """What was agreed when the game was opened. `check_options` checks a body by these annotations."""

    seats: Annotated[int, Option(range(1, MAX_SEATS + 1), "How many play; 1 is a solo game.")]
    side: Annotated[str, Option(SIDES, "Of the empire cards: A, and B for a solo game, if you leave it out.")] = "A"
    scenario: Annotated[str | None, Option(tuple(SCENARIOS), "For a solo game on side B.")] = None
    empires: Annotated[tuple[str | None, ...], Option(_EMPIRES, "By seat; null leaves the choice open.")] = ()
    bots: Annotated[tuple[str, ...], Option(_BOTS, "Strategies, for the last seats.")] = ()
    visibility: Annotated[
        str,
        Option(
            VISIBILITIES,
            "A private game is in no list. Others join it with its code, or by an invitation.",
        ),
    ] = "public"
    spectators: Annotated[
        bool | None,
        Option(bool, "Whether everybody may watch; if you leave it out, everybody may watch a public game only."),
    ] = None
    name: Annotated[str | None, Option(Text(80, printable=True), "A name for the lists.")] = None
    allow_bots: Annotated[bool, Option(bool, "Whether bot accounts may join without an invitation; default true.")] = (
        True
    )
    invited: Annotated[tuple[str, ...], Option(_INVITED, "Accounts, by id; bot accounts also by name.")] = ()
    rewinds: Annotated[bool, Option(bool, "Whether players may propose to go back; undo stays. Default true.")] = True
    clock: Annotated[Clock | None, Option(CLOCK, "How much time each seat has; no limit if you leave it out.")] = None
    bot_seconds: Annotated[
        int,
        Option(
            range(1, DAY_SECONDS + 1),
            "In a game without a clock, the time that a bot account has for each phase, step or hand; default 60.",
        ),
    ] = DEFAULT_BOT_SECONDS
    open_seconds: Annotated[
        int, Option(range(10, 30 * DAY_SECONDS + 1), "When the game expires if it has not started; default a day.")
    ] = DEFAULT_OPEN_SECONDS
    idle_seconds: Annotated[
        int,
        Option(
            range(60, YEAR_SECONDS + 1),
            "In a game without a clock, a bot takes the seat of a player for whom the game has waited this time. A "
            "game is abandoned after the same time without anybody left to play it. Default 14 days.",
        ),
    ] = DEFAULT_IDLE_SECONDS


def make_options(values: Mapping[str, Any]) -> Options:
    """The options of a checked body, as `game_opened` holds it, or of the facts of a state."""
    given: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in values.items()}
    if isinstance(clock := given.get("clock"), Mapping):
        given["clock"] = Clock(**clock)
    return Options(**given)


def may_watch(options: Options) -> bool:
    """Whether players without a seat or an invitation may see the game."""
    return options.spectators if options.spectators is not None else options.visibility == "public"


def _described() -> Object:
    hints = get_type_hints(Options, include_extras=True)
    found = []
    for field in fields(Options):
        [option] = [each for each in hints[field.name].__metadata__ if isinstance(each, Option)]
        required = field.default is MISSING
        found.append(Field(field.name, option.shape, option.meaning, required))
    return Object("GameOptions", tuple(found), meaning="Options that you leave out have their defaults.")


OPTIONS = _described()


def check_options(options: Any) -> dict[str, Any]:
    """The options as `game_opened` holds them, with defaults for `side`, `bots` and `visibility`.

    Raises Refused(`invalid_options`), with `faults` where values do not have their shapes.
    """
    try:
        checked: dict[str, Any] = fit(_without_nulls(options), OPTIONS)
    except Mismatch as mismatch:
        raise Refused("invalid_options", mismatch.message, mismatch.faults) from None
    seats = checked["seats"]
    checked = {"side": "B" if seats == 1 else "A", "bots": [], "visibility": "public"} | checked
    if checked.get("scenario") is not None and (seats != 1 or checked["side"] != "B"):
        raise Refused("invalid_options", "scenarios are played with one seat and side B")
    clock = checked.get("clock", {})
    if clock.get("kind") == "per_phase" and "increment" in clock:
        raise Refused("invalid_options", "only a bank has an increment", [("/clock/increment", "is for a bank only")])
    if len(checked["bots"]) > seats:
        raise Refused("invalid_options", "there are more bots than seats")
    named = [empire for empire in checked.get("empires", ()) if empire is not None]
    if len(checked.get("empires", ())) > seats or len(set(named)) != len(named):
        raise Refused("invalid_options", "empires must be different, at most one for each seat")
    return {key: value for key, value in checked.items() if key not in OMITTED or value != OMITTED[key]}


OMITTED: dict[str, Any] = {"allow_bots": True, "invited": [], "empires": [], "rewinds": True}
"""Values that are not stored, because they say the same as no value."""


def _without_nulls(options: Any) -> Any:
    """The options without those that are null, which counts as left out."""
    if not isinstance(options, Mapping):
        return options
    return {key: value for key, value in options.items() if value is not None}


def options_body(options: Options) -> dict[str, Any]:
    """The options as a body, without those that have their default. Inverse of `check_options` and `make_options`."""
    body = {field.name: getattr(options, field.name) for field in fields(Options)}
    body = {
        field.name: list(value) if isinstance(value := body[field.name], tuple) else value
        for field in fields(Options)
        if body[field.name] != field.default
    }
    if options.clock:
        defaults = {field.name: field.default for field in fields(Clock)}
        body["clock"] = {key: value for key, value in asdict(options.clock).items() if value != defaults[key]}
    return body
