"""Accepted intentions, each with all that was legal and how long it took."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import game as rules
from events import Entry
from game.declared import Event, Intention
from game.model import State
from game.production import ReadyDeclared
from game.stages import stage_number
from game.table import waiting_on
from projections.dataset.actors import actor_of, programs_of
from projections.dataset.tables import IntentionRow


def intention_rows(
    entries: Sequence[Entry], events: Sequence[Event], states: Sequence[State], undone: frozenset[int]
) -> Iterator[IntentionRow]:
    """The intentions of a game, in their order. `states`: after each entry. `undone`: versions that were taken back."""
    last, copied, asked = states[-1], _copied(entries, states[-1]), asked_ms(entries, states)
    programs = programs_of(events)
    for entry, event, before in zip(entries[1:], events[1:], states, strict=False):
        intention = rules.intention_of(event) if entry.group == entry.version else None
        if intention is None or (isinstance(event, ReadyDeclared) and event.auto):
            continue
        body = rules.body(intention)
        legal = rules.legal(before, intention.seat)
        kind, strategy = actor_of(entry, programs)
        yield IntentionRow(
            game=last.id,
            version=entry.version,
            seat=intention.seat,
            kind=kind,
            strategy=strategy,
            time=entry.ms,
            asked_ms=asked.get(entry.version),
            round=before.round,
            phase=before.phase or "",
            step=before.step,
            pick=before.passes + 1 if before.phase == "draft" else None,
            sequence=before.sequence,
            type=body["type"],
            card=body.get("card"),
            item=body.get("item", body.get("character")),
            onto=body.get("onto"),
            intention=in_words(intention),
            legal=tuple(map(in_words, legal)),
            legal_count=len(legal),
            undone=entry.version in undone,
            copied=entry.version in copied,
        )


@lru_cache(maxsize=1 << 16)  # the same intentions are legal again and again
def in_words(intention: Intention) -> str:
    """The type and the fields of an intention, with a space between them; the two cards of a redraw are sorted.

    >>> in_words(rules.intention(0, {"type": "recycle", "card": "zeppelin.1", "onto": "empire"}))
    'recycle zeppelin.1 empire'
    """
    return " ".join(map(_word, rules.body(intention).values()))


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return " ".join(sorted(value)) if isinstance(value, list) else str(value)


def asked_ms(entries: Sequence[Entry], states: Sequence[State]) -> dict[int, int]:
    """Version of an intention → for how long the game had waited for it, in ms.

    A seat is asked when the game begins to wait for it, and again after each thing that it does, after a rewind and
    when a stage begins. Of several intentions in one append, those after the first took no time.
    """
    found: dict[int, int] = {}
    since: dict[int, int] = {}
    acted: set[int] = set()
    stage, everybody = 0, False
    for entry, state in zip(entries, states, strict=True):
        seat = entry.seat
        if seat is not None:
            if entry.group == entry.version and seat in since:
                found[entry.version] = 0 if seat in acted else max(0, entry.ms - since[seat])
            acted.add(seat)
        everybody = everybody or entry.name == "rewound"
        if entry.hash:
            now = stage_number(state)
            again = {*waiting_on(state)} if everybody or now != stage else acted
            since = {each: entry.ms if each in again else since.get(each, entry.ms) for each in waiting_on(state)}
            acted, stage, everybody = set(), now, False
    return found


def _copied(entries: Sequence[Entry], state: State) -> range:
    """The versions that a fork copied from its origin."""
    if state.origin is None:
        return range(0)
    first = next(entry.version for entry in entries if entry.name == "game_started")
    return range(first, first + state.origin.events)
