"""Facts of a game: all that the store holds of it, read in a few round trips."""

import json
import zlib
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from redis import Redis
from redis.exceptions import ResponseError

import game as rules
from events import DamagedLog, Entry
from events.answering import Answering
from events.archive import Archive, ArchiveFault, open_archive
from events.chain import check_stretch
from events.redis_log import parse_rows, read_archived
from game.outages import Outage
from projections.feed import GROUP
from projections.games import Loaded
from projections.news import FINISHED, STARTED, news_key
from projections.record.store import Record
from projections.snapshots import Snapshots, stamp
from projections.summaries import SCHEMA
from service.diagnosis.facts import NOTHING
from service.diagnosis.opening import Opened, asking_queues
from service.jobs.job_list import GameJob, game_jobs
from store.faults import StoreUnavailable
from store.keys import Keys

MAX_POINTERS = 1000
"""Of a feed, that are searched for the game."""


NO_MILESTONES: Mapping[int, rules.State | None] = MappingProxyType({})


class StoredGame(NamedTuple):
    """What the store holds of a game.

    `entries`: as far as they can be read, in the store or in the archive. `fault`: what is wrong with the log, None if
    its chain is right. `damage`: the entry at fault, as the game is marked. `snapshot`: its fields; `loaded`: what it
    says, None if it is of another schema, or `is_unreadable`. `milestones`: version → the state, None for one of
    another schema. `due`, `timed`:
    effects as text. `timer_ms`: when the timed one is looked at. `waiting`: seats. `summary`, `guard`: of the lobby.
    `listed`: of the indexes that the guard names, those in which the game stands. `news`: player → kinds. `present`:
    web processes that say who follows the game. `projected`: no pointer to the game waits for a projector.
    """

    id: str
    entries: tuple[Entry, ...] = ()
    fault: DamagedLog | None = None
    is_archived: bool = False
    damage: str | None = None
    idempotency_entries: int = 0
    snapshot: Mapping[str, str] = NOTHING
    loaded: Loaded | None = None
    is_unreadable: bool = False
    milestones: Mapping[int, rules.State | None] = NO_MILESTONES
    due: str | None = None
    timed: str | None = None
    timer_ms: float | None = None
    waiting: str | None = None
    has_seed: bool = False
    has_code: bool = False
    has_rematch: bool = False
    present: int = 0
    reactions: int = 0
    summary: Mapping[str, Any] | None = None
    guard: Mapping[str, Any] | None = None
    listed: frozenset[str] = frozenset()
    imported: bool = False
    in_record: bool = False
    news: Mapping[str, tuple[str, ...]] = NOTHING
    table_webhooks: int = 0
    outages: tuple[Outage, ...] = ()
    jobs: tuple[GameJob, ...] = ()
    why_no_jobs: str = ""
    projected: bool = True


def read_game(opened: Opened, game: str) -> StoredGame:
    """All that the store holds of a game. Raises RedisError."""
    redis, keys = opened.redis, opened.keys
    partition, snapshot = keys.partition(game), keys.snapshot(game)
    pipe = redis.pipeline(transaction=False)
    pipe.xrange(keys.stream(game))
    pipe.hexists(keys.archived(partition), game)
    pipe.get(keys.damage(game))
    pipe.hlen(keys.idempotency(game))
    pipe.hgetall(snapshot)
    pipe.hgetall(keys.milestones(game))
    pipe.hget(keys.due(partition), game)
    pipe.hget(keys.timed(partition), game)
    pipe.zscore(keys.timers(partition), game)
    pipe.hget(keys.waiting(partition), game)
    for name in (keys.seed(game), keys.code(game), keys.rematch(game)):
        pipe.exists(name)
    pipe.hlen(keys.presence(game))
    pipe.xlen(keys.reactions(game))
    pipe.hget(keys.lobby(f"summaries:{SCHEMA}"), game)
    pipe.hget(keys.lobby("guards"), game)
    pipe.sismember(keys.lobby("imported"), game)
    pipe.scard(keys.lobby(f"table-webhooks:{game}"))
    rows, is_archived, damage, idempotency, fields, milestones, due, timed, timer_ms, waiting, *others = pipe.execute()
    seed, code, rematch, present, reactions, summary, guard, imported, webhooks = others
    archive = open_archive(opened.settings.archive_url)
    entries, fault = _checked(game, rows, is_archived, archive)
    guard = _json(guard)
    return StoredGame(
        game,
        entries,
        fault,
        bool(is_archived),
        _text(damage),
        idempotency,
        {name.decode(): fields[name].decode() for name in (b"stamp", b"version") if name in fields},
        *_loaded(Snapshots(redis, keys, archive), game),
        {int(version): _state(text) for version, text in milestones.items()},
        _text(due),
        _text(timed),
        timer_ms,
        _text(waiting),
        bool(seed),
        bool(code),
        bool(rematch),
        present,
        reactions,
        _json(summary),
        guard,
        _listed(redis, game, entries, guard),
        bool(imported),
        Record(redis, keys).has(game),
        _news(redis, keys, game, summary),
        webhooks,
        Answering(redis, redis, keys).read().outages,
        *_jobs(opened, game),
        _is_projected(redis, keys, game),
    )


