"""Summaries: what the list of games shows of each, and the indexes in which it is found."""

from itertools import product
from typing import Any

from events.entry import timestamp
from game.view_values import is_assisted, mode, origin_of, player_of
from projections.games import Loaded
from projections.notices import concerned_players

Summary = dict[str, Any]
ANY = "*"
SCHEMA = 2
"""Counts up when the fields of a summary change. Summaries of other schemas are not read."""


def summary(game: str, loaded: Loaded, imported: bool = False) -> Summary:
    """What the list shows of a game; nothing of it is secret. The names of accounts are added when it is shown.

    `imported`: it was played on another server. A summary changes a few times a round rather than with every event, so
    the projector rarely has to store it. Whose turn it is changes with every pick: it is stored with the snapshot.
    """
    state = loaded.state
    is_open = state.status == "open"
    return {
        "id": game,
        "name": state.options.name,
        "mode": mode(state),
        "scenario": state.options.scenario,
        "side": state.options.side,
        "ruleset": state.ruleset,
        "status": state.status,
        "round": state.round,
        "phase": state.phase,
        "seats": [{"seat": i, "player": player_of(seat), "bot": seat.bot} for i, seat in enumerate(state.seats)],
        "free_seats": [seat.player for seat in state.seats].count(None) if is_open else 0,
        "opened_at": timestamp(loaded.opened_ms),
        "ended_at": timestamp(loaded.touched_ms) if state.status in ("finished", "abandoned") else None,
        "winners": list(state.result.ranking[0]) if state.result else None,
        "scores": [points["total"] for points in state.result.scores] if state.result else None,
        "assisted": is_assisted(state),
        "origin": origin_of(state),
        "imported": imported,
        "allow_bots": state.options.allow_bots,
        "invited": concerned_players(state) if is_open else [],
    }


def indexes(summary: Summary) -> list[str]:
    """The names of a game's indexes: lists, the counters of its players, and the forks of its origin."""
    ids = [seat["player"]["id"] for seat in summary["seats"] if seat["player"]]
    # The maker of an imported log chose its player ids.
    players = [] if summary["imported"] else [each for each in ids if not each.startswith("bot:")]
    lists = product((summary["status"], ANY), (*players, ANY), (summary["mode"], ANY))
    counted = [counter_index(counter, player) for player in players for counter in counters_of(summary, player)]
    forks = [forks_index(summary["origin"]["game"])] if summary["origin"] else []
    invited = [invited_index(player) for player in summary["invited"]]
    return [list_index(status, player, mode) for status, player, mode in lists] + counted + forks + invited


def counters_of(summary: Summary, player: str) -> list[str]:
    """The counters of COUNTERS that a game adds to in a player's statistics.

    A fork adds to none, since its future was known, and neither does an imported game. A finished game in which a
    rewind revealed hidden cards counts only as `assisted`, neither as finished nor as won.
    """
    if summary["origin"] or summary["imported"]:
        return []
    if summary["status"] == "finished" and summary["assisted"]:
        return ["assisted"]
    winners = [summary["seats"][seat] for seat in summary["winners"] or ()]
    won = any(seat["player"]["id"] == player and seat["bot"] is None for seat in winners)
    return [summary["status"], "won"] if won else [summary["status"]]


COUNTERS = ("open", "playing", "finished", "abandoned", "won", "assisted")


def list_index(status: str | None, player: str | None, mode: str | None) -> str:
    return f"games:{status or ANY}:{player or ANY}:{mode or ANY}"


def counter_index(counter: str, player: str) -> str:
    return f"games:count:{counter}:{player}"


def invited_index(player: str) -> str:
    return f"games:invited:{player}"


def forks_index(origin: str) -> str:
    return f"games:forks:{origin}"
