"""Verifications of logs that strangers send. Short logs are verified at once, longer ones by workers."""

import re
import time
from collections.abc import Callable
from io import BytesIO
from secrets import token_hex
from typing import Any, NamedTuple

from redis import Redis

from events.export import UnknownSchema
from game.message import Message
from projections.audit import UnknownRuleset, Verdict, verify
from projections.transfer import compare_with_origin
from service.accounts import Player
from service.backend import Backend
from service.games.viewers import is_revealed, may_see
from service.jobs.lanes import Room
from service.jobs.queues import Queues
from service.jobs.time_limit import NotInterruptible, TimeLimitExceeded, cpu_limit, time_limit
from store.patience import store_deadline

VERIFICATION_ID = re.compile("[0-9a-f]{24}")
WEB_LIMIT_SECONDS = 0.012
"""CPU time of a verification inside a request; what takes longer is a job. With a timer that is 4 ms late, and all else
that the request needs, it stays within 20 ms."""
SECONDS_PER_BYTE = 0.4e-6
"""About what the verification of a correct log takes on a machine like ours."""
ROOM = Room(own=2, crowd=8, most=32)
"""How many logs may wait for a worker."""
WAITING_SECONDS = 120
"""How long a log may wait for a worker; then it is forgotten."""
LIMIT_SECONDS = 60
"""A verification that takes longer is ended."""
OVERRUN_SECONDS = 5
"""How much later RQ ends the job itself."""
KEPT_SECONDS = 600
"""How long a verdict can be fetched."""
PATIENCE_SECONDS = 10.0
"""How long a request waits for a worker."""
LOOK_SECONDS = 0.02
"""The first interval at which a worker is asked whether it is done; later ones are longer."""


class Checked(NamedTuple):
    """The result of a log: an answer, JSON values, or the code of a problem and its detail."""

    answer: dict[str, Any] | None = None
    problem: str = ""
    detail: str | Message = ""


class Fetched(NamedTuple):
    """`status`: pending, done or failed. `checked`: None until the status is done."""

    status: str
    checked: Checked | None = None


def check(backend: Backend, player: Player, body: bytes) -> Checked:
    """Verify a log, and compare a fork with its origin, if that is a finished game here that the player may see."""
    try:
        found = verify(BytesIO(body))
        verdict, compared = compare_with_origin(
            found, BytesIO(body), backend.log, lambda game: _is_revealed(backend, player, game)
        )
    except (UnknownSchema, UnknownRuleset) as unknown:
        return _unknown(unknown)
    return Checked(_answer(backend, player, verdict, compared))


def check_at_once(backend: Backend, player: Player, body: bytes) -> Checked | None:
    """What comes of a log, if that takes at most WEB_LIMIT_SECONDS; None if it needs a worker."""
    if len(body) * SECONDS_PER_BYTE > WEB_LIMIT_SECONDS:
        return None
    return check_within(WEB_LIMIT_SECONDS, backend, player, body)


def check_within(seconds: float, backend: Backend, player: Player, body: bytes) -> Checked | None:
    """The result of a log, if it takes at most `seconds` of CPU time and no other game; otherwise None."""
    try:
        with cpu_limit(seconds):  # nothing inside may wait: another request would run under this limit
            verdict = verify(BytesIO(body))
    except (TimeLimitExceeded, NotInterruptible):
        return None
    except (UnknownSchema, UnknownRuleset) as unknown:
        return _unknown(unknown)
    if verdict.ok and verdict.origin:  # its origin may be a long game
        return None
    return Checked(_answer(backend, player, verdict, compared=False))


def check_queued(backend: Backend, queue: Redis, player_id: str, key: str, seconds: float = LIMIT_SECONDS) -> Checked:
    """The result of a log that waits under a key of the queues' server; the job of a worker.

    Raises LookupError, and TimeLimitExceeded after `seconds`.
    """
    body, player = queue.get(key), backend.accounts.by_id(player_id)
    if not isinstance(body, bytes) or player is None:
        raise LookupError(f"the log {key} or its sender is gone")
    with time_limit(seconds):  # RQ's own limit raises an Exception, which a verdict would call a fault of the log
        checked = check(backend, player, body)
    queue.delete(key)
    return checked