def _checked(
    game: str, rows: Any, is_archived: bool, archive: Archive | None
) -> tuple[tuple[Entry, ...], DamagedLog | None]:
    """The entries of a whole log, and what is wrong with it. Nothing is marked as damaged for that."""
    try:
        entries = read_archived(game, rows[-1], 0, archive) if is_archived and rows else parse_rows(game, rows)
    except DamagedLog as fault:
        return (), fault
    try:
        check_stretch(game, entries, 0, to_end=True)
    except DamagedLog as fault:
        return tuple(entries), fault
    return tuple(entries), None


def _loaded(snapshots: Snapshots, game: str) -> tuple[Loaded | None, bool]:
    """The snapshot, and whether it cannot be read."""
    try:
        return snapshots.load(game), False
    except ArchiveFault:  # `_checked` says so
        return None, False
    except (KeyError, TypeError, ValueError):
        return None, True


def _state(text: bytes) -> rules.State | None:
    """The state of a milestone of the current schema."""
    try:
        data = json.loads(zlib.decompress(text))
        is_current = data["stamp"] == stamp(data["state"].get("ruleset", ""))
        return rules.state(data["state"]) if is_current else None
    except (KeyError, TypeError, ValueError, zlib.error):
        return None


def _listed(redis: Redis, game: str, entries: Sequence[Entry], guard: Any) -> frozenset[str]:
    if not guard or not entries:
        return frozenset()
    names, pipe = guard["indexes"], redis.pipeline(transaction=False)
    for name in names:
        pipe.zscore(name, f"{entries[0].ms:013d}-{game}")
    return frozenset(name for name, score in zip(names, pipe.execute(), strict=True) if score is not None)


def _news(redis: Redis, keys: Keys, game: str, summary: Any) -> dict[str, tuple[str, ...]]:
    seats = (_json(summary) or {}).get("seats", ())
    players = [seat["player"]["id"] for seat in seats if seat["player"] and ":" not in seat["player"]["id"]]
    pipe = redis.pipeline(transaction=False)
    for player in players:
        for kind in (STARTED, FINISHED):
            pipe.zscore(news_key(keys, player), f"{kind}-{game}")
    scores = iter(pipe.execute() if players else ())
    return {player: tuple([kind for kind in (STARTED, FINISHED) if next(scores) is not None]) for player in players}


def _jobs(opened: Opened, game: str) -> tuple[tuple[GameJob, ...], str]:
    try:
        with asking_queues():
            return tuple(game_jobs(opened.queues, game.__eq__)), ""
    except StoreUnavailable as error:
        return (), str(error)


def _is_projected(redis: Redis, keys: Keys, game: str) -> bool:
    """Whether no pointer to the game waits for a projector, or is being projected.

    One that came after an older pointer that still waits counts as waiting, too.
    """
    feed, name = keys.feed(keys.partition(game)), game.encode()
    try:
        groups: Any = redis.xinfo_groups(feed)
        group = next((each for each in groups if each["name"] in (GROUP, GROUP.encode())), None)
        pending: Any = redis.xpending(feed, GROUP) if group else None
    except ResponseError:
        return True  # there is no feed
    first = (pending and pending["min"]) or (group and b"(" + group["last-delivered-id"]) or b"-"
    rows: Any = redis.xrange(feed, first, count=MAX_POINTERS)
    return all(row.get(b"game") != name for _, row in rows)


def _json(text: Any) -> Any:
    return json.loads(text) if text else None


def _text(found: Any) -> str | None:
    return None if found is None else str(found.decode())
