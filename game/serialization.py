"""A state as JSON and back: the format of snapshots and of hand-made test positions; the state hash."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict
from functools import lru_cache
from typing import Any

from game.cards import CARDS
from game.construction import fill, site
from game.model import Origin, Pause, Proposal, Result, Seat, Site, State, Supremacy, Undo
from game.options import Options, make_options

Json = dict[str, Any]


def facts(state: State) -> Json:
    """Everything in the state, undo data and secrets included, as JSON values."""
    listed: Json = _listed(quick_facts(state))
    return listed


def quick_facts(state: State) -> Json:
    """The same for who writes it as JSON at once: tuples stand for lists, and parts are shared. Do not change it."""
    data = state._asdict()
    data["options"] = _option_facts(state.options)
    data["seats"] = [_seat_facts(seat) for seat in state.seats]
    data["supremacy"] = [won._asdict() for won in state.supremacy]
    data["result"] = asdict(state.result) if state.result else None
    data["proposal"] = state.proposal._asdict() if state.proposal else None
    data["pause"] = state.pause._asdict() if state.pause else None
    data["origin"] = state.origin._asdict() if state.origin else None
    return data


def state(facts: Mapping[str, Any]) -> State:
    """The state that `facts` describes; missing values have their defaults. Inverse of `facts`."""
    data = _frozen(dict(facts))
    data["options"] = make_options(data.get("options", {"seats": max(len(facts.get("seats", ())), 2)}))
    data["seats"] = tuple(_seat(dict(seat)) for seat in data.get("seats", ()))
    data["supremacy"] = tuple(Supremacy(**won) for won in data.get("supremacy", ()))
    data["result"] = Result(**data["result"]) if data.get("result") else None
    data["proposal"] = Proposal(**data["proposal"]) if data.get("proposal") else None
    data["pause"] = Pause(**data["pause"]) if data.get("pause") else None
    data["origin"] = Origin(**data["origin"]) if data.get("origin") else None
    return State(**data)


def state_hash(state: State) -> str:
    """SHA-256, hexadecimal, of the canonical facts without versions and undo data.

    Fields that have their default are left out, so that old games keep their hashes when the state gains a field.
    """
    data, defaults = facts(state), facts(State(seats=(Seat(),)))
    data["seats"] = [_non_defaults(seat, defaults["seats"][0]) for seat in data["seats"]]
    data["options"] = _non_defaults(data["options"], defaults["options"])
    data["result"] = data["result"] and _non_defaults(data["result"], asdict(Result()))
    data = _non_defaults(data, defaults)
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


NOT_HASHED = ("version", "since", "undo")
"""Fields of a state or seat that are left out of the state hash."""


def _non_defaults(data: Json, defaults: Json) -> Json:
    """The hashed fields that differ from their defaults."""
    return {key: value for key, value in data.items() if key not in NOT_HASHED and value != defaults.get(key)}


@lru_cache(512)
def _option_facts(options: Options) -> Json:
    """Kept, as a game writes them with each of its states."""
    return {key: value for key, value in asdict(options).items() if value is not None}


def _seat_facts(seat: Seat) -> Json:
    """The seat, and for each intention that can be undone only the fields that it replaced, newest first."""
    data = _own_facts(seat)
    data["undo"], newer, undo = [], data, seat.undo
    while undo is not None:
        older = _own_facts(undo.before)
        replaced = {key: value for key, value in older.items() if value != newer[key]}
        data["undo"].append({"version": undo.version, "discarded": undo.discarded, "replaced": replaced})
        newer, undo = older, undo.before.undo
    return data


def _own_facts(seat: Seat) -> Json:
    data = seat._asdict()
    del data["undo"]
    data["construction"] = tuple({"card": s.card, "filled": s.filled} for s in seat.construction)
    return data


def _seat(data: Json) -> Seat:
    undone = data.pop("undo", ())
    seats = [data]
    for undo in undone:
        seats.append(seats[-1] | undo["replaced"])
    built = Seat(**_with_sites(seats.pop()))
    for undo in reversed(undone):
        built = Seat(**_with_sites(seats.pop()), undo=Undo(undo["version"], built, undo["discarded"]))
    return built


def _with_sites(data: Json) -> Json:
    return data | {"construction": tuple(_site(s["card"], s["filled"]) for s in data.get("construction", ()))}


def _site(card: str, filled: tuple[str | None, ...]) -> Site:
    built = site(card)
    for kind, item in zip(CARDS[card].spaces, filled, strict=True):
        built = built if item is None else fill(built, kind, item)
    return built


def _frozen(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return tuple([_frozen(item) for item in value])
    return {key: _frozen(item) for key, item in value.items()} if isinstance(value, dict) else value


def _listed(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return [_listed(item) for item in value]
    return {key: _listed(item) for key, item in value.items()} if isinstance(value, dict) else value
