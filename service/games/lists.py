"""Lists of games: which games a query asks for, and what is added to their stored summaries."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import game as rules
from projections.lobby import Page
from projections.summaries import Summary
from service.accounts import Player
from service.backend import Backend
from service.games.viewers import with_player_names

ME = "me"
"""As the player of a query: the caller."""


def find_games(backend: Backend, caller: Player, query: Mapping[str, Any]) -> Page:
    """The page of summaries that a query asks for, as they are stored.

    Status, player and mode have indexes. Side, bots and free seats are looked up in the summaries that these lead to, a
    bounded number for each page: an index for every combination would have hundreds of entries for each game.
    """
    status, player = query.get("status"), query.get("player")
    if query.get("free_seats"):
        if status not in (None, "open"):
            return Page([], None)
        status = "open"
    player = caller.id if player == ME else player
    conditions = _conditions(caller, query)
    matches = (lambda summary: all(holds(summary) for holds in conditions)) if conditions else None
    return backend.lobby.page(status, player, query.get("mode"), query.get("cursor"), query["limit"], matches)


def _conditions(caller: Player, query: Mapping[str, Any]) -> list[Callable[[Summary], bool]]:
    """What a summary must fulfil besides the indexes."""
    found: list[Callable[[Summary], bool]] = []
    if "side" in query:
        found.append(lambda summary: bool(summary["side"] == query["side"]))
    if "bots" in query:
        found.append(lambda summary: has_bots(summary) == query["bots"])
    if "free_seats" in query:
        found.append(lambda summary: may_join(caller, summary) == query["free_seats"])
    return found


def has_bots(summary: Summary) -> bool:
    """Whether a program plays a seat: a strategy, also after a resignation, or a bot account."""
    return any(seat["bot"] or (seat["player"] and seat["player"]["kind"] == "bot") for seat in summary["seats"])


def may_join(player: Player, summary: Summary) -> bool:
    """Whether there is a free seat for an account of this kind: a bot account must be allowed or invited."""
    welcome = player.kind != "bot" or summary["allow_bots"] or player.id in summary["invited"]
    return bool(summary["free_seats"] and welcome)


def complete_summaries(backend: Backend, summaries: Sequence[Summary]) -> list[Summary]:
    """The summaries, changed in place: with the names of the accounts, and with `waiting_on`, the seats to wait for.

    Two round trips for all of them, and one more for each game that the projector has not stored a snapshot of.
    """
    seated = {seat["player"]["id"] for each in summaries for seat in each["seats"] if seat["player"]}
    players = backend.accounts.by_ids([each for each in seated if ":" not in each])
    playing = [each["id"] for each in summaries if each["status"] == "playing"]
    waiting = backend.snapshots.waiting_seats(playing)
    for game in {*playing} - {*waiting}:
        waiting[game] = list(rules.waiting_on(backend.games.load(game).state))
    return [with_player_names(each, players) | {"waiting_on": waiting.get(each["id"], [])} for each in summaries]
