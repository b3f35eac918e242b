"""Facts of the store as a whole: its layout, its identity, its operators, and the games marked as damaged."""

import json
from itertools import islice
from typing import Any

from service.accounts.layout import Layout as AccountLayout
from service.diagnosis.facts import Damage, Layout
from service.diagnosis.opening import PART_SECONDS, Opened
from store import identity
from store.cluster import Cluster
from store.cluster.epochs import epoch_copies
from store.keys import split_key
from store.patience import store_deadline

MAX_LOOKED_AT = 200_000
"""Keys that are looked at for games marked as damaged: 200 round trips."""
SCANNED_AT_ONCE = 1000
MAX_DAMAGED = 100


def read_layout(opened: Opened) -> Layout:
    """How the store is laid out; from now on `opened.keys` has as many partitions. Raises RedisError.

    It is what is read first: no command waits longer for a store that stands still.
    """
    redis, keys = opened.redis, opened.keys
    with store_deadline().at_most(PART_SECONDS):
        stored: Any = redis.get(keys.partitions)
    moving: Any = redis.get(keys.repartition)
    partitions = None if stored is None else int(stored)
    keys.count = partitions or keys.count
    return Layout(partitions, json.loads(moving)["to"] if moving else None)


def read_identity(opened: Opened) -> identity.Identity:
    """Which store it is, and whether a process misses something of it. Raises RedisError."""
    return identity.read_identity(opened.redis, opened.keys)


def read_copies(opened: Opened) -> frozenset[str]:
    """On a cluster, the different epochs that the partitions have. Raises RedisError."""
    copies = epoch_copies(opened.redis, opened.keys) if opened.is_cluster else ()
    return frozenset(identity.Epoch(copy).own for copy in copies)


def read_operators(opened: Opened) -> dict[str, bool]:
    """Of OPERATORS, whether each is an account of this store. Raises RedisError."""
    layout = AccountLayout(opened.keys)
    found = {}
    for operator in opened.settings.operators:
        key = layout.player(operator)
        found[operator] = bool(opened.redis.exists(key)) and not opened.redis.hexists(key, "deleted_ms")
    return found


def read_damage(opened: Opened) -> Damage:
    """The games that are marked as damaged, as far as MAX_LOOKED_AT keys show them. Raises RedisError."""
    redis, prefix = opened.redis, opened.settings.key_prefix
    servers = [node.redis for node in redis.nodes.primaries()] if isinstance(redis, Cluster) else [redis]
    total, looked_at, marks = sum(server.dbsize() for server in servers), 0, list[bytes]()
    for server in servers:
        cursor = -1
        while cursor and looked_at < MAX_LOOKED_AT:
            page: Any = server.scan(max(cursor, 0), match=f"{prefix}{{p*}}:damage:*", count=SCANNED_AT_ONCE)
            cursor, found = page
            marks += found
            looked_at += SCANNED_AT_ONCE
    named = [*islice(sorted(marks), MAX_DAMAGED)]
    games = [(split_key(prefix, key.decode()).owner, (redis.get(key) or b"?").decode()) for key in named]  # type: ignore[union-attr]
    return Damage(tuple(games), min(looked_at, total), total)