def _unknown(unknown: UnknownSchema | UnknownRuleset) -> Checked:
    if isinstance(unknown, UnknownSchema):
        return Checked(problem="unknown_schema", detail=unknown.fault)
    return Checked(problem="unknown_ruleset", detail=unknown.message)


def _answer(backend: Backend, player: Player, verdict: Verdict, compared: bool) -> dict[str, Any]:
    fault = verdict.fault and verdict.fault._asdict()
    here = _here(backend, player, verdict)
    return verdict._asdict() | {"ok": verdict.ok, "fault": fault, "compared": compared, "here": here}


def _is_visible(backend: Backend, player: Player, game: str) -> bool:
    """Whether there is a game with this id that the player may see."""
    loaded = backend.games.load(game)
    return bool(loaded.version) and may_see(loaded.state, player, backend.accounts.now_ms)


def _is_revealed(backend: Backend, player: Player, game: str) -> bool:
    """Whether the player may see all of a finished game: what differs from it tells of its events."""
    state = backend.games.load(game).state
    return _is_visible(backend, player, game) and is_revealed(state, backend.accounts.now_ms)


def _here(backend: Backend, player: Player, verdict: Verdict) -> str:
    """Whether this service has the game, with the same head, as far as the player may know."""
    if not verdict.ok or not _is_visible(backend, player, verdict.game):
        return "unknown"
    return "same" if backend.games.load(verdict.game).head.hex() == verdict.head else "another"


class Verifications:
    """Verifications that workers make, in a lane of their own."""

    def __init__(
        self, queues: Queues, pause: Callable[[float], None] = time.sleep, patience_seconds: float = PATIENCE_SECONDS
    ) -> None:
        """`pause`: waits for the seconds it is given; under gevent other requests go on meanwhile."""
        self._queues = queues
        self._pause = pause
        self._patience_seconds = patience_seconds

    def enqueue(self, player: Player, body: bytes) -> str:
        """Let a worker verify the log; the id to fetch the verdict with. Raises LaneFull."""
        queue, verification = self._queues.lanes["verifications"], token_hex(12)
        queue.check_room(player.id, ROOM)
        name = _job_name(player, verification)
        key = f"{queue.name}:log:{name}"  # not an argument of the job: RQ compresses those, which takes long
        self._queues.redis.set(key, body, ex=WAITING_SECONDS + LIMIT_SECONDS)
        queue.enqueue_call(
            "service.jobs.verification",
            args=(player.id, key),
            job_id=name,
            timeout=LIMIT_SECONDS + OVERRUN_SECONDS,
            result_ttl=KEPT_SECONDS,
            failure_ttl=KEPT_SECONDS,
            ttl=WAITING_SECONDS,
        )
        return verification

    def wait(self, player: Player, verification: str, stopped: Callable[[], bool] = lambda: False) -> Fetched:
        """The verification once it is done or has failed, or as it stands when `stopped()` or patience ends."""
        ends, look = time.monotonic() + self._patience_seconds, LOOK_SECONDS
        while (found := self.fetch(player, verification)) and found.status == "pending":
            if stopped() or time.monotonic() >= ends:
                break
            self._pause(look)
            store_deadline().spent = 0.0  # it may wait for the store anew
            look = min(1.2 * look, 10 * LOOK_SECONDS)
        return found or Fetched("failed")

    def fetch(self, player: Player, verification: str) -> Fetched | None:
        """The player's verification of this id, finished or not; None when there is none."""
        if not VERIFICATION_ID.fullmatch(verification):
            return None
        found = self._queues.outcome(_job_name(player, verification))
        return found and Fetched(*found)


def _job_name(player: Player, verification: str) -> str:
    return f"verification-{player.id}-{verification}"
