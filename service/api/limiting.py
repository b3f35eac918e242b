"""Limits at work: what each request takes, what is refused, and what the headers of the answers say.

RateLimit and RateLimit-Policy are those of draft-ietf-httpapi-ratelimit-headers, as structured fields (RFC 9651).
"""

import logging
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from secrets import token_hex
from typing import Any, cast

from flask import Response, g, request

from service.accounts import Player
from service.api.current import app
from service.api.problem import Problem
from service.limits.addresses import (
    MAX_FORWARDED_CHARACTERS,
    Address,
    Networks,
    is_proxy,
    parse_address,
    subject_of,
    subject_of_peer,
)
from service.limits.level import Level, LimitExceeded, refusal_detail, refusal_members
from service.limits.limits import GAME_SECONDS, LONG_POLL_SECONDS, STREAM_SECONDS, Asker
from service.limits.policies import ACCOUNT
from service.metrics import LONG_POLL, OPEN_ENDED

logger = logging.getLogger(__name__)
UNLIMITED_ENDPOINTS = frozenset({"health.alive", "health.ready"})
INTENTIONS_ENDPOINT = "intentions.act"
INTENTION_CREDIT = 4
"""Requests that an accepted intention gives back: those with which a client looked at the game before. So a program
that plays meets no limit, however fast it plays."""
COSTLY_REQUESTS = 10
"""What a costly request counts as. It is more than an intention gives back: who moves and takes back again and again
appends without end, and meets a limit."""
RESERVED_SECONDS = 60.0
"""How long a game that is being opened counts before it exists."""
STREAM_POLICIES = ("streams", "address_streams")
CONCURRENT_POLICIES = (*STREAM_POLICIES, "long_polls", "address_long_polls")


def asker(account: str | None = None) -> Asker:
    """Who sends the request: this account, from their address."""
    return Asker(account, address())


def address() -> str | None:
    """Whose address limits the request counts for, as `subject_of` gives it; None: nobody's."""
    if "address" not in g:
        trusted, forwarded = app.backend.settings.trusted_proxies, request.headers.get("X-Forwarded-For", "")
        claimed = forwarded[-MAX_FORWARDED_CHARACTERS:] if trusted else ""
        g.address = subject_of_peer(request.remote_addr or "", claimed, trusted)
        if forwarded and not _warned:
            _warn_of_proxy(parse_address(request.remote_addr or ""), trusted)
    return cast("str | None", g.address)


def count_anonymous() -> None:
    """Count a request that carries no known token. Raises LimitExceeded."""
    if request.endpoint not in UNLIMITED_ENDPOINTS and request.method != "OPTIONS":
        count("anonymous")


def count_request(account: str) -> None:
    """Count a request of an account: an intention among the intentions. Raises LimitExceeded."""
    if request.endpoint == INTENTIONS_ENDPOINT:
        _count("intentions", Asker(account, None), 1)  # no limit of an address refuses one
    else:
        count("requests", account)


