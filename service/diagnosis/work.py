"""Facts of the work under way: the feeds, what is due, and the lanes of jobs. Of games only a sample is read."""

from typing import Any

from redis.exceptions import ResponseError

from projections.effects import Effect, parse_effect
from projections.feed import GROUP
from service.diagnosis.facts import DueGame, DueGames, Feed, Lane, Timers
from service.diagnosis.opening import Opened, asking_queues
from service.jobs.job_list import RUNNING, WAITING, failed_jobs, game_jobs
from service.jobs.lanes import LANES
from store.identity import parse_head

MAX_DUE = 200
"""The most games that are looked at, of those that call for something at once."""
TIMERS_AT_ONCE = 5
"""Effects with a time that are looked at in each partition."""


def read_feeds(opened: Opened) -> tuple[Feed, ...]:
    """How far the projectors are in each partition. Raises RedisError."""
    names = [opened.keys.feed(partition) for partition in range(opened.keys.count)]
    pipe = opened.redis.pipeline(transaction=False)
    for name in names:
        pipe.xinfo_groups(name)
        pipe.xinfo_consumers(name, GROUP)
        pipe.xpending(name, GROUP)
    told = [None if isinstance(answer, ResponseError) else answer for answer in _answers(pipe)]
    rows = [*zip(told[::3], told[1::3], told[2::3], strict=True)]
    groups = [_group(group) for group, _, _ in rows]
    for name, group in zip(names, groups, strict=True):
        pipe.xrange(name, f"({group['last-delivered-id'].decode()}" if group else "-", "+", count=1)
    unread = _answers(pipe)
    return tuple(
        _feed(partition, group, consumers, pending, next_rows)
        for partition, (group, (_, consumers, pending), next_rows) in enumerate(zip(groups, rows, unread, strict=True))
    )


def _answers(pipe: Any) -> list[Any]:
    """The answers of a pipeline; a feed that does not exist yet, or without a group, answers an error."""
    answers: list[Any] = pipe.execute(raise_on_error=False)
    for answer in answers:
        if isinstance(answer, Exception) and not str(answer).startswith(("NOGROUP", "no such key")):
            raise answer
    return answers


def _group(groups: Any) -> Any:
    return next((each for each in groups or () if each["name"] in (GROUP, GROUP.encode())), None)


def _feed(partition: int, group: Any, consumers: Any, pending: Any, next_rows: Any) -> Feed:
    ids = [row_id for row_id, _ in next_rows or ()] + ([pending["min"]] if pending and pending["min"] else [])
    oldest = min((parse_head(each)[0] for each in ids), default=None)
    if group is None:
        return Feed(partition, None, oldest, None if ids else 0)
    lag = group.get("lag")
    waiting = None if lag is None else int(lag) + int(group["pending"])
    return Feed(partition, min((int(each["idle"]) for each in consumers or ()), default=None), oldest, waiting)


def read_due(opened: Opened) -> DueGames:
    """Some of the games that call for an effect at once, and whether jobs do it. Raises RedisError."""
    redis, keys = opened.redis, opened.keys
    pipe = redis.pipeline(transaction=False)
    for partition in range(keys.count):
        pipe.hlen(keys.due(partition))
    counts = pipe.execute()
    of_each = max(1, MAX_DUE // max(1, sum(map(bool, counts))))
    effects: list[Effect] = []
    for partition, count in enumerate(counts):
        if count and len(effects) < MAX_DUE:
            page: Any = redis.hscan(keys.due(partition), count=of_each)
            effects += [parse_effect(text.decode()) for text in [*page[1].values()][:of_each]]
    for effect in effects:
        pipe.hget(keys.snapshot(effect.game), "touched")
    touched = pipe.execute()
    games = {effect.game for effect in effects}
    with asking_queues():
        jobs = game_jobs(opened.queues, games.__contains__) if games else ()
        live = {job.name.split("-")[2] for job in jobs if job.status in (WAITING, RUNNING)}
    rows = zip(effects, touched, strict=True)
    return DueGames(tuple(DueGame(each, int(ms or 0), each.game in live) for each, ms in rows), sum(counts))


def read_timers(opened: Opened) -> Timers:
    """The effects with a time that come first in each partition. Raises RedisError."""
    keys, pipe = opened.keys, opened.redis.pipeline(transaction=False)
    for partition in range(keys.count):
        pipe.zcard(keys.timers(partition))
        pipe.zrange(keys.timers(partition), 0, TIMERS_AT_ONCE - 1)
    answers = pipe.execute()
    for partition, games in enumerate(answers[1::2]):
        for game in games:
            pipe.hget(keys.timed(partition), game)
    stored = pipe.execute()
    return Timers(tuple(parse_effect(text.decode()) for text in stored if text), sum(answers[::2]))


def read_lanes(opened: Opened) -> dict[str, Lane]:
    """What waits in each lane, who works there, and what has failed. Raises RedisError."""
    queues = opened.queues
    with asking_queues():
        return {name: Lane(queues.backlog(name), tuple(failed_jobs(queues, name))) for name in LANES}
