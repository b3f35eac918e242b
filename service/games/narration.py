"""Events with sentences for people."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from game import State
from service.accounts import Accounts
from service.games.yielding import EVENTS_SLICE, yield_every
from service.language.sentences import Narrator


class Languages(NamedTuple):
    """`sentences`: of SENTENCE_LANGUAGES. `names`: of LANGUAGES."""

    sentences: str
    names: str


def named_in(data: Mapping[str, Any]) -> set[str]:
    """The players that the data of an event name; they may have left the table since."""
    return {player for player in (data.get("player"), *data.get("players", ())) if player}


def with_sentences(
    accounts: Accounts, state: State, events: Sequence[dict[str, Any]], languages: Languages
) -> list[dict[str, Any]]:
    """The events of a game, as a viewer may see them, each with its `text`."""
    seated = [seat.player or "" for seat in state.seats]
    ids = {*seated, *[event["actor"] for event in events]}
    ids |= {player for event in events for player in named_in(event["data"])}
    found = accounts.by_ids([each for each in ids if each and ":" not in each])
    names = {account: player.name for account, player in found.items()}
    narrator = Narrator(*languages, seated, names)
    told: list[dict[str, Any]] = []
    for at, event in enumerate(events, 1):
        told.append(event | {"text": narrator.to_sentence(event)})
        yield_every(at, EVENTS_SLICE)
    return told
