"""A leaf of the list of finished games. It names no players, so nothing in it must be erased for a person.

>>> print(text(Leaf("4ryxr4qb", "base-1", bytes(32), 587, bytes(32), bytes(32))), end="")
wonderful-world/game/v1
4ryxr4qb
base-1
AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
587
AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
"""

import re
from base64 import b64encode
from typing import NamedTuple

from transparency.notes import decode
from transparency.rejected import Rejected
from transparency.tree import HASH_BYTES

FORMAT = "wonderful-world/game/v1"
_GAME, _RULESET, _COUNT = re.compile("[a-z0-9]{1,32}"), re.compile("[a-z0-9-]{1,32}"), re.compile("[1-9][0-9]{0,15}")


class Leaf(NamedTuple):
    """A finished game. `rules`: the digest of its rules. `events`: how many its log has. `head`: the hash of the last
    one. `state_hash`: of the end. The three hashes have 32 bytes."""

    game: str
    ruleset: str
    rules: bytes
    events: int
    head: bytes
    state_hash: bytes


def text(leaf: Leaf) -> str:
    """The text whose UTF-8 is the leaf."""
    rules, head, state_hash = (b64encode(each).decode() for each in (leaf.rules, leaf.head, leaf.state_hash))
    return f"{FORMAT}\n{leaf.game}\n{leaf.ruleset}\n{rules}\n{leaf.events}\n{head}\n{state_hash}\n"


def parse(data: bytes) -> Leaf:
    """The finished game of a leaf. Raises Rejected `malformed_leaf`."""
    try:
        found = data.decode()
        _, game, ruleset, rules, events, head, state_hash, _ = found.split("\n")
    except ValueError:
        raise Rejected("malformed_leaf", "not the seven lines of a finished game") from None
    if _GAME.fullmatch(game) and _RULESET.fullmatch(ruleset) and _COUNT.fullmatch(events):
        hashes = [decode(each, "malformed_leaf") for each in (rules, head, state_hash)]
        leaf = Leaf(game, ruleset, hashes[0], int(events), hashes[1], hashes[2])
        if text(leaf) == found and all(len(each) == HASH_BYTES for each in hashes):
            return leaf
    raise Rejected("malformed_leaf", "not a finished game")
