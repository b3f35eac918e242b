"""Checks of the servers of the store: their program, what they keep, their memory, and how they answer."""

from collections.abc import Iterator

from rich.filesize import decimal

from service.diagnosis.facts import Facts, Server
from service.diagnosis.findings import Check, Problem, Status, broken, warning
from service.diagnosis.texts import duration
from store.cluster import is_cluster_url

OLDEST_VERSION = (6, 2)
FULL, NEARLY_FULL = 0.95, 0.8
"""Of `maxmemory`, or of the clients that a server takes."""
SAFE_PART_OF_MACHINE = 0.6
"""Of the machine's memory: a server that rewrites its file may need half as much again."""
SLOW_PART = 4
"""An answer is slow that takes a quarter of STORE_SECONDS: the service then refuses requests."""


def _is_cluster(facts: Facts) -> bool:
    return is_cluster_url(facts.settings.redis_url or "")


def _programs(facts: Facts) -> Iterator[Problem]:
    for server in facts.servers:
        version = ".".join(map(str, server.version))
        if server.version < OLDEST_VERSION:
            yield broken(
                f"{server.name} is Redis {version}, and the service needs 6.2 or newer",
                "update the server, or use Valkey",
            )
        if server.is_cluster and not _is_cluster(facts):
            yield broken(
                f"REDIS_URL names {server.name} as a single server, and it is a node of a cluster",
                "set REDIS_URL=cluster://host:port",
            )
        if server.is_replica and not _is_cluster(facts):
            yield broken(
                f"{server.name} is a replica and takes no writes",
                "promote it (REPLICAOF NO ONE), or let REDIS_URL lead to the primary",
            )


def _durability(facts: Facts) -> Iterator[Problem]:
    allowed = facts.settings.allow_volatile
    for server in facts.servers:
        for fault in server.faults:
            allowance = ", as ALLOW_VOLATILE=1 allows" if allowed else ""
            yield Problem(
                Status.WARNING if allowed else Status.BROKEN,
                f"{server.name} may lose games: {fault}{allowance}",
                "set it by CONFIG SET, and in the configuration of the server",
            )
        if server.appendfsync == "no":
            yield warning(
                f"{server.name} writes to its disk when the system likes (appendfsync no), so a crash can lose minutes",
                "set appendfsync everysec or always on the server; for the embedded one, APPENDFSYNC",
            )


def _disk_of_store(facts: Facts) -> Iterator[Problem]:
    for server in facts.servers:
        if server.last_write != "ok":
            yield broken(
                f"{server.name} could not write to its append-only file (aof_last_write_status {server.last_write})",
                "free space on its disk, and look at the log of the server",
            )
        if server.last_rewrite != "ok":
            yield warning(
                f"{server.name} could not rewrite its append-only file, which grows until it can",
                "free space and memory on its machine, then run BGREWRITEAOF",
            )


def _memory(facts: Facts) -> Iterator[Problem]:
    for server in facts.servers:
        used, most, machine = server.used_bytes, server.max_bytes, server.machine_bytes
        if most and used >= FULL * most:
            yield broken(
                f"{server.name} uses {decimal(used)} of its maxmemory of {decimal(most)}, and soon takes no writes",
                "give it more: CONFIG SET maxmemory, and in its configuration",
            )
        elif most and used >= NEARLY_FULL * most:
            yield warning(
                f"{server.name} uses {decimal(used)} of its maxmemory of {decimal(most)}",
                "give it more before it is full: CONFIG SET maxmemory, and in its configuration",
            )
        if machine and max(used, most) >= SAFE_PART_OF_MACHINE * machine:
            claim = f"has maxmemory {decimal(most)}" if most > used else f"uses {decimal(used)}"
            yield warning(
                f"{server.name} {claim} on a machine with {decimal(machine)}, and a rewrite of its file takes more",
                "move the store to a machine with more memory, or set maxmemory lower",
            )


def _answers(facts: Facts) -> Iterator[Problem]:
    took, patience = facts.clock.answer_seconds, facts.settings.store_seconds
    if took > patience / SLOW_PART:
        yield broken(
            f"the store takes {duration(took)} to answer, and from {duration(patience / SLOW_PART)} on the service "
            "refuses requests",
            "look for slow commands (SLOWLOG GET), a slow disk or swapping; or set STORE_SECONDS higher",
        )
    for server in facts.servers:
        if _is_crowded(server):
            yield warning(
                f"{server.name} has {server.clients} clients, and takes {server.max_clients}",
                "set maxclients higher on the server, or run fewer processes",
            )


def _is_crowded(server: Server) -> bool:
    return bool(server.max_clients) and server.clients >= NEARLY_FULL * server.max_clients


def _cluster(facts: Facts) -> Iterator[Problem]:
    for fault in facts.faults:
        yield broken(fault, "docs/operating.md, A store on a cluster, has the steps")


CHECKS = (
    Check(
        "D05",
        "server program",
        "the server is older than Redis 6.2, a replica, or a node of a cluster under a `redis://` URL",
        ("servers",),
        _programs,
    ),
    Check(
        "D06",
        "durability",
        "no append-only file, a `maxmemory-policy` that evicts, or `appendfsync no`",
        ("servers",),
        _durability,
    ),
    Check(
        "D07",
        "disk of the store",
        "the last write to the append-only file failed, or the last rewrite of it",
        ("servers",),
        _disk_of_store,
    ),
    Check(
        "D08",
        "memory",
        "80 % of `maxmemory` are in use, or the store claims 60 % of its machine",
        ("servers",),
        _memory,
    ),
    Check(
        "D09",
        "answers of the store",
        "an answer takes a quarter of `STORE_SECONDS`, or 80 % of `maxclients` are connected",
        ("clock", "servers"),
        _answers,
    ),
    Check(
        "D10",
        "cluster",
        "slots have no owner, nodes have different versions, or a primary has no replica with `REPLICAS_ACK=1`",
        ("faults",),
        _cluster,
        applies=_is_cluster,
    ),
)
