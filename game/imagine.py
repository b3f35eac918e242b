"""A state that a seat's view does not rule out: what it shows as shown, the unseen cards sampled."""

from collections.abc import Mapping
from random import Random
from typing import Any

from game.cards import CARDS
from game.facts import state as from_facts
from game.state import Seat, Site, State, Undo
from game.view import passed_to


def known(view: Mapping[str, Any]) -> State:
    """The view's own seat in full, nothing of other seats, discards and unseen cards: enough for `legal`, and quick.

    Only for reading: `decide` needs the whole table, which `imagine` gives.
    """
    seats = [Seat()] * len(view["seats"])
    seats[view["seat"]] = _own(view, view["seats"][view["seat"]])
    return State(
        version=view["version"],
        status=view["status"],
        seats=tuple(seats),
        round=view["round"],
        phase=view["phase"],
        step=view["step"],
    )


def _own(view: Mapping[str, Any], own: Mapping[str, Any]) -> Seat:
    return Seat(
        empire=own["empire"],
        hand=tuple(view["hand"]),
        picked=view["picked"],
        drafted=tuple(own["drafted"]),
        construction=tuple([_site(site) for site in own["construction"]]),
        constructed=tuple(own["constructed"]),
        cubes=sum(own["cubes_to_place"].values()),
        empire_cubes=tuple([cube for cube, count in own["empire_cubes"].items() for _ in range(count)]),
        krystallium=own["krystallium"],
        generals=own["generals"],
        financiers=own["financiers"],
        produced=own["produced"],
        ready=own["ready"] and view["phase"] in ("planning", "production"),
        choosing=own["choosing"],
    )


def _site(site: Mapping[str, Any]) -> Site:
    filled = tuple([space["filled"] for space in site["spaces"]])
    return Site(site["card"], filled, tuple(dict.fromkeys([s["needs"] for s in site["spaces"] if s["filled"] is None])))


def imagine(view: Mapping[str, Any], rng: Random) -> State:
    """A state that gives the view's seat this very view; hands, picks and deck are drawn by `rng` from what is unseen.

    For a view of a game under way; the agreed names are enough. The seed is unknown and stays empty; what an undo
    would restore is unknown too.
    """
    seat = view["seat"]
    base = from_facts(
        {
            "version": view["version"],
            "since": view["version"],
            "id": view["id"],
            "ruleset": view["ruleset"],
            "options": {"seats": len(view["seats"]), "side": view["side"], "name": view.get("name")},
            "commitment": view["commitment"],
            "status": view["status"],
            "seats": [_seat(view, other) for other in view["seats"]],
            "round": view["round"],
            "phase": view["phase"],
            "step": view["step"],
            "passes": view.get("passes", len(view["seats"][0]["drafted"])),
            "discard": view["discard"],
            "supremacy": view["supremacy"],
            "result": _result(view),
        }
    )
    if seat is not None and view["undoable"] is not None:
        own = base.seats[seat]
        seats = (*base.seats[:seat], own._replace(undo=Undo(view["undoable"], own, ())), *base.seats[seat + 1 :])
        base = base._replace(seats=seats)
    return _with_unseen_cards(base, view, rng)


def _with_unseen_cards(base: State, view: Mapping[str, Any], rng: Random) -> State:
    own, passed = view["seat"], list(view["passed"])
    unseen = [card for card in CARDS if card not in _seen(view)]
    rng.shuffle(passed)
    rng.shuffle(unseen)
    holders = passed_to(base, own) if own is not None and base.phase == "draft" else []
    seats = list(base.seats)
    for index, other in enumerate(view["seats"]):
        if index == own or base.phase != "draft":
            continue
        source = passed if index in holders else unseen
        size = other["hand_size"]
        picked = None if index in view["waiting_on"] else source.pop()
        hand, source[:] = tuple(source[:size]), source[size:]
        seats[index] = seats[index]._replace(hand=hand, picked=picked)
    return base._replace(seats=tuple(seats), deck=tuple(unseen[: view["deck_size"]]) if view["phase"] else ())


def _seen(view: Mapping[str, Any]) -> set[str]:
    seen = {*view["discard"], *view["hand"], *view["passed"], view["picked"]}
    for seat in view["seats"]:
        seen.update(seat["drafted"], seat["constructed"], [site["card"] for site in seat["construction"]])
    return seen


def _seat(view: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    own = other["seat"] == view["seat"]
    return {
        "player": other["player"] and other["player"]["id"],
        "bot": other.get("bot"),
        "empire": other["empire"],
        "hand": view["hand"] if own else [],
        "picked": view["picked"] if own else None,
        "drafted": other["drafted"],
        "constructed": other["constructed"],
        "construction": [
            {"card": site["card"], "filled": [space["filled"] for space in site["spaces"]]}
            for site in other["construction"]
        ],
        "cubes": sum(other["cubes_to_place"].values()),
        "empire_cubes": [cube for cube, count in other["empire_cubes"].items() for _ in range(count)],
        "krystallium": other["krystallium"],
        "generals": other["generals"],
        "financiers": other["financiers"],
        "produced": other["produced"],
        "ready": other["ready"] and view["phase"] in ("planning", "production"),
        "choosing": other["choosing"],
    }


def _result(view: Mapping[str, Any]) -> dict[str, Any] | None:
    result = view["result"]
    return {"scores": result["scores"], "ranking": result["ranking"]} if result else None
