"""Players, and who a token belongs to. Redis holds only a hash of each token.

Each process keeps copies for a short time. Whatever changes an account tells all processes to drop theirs.
"""

from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from math import inf
from threading import Lock
from typing import Any, NamedTuple, TypeVar

from cachetools import TTLCache
from redis import Redis
from redis.client import Pipeline

from service.accounts.handles import normalize, skeleton
from service.accounts.layout import Layout
from service.accounts.stored_token import parse_token
from store.clock import store_clock
from store.keys import Keys

MAX_CACHED_PLAYERS = 10_000
MAX_CACHED_TOKENS = 10_000
CACHED_PLAYER_SECONDS = 30
"""When the message of a change gets lost, a process shows an old name for that long."""
CACHED_TOKEN_SECONDS = 10
"""When the message of a revocation gets lost, a process accepts the token for that long."""
USE_SECONDS = 60
"""How often a process stores that a token is in use."""
FORMER_NAME = "a former player"
"""The name of a deleted account."""
Result = TypeVar("Result")


class Suspension(NamedTuple):
    """Why and until when an operator suspended an account. `reason`: of OPERATOR_REASONS.

    `until_ms`: ms since 1970; infinite: for good.
    """

    reason: str
    until_ms: float = inf

    def to_text(self) -> str:
        return self.reason if self.until_ms == inf else f"{self.reason} {self.until_ms:.0f}"


class Player(NamedTuple):
    """An account. `kind`: human or bot. `handle`: None for an account of an earlier release that chose none.

    `changed_ms`: when it got another name or handle, or was deleted, in ms since 1970; 0 if it never did.
    `suspension`: the last one, which may be over.
    """

    id: str
    name: str
    kind: str
    handle: str | None = None
    changed_ms: int = 0
    deleted: bool = False
    suspension: Suspension | None = None

    def is_suspended(self, now_ms: float) -> bool:
        """Whether the account is suspended at `now_ms`, ms since 1970."""
        return self.suspension is not None and now_ms < self.suspension.until_ms


class ScopeMissing(Exception):
    """The token does not have the scope that is needed, `scope`."""

    def __init__(self, scope: str) -> None:
        super().__init__(scope)
        self.scope = scope


class Access(NamedTuple):
    """Who sends a request, and what their token allows. `token`: its id. `scopes`: of SCOPES.

    `until_ms`: when it expires, in ms since 1970; infinite if it does not.
    """

    player: Player
    token: str
    token_hash: bytes
    scopes: frozenset[str]
    until_ms: float

    def require(self, scope: str) -> None:
        """Raises ScopeMissing."""
        if scope not in self.scopes:
            raise ScopeMissing(scope)


class TokenRevoked(Exception):
    """The token with which a request came was revoked before the request could do anything."""


class AccountSuspended(Exception):
    """An operator suspended the account to which the token belongs."""

    def __init__(self, suspension: Suspension) -> None:
        super().__init__(suspension.reason)
        self.suspension = suspension


def hash_token(token: str) -> bytes:
    """What the store knows of a token."""
    return sha256(token.encode()).digest()


