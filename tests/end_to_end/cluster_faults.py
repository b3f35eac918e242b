"""Faults of a cluster, one after the other, while clients play; and which requests each of them may make fail."""

import threading
import time
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import NamedTuple

from redis.crc import key_slot

from tests.end_to_end.soak import RecordingPlayer, Unavailable
from tests.running_cluster import Member, RunningCluster, until

DOWN_SECONDS = 2.5
"""How long a killed node stays down: longer than the others need to promote its replica."""
PAUSE_SECONDS = 3.0
ERROR_SECONDS = 5.0
"""So long after its beginning a fault may make requests fail, and as long as the cluster is not whole."""


class Fault(NamedTuple):
    """A fault: its kind, when it began and when the cluster was whole again, and the slots that it concerned."""

    kind: str
    began: float
    healed: float
    slots: frozenset[int]


SlotsOf = Callable[[Unavailable], set[int]]
"""The slots that a request needs."""
Cause = Callable[[RunningCluster, Member, Random], None]


def kill_and_restart(cluster: RunningCluster, member: Member, _: Random) -> None:
    """The node dies, and comes back on its files."""
    member.kill()
    time.sleep(DOWN_SECONDS)
    member.start()


def cut_and_kill(cluster: RunningCluster, member: Member, _: Random) -> None:
    """The replica stops to follow, and a moment later its primary dies: what it wrote in between is lost."""
    replica = cluster.replica_of(member)
    replica.pause()
    time.sleep(0.3)
    member.kill()
    replica.go_on()
    time.sleep(DOWN_SECONDS)
    member.start()


def pause(cluster: RunningCluster, member: Member, _: Random) -> None:
    """The node answers nothing for a while, with its connections open."""
    member.pause()
    time.sleep(PAUSE_SECONDS)
    member.go_on()


def move_slots(cluster: RunningCluster, member: Member, rng: Random) -> None:
    """A part of the slots moves to another primary."""
    ranges = [(first, last) for first, last, port, _ in cluster.slots() if port == member.port]
    first, last = rng.choice(ranges)
    last = min(last, first + rng.randint(0, 800))
    cluster.move_slots(first, last, rng.choice([each for each in cluster.primaries() if each is not member]))


KINDS: dict[str, tuple[Cause, bool]] = {
    "a primary dies": (kill_and_restart, True),
    "a replica dies": (kill_and_restart, False),
    "the primary of the lists dies": (kill_and_restart, True),
    "replication stops, then the primary dies": (cut_and_kill, True),
    "a primary stands still": (pause, True),
    "a replica stands still": (pause, False),
    "slots move": (move_slots, True),
}
"""Kind → what causes it, and whether it happens to a primary."""


def cause(cluster: RunningCluster, kind: str, rng: Random, lists_slot: int) -> Fault:
    """Cause a fault and wait until the cluster is whole again."""
    act, to_primary = KINDS[kind]
    primary = cluster.owner(lists_slot) if "lists" in kind else rng.choice(cluster.primaries())
    victim = primary if to_primary else cluster.replica_of(primary)
    slots = frozenset(
        slot for first, last, port, _ in cluster.slots() if port == primary.port for slot in range(first, last + 1)
    )
    began = time.monotonic()
    act(cluster, victim, rng)
    until(cluster.is_healthy)
    return Fault(kind, began, time.monotonic(), slots)


def cause_all(
    cluster: RunningCluster,
    kinds: Iterable[str],
    rng: Random,
    lists_slot: int,
    over: threading.Event,
    tell: Callable[[list[Fault]], None],
) -> list[Fault]:
    """Cause faults of these kinds, one after the other. Sets `over` at the end."""
    faults: list[Fault] = []
    try:
        for kind in kinds:
            over.wait(rng.uniform(0.5, 1.5))
            if over.is_set():
                break
            faults.append(cause(cluster, kind, rng, lists_slot))
            tell(faults)
    finally:
        over.set()
    return faults


def kinds(times: int, rng: Random) -> list[str]:
    """So many kinds in random order, each about as often as the others."""
    found = [*KINDS] * (times // len(KINDS)) + rng.sample([*KINDS], times % len(KINDS))
    return rng.sample(found, times)


def unexplained(players: Sequence[RecordingPlayer], faults: Sequence[Fault], slots_of: SlotsOf) -> list[str]:
    """The requests that failed although no fault concerned them, or too long after one.

    `slots_of`: the slots that a request needs.
    """
    return [
        f"{each.path} after {ages(each, faults)} s: {each.detail}"
        for player in players
        for each in player.refused
        if not any(concerns(fault, each, slots_of) for fault in faults)
    ]


def ages(request: Unavailable, faults: Sequence[Fault]) -> str:
    """How long the faults before a request had lasted, the newest first."""
    before = [fault for fault in faults if fault.began <= request.ended][-2:]
    return ", ".join(f"{request.began - fault.began:.1f} ({fault.kind})" for fault in reversed(before))


def report(players: Sequence[RecordingPlayer], faults: Sequence[Fault], slots_of: SlotsOf) -> str:
    """For each kind of fault: how often, and how long requests that it concerned failed."""
    refused = [each for player in players for each in player.refused]
    lines = []
    for kind in KINDS:
        mine = [fault for fault in faults if fault.kind == kind]
        lasted = [
            max((each.ended - fault.began for each in refused if concerns(fault, each, slots_of)), default=0.0)
            for fault in mine
        ]
        if lasted:
            average = sum(lasted) / len(lasted)
            lines.append(f"{kind}: {len(mine)}, errors for {average:.1f} s on average, {max(lasted):.1f} s at most")
    return "\n".join(lines)


def concerns(fault: Fault, request: Unavailable, slots_of: SlotsOf) -> bool:
    """Whether a fault can have made a request fail."""
    ended = max(fault.healed, fault.began + ERROR_SECONDS)
    return fault.began <= request.ended and request.began <= ended and bool(slots_of(request) & fault.slots)


def slot(key: str) -> int:
    """The slot of a key."""
    return int(key_slot(key.encode()))
