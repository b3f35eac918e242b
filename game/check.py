"""Whether a view could be one of this game: for programs that ask about tables of their own."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from game.cards import CARDS
from game.imagine import imagine
from game.refused import Refused
from game.state import ROUNDS
from game.view import view as view_of

LARGEST = 9_999
"""No number on a table is larger."""
COUNTERS = ("version", "undoable", "bot_seconds", "to", "number")
"""Fields that count something else, up to 2**53."""
TABLE = (
    *("round", "phase", "step", "waiting_on", "deck_size", "discard", "seat", "hand", "picked", "candidates", "passed"),
    *("mode", "scenario", "side", "status", "sequence", "pools_left", "required", "supremacy"),
)
SEAT = (
    *("seat", "empire", "ready", "choosing", "hand_size", "drafted", "constructed", "construction", "cubes_to_place"),
    *("empire_cubes", "krystallium", "generals", "financiers", "production", "produced", "score"),
)
"""What a view must say, and what has to come out again when the table is laid out as it says."""


def check_view(view: Mapping[str, Any]) -> None:
    """Raises Refused: `invalid_view` for what no table of this game shows; `not_playing`, `nothing_to_decide`."""
    try:
        _check_numbers(view)
        if view["status"] != "playing" or view["phase"] == "finished":
            raise Refused("not_playing", "the game of this view is not being played")
        if view["round"] not in range(1, ROUNDS + 1) or view["seat"] is None:
            raise Refused("invalid_view", f"a seat's view is wanted, of round 1 to {ROUNDS}")
        shown = view_of(imagine(view, Random(0)), view["seat"])
        _compare(view, shown)
        _check_cards(view)
        waiting = view["seat"] in view["waiting_on"]
    except Refused:
        raise
    except KeyError as missing:
        raise Refused("invalid_view", f"{str(missing)[:60]} is missing or unknown") from None
    except Exception as error:  # whatever it holds, it is not a table that could be laid out
        raise Refused("invalid_view", f"this is not a view: {type(error).__name__}") from None
    if not waiting:
        raise Refused("nothing_to_decide", "the game does not wait for the seat of this view")


def _compare(view: Mapping[str, Any], shown: Mapping[str, Any]) -> None:
    for name in TABLE:
        if view[name] != shown[name]:
            raise Refused("invalid_view", f"{name} does not fit the rest of the table")
    if len(view["seats"]) != len(shown["seats"]) or not 1 <= len(view["seats"]) <= 5:
        raise Refused("invalid_view", "there are one to five seats")
    for seat, again in zip(view["seats"], shown["seats"], strict=True):
        for name in SEAT:
            if seat[name] != again[name]:
                raise Refused("invalid_view", f"{name} of seat {again['seat']} does not fit the rest of the table")


def _check_cards(view: Mapping[str, Any]) -> None:
    """Every card lies somewhere, once."""
    open_ = [*view["discard"], *view["hand"], *view["candidates"], *([view["picked"]] if view["picked"] else [])]
    hidden = view["deck_size"] + 5 * (view["pools_left"] or 0)
    for seat in view["seats"]:
        open_ += [*seat["drafted"], *seat["constructed"], *[site["card"] for site in seat["construction"]]]
        if seat["seat"] != view["seat"]:
            picked = view["phase"] == "draft" and seat["seat"] not in view["waiting_on"]
            hidden += seat["hand_size"] + seat.get("candidates_size", 0) + picked
    if len(set(open_)) != len(open_):
        raise Refused("invalid_view", "a card lies in two places")
    if not CARDS.keys() >= set(open_):
        raise Refused("invalid_view", "there is a card that the game does not have")
    if len(open_) + hidden != len(CARDS):
        raise Refused("invalid_view", f"{len(open_) + hidden} cards are on the table, the game has {len(CARDS)}")


def _check_numbers(view: Mapping[str, Any]) -> None:
    """Before anything is laid out: a number of cubes, say, that nobody could lay out."""
    for name, number in _numbers(view):
        if isinstance(number, float) or abs(number) > (1 << 53 if name in COUNTERS else LARGEST):
            raise Refused("invalid_view", f"{str(name)[:40]} is out of range, or no whole number")
    for seat in view["seats"] if isinstance(view.get("seats"), list) else ():
        cubes = seat.get("empire_cubes") if isinstance(seat, dict) else None
        if isinstance(cubes, dict) and sum(n for n in cubes.values() if isinstance(n, int)) > 4:
            raise Refused("invalid_view", "an empire card holds four cubes at most")


def _numbers(value: Any, name: Any = "") -> Iterator[tuple[Any, int | float]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _numbers(inner, key)
    elif isinstance(value, list):
        for inner in value:
            yield from _numbers(inner, name)
    elif isinstance(value, (int, float)):
        yield name, value