class Accounts:
    """The accounts in Redis. All methods are thread-safe. `now`: the clock of the store, in seconds since 1970."""

    def __init__(self, redis: Redis, keys: Keys, now: Callable[[], float] | None = None) -> None:
        self.redis = redis
        self.layout = Layout(keys)
        self._now = now or store_clock(redis)
        self._players: TTLCache[str, Player] = TTLCache(MAX_CACHED_PLAYERS, CACHED_PLAYER_SECONDS)
        self._accesses: TTLCache[bytes, tuple[int, Access]] = TTLCache(MAX_CACHED_TOKENS, CACHED_TOKEN_SECONDS)
        self._changed: TTLCache[str, int] = TTLCache(MAX_CACHED_TOKENS, CACHED_TOKEN_SECONDS)
        self._used: TTLCache[bytes, bool] = TTLCache(MAX_CACHED_TOKENS, USE_SECONDS)
        # Changes of accounts are counted, and each copy has the number at which it was read. So a change drops all
        # tokens of its account without a look at the others.
        self._changes = 0
        self.before_reading: Callable[[], None] = lambda: None
        """Called before a token is read, to be kept: from then on this process must hear of changes."""
        self._lock = Lock()

    def now_ms(self) -> int:
        """The time, in ms since 1970."""
        return int(self._now() * 1000)

    def by_id(self, player_id: str) -> Player | None:
        """The player with this id; None if there is none."""
        return self.by_ids([player_id]).get(player_id)

    def by_ids(self, player_ids: Iterable[str]) -> dict[str, Player]:
        """Id → player; ids without an account are left out. A deleted account is FORMER_NAME."""
        wanted = [*dict.fromkeys(player_ids)]
        with self._lock:
            found = {each: player for each in wanted if (player := self._players.get(each))}
            changes = self._changes
        missing = [each for each in wanted if each not in found]
        if missing:
            pipe = self.redis.pipeline(transaction=False)
            for each in missing:
                pipe.hmget(self.layout.player(each), PLAYER_FIELDS)
            read = {each: parse_player(each, row) for each, row in zip(missing, pipe.execute(), strict=True)}
            players = {each: player for each, player in read.items() if player}
            found |= players
            with self._lock:
                if changes == self._changes:
                    self._players.update(players)
        return found

    def find(self, id_or_handle: str) -> Player | None:
        """The player with this id, or with the handle after an `@`."""
        if not id_or_handle.startswith("@"):
            return self.by_id(id_or_handle)
        handle = normalize(id_or_handle[1:])
        owner: Any = self.redis.hget(self.layout.handles, skeleton(handle)) if handle else None
        player = self.by_id(owner.decode()) if owner else None
        return player if player and player.handle == handle else None

    def find_invited(self, text: str) -> list[Player]:
        """The account with this id or @handle; if there is none, the bots with this name (case ignored), at most two.

        The id comes first, so that nobody can take over a player's invitations by choosing its id as a name. Anybody
        can give one name to thousands of bots.
        """
        if text.startswith("@"):
            player = self.find(text)
            return [player] if player else []
        members: Any = self.redis.srandmember(self.layout.bots_named(text), 4)  # some may have another name by now
        found = [each for each in self.by_ids({text, *map(bytes.decode, members)}).values() if not each.deleted]
        named = sorted(each for each in found if each.name.casefold() == text.casefold())
        return [each for each in found if each.id == text] or named[:2]

    def by_token(self, token: str) -> Access | None:
        """Whom a token belongs to; None for one that is unknown, revoked or expired."""
        return self.by_token_hash(hash_token(token))

    def by_token_hash(self, token_hash: bytes) -> Access | None:
        """Whom the token with this hash belongs to."""
        with self._lock:
            read_at, access = self._accesses.get(token_hash, (0, None))
            changes = self._changes
            if access and read_at < self._changed.get(access.player.id, 0):
                access = None
        if access is None:
            self.before_reading()
            access = self._read_access(token_hash)
            with self._lock:
                if access and changes == self._changes:
                    self._accesses[token_hash] = (changes, access)
        if access and access.until_ms < inf and access.until_ms <= self.now_ms():
            return None
        return access

    def check_suspension(self, player: Player) -> None:
        """Check that an account is not suspended now. Raises AccountSuspended."""
        if player.suspension and player.is_suspended(self.now_ms()):
            raise AccountSuspended(player.suspension)

    def endings(self, accesses: Sequence[Access]) -> list[str | None]:
        """Why each token is good no more: `token_revoked`, `token_expired` or `account_suspended`; None: it is good."""
        pipe = self.redis.pipeline(transaction=False)
        for access in accesses:
            pipe.hget(self.layout.tokens(access.player.id), access.token)
            pipe.hget(self.layout.player(access.player.id), "suspended")
        found, now_ms = pipe.execute(), self.now_ms()
        return [
            _ending(access, stored, now_ms, parse_suspension(suspended))
            for access, stored, suspended in zip(accesses, found[::2], found[1::2], strict=True)
        ]

    def change(self, access: Access, change: Callable[[Pipeline], Result]) -> Result:
        """Change the caller's account in one transaction, unless their token was revoked meanwhile: TokenRevoked.

        `change` reads, calls `multi` and writes. It may be called several times.
        """

        def checked(pipe: Pipeline) -> Result:
            stored: Any = pipe.hget(self.layout.tokens(access.player.id), access.token)
            if _ending(access, stored, self.now_ms()):
                raise TokenRevoked
            return change(pipe)

        return self.transact(access.player.id, checked)

    def transact(self, player: str, change: Callable[[Pipeline], Result]) -> Result:
        """Change an account in one transaction, and let all processes drop their copies of it."""

        results: list[Result] = []

        def announced(pipe: Pipeline) -> None:
            results.append(change(pipe))
            pipe.publish(self.layout.channel, player)

        self.redis.transaction(announced, self.layout.player(player), self.layout.tokens(player))
        self.forget(player)
        return results[-1]

    def point(self, token_hash: bytes, player: str, token: str) -> None:
        """Let a token lead to an account. It is good for nothing until the account has it."""
        self.redis.set(self.layout.token(token_hash), f"{player} {token}")

    def point_no_more(self, hashes: Iterable[str | None]) -> None:
        """Let these tokens lead to no account; their hashes in hex. The account does not have them any more."""
        names = [self.layout.token(bytes.fromhex(each)) for each in hashes if each]
        if names:
            self.redis.delete(*names)

    def forget(self, player: str | None) -> None:
        """Drop the copies of an account that has changed; None: of all accounts."""
        with self._lock:
            self._changes += 1
            if player is None:
                self._players.clear()
                self._accesses.clear()
                return
            self._players.pop(player, None)
            self._changed[player] = self._changes

    def _read_access(self, token_hash: bytes) -> Access | None:
        value: Any = self.redis.get(self.layout.token(token_hash))
        if value is None:
            return None
        player_id, _, token = value.decode().partition(" ")
        with self._lock:
            is_stored = token_hash in self._used
            self._used.setdefault(token_hash, True)
        pipe = self.redis.pipeline(transaction=False)
        pipe.hget(self.layout.tokens(player_id), token)
        pipe.hmget(self.layout.player(player_id), PLAYER_FIELDS)
        if not is_stored:
            pipe.hset(self.layout.uses(player_id), token, self.now_ms())
        text, row, *_ = pipe.execute()
        player = parse_player(player_id, row)
        stored = parse_token(text) if text else None
        if stored is None or player is None or player.deleted:
            return None
        return Access(player, token, token_hash, frozenset(stored.scopes), stored.until_ms(token_hash.hex()))