def count_more(player: Player, requests: int) -> None:
    """Count a request as `requests` more of the account, but never as all that it has. Raises LimitExceeded."""
    policy = app.backend.limits.policies.get("requests")
    if cost := min(requests, policy.quota // 2 if policy else 0):
        count("requests", player.id, cost)


def count_costly(player: Player) -> None:
    """Count a request that makes work for many streams, or appends without end. Raises LimitExceeded."""
    count_more(player, COSTLY_REQUESTS - 1)


def count(kind: str, account: str | None = None, cost: int = 1) -> None:
    """Take from the limits of a kind. Raises LimitExceeded."""
    _count(kind, asker(account), cost)


def _count(kind: str, by: Asker, cost: int) -> None:
    try:
        levels = app.backend.limits.take(kind, by, cost)
    except LimitExceeded as exceeded:
        _note([exceeded.level])
        _pause_refused(by)
        raise
    _note(levels)


def _pause_refused(by: Asker) -> None:
    """Pause before a refusal, so that who asks again at once costs little."""
    app.wakeups.pause(app.backend.limits.refusals.seconds(by.account or by.address or ""))


def reward(response: Response, account: str) -> None:
    """Give back what an accepted intention took, and the requests that led to it."""
    if response.status_code == 201 and "Idempotent-Replayed" not in response.headers:
        app.backend.limits.give_back({"intentions": 1, "requests": INTENTION_CREDIT}, asker(account))


def count_intention(account: str) -> None:
    """Count an intention that comes by another way than its own endpoint. Raises LimitExceeded."""
    _count("intentions", Asker(account, None), 1)  # no limit of an address refuses one


def give_back_intention(account: str) -> None:
    """Give back what an accepted intention took that came by another way, as `reward` does, and its own request."""
    app.backend.limits.give_back({"intentions": 1, "requests": INTENTION_CREDIT + 1}, asker(account))


@contextmanager
def room_for_game(account: str, is_known: bool = False) -> Iterator[list[tuple[str, str]]]:
    """Count a game that the account opens, and reserve room for it; append its (id, status) once it is open.

    `is_known`: the request has opened its game before, and needs no room for another one. Raises LimitExceeded.
    """
    limits, by, reserved, opened = app.backend.limits, asker(account), f"~{token_hex(8)}", list[tuple[str, str]]()
    if not is_known:
        count("new_games", account)
        _reserve(by, reserved)
    try:
        yield opened
    finally:
        for game, status in opened:
            limits.hold_anyway("open_games" if status == "open" else "running_games", by, [game], GAME_SECONDS)
        limits.release("open_games", by, [reserved])


def _reserve(by: Asker, member: str) -> None:
    """Hold a place of an open game, if there is one and the games under way have one, too. Raises LimitExceeded."""
    limits = app.backend.limits
    for kind, held in (("open_games", member), ("running_games", "")):
        refused = limits.hold(kind, by, held, RESERVED_SECONDS)
        if refused:
            for each in (Asker(by.account, None), Asker(None, by.address)):
                _settle(each)
            refused = limits.hold(kind, by, held, RESERVED_SECONDS)
        if refused:
            limits.release("open_games", by, [member])
            _note(refused)
            raise LimitExceeded(refused[0])


def settle_own_games(account: str) -> int:
    """Look which games of an account have started or ended since they were counted: how many were looked at."""
    return _settle(Asker(account, None))


def _settle(by: Asker) -> int:
    limits, lobby = app.backend.limits, app.backend.lobby
    statuses = lobby.statuses(limits.members("open_games", by))
    looked_at = len(statuses)
    started = [game for game, status in statuses.items() if status == "playing"]
    limits.hold_anyway("running_games", by, started, GAME_SECONDS)
    limits.release("open_games", by, [game for game, status in statuses.items() if status != "open"])
    statuses = lobby.statuses(limits.members("running_games", by))
    limits.release("running_games", by, [game for game, status in statuses.items() if status != "playing"])
    return looked_at + len(statuses)


@contextmanager
def long_poll_place(account: str) -> Iterator[None]:
    """The place of a request that begins to wait for news. Raises LimitExceeded."""
    limits, by, member = app.backend.limits, asker(account), token_hex(8)
    _hold("long_polls", by, member, LONG_POLL_SECONDS)
    request.environ[OPEN_ENDED] = LONG_POLL
    try:
        yield
    finally:
        limits.release("long_polls", by, [member])


def _hold(kind: str, by: Asker, member: str, seconds: float) -> None:
    if refused := app.backend.limits.hold(kind, by, member, seconds):
        _note(refused)
        _pause_refused(by)
        raise LimitExceeded(refused[0])


class StreamPlace:
    """The place of a stream among those of its account and its address. `renew` it while the stream lives."""

    def __init__(self, account: str) -> None:
        """Raises LimitExceeded."""
        self._limits, self._by, self._member = app.backend.limits, asker(account), token_hex(8)
        self._renewed = time.monotonic()
        _hold("streams", self._by, self._member, STREAM_SECONDS)

    def renew(self) -> None:
        """Keep the place. It asks the store once in STREAM_SECONDS / 4."""
        if time.monotonic() > self._renewed + STREAM_SECONDS / 4:
            self._renewed = time.monotonic()
            self._limits.hold_anyway("streams", self._by, [self._member], STREAM_SECONDS)

    def leave(self) -> None:
        """Free the place."""
        self._limits.release("streams", self._by, [self._member])


def limit_problem(exceeded: LimitExceeded) -> Problem:
    """The problem of a limit that was exceeded: it names the limit, whose it is, and the seconds to wait."""
    level = exceeded.level
    detail, headers, more = refusal_detail(level), {"Retry-After": str(level.seconds)}, refusal_members(level)
    if level.policy.name in STREAM_POLICIES:
        return Problem("too_many_streams", detail, headers, more=more)
    return Problem("quota_exceeded", detail, headers, more=more)


def add_limit_headers(response: Response) -> None:
    """Tell the limits from which the request took. Those of the address only when half of one is gone."""
    levels: list[Level] = [*g.get("levels", {}).values()]
    told = [each for each in levels if each.policy.per == ACCOUNT or 2 * each.remaining < each.quota]
    if told := told or levels:
        response.headers["RateLimit-Policy"] = ", ".join(map(_policy_item, told))
        response.headers["RateLimit"] = ", ".join(map(_level_item, told))


def _policy_item(level: Level) -> str:
    policy = level.policy
    if policy.window:
        return f'"{policy.name}";q={level.quota};w={policy.window}'
    unit = ';qu="concurrent-requests"' if policy.name in CONCURRENT_POLICIES else ""
    return f'"{policy.name}";q={level.quota}{unit}'


def _level_item(level: Level) -> str:
    return f'"{level.policy.name}";r={level.remaining};t={level.seconds}'


def _note(levels: Sequence[Level]) -> None:
    """Remember for the headers of the answer."""
    g.setdefault("levels", {}).update({level.policy.name: level for level in levels})


def _warn_of_proxy(peer: Address | None, trusted: Networks) -> None:
    """Say once in the life of a process that a peer which names other addresses is no trusted proxy, if it may be one.

    If proxies are named, only this machine may be another one: a client elsewhere can write the header itself.
    """
    global _warned  # noqa: PLW0603
    is_local = subject_of(peer) is None
    if not is_proxy(peer, trusted) and (is_local or not trusted):
        _warned = True
        logger.warning(_LOCAL_PROXY if is_local else _PROXY)


_warned = False
_PROXY = "a request came through a proxy, but TRUSTED_PROXIES is empty: all its clients share the limits of one address"
_LOCAL_PROXY = (
    "a request came through a proxy on this machine, which TRUSTED_PROXIES does not name (127.0.0.1, ::1 or unix): its"
    " clients have no limits of an address"
)


def described_level(level: Level) -> Mapping[str, Any]:
    """A limit as `GET /v1/limits` shows it."""
    policy = level.policy
    return {
        "name": policy.name,
        "per": policy.per,
        "quota": level.quota,
        "window": policy.window,
        "remaining": level.remaining,
        "seconds": level.seconds,
        "meaning": policy.meaning,
    }
