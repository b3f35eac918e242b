"""Checking a view that somebody else sends: whether a game of this kind could show it."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from game.cards import CARDS, KRYSTALLIUM, RESOURCES
from game.draft import deal_size
from game.message import Message
from game.model import CUBES_PER_KRYSTALLIUM, PICKS
from game.refused import Refused
from game.scenarios import SCENARIOS
from game.shapes import Field, Mismatch, Object, fit
from game.solo import POOL_CARDS, POOLS
from game.views import view as view_of
from game.views.determinization import imagine
from game.views.fields import COMPARED, OPTIONAL, SEAT_FIELDS, TABLE_FIELDS, view_shape
from game.views.values import Json


def _foreign_shape() -> Object:
    """The shape of a view from elsewhere: optional fields may be left out, unknown fields are ignored."""
    optional = {field.name for field in (*TABLE_FIELDS, *SEAT_FIELDS) if field.foreign == OPTIONAL}
    shape = view_shape(after_the_end=False)
    seats = shape.fields[-1]
    seat = Object("ForeignSeat", _without_required(seats.shape.shape.fields, optional), closed=False)
    table = _without_required(shape.fields[:-1], optional)
    fields = (*table, seats._replace(shape=seats.shape._replace(shape=seat)))
    return Object("ForeignView", fields, closed=False, meaning="A view of this service or of another one.")


def _without_required(fields: tuple[Field, ...], optional: set[str]) -> tuple[Field, ...]:
    return tuple(field._replace(required=field.name not in optional) for field in fields)


FOREIGN_VIEW = _foreign_shape()
COMPARED_TABLE_FIELDS = tuple(field.name for field in TABLE_FIELDS if field.foreign == COMPARED)
COMPARED_SEAT_FIELDS = tuple(field.name for field in SEAT_FIELDS if field.foreign == COMPARED)
PROGRESS = Object(
    "Progress", tuple(field for field in view_shape().fields if field.name in ("status", "phase")), closed=False
)


def _passes_match_the_drafts(view: Json) -> bool:
    """Whether all seats drafted equally often, and passed as often; after a draft 6 times, in a solo game never."""
    drafted = len(view["seats"][0]["drafted"])
    if view["phase"] != "draft":
        drafted = PICKS - 1 if len(view["seats"]) > 1 else 0
    elif any(len(seat["drafted"]) != drafted for seat in view["seats"]):
        return False
    return bool(view.get("passes", drafted) == drafted)


def _hands_have_their_size(view: Json) -> bool:
    """Whether every hand is as large as the deal and the picks make it; alone at most a pool."""
    if len(view["seats"]) == 1:
        return len(view["hand"]) <= (POOL_CARDS if view["phase"] == "planning" else 0)
    drafting = view["phase"] == "draft"
    for seat in view["seats"]:
        size = deal_size(len(view["seats"])) - len(seat["drafted"]) if drafting else 0
        if drafting and seat["seat"] not in view["waiting_on"]:
            size -= 1  # the pick
        if seat["hand_size"] != size:
            return False
    return True


def _pools_taken(view: Json) -> int:
    """Of a solo game, so far."""
    earlier_rounds: int = view["round"] - 1
    return 2 * earlier_rounds + int(view["sequence"] or 2)


def _cards_were_drawn(view: Json) -> bool:
    """Whether no seat has more cards than it can have drafted, or alone taken from pools."""
    alone = len(view["seats"]) == 1
    most = POOL_CARDS * _pools_taken(view) if alone else PICKS * view["round"]
    most += len(SCENARIOS[view["scenario"]].required) if view["scenario"] else 0
    return all(
        len(seat["drafted"]) + len(seat["construction"]) + len(seat["constructed"]) <= most for seat in view["seats"]
    )


TABLE_RULES: dict[str, Callable[[Json], bool]] = {
    "the view is of a seat that plays": lambda view: view["seat"] is not None and view["seat"] < len(view["seats"]),
    "a game under way has rounds": lambda view: view["round"] > 0,
    "every seat has an empire": lambda view: None not in [seat["empire"] for seat in view["seats"]],
    "a scenario is played alone": lambda view: view["scenario"] is None or len(view["seats"]) == 1,
    "only solo games have sequences": lambda view: (view["sequence"] is None) == (len(view["seats"]) > 1),
    "only production has steps": lambda view: (view["step"] is None) == (view["phase"] != "production"),
    "a draft has at least two seats": lambda view: view["phase"] != "draft" or len(view["seats"]) > 1,
    "hands are passed on after every pick": _passes_match_the_drafts,
    "hands are as large as the deal and the picks make them": _hands_have_their_size,
    "a seat has no more cards than it was dealt": _cards_were_drawn,
    "each sequence takes a pool": lambda view: (
        view["pools_left"] == (POOLS - _pools_taken(view) if len(view["seats"]) == 1 else None)
    ),
    "only games with others draft, and no drafted card is left in production": lambda view: (
        not any(seat["drafted"] for seat in view["seats"]) or (len(view["seats"]) > 1 and view["phase"] != "production")
    ),
    "only solo planning has redraws": lambda view: (
        (len(view["seats"]) == 1 and view["phase"] == "planning")
        or not (view["candidates"] or any(seat.get("candidates_size") for seat in view["seats"]))
    ),
    "only a draft has picks and cards passed on": lambda view: (
        view["phase"] == "draft" or not (view["picked"] or view["passed"])
    ),
}
SEAT_RULES: dict[str, Callable[[Json, str | None], bool]] = {
    "an empire card holds four cubes at most": lambda seat, step: (
        sum(seat["empire_cubes"].values()) < CUBES_PER_KRYSTALLIUM
    ),
    "cubes to place are among those produced": lambda seat, step: (
        seat["produced"] is None and not seat["cubes_to_place"]
        if step is None
        else sum(seat["cubes_to_place"].values()) <= (seat["produced"] or 0) <= seat["production"].get(step, 0)
    ),
    "only the science step leaves a choice": lambda seat, step: not seat["choosing"] or step == "science",
    "an item on a space fits it": lambda seat, step: all(
        space["filled"] in (None, space["needs"]) or (space["filled"] == KRYSTALLIUM and space["needs"] in RESOURCES)
        for site in seat["construction"]
        for space in site["spaces"]
    ),
    "a card whose spaces are all filled is constructed": lambda seat, step: all(
        any(space["filled"] is None for space in site["spaces"]) for site in seat["construction"]
    ),
}
"""Rules that hold at every table, and that the comparison with an imagined table does not cover."""


def check_view(view: Mapping[str, Any]) -> Json:
    """The view, without fields that views do not have, and bounded to what a real game can hold.

    Raises Refused: `invalid_view` for a view that no game shows; `not_playing`, `nothing_to_decide`.
    """
    progress = _fit(view, PROGRESS)
    if progress["status"] != "playing" or progress["phase"] in (None, "finished"):
        raise Refused("not_playing", "the game of this view is not under way")
    checked: Json = _fit(view, FOREIGN_VIEW)
    if (checked.get("pause") or {}).get("until"):
        raise Refused("nothing_to_decide", "the game of this view is paused")
    _check_rules(checked)
    _check_cards(checked)
    try:
        imagined = view_of(imagine(checked, Random(0)), checked["seat"])
    except Exception as error:  # a table that cannot be laid out, for whatever reason
        raise Refused("invalid_view", Message("this is not a view: {error}", error=type(error).__name__)) from None
    _compare(checked, imagined)
    if checked["seat"] not in checked["waiting_on"]:
        raise Refused("nothing_to_decide", "the game does not wait for the seat of this view")
    return checked


def _fit(view: Any, shape: Object) -> Json:
    try:
        fitted: Json = fit(view, shape)
    except Mismatch as mismatch:
        raise Refused("invalid_view", mismatch.message, mismatch.faults) from None
    return fitted


def _check_rules(view: Json) -> None:
    broken = [rule for rule, holds in TABLE_RULES.items() if not holds(view)]
    broken += [rule for seat in view["seats"] for rule, holds in SEAT_RULES.items() if not holds(seat, view["step"])]
    if broken:
        raise Refused("invalid_view", broken[0])


def _check_cards(view: Json) -> None:
    """Check that every card lies in exactly one place."""
    visible = [*view["discard"], *view["hand"], *view["candidates"], *([view["picked"]] if view["picked"] else [])]
    hidden = view["deck_size"] + POOL_CARDS * (view["pools_left"] or 0)
    for seat in view["seats"]:
        visible += [*seat["drafted"], *seat["constructed"], *[site["card"] for site in seat["construction"]]]
        if seat["seat"] != view["seat"]:
            hidden += seat["hand_size"] + seat.get("candidates_size", 0)
            if view["phase"] == "draft" and seat["seat"] not in view["waiting_on"]:
                hidden += 1  # the pick
    known = [*visible, *view["passed"]]  # passed cards are among the hidden ones
    if unknown := {*known} - CARDS.keys():
        raise Refused("invalid_view", Message("there is no card {card}", card=min(unknown)[:64]))
    if len(set(known)) != len(known):
        raise Refused("invalid_view", "a card lies in two places")
    if len(visible) + hidden != len(CARDS):
        count = len(visible) + hidden
        detail = Message("{count} cards are on the table, the game has {total}", count=count, total=len(CARDS))
        raise Refused("invalid_view", detail)


def _compare(view: Json, imagined: Json) -> None:
    """Check that the imagined table looks as the view says."""
    for name in COMPARED_TABLE_FIELDS:
        if name in imagined and view[name] != imagined[name]:
            raise Refused("invalid_view", Message("{field} does not fit the rest of the table", field=name))
    for seat, again in zip(view["seats"], imagined["seats"], strict=True):
        for name in COMPARED_SEAT_FIELDS:
            if name in again and seat[name] != again[name]:
                detail = Message(
                    "{field} of seat {seat} does not fit the rest of the table", field=name, seat=again["seat"]
                )
                raise Refused("invalid_view", detail)
