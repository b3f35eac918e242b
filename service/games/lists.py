"""Lists of games: which games a query asks for, and what is added to their stored summaries."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import game as rules
from projections.lobby import Page
from projections.summaries import Summary, outcome_of
from service.accounts import Player
from service.accounts.blocks import blocked_by
from service.backend import Backend
from service.games.viewers import with_player_names

ME = "me"
"""As the player of a query: the caller."""


def find_games(backend: Backend, caller: Player, query: Mapping[str, Any]) -> Page:
    """The page of summaries that a query asks for, as they are stored.

    Status, player, the player's result and mode have indexes, and so have two players. All else is looked up in the
    summaries that these lead to, a bounded number for each page: an index for every combination would have hundreds of
    entries for each game.
    """
    status, result = query.get("status"), query.get("result")
    if query.get("free_seats"):
        if status not in (None, "open") or result:
            return Page([], None)
        status = "open"
    if result and status not in (None, "finished"):
        return Page([], None)
    player, opponent = (_account_named(backend, caller, query.get(name)) for name in ("player", "opponent"))
    avoided = frozenset(blocked_by(backend.accounts, caller.id)) if "free_seats" in query else frozenset()
    conditions, page = _conditions(caller, query, avoided), (query.get("cursor"), query["limit"])
    if player and opponent:
        conditions += _pair_conditions(player, status, query)
        own = caller.id in (player, opponent)
        return backend.lobby.between(player, opponent, *page, _all(conditions), private=own)
    own = player == caller.id
    return backend.lobby.page(result or status, player, query.get("mode"), *page, _all(conditions), private=own)


def _account_named(backend: Backend, caller: Player, name: str | None) -> str | None:
    """The id that a query names: by itself, as `me`, or by `@` and a handle. An unknown handle stays: it is no id."""
    if name == ME:
        return caller.id
    if name and name.startswith("@"):
        found = backend.accounts.find(name)
        return found.id if found else name
    return name


def _all(conditions: Sequence[Callable[[Summary], bool]]) -> Callable[[Summary], bool] | None:
    return (lambda summary: all(holds(summary) for holds in conditions)) if conditions else None


def _pair_conditions(player: str, status: str | None, query: Mapping[str, Any]) -> list[Callable[[Summary], bool]]:
    """What a summary of two players must fulfil, although there are indexes for it without the opponent."""
    found: list[Callable[[Summary], bool]] = []
    if status:
        found.append(lambda summary: bool(summary["status"] == status))
    if "mode" in query:
        found.append(lambda summary: bool(summary["mode"] == query["mode"]))
    if "result" in query:
        found.append(lambda summary: outcome_of(summary, player) == query["result"])
    return found


def _conditions(caller: Player, query: Mapping[str, Any], avoided: frozenset[str]) -> list[Callable[[Summary], bool]]:
    """What a summary must fulfil besides the indexes."""
    found: list[Callable[[Summary], bool]] = []
    if "side" in query:
        found.append(lambda summary: bool(summary["side"] == query["side"]))
    if "bots" in query:
        found.append(lambda summary: has_bots(summary) == query["bots"])
    if "free_seats" in query:
        found.append(lambda summary: may_join(caller, summary, avoided) == query["free_seats"])
    return found


def has_bots(summary: Summary) -> bool:
    """Whether a program plays a seat: a strategy, also after a resignation, or a bot account."""
    return any(seat["bot"] or (seat["player"] and seat["player"]["kind"] == "bot") for seat in summary["seats"])


def may_join(player: Player, summary: Summary, avoided: frozenset[str] = frozenset()) -> bool:
    """Whether there is a free seat for an account: a bot account must be allowed or invited.

    A free seat of a rematch may be kept for somebody else. `avoided`: accounts that it has blocked, so that a table of
    theirs has no seat for it. Who has blocked the account is not asked here: that would take a look at each player.
    """
    if any(seat["player"] and seat["player"]["id"] in avoided for seat in summary["seats"]):
        return False
    welcome = player.kind != "bot" or summary["allow_bots"] or player.id in summary["invited"]
    free = [seat["reserved"] in (None, player.id) for seat in summary["seats"] if seat["player"] is None]
    return bool(summary["free_seats"] and any(free) and welcome)


def complete_summaries(backend: Backend, summaries: Sequence[Summary]) -> list[Summary]:
    """The summaries, changed in place: with names and handles of the accounts, and with `waiting_on`, the seats.

    Two round trips for all of them, and one more for each game that the projector has not stored a snapshot of.
    """
    seated = {seat["player"]["id"] for each in summaries for seat in each["seats"] if seat["player"]}
    players = backend.accounts.by_ids([each for each in seated if ":" not in each])
    playing = [each["id"] for each in summaries if each["status"] == "playing"]
    waiting = backend.snapshots.waiting_seats(playing)
    for game in {*playing} - {*waiting}:
        waiting[game] = list(rules.waiting_on(backend.games.load_sound(game).state))
    for each in summaries:
        with_player_names(each, players)["waiting_on"] = waiting.get(each["id"], [])
        for seat in each["seats"]:
            player = players.get(seat["player"]["id"]) if seat["player"] else None
            seat["handle"] = player.handle if player else None
    return [*summaries]
