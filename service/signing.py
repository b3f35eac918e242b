"""The keys by which the service signs receipts and its list of finished games (Ed25519).

The store has them in one document, which the first process that signs makes. A rotation puts new keys before the old
ones, which sign beside them for a day; public keys stay for ever, so that what they signed can be checked.
"""

import json
from collections.abc import Callable, Iterable
from secrets import token_hex
from time import monotonic
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from redis import Redis

from store.keys import Keys
from store.partial import OUT_OF_REACH
from transparency.notes import Signer, parse_key
from transparency.receipt import KEY_PATH as RECEIPTS
from transparency.receipt import ReceiptSigner

LOG = "/log"
"""What follows the name of the service in the origin of its list and in the name of that key."""
USES = (RECEIPTS, LOG)
OVERLAP_SECONDS = 86_400
"""How long the old keys sign beside new ones."""
MAX_KEYS = 100
"""Of each use that the service keeps: rotations beyond that are refused."""
AWAY_SECONDS = 5.0
"""After the store did not give the keys, moves are answered without receipts for that long."""
CHANGED = "signing-keys"
"""The message on the channel of accounts which says that the keys have changed."""
_SET_IF_UNCHANGED = "return redis.call('GET', KEYS[1]) == ARGV[1] and redis.call('SET', KEYS[1], ARGV[2]) and 1 or 0"


class TooManyKeys(Exception):
    """There are MAX_KEYS keys of a use."""


class StoredKey(NamedTuple):
    """`use`: one of USES. `text`: the verifier key. `made`: seconds since 1970. `until`: when it signs last; None: it
    is the current one. `private`: 64 hexadecimal digits; empty once it signs no more."""

    use: str
    text: str
    made: int
    until: int | None
    private: str

    def __repr__(self) -> str:
        return f"StoredKey({self.text})"


class SigningKeys(NamedTuple):
    """`origin`: the name of the service. `keys`: the newest of each use first."""

    origin: str
    keys: tuple[StoredKey, ...]

    def signers(self, use: str, now: float) -> list[Signer]:
        """Those that sign now, the current one first."""
        found = [key for key in self.keys if key.use == use and key.private and (key.until is None or now < key.until)]
        private_key = Ed25519PrivateKey.from_private_bytes
        return [Signer(parse_key(key.text).name, private_key(bytes.fromhex(key.private))) for key in found]


class Signing:
    """The keys as a process has them. `receipts`: what signs receipts; None until `load` has read the keys.

    `public_url`: where people find the service, which names the first keys. `now`: the clock of the store, in seconds
    since 1970.
    """

    def __init__(self, redis: Redis, keys: Keys, now: Callable[[], float], public_url: str) -> None:
        self._redis, self._keys, self._now, self._public_url = redis, keys, now, public_url
        self.receipts: ReceiptSigner | None = None
        self._away_until = 0.0

    def load(self) -> ReceiptSigner:
        """What signs receipts, read from the store and kept until `forget`."""
        found = self.read()
        now = self._now() if any(key.until for key in found.keys) else 0.0
        self.receipts = signer = ReceiptSigner(found.origin, found.signers(RECEIPTS, now))
        return signer

    def at_hand(self) -> ReceiptSigner | None:
        """What signs receipts, for who goes on without one; None while the store does not give the keys.

        On a cluster, these may be on another primary than the game. It is asked again after AWAY_SECONDS.
        """
        if self.receipts is None and monotonic() >= self._away_until:
            try:
                self.load()
            except OUT_OF_REACH:
                self._away_until = monotonic() + AWAY_SECONDS
        return self.receipts

    def forget(self) -> None:
        """Let the next receipt read the keys."""
        self.receipts = None

    def read(self) -> SigningKeys:
        """The stored keys. The first process makes them, in one step; another one gets the same."""
        name = self._keys.lobby("signing")
        if (stored := self._redis.get(name)) is None:
            made = _made(origin_of(self._public_url), int(self._now()), ())
            self._redis.set(name, text_of(made), nx=True)
            stored = self._redis.get(name)
        return _parse(stored)

    def rotate(self, origin: str | None = None) -> SigningKeys:
        """Sign by new keys from now on, under another name if one is given. Raises TooManyKeys."""
        while True:
            now, before = int(self._now()), self.read()
            if len(before.keys) >= MAX_KEYS * len(USES):
                raise TooManyKeys
            former = (_retired(key, now) for key in before.keys)
            if self._replace(before, _made(origin or before.origin, now, former)):
                return self.read()

    def drop_retired(self) -> None:
        """Forget the private parts of keys that sign no more."""
        before, now = self.read(), self._now()
        kept = tuple(
            key._replace(private="") if key.until is not None and key.until <= now else key for key in before.keys
        )
        if kept != before.keys:
            self._replace(before, before._replace(keys=kept))

    def _replace(self, before: SigningKeys, after: SigningKeys) -> bool:
        """Store the keys unless they have changed meanwhile, and tell all processes."""
        changed = self._redis.eval(_SET_IF_UNCHANGED, 1, self._keys.lobby("signing"), text_of(before), text_of(after))
        if changed:
            self._redis.publish(self._keys.accounts, CHANGED)
            self.forget()
        return bool(changed)


def origin_of(public_url: str) -> str:
    """The name of a service, by its address: host and path. Without an address, one that no other service has.

    >>> origin_of("https://play.example.org/wonderful")
    'play.example.org/wonderful'
    """
    parts = urlsplit(public_url)
    return f"{parts.netloc.rpartition('@')[2]}{parts.path.rstrip('/')}" if public_url else f"wonderful-{token_hex(4)}"


def _made(origin: str, now: int, former: Iterable[StoredKey]) -> SigningKeys:
    fresh = []
    for use in USES:
        private = Ed25519PrivateKey.generate()
        key = Signer(f"{origin}{use}", private).key
        fresh.append(StoredKey(use, str(key), now, None, private.private_bytes_raw().hex()))
    return SigningKeys(origin, (*fresh, *former))


def _retired(key: StoredKey, now: int) -> StoredKey:
    """The key as it is after a rotation. One that an earlier rotation retired keeps its end."""
    return key if key.until is not None else key._replace(until=now + OVERLAP_SECONDS)


def text_of(found: SigningKeys) -> str:
    """The document that is stored."""
    return json.dumps({"origin": found.origin, "keys": [key._asdict() for key in found.keys]})


def _parse(stored: Any) -> SigningKeys:
    document = json.loads(stored)
    return SigningKeys(document["origin"], tuple(StoredKey(**key) for key in document["keys"]))