PLAYER_FIELDS = ("name", "kind", "handle", "changed_ms", "deleted_ms", "suspended")


def parse_player(player_id: str, row: Sequence[bytes | None]) -> Player | None:
    """The player with PLAYER_FIELDS of the store; None if they are no account."""
    name, kind, handle, changed_ms, deleted_ms, suspended = row
    if name is None or kind is None:
        return None
    if deleted_ms:
        return Player(player_id, FORMER_NAME, kind.decode(), None, int(deleted_ms), deleted=True)
    shown_handle, suspension = handle.decode() if handle else None, parse_suspension(suspended)
    return Player(player_id, name.decode(), kind.decode(), shown_handle, int(changed_ms or 0), suspension=suspension)


def parse_suspension(text: bytes | None) -> Suspension | None:
    """The suspension that `to_text` wrote."""
    if text is None:
        return None
    reason, _, until_ms = text.decode().partition(" ")
    return Suspension(reason, float(until_ms or inf))


def _ending(access: Access, stored: bytes | None, now_ms: float, suspension: Suspension | None = None) -> str | None:
    until_ms = parse_token(stored).until_ms(access.token_hash.hex()) if stored else 0
    if now_ms < until_ms:
        return "account_suspended" if suspension and now_ms < suspension.until_ms else None
    return "token_expired" if until_ms == access.until_ms else "token_revoked"
