"""Intentions of a seat, one or a batch: decided one by one, each on the state after those before it."""

from collections.abc import Sequence
from typing import Any

import game as rules
from events import Group
from game.intentions import INTENTION_TYPES
from game.message import Message
from game.shorthands import SHORTHANDS
from service.games.log_limit import check_log_limit
from service.games.write import Decided

MAX_BATCH_INTENTIONS = 64


def decide_intentions(state: rules.State, seat: int, body: Any, actor: str) -> Decided:
    """What happens when the seat asks for the intention of a body, or for a list of them, all or none.

    Raises Refused; in a list with the index of the intention that is refused.
    """
    bodies = body if isinstance(body, list) else [body]
    if not 1 <= len(bodies) <= MAX_BATCH_INTENTIONS:
        detail = Message("a list must hold 1 to {most} intentions", most=MAX_BATCH_INTENTIONS)
        raise rules.Refused("invalid_batch", detail, [("", detail)])
    groups, changed = list[Group](), set[type]()
    for index, each in enumerate(bodies):
        try:
            for intention in _intentions(state, seat, each):
                if INTENTION_TYPES[type(intention)].is_setting:
                    check_log_limit(state)
                    if type(intention) in changed:
                        name = INTENTION_TYPES[type(intention)].name
                        raise rules.Refused(
                            "invalid_batch", Message("a list changes {setting} only once", setting=name)
                        )
                    changed.add(type(intention))
                events = rules.decide(state, intention)
                groups.append(Group(actor, events))
                state = rules.fold(events, state)
        except rules.Refused as refused:
            refused.index = index if isinstance(body, list) else None
            raise
    return Decided(groups, state)


def _intentions(state: rules.State, seat: int, body: Any) -> Sequence[rules.Intention]:
    """The intention of a body, or those that a shorthand stands for. Raises Refused."""
    kind = body.get("type") if isinstance(body, dict) else None
    if not isinstance(kind, str) or kind not in SHORTHANDS:
        return [rules.intention(seat, body)]
    expanded = rules.expand(state, seat, body)
    if not expanded:
        raise rules.Refused(
            "nothing_to_do", Message("there is nothing left to do for {shorthand}", shorthand=body["type"])
        )
    return expanded
