"""A state that a seat's view does not rule out: what it shows as shown, the unseen cards sampled."""

from collections.abc import Mapping
from random import Random
from typing import Any

from game.cards import CARDS
from game.facts import state as from_facts
from game.solo import POOL
from game.state import BOT_SECONDS, Seat, Site, State, Undo
from game.view import passed_to


def known(view: Mapping[str, Any]) -> State:
    """The view's own seat in full, other seats empty, the deck a mere number of cards: enough for `legal`, quick.

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
        discard=tuple(view["discard"]),
        deck=("",) * view["deck_size"],
    )


def _own(view: Mapping[str, Any], own: Mapping[str, Any]) -> Seat:
    return Seat(
        empire=own["empire"],
        hand=tuple(view["hand"]),
        picked=view["picked"],
        candidates=tuple(view["candidates"]),
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
            "options": {
                "seats": len(view["seats"]),
                "side": view["side"],
                "scenario": view["scenario"],
                "name": view.get("name"),
                "allow_bots": view.get("allow_bots", True),
                "bot_seconds": view.get("bot_seconds", BOT_SECONDS),
            },
            "commitment": view["commitment"],
            "status": view["status"],
            "seats": [_seat(view, other) for other in view["seats"]],
            "round": view["round"],
            "phase": view["phase"],
            "step": view["step"],
            "passes": view.get("passes", len(view["seats"][0]["drafted"])),
            "sequence": view["sequence"],
            "discard": view["discard"],
            "supremacy": view["supremacy"],
            "result": _result(view),
            "assisted": view.get("assisted", False),
            "origin": view.get("origin"),
            **_proposed(view.get("rewind")),
        }
    )
    if seat is not None and view["undoable"] is not None:
        own = base.seats[seat]
        seats = (*base.seats[:seat], own._replace(undo=Undo(view["undoable"], own, ())), *base.seats[seat + 1 :])
        base = base._replace(seats=seats)
    return _with_unseen_cards(base, view, rng)


def _with_unseen_cards(base: State, view: Mapping[str, Any], rng: Random) -> State:
    own, passed = view["seat"], list(view["passed"])
    seen = _seen(view)
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
    pools = tuple([_take(unseen, POOL) for _ in range(view["pools_left"] or 0)])
    deck = _take(unseen, view["deck_size"]) if view["phase"] else ()
    return base._replace(seats=tuple(seats), pools=pools, deck=deck)


def _take(cards: list[str], count: int) -> tuple[str, ...]:
    """The first cards, which leave the list."""
    taken, cards[:] = tuple(cards[:count]), cards[count:]
    return taken


def _seen(view: Mapping[str, Any]) -> set[str]:
    seen = {*view["discard"], *view["hand"], *view["candidates"], *view["passed"], view["picked"]}
    for seat in view["seats"]:
        seen.update(seat["drafted"], seat["constructed"], [site["card"] for site in seat["construction"]])
    return seen


def _seat(view: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    own = other["seat"] == view["seat"]
    return {
        "player": other["player"] and other["player"]["id"],
        "bot": other.get("bot"),
        "external": bool(other["player"]) and other["player"]["kind"] == "bot" and ":" not in other["player"]["id"],
        "empire": other["empire"],
        "hand": view["hand"] if own else [],
        "picked": view["picked"] if own else None,
        "candidates": view["candidates"] if own else [],
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
        "auto_ready": other.get("auto_ready", False),
    }


def _proposed(rewind: Mapping[str, Any] | None) -> dict[str, Any]:
    if rewind is None:
        return {}
    proposal = {key: rewind[key] for key in ("number", "seat", "to", "accepted")} | {"expires": rewind["expires_at"]}
    return {"rewinds": rewind["number"], "proposal": proposal}


def _result(view: Mapping[str, Any]) -> dict[str, Any] | None:
    result = view["result"]
    return {key: result[key] for key in ("scores", "ranking", "rank", "medal")} if result else None
