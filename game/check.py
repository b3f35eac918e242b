"""Whether a view could be one of this game: for programs that ask about tables of their own."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, NamedTuple

from game.cards import CARDS, CHARACTERS, DESIGNS, EMPIRE_IDS, KINDS, KRYSTALLIUM, RESOURCES, SIDES
from game.imagine import imagine
from game.lobby import DAY
from game.refused import Refused
from game.rulings import RULESETS
from game.scenarios import SCENARIOS
from game.solo import POOLS
from game.state import PICKS, ROUNDS
from game.view import Json
from game.view import view as view_of


class Null(NamedTuple):
    """The shape of what may be null."""

    other: Any


class Each(NamedTuple):
    """The shape of an object that has some of the keys, and values of one shape."""

    keys: tuple[str, ...]
    value: Any


COUNT = range(10_000)
"""No number on a table is larger."""
DECK = range(len(CARDS) + 1)
VERSION = range(1 << 53)
SEATS = range(5)
CARD, RESOURCE, DESIGN = frozenset(CARDS), frozenset(RESOURCES), frozenset(DESIGNS)

SUPREMACY = {
    "round": range(1, ROUNDS + 1),
    "step": RESOURCE,
    "seat": SEATS,
    "character": Null(frozenset(CHARACTERS)),
}
REWIND = {"number": VERSION, "seat": SEATS, "to": VERSION, "expires_at": str, "accepted": [SEATS]}
SPACE = {"needs": frozenset(KINDS), "filled": Null(frozenset(KINDS))}
SEAT = {
    "seat": SEATS,
    "player": Null({"id": str, "name": Null(str), "kind": str}),
    "bot": Null(str),
    "empire": frozenset(EMPIRE_IDS),
    "ready": bool,
    "choosing": bool,
    "auto_ready": bool,
    "hand_size": DECK,
    "candidates_size": DECK,
    "drafted": [CARD],
    "constructed": [CARD],
    "construction": [{"card": CARD, "spaces": [SPACE]}],
    "cubes_to_place": Each(RESOURCES, COUNT),
    "empire_cubes": Each(RESOURCES, range(5)),
    "krystallium": COUNT,
    "generals": COUNT,
    "financiers": COUNT,
    "production": Each(RESOURCES, COUNT),
    "produced": Null(COUNT),
    "score": Each(("gross", "combo", "generals", "financiers", "total"), COUNT),
}
STATUS = {
    "status": frozenset({"open", "playing", "finished", "abandoned"}),
    "phase": Null(frozenset({"draft", "planning", "production", "finished"})),
}
VIEW = STATUS | {
    "phase": frozenset({"draft", "planning", "production"}),
    "id": str,
    "version": VERSION,
    "ruleset": frozenset(RULESETS),
    "mode": frozenset({"standard", "solo", "scenario"}),
    "scenario": Null(frozenset(SCENARIOS)),
    "side": frozenset(SIDES),
    "name": Null(str),
    "allow_bots": bool,
    "bot_seconds": range(1, DAY + 1),
    "commitment": Null(str),
    "assisted": bool,
    "origin": Null({"game": str, "version": VERSION}),
    "round": range(1, ROUNDS + 1),
    "step": Null(RESOURCE),
    "passes": range(PICKS),
    "waiting_on": [SEATS],
    "deck_size": DECK,
    "discard": [CARD],
    "seat": SEATS,
    "hand": [CARD],
    "picked": Null(CARD),
    "candidates": [CARD],
    "passed": [CARD],
    "undoable": Null(VERSION),
    "rewind": Null(REWIND),
    "sequence": Null(range(1, 3)),
    "pools_left": Null(range(POOLS + 1)),
    "required": Null([{"design": DESIGN, "state": frozenset({"constructed", "under_construction", "missing"})}]),
    "seats": [SEAT],
    "supremacy": [SUPREMACY],
    "result": Null(frozenset()),
}
"""What a view under way is made of: an int of a range, a text of a set, a type, a list of one shape, an object."""

OPTIONAL = frozenset({"name", "allow_bots", "bot_seconds", "assisted", "origin", "passes", "rewind"})
OPTIONAL |= {"bot", "candidates_size", "auto_ready"}
"""What a table elsewhere may leave out."""
UNECHOED = OPTIONAL | {"id", "version", "ruleset", "commitment", "undoable", "result", "player"}
"""What is only about the service; all else has to come out again when the table is laid out as it says."""


def _passed_in_turn(view: Json) -> bool:
    """Whether hands were passed as often as every seat has drafted; after a draft, as often as one has it."""
    said = {view["passes"]} if "passes" in view else set()
    if view["phase"] == "draft":
        return len(said | {len(seat["drafted"]) for seat in view["seats"]}) == 1
    return said <= {PICKS - 1 if len(view["seats"]) > 1 else 0}


TABLE_RULES: dict[str, Callable[[Json], bool]] = {
    "there are one to five seats": lambda view: view["seat"] < len(view["seats"]) <= len(SEATS),
    "a scenario is played alone": lambda view: view["scenario"] is None or len(view["seats"]) == 1,
    "only who plays alone has sequences": lambda view: (view["sequence"] is None) == (len(view["seats"]) > 1),
    "only production has steps": lambda view: (view["step"] is None) == (view["phase"] != "production"),
    "a draft is played with others": lambda view: view["phase"] != "draft" or len(view["seats"]) > 1,
    "hands are passed on after every pick": _passed_in_turn,
    "only a draft has picks and cards passed on": lambda view: (
        view["phase"] == "draft" or not (view["picked"] or view["passed"])
    ),
}
SEAT_RULES: dict[str, Callable[[Json, str | None], bool]] = {
    "an empire card holds four cubes at most": lambda seat, step: sum(seat["empire_cubes"].values()) <= 4,
    "cubes are placed of what is produced": lambda seat, step: (
        seat["produced"] is None and not seat["cubes_to_place"]
        if step is None
        else sum(seat["cubes_to_place"].values()) <= (seat["produced"] or 0) <= seat["production"].get(step, 0)
    ),
    "only the science step leaves a choice": lambda seat, step: not seat["choosing"] or step == "science",
    "what is on a space fits it": lambda seat, step: all(
        space["filled"] in (None, space["needs"]) or (space["filled"] == KRYSTALLIUM and space["needs"] in RESOURCES)
        for site in seat["construction"]
        for space in site["spaces"]
    ),
    "a card whose spaces are all filled is constructed": lambda seat, step: all(
        any(space["filled"] is None for space in site["spaces"]) for site in seat["construction"]
    ),
}
"""What holds at every table, and is not asked by laying it out."""


def check_view(view: Mapping[str, Any]) -> Json:
    """The view, without what views do not have.

    Raises Refused: `invalid_view` for what no table of this game shows; `not_playing`, `nothing_to_decide`.
    """
    began = _shaped(view, STATUS)
    if began["status"] != "playing" or began["phase"] == "finished":
        raise Refused("not_playing", "the game of this view is not being played")
    checked: Json = _shaped(view, VIEW)
    _check_rules(checked)
    _check_cards(checked)
    try:
        shown = view_of(imagine(checked, Random(0)), checked["seat"])
    except Exception as error:  # whatever it holds, it is not a table that could be laid out
        raise Refused("invalid_view", f"this is not a view: {type(error).__name__}") from None
    _compare(checked, shown)
    if checked["seat"] not in checked["waiting_on"]:
        raise Refused("nothing_to_decide", "the game does not wait for the seat of this view")
    return checked


def _shaped(value: Any, shape: Any, name: str = "the view") -> Any:
    """The value as far as the shape describes it, however deep the rest; Refused if it is another."""
    fits = False
    match shape:
        case Null(other):
            return None if value is None else _shaped(value, other, name)
        case range():
            fits = type(value) is int and value in shape  # a bool is no number here
        case frozenset():
            fits = type(value) is str and value in shape
        case type():
            fits = type(value) is shape
        case Each(keys, each):
            if isinstance(value, dict) and value.keys() <= set(keys):
                return {key: _shaped(inner, each, f"{key} of {name}") for key, inner in value.items()}
        case [each]:
            if isinstance(value, list):
                return [_shaped(inner, each, name) for inner in value]
        case _:
            if isinstance(value, Mapping):
                if missing := shape.keys() - value.keys() - OPTIONAL:
                    raise Refused("invalid_view", f"{min(missing)} is missing")
                return {key: _shaped(value[key], shape[key], key) for key in shape if key in value}
    if not fits:
        raise Refused("invalid_view", f"{name} is out of range, unknown or of another type")
    return value


def _check_rules(view: Json) -> None:
    broken = [rule for rule, holds in TABLE_RULES.items() if not holds(view)]
    broken += [rule for seat in view["seats"] for rule, holds in SEAT_RULES.items() if not holds(seat, view["step"])]
    if broken:
        raise Refused("invalid_view", broken[0])


def _check_cards(view: Json) -> None:
    """Every card lies somewhere, once."""
    open_ = [*view["discard"], *view["hand"], *view["candidates"], *([view["picked"]] if view["picked"] else [])]
    hidden = view["deck_size"] + 5 * (view["pools_left"] or 0)
    for seat in view["seats"]:
        open_ += [*seat["drafted"], *seat["constructed"], *[site["card"] for site in seat["construction"]]]
        if seat["seat"] != view["seat"]:
            picked = view["phase"] == "draft" and seat["seat"] not in view["waiting_on"]
            hidden += seat["hand_size"] + seat.get("candidates_size", 0) + picked
    known = [*open_, *view["passed"]]  # those passed on are among the hidden
    if len(set(known)) != len(known):
        raise Refused("invalid_view", "a card lies in two places")
    if len(open_) + hidden != len(CARDS):
        raise Refused("invalid_view", f"{len(open_) + hidden} cards are on the table, the game has {len(CARDS)}")


def _compare(view: Json, shown: Json) -> None:
    """Whether what was laid out looks as the view says."""
    for name in VIEW.keys() - UNECHOED - {"seats"}:
        if view[name] != shown[name]:
            raise Refused("invalid_view", f"{name} does not fit the rest of the table")
    for seat, again in zip(view["seats"], shown["seats"], strict=True):
        for name in SEAT.keys() - UNECHOED:
            if seat[name] != again[name]:
                raise Refused("invalid_view", f"{name} of seat {again['seat']} does not fit the rest of the table")
