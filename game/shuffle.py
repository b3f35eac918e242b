"""Fair deals: shuffles that follow from the server seed and the players' seeds, so that anybody can check them.

The numbers are read from blocks HMAC-SHA256(server seed, message), where message is the canonical JSON text
`[purpose,[client seeds],counter]` for counter 0, 1, 2 ..., each block giving eight 4-byte big-endian integers.
"""

import hashlib
import hmac
import json
from collections.abc import Iterator, Sequence


def commitment(server_seed: str, game: str) -> str:
    """SHA-256 of the server seed's bytes followed by the game id, hexadecimal; published before anyone joins."""
    return hashlib.sha256(bytes.fromhex(server_seed) + game.encode()).hexdigest()


def seed_text(seed: bytes | str | int) -> str:
    """A server seed in its hexadecimal form, from bytes, an integer (0 .. 2**256 - 1) or any text."""
    if isinstance(seed, int):
        return seed.to_bytes(32, "big").hex()
    if isinstance(seed, str):
        try:
            return bytes.fromhex(seed).hex()
        except ValueError:
            return seed.encode().hex()
    return seed.hex()


def shuffled(items: Sequence[str], purpose: str, server_seed: str, client_seeds: Sequence[str]) -> tuple[str, ...]:
    """The items in an order drawn by Fisher-Yates, from the last place down, without modulo bias."""
    numbers = _numbers(purpose, server_seed, client_seeds)
    cards = list(items)
    for last in range(len(cards) - 1, 0, -1):
        at = _below(last + 1, numbers)
        cards[last], cards[at] = cards[at], cards[last]
    return tuple(cards)


def _numbers(purpose: str, server_seed: str, client_seeds: Sequence[str]) -> Iterator[int]:
    key = bytes.fromhex(server_seed)
    counter = 0
    while True:
        message = json.dumps([purpose, list(client_seeds), counter], ensure_ascii=False, separators=(",", ":"))
        block = hmac.digest(key, message.encode(), "sha256")
        for at in range(0, 32, 4):
            yield int.from_bytes(block[at : at + 4], "big")
        counter += 1


def _below(bound: int, numbers: Iterator[int]) -> int:
    """A number 0 .. bound - 1, each equally likely: those past the last whole multiple are thrown away."""
    limit = (1 << 32) - (1 << 32) % bound
    for number in numbers:
        if number < limit:
            return number % bound
    raise AssertionError("the stream of numbers is endless")
