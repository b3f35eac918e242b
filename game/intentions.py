"""The JSON form of an intention, the *body*.

>>> body(intention(0, {"type": "recycle", "card": "zeppelin.1", "onto": "empire"}))
{'type': 'recycle', 'card': 'zeppelin.1', 'onto': 'empire'}
"""

from collections.abc import Mapping
from typing import Any

from game.declared import Intention
from game.events import INTENTION_TYPES, INTENTIONS
from game.message import Message
from game.refused import Refused
from game.shapes import Mismatch, fit


def intention(seat: int, data: Any) -> Intention:
    """The intention of `seat` (0..n-1) that a body describes.

    Raises Refused(`invalid_intention`) for an unknown type, and for fields that are missing, unknown or malformed.
    """
    if not isinstance(data, Mapping):
        raise Refused("invalid_intention", "an intention is an object with a type", [("", "must be an object")])
    kind = data.get("type")
    declared = INTENTIONS.get(kind) if isinstance(kind, str) else None
    if declared is None:
        must = Message("must be {shape}", shape=Message("one of: {words}", words=sorted(INTENTIONS)))
        raise Refused("invalid_intention", Message("{place} {fault}", place="type", fault=must), [("/type", must)])
    try:
        body = fit(data, declared.shape)
    except Mismatch as mismatch:
        takes = [*declared.keys.values()] or Message("no fields")
        detail = Message("{fault}; {kind} takes {fields}", fault=mismatch.message, kind=kind, fields=takes)
        raise Refused("invalid_intention", detail, mismatch.faults) from None
    values = {name: body[key] for name, key in declared.keys.items() if key in body}
    values = {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}
    return declared.intention(seat, **values)


def body(intention: Intention) -> dict[str, Any]:
    """The body that describes an intention; without its seat, which follows from the sender's account."""
    declared = INTENTION_TYPES[type(intention)]
    values = {key: getattr(intention, name) for name, key in declared.keys.items()}
    values = {key: list(value) if isinstance(value, tuple) else value for key, value in values.items()}
    return {"type": declared.name} | {key: value for key, value in values.items() if value is not None}
