"""A cluster of real servers on loopback: three primaries, each with a replica, of the embedded server's program."""

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import RedisError

from service.run.embedded_redis import EmbeddedServerError, server_program
from tests.ports import free_ports

SLOTS = 16384
NODE_TIMEOUT_MS = 1000
"""After so long without a sign of life the others take a node for dead."""
PATIENCE_SECONDS = 30.0


@dataclass
class Member:
    """A server of the cluster. `process`: None while it is not running."""

    port: int
    folder: Path
    options: tuple[str, ...] = ()
    program: str = ""
    process: subprocess.Popen[bytes] | None = None

    @property
    def name(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def redis(self) -> Redis:
        """A client of this server alone."""
        return Redis(port=self.port, socket_timeout=5)

    @property
    def identity(self) -> str:
        """The id of the node in its cluster."""
        with closing(self.redis) as redis:
            return str(redis.execute_command("CLUSTER MYID").decode())

    def start(self) -> None:
        """Start the server on the files that it has, and wait until it answers."""
        self.folder.mkdir(parents=True, exist_ok=True)
        settings: dict[str, object] = {
            "port": self.port,
            "cluster-port": self.port + 1,
            "bind": "127.0.0.1",
            "dir": self.folder,
            "cluster-enabled": "yes",
            "cluster-node-timeout": NODE_TIMEOUT_MS,
            "cluster-require-full-coverage": "no",
            "cluster-allow-replica-migration": "no",
            "cluster-replica-validity-factor": 0,
            "appendonly": "yes",
            "appendfsync": "everysec",
            "save": '""',
            "repl-diskless-sync-delay": 0,
            "enable-debug-command": "local",
        }
        config = "".join(f"{name} {value}\n" for name, value in settings.items())
        (self.folder / "server.conf").write_text(config + "".join(f"{line}\n" for line in self.options), "utf-8")
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                [self.program or server_program(), "server.conf"],
                cwd=self.folder,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        until(self._answers)

    def _answers(self) -> bool:
        with closing(self.redis) as redis:
            try:
                return bool(redis.ping())
            except RedisError:
                return False

    def kill(self) -> None:
        """End the server as a power cut does, as far as a process can."""
        if self.process:
            os.kill(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None

    def stop(self) -> None:
        """End the server in order: it keeps all that it has."""
        assert self.process
        self.process.terminate()
        self.process.wait(timeout=PATIENCE_SECONDS)
        self.process = None

    def pause(self) -> None:
        """Let the server answer nothing, with its connections open."""
        assert self.process
        os.kill(self.process.pid, signal.SIGSTOP)

    def go_on(self) -> None:
        """End a pause."""
        assert self.process
        os.kill(self.process.pid, signal.SIGCONT)


@dataclass
class RunningCluster:
    """Primaries and replicas, as they were at the start: any of them may have the other part by now."""

    members: list[Member] = field(default_factory=list)

    @property
    def url(self) -> str:
        return "cluster://" + ",".join(member.name for member in self.members[:2])

    def member(self, name: str) -> Member:
        """The member at `host:port`."""
        return next(member for member in self.members if member.name == name)

    def alive(self) -> list[Member]:
        """The members that run."""
        return [member for member in self.members if member.process]

    def owner(self, slot: int) -> Member:
        """The primary that owns a slot, as a living member sees it."""
        for first, last, primary, *_ in self.slots():
            if first <= slot <= last:
                return next(member for member in self.members if member.port == primary)
        raise LookupError(slot)

    def primaries(self) -> list[Member]:
        """The members that own slots now."""
        ports = {port for _, _, port, _ in self.slots()}
        return [member for member in self.members if member.port in ports]

    def replica_of(self, primary: Member) -> Member:
        """The only replica of a primary."""
        [port] = next(replicas for _, _, port, replicas in self.slots() if port == primary.port)
        return self.member(f"127.0.0.1:{port}")

    def join(self, member: Member) -> None:
        """Let a new member meet the others."""
        first = self.members[0]
        with closing(member.redis) as redis:
            redis.execute_command("CLUSTER MEET", "127.0.0.1", first.port, first.port + 1)

    def knows_all(self, member: Member) -> bool:
        """Whether a member has met all others."""
        return len(_known(member)) == len(self.members)

    def follow(self, member: Member, primary: Member) -> None:
        """Make a member the replica of a primary, once it knows all others."""
        until(lambda: self.knows_all(member))
        with closing(member.redis) as redis:
            redis.execute_command("CLUSTER REPLICATE", primary.identity)

    def move_slots(self, first: int, last: int, target: Member) -> None:
        """Let another primary have a range of slots of one primary, at once and with their keys (Valkey 9)."""
        source = self.owner(first)
        with closing(source.redis) as redis:
            redis.execute_command("CLUSTER MIGRATESLOTS", "SLOTSRANGE", first, last, "NODE", target.identity)
        until(lambda: self.owner(first) is target and self.owner(last) is target)

    def heal(self) -> None:
        """Start what was killed, let what was paused go on, and wait until all is in order."""
        for member in self.members:
            if member.process is None:
                member.start()
            else:
                member.go_on()
        until(self.is_healthy)

    def empty(self) -> None:
        """Delete all keys."""
        for member in self.primaries():
            with closing(member.redis) as redis:
                redis.flushall()

    def slots(self) -> list[tuple[int, int, int, list[int]]]:
        """Each range of slots: first, last, the port of its primary, the ports of its replicas."""
        for member in self.alive():
            with closing(member.redis) as redis:
                try:
                    rows = redis.execute_command("CLUSTER SLOTS")
                except RedisError:
                    continue
            return [(row[0], row[1], row[2][1], [each[1] for each in row[3:]]) for row in rows]
        return []

    def is_healthy(self) -> bool:
        """Whether all members see the whole cluster in order, and every primary has a replica that follows it."""
        for member in self.members:
            if not member.process:
                return False
            with closing(member.redis) as redis:
                try:
                    nodes = redis.execute_command("CLUSTER NODES")
                    info, replication = redis.execute_command("CLUSTER INFO"), redis.info("replication")
                except RedisError:
                    return False
            text = nodes if isinstance(nodes, str) else str(nodes)
            if "fail" in text or len(nodes) < len(self.members) or _state(info) != "ok":
                return False
            if replication["role"] == "slave" and replication["master_link_status"] != "up":
                return False
        return all(replicas for *_, replicas in self.slots())


def _state(info: object) -> str:
    if isinstance(info, dict):
        return str(info.get("cluster_state"))
    text = info.decode() if isinstance(info, bytes) else str(info)
    return "ok" if "cluster_state:ok" in text else "fail"


def until(holds: object, seconds: float = PATIENCE_SECONDS) -> None:
    """Wait until `holds()` is true; looks less often later. Raises TimeoutError."""
    assert callable(holds)
    began = time.monotonic()
    while not holds():
        waited = time.monotonic() - began
        if waited > seconds:
            raise TimeoutError(f"{holds} did not come true in {seconds:.0f} s")
        time.sleep(max(0.02, min(waited / 10, 0.2)))


@contextmanager
def running_cluster(
    folder: Path, primaries: int = 3, replicas: int = 1, last_program: str = ""
) -> Iterator[RunningCluster]:
    """A cluster of so many primaries, each with so many replicas. `last_program`: of the last member; empty: as all.

    Skips the test on a machine without a program that can be a node.
    """
    try:
        server_program()
    except EmbeddedServerError as error:
        pytest.skip(f"there is no cluster to test with: {error}")
    count = primaries * (1 + replicas)
    made = RunningCluster([Member(port, folder / str(port)) for port in free_ports(count)])
    made.members[-1].program = last_program
    try:
        for member in made.members:
            member.start()
        _assemble(made, primaries)
        yield made
    finally:
        for member in made.members:
            member.kill()


def _assemble(cluster: RunningCluster, primaries: int) -> None:
    """Share out the slots, let the members meet, and give each primary its replicas."""
    for number, member in enumerate(cluster.members):
        with closing(member.redis) as redis:
            if number < primaries:
                begin, end = number * SLOTS // primaries, (number + 1) * SLOTS // primaries - 1
                redis.execute_command("CLUSTER ADDSLOTSRANGE", begin, end)
                redis.execute_command("CLUSTER SET-CONFIG-EPOCH", number + 1)
        if number:
            cluster.join(member)
    for number, member in enumerate(cluster.members[primaries:]):
        cluster.follow(member, cluster.members[number % primaries])
    until(cluster.is_healthy if len(cluster.members) > primaries else lambda: all_ok(cluster))


def _known(member: Member) -> list[str]:
    with closing(member.redis) as redis:
        nodes = redis.execute_command("CLUSTER NODES")
    return [name for name, node in nodes.items() if "handshake" not in str(node["flags"])]


def all_ok(cluster: RunningCluster) -> bool:
    """Whether all members see that every slot has an owner."""

    def state(member: Member) -> str:
        with closing(member.redis) as redis:
            return _state(redis.execute_command("CLUSTER INFO"))

    return all(state(member) == "ok" for member in cluster.members)
