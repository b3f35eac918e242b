"""Determinization: a state that agrees with a seat's view, its hidden cards drawn at random."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from game.cards import CARDS
from game.model import Seat, State, Undo
from game.options import make_options
from game.solo import POOL_CARDS
from game.views.fields import SEAT_FIELDS, TABLE_FIELDS, ViewField
from game.views.values import passed_to

View = Mapping[str, Any]


def partial_state(view: View) -> State:
    """The view's own seat in full, other seats empty, the deck a mere number of cards: quick, and enough for `legal`.

    Only for reading: `decide` needs the whole table, which `imagine` gives.
    """
    seats = [Seat()] * len(view["seats"])
    seats[view["seat"]] = _own_seat(view)
    return State(
        version=view["version"],
        status=view["status"],
        seats=tuple(seats),
        round=view["round"],
        phase=view["phase"],
        step=view["step"],
        discard=tuple(view["discard"]),
        deck=("",) * view["deck_size"],
    )


def imagine(view: View, rng: Random) -> State:
    """A state that gives the view's seat this very view; hands, picks and deck are drawn by `rng` from unseen cards.

    For a view of a game under way. The seed is unknown and stays empty, and so does what an undo would restore.
    """
    return _with_unseen_cards(_visible_state(view), view, rng)


def _visible_state(view: View) -> State:
    """What the view shows, without hidden cards."""
    restored = _restored(TABLE_FIELDS, view)
    options = make_options({"seats": len(view["seats"]), **_under("state.options.", restored)})
    seats = [_seat(view, other) for other in view["seats"]]
    if view["seat"] is not None:
        seats[view["seat"]] = _own_seat(view)
    fields = {name: value for name, value in _under("state.", restored).items() if "." not in name}
    fields = {"passes": len(view["seats"][0]["drafted"])} | fields
    return State(**fields, since=view["version"], options=options, seats=tuple(seats))


def _own_seat(view: View) -> Seat:
    """The viewer's own seat, with its hidden cards."""
    restored = _restored(TABLE_FIELDS, view)
    seat = _seat(view, view["seats"][view["seat"]])._replace(**_under("own.", restored))
    undoable = view["undoable"]
    return seat if undoable is None else seat._replace(undo=Undo(undoable, seat, ()))


def _seat(view: View, seat: View) -> Seat:
    ready = seat["ready"] and view["phase"] in ("planning", "production")
    return Seat(**_under("seat.", _restored(SEAT_FIELDS, seat)), ready=ready)


def _restored(fields: Sequence[ViewField], view: View) -> dict[str, Any]:
    """The values of the state that follow from a view's fields, by path."""
    restored: dict[str, Any] = {}
    for field in fields:
        if field.name not in view:
            continue
        if field.restore:
            restored |= field.restore(view)
        elif isinstance(field.value, str):
            value = view[field.name]
            restored[field.value] = tuple(value) if isinstance(value, list) else value
    return restored


def _under(prefix: str, restored: Mapping[str, Any]) -> dict[str, Any]:
    """The values whose path begins with the prefix, by the rest of the path."""
    return {path.removeprefix(prefix): value for path, value in restored.items() if path.startswith(prefix)}


def _with_unseen_cards(base: State, view: View, rng: Random) -> State:
    own, passed = view["seat"], list(view["passed"])
    seen = _seen_cards(view)
    unseen = [card for card in CARDS if card not in seen]
    rng.shuffle(passed)
    rng.shuffle(unseen)
    holders = passed_to(base, own) if own is not None and base.phase == "draft" else []
    seats = list(base.seats)
    for index, other in enumerate(view["seats"]):
        if index == own:
            continue
        source = passed if index in holders else unseen
        picked = source.pop() if base.phase == "draft" and index not in view["waiting_on"] else None
        hand, candidates = _take(source, other["hand_size"]), _take(source, other.get("candidates_size", 0))
        seats[index] = seats[index]._replace(hand=hand, picked=picked, candidates=candidates)
    pools = tuple([_take(unseen, POOL_CARDS) for _ in range(view["pools_left"] or 0)])
    deck = _take(unseen, view["deck_size"]) if view["phase"] else ()
    return base._replace(seats=tuple(seats), pools=pools, deck=deck)


def _take(cards: list[str], count: int) -> tuple[str, ...]:
    """Remove the first cards from the list."""
    taken, cards[:] = tuple(cards[:count]), cards[count:]
    return taken


def _seen_cards(view: View) -> set[str]:
    seen = {*view["discard"], *view["hand"], *view["candidates"], *view["passed"], view["picked"]}
    for seat in view["seats"]:
        seen.update(seat["drafted"], seat["constructed"], [site["card"] for site in seat["construction"]])
    return seen
