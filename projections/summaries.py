"""Summaries: what the list of games shows of each, and the indexes in which it is found."""

from itertools import combinations, product
from typing import Any

from events.entry import timestamp
from game.options import may_watch
from game.table import host_of, invited_players
from game.value_shapes import CLOSED_REASONS
from game.views.values import clock_facts, is_assisted, kept_for, mode, origin_of, player_of
from projections.games import Loaded
from projections.record.outcomes import outcome, place

Summary = dict[str, Any]
ANY = "*"
SCHEMA = 4
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
        "visibility": state.options.visibility,
        "spectators": may_watch(state.options),
        "clock": clock_facts(state),
        "status": state.status,
        "end_reason": state.end_reason,
        "host": host_of(state) if is_open else None,
        "round": state.round,
        "phase": state.phase,
        "seats": [
            {
                "seat": i,
                "player": player_of(seat),
                "bot": seat.bot,
                "reserved": kept_for(state, i),
                "place": place(state, i),
                "result": outcome(state, i),
            }
            for i, seat in enumerate(state.seats)
        ],
        "free_seats": [seat.player for seat in state.seats].count(None) if is_open else 0,
        "opened_at": timestamp(loaded.opened_ms),
        "ended_at": timestamp(loaded.touched_ms) if state.status in ("finished", "abandoned") else None,
        "winners": list(state.result.ranking[0]) if state.result else None,
        "scores": [points["total"] for points in state.result.scores] if state.result else None,
        "rank": state.result.rank if state.result else None,
        "medal": state.result.medal if state.result else None,
        "assisted": is_assisted(state),
        "origin": origin_of(state),
        "rematch_of": state.rematch_of,
        "imported": imported,
        "allow_bots": state.options.allow_bots,
        "invited": list(invited_players(state)) if is_open else [],
    }


def indexes(summary: Summary) -> list[str]:
    """The names of a game's indexes: lists, the counters of its players, and the forks of its origin.

    A private game is in indexes of its own, each for one of its players.
    """
    players = accounts_of(summary)
    private = summary["visibility"] == "private"
    listed = players if private else [*players, ANY]
    lists = product((summary["status"], ANY), listed, (summary["mode"], ANY))
    counted = [counter_index(counter, player) for player in players for counter in counters_of(summary, player)]
    origin = summary["origin"]
    viewers = [player if private else None for player in listed] if origin else []
    forks = [forks_index(origin["game"], viewer) for viewer in dict.fromkeys(viewers)]
    invited = [invited_index(player) for player in summary["invited"]]
    results = [
        list_index(outcome_of(summary, player), player, mode, private)
        for player, mode in product(players, (summary["mode"], ANY))
        if outcome_of(summary, player)
    ]
    pairs = [pair_index(*pair, private) for pair in pairs_of(summary)]
    statuses = [list_index(status, player, mode, private) for status, player, mode in lists]
    return statuses + results + pairs + counted + forks + invited


def accounts_of(summary: Summary) -> list[str]:
    """The accounts that have a seat; none in an imported game, since the maker of its log chose the ids in it."""
    ids = [seat["player"]["id"] for seat in summary["seats"] if seat["player"]]
    return [] if summary["imported"] else [each for each in ids if not each.startswith("bot:")]


def outcome_of(summary: Summary, player: str) -> str | None:
    """What a game is for one of its players, of OUTCOMES; None for others, and while it has no result."""
    found = [seat["result"] for seat in summary["seats"] if seat["player"] and seat["player"]["id"] == player]
    return found[0] if found else None


def pairs_of(summary: Summary) -> list[tuple[str, str]]:
    """Who sits at a table with whom: two accounts, or an account and a strategy."""
    accounts = accounts_of(summary)
    players = dict.fromkeys(seat["player"]["id"] for seat in summary["seats"] if seat["player"])
    return [pair for pair in combinations(players, 2) if pair[0] in accounts or pair[1] in accounts]


def counters_of(summary: Summary, player: str) -> list[str]:
    """The counters of COUNTERS that a game adds to in a player's statistics.

    A fork adds to none, since its future was known; neither does an imported game, nor one of NEVER_COUNTED.
    A finished game in which a rewind revealed hidden cards counts only as `assisted`, neither as finished nor as won.
    """
    if summary["origin"] or summary["imported"] or summary["end_reason"] in NEVER_COUNTED:
        return []
    if summary["status"] == "finished" and summary["assisted"]:
        return ["assisted"]
    won = outcome_of(summary, player) in ("won", "shared")
    return [summary["status"], "won"] if won else [summary["status"]]


NEVER_COUNTED = ("aborted", "expired", *CLOSED_REASONS)
"""Reasons to end a game that costs nobody anything."""
COUNTERS = ("open", "playing", "finished", "abandoned", "won", "assisted")


def list_index(status: str | None, player: str | None, mode: str | None, private: bool = False) -> str:
    """The list of these games: of the public ones, or of the private ones of a player.

    `status`: also what the games are for the player, of OUTCOMES.
    """
    return f"games:{'private:' if private else ''}{status or ANY}:{player or ANY}:{mode or ANY}"


def pair_index(player: str, opponent: str, private: bool = False) -> str:
    """The games of two players: the public ones, or the private ones. Ids hold no `*`."""
    first, second = sorted((player, opponent))
    return f"games:{'private-' if private else ''}pair:{first}*{second}"


def counter_index(counter: str, player: str) -> str:
    return f"games:count:{counter}:{player}"


def invited_index(player: str) -> str:
    return f"games:invited:{player}"


def forks_index(origin: str, viewer: str | None = None) -> str:
    """The public forks of a game, or the private ones of a player."""
    return f"games:forks:{origin}:{viewer}" if viewer else f"games:forks:{origin}"
