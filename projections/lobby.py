"""The lobby: a summary of every game, open or past, and an index for every way to filter them."""

import json
from collections.abc import Sequence
from importlib.resources import files
from itertools import product
from typing import Any, NamedTuple

from cachetools import LRUCache
from redis import Redis

from events import Keys
from events.codec import canonical
from events.entry import timestamp
from game.view_values import is_assisted, mode, origin_of
from projections.games import Loaded
from projections.notices import concerned_players

Summary = dict[str, Any]
ANY = "*"


class Page(NamedTuple):
    """Summaries, newest game first; `cursor`: where the next page begins, None when there is none."""

    games: list[Summary]
    cursor: str | None


def summary(game: str, loaded: Loaded, imported: bool = False) -> Summary:
    """What the list shows of a game; nothing of it is secret. Players by id, None for a free seat.

    `imported`: it was played on another server. A summary changes a few times a round rather than with every event, so
    the projector rarely has to store it.
    """
    state = loaded.state
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
        "seats": [{"seat": i, "player": seat.player, "bot": seat.bot} for i, seat in enumerate(state.seats)],
        "opened_at": timestamp(loaded.opened_ms),
        "ended_at": timestamp(loaded.touched_ms) if state.status in ("finished", "abandoned") else None,
        "winners": list(state.result.ranking[0]) if state.result else None,
        "assisted": is_assisted(state),
        "origin": origin_of(state),
        "imported": imported,
        "allow_bots": state.options.allow_bots,
        "invited": concerned_players(state) if state.status == "open" else [],
    }


def indexes(summary: Summary) -> list[str]:
    """The names of a game's indexes: lists, the counters of its players, and the forks of its origin."""
    players = [seat["player"] for seat in summary["seats"] if seat["player"] and not seat["player"].startswith("bot:")]
    players = [] if summary["imported"] else players  # the maker of an imported log chose its player ids
    lists = product((summary["status"], ANY), (*players, ANY), (summary["mode"], ANY))
    counted = [_counter_name(counter, player) for player in players for counter in counters_of(summary, player)]
    forks = [_forks(summary["origin"]["game"])] if summary["origin"] else []
    invited = [_invited(player) for player in summary["invited"]]
    return [_index(status, player, mode) for status, player, mode in lists] + counted + forks + invited


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
    won = any(seat["player"] == player and seat["bot"] is None for seat in winners)
    return [summary["status"], "won"] if won else [summary["status"]]


COUNTERS = ("open", "playing", "finished", "abandoned", "won", "assisted")


def _index(status: str | None, player: str | None, mode: str | None) -> str:
    return f"games:{status or ANY}:{player or ANY}:{mode or ANY}"


def _counter_name(counter: str, player: str) -> str:
    return f"games:count:{counter}:{player}"


def _invited(player: str) -> str:
    return f"games:invited:{player}"


def _forks(origin: str) -> str:
    return f"games:forks:{origin}"


class Lobby:
    """The list of games on Redis."""

    def __init__(self, redis: Redis, keys: Keys) -> None:
        self._redis = redis
        self._keys = keys
        self._summaries = keys.lobby("summaries")
        self._guards = keys.lobby("guards")
        self._imported = keys.lobby("imported")
        self._saved: LRUCache[str, Summary] = LRUCache(10_000)
        self._store = redis.register_script(files(__package__).joinpath("lobby.lua").read_text("utf-8"))

    def save(self, game: str, loaded: Loaded) -> bool:
        """Store the game's summary, unless a newer one is stored or this process stored the same one last.

        An open or rewound game can return to an earlier summary while another projector stored a different one in
        between, so its summary is always stored.
        """
        state = loaded.state
        made = summary(game, loaded, state.status == "finished" and self._is_imported(game))
        if made["status"] != "open" and not state.rewinds and self._saved.get(game) == made:
            return False
        names = [self._keys.lobby(name) for name in indexes(made)]
        args: list[Any] = [game, loaded.version, f"{loaded.opened_ms:013d}-{game}", canonical(made), *names]
        stored = bool(self._store(keys=[self._summaries, self._guards], args=args))
        self._saved[game] = made
        return stored

    def page(
        self,
        status: str | None = None,
        player: str | None = None,
        mode: str | None = None,
        cursor: str | None = None,
        limit: int = 20,
    ) -> Page:
        """Games that match all given filters, newest first, at most `limit`; `cursor` comes from the page before."""
        return self._page(_index(status, player, mode), cursor, limit)

    def forks(self, origin: str, cursor: str | None = None, limit: int = 20) -> Page:
        """The forks of a game, newest first."""
        return self._page(_forks(origin), cursor, limit)

    def invitations(self, player: str, limit: int = 100) -> list[Summary]:
        """Open games to which a player is invited, newest first."""
        return self._page(_invited(player), None, limit).games

    def _page(self, name: str, cursor: str | None, limit: int) -> Page:
        index = self._keys.lobby(name)
        start = f"({cursor}" if cursor else "+"
        members: Sequence[bytes] = self._redis.zrevrangebylex(index, start, "-", 0, limit + 1)  # type: ignore[assignment]
        shown = [member.decode() for member in members[:limit]]
        if not shown:
            return Page([], None)
        ids = [member.split("-", 1)[1] for member in shown]
        texts: Sequence[bytes | None] = self._redis.hmget(self._summaries, ids)  # type: ignore[assignment]
        return Page([json.loads(text) for text in texts if text], shown[-1] if len(members) > limit else None)

    def read_counters(self, player: str) -> dict[str, int]:
        """How many games a player has, by COUNTERS; forks and imported games are not counted."""
        pipe = self._redis.pipeline(transaction=False)
        for counter in COUNTERS:
            pipe.zcard(self._keys.lobby(_counter_name(counter, player)))
        return dict(zip(COUNTERS, pipe.execute(), strict=True))

    def mark_imported(self, game: str) -> None:
        """Mark a game as played on another server, before its log is stored; `rebuild` keeps the mark."""
        self._redis.sadd(self._imported, game)

    def unmark_imported(self, game: str) -> None:
        """Remove the mark: the log was not stored."""
        self._redis.srem(self._imported, game)

    def _is_imported(self, game: str) -> bool:
        return bool(self._redis.sismember(self._imported, game))

    def clear(self) -> None:
        """Drop the summaries and all indexes; the guards first, so that a summary saved meanwhile is not lost."""
        self._saved.clear()
        self._redis.delete(self._guards, self._summaries)
        for key in self._redis.scan_iter(match=self._keys.lobby("games:*"), count=1000):
            self._redis.delete(key)
