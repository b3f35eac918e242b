"""Proofs that a list has a leaf (C2SP tlog-proof): a file that anybody checks without asking the list.

>>> text = dump(Proof(0, (), "example.org/log\\n…"))
>>> text.split("\\n")[:3]
['c2sp.org/tlog-proof@v1', 'index 0', '']
"""

import re
from base64 import b64encode
from collections.abc import Collection
from typing import NamedTuple

from transparency.checkpoint import MAX_SIZE, Signed
from transparency.notes import MAX_NOTE_BYTES, VerifierKey, decode
from transparency.policy import NO_POLICY, Policy, open_under
from transparency.rejected import Rejected
from transparency.tree import HASH_BYTES, MAX_PROOF_HASHES, leaf_hash, root_of

FIRST_LINE = "c2sp.org/tlog-proof@v1"
MAX_PROOF_CHARACTERS = 2 * MAX_NOTE_BYTES
_INDEX = re.compile("index (0|[1-9][0-9]{0,18})")


class Proof(NamedTuple):
    """`position`: of the leaf in the list, from 0. `hashes`: from its sibling up. `checkpoint`: the signed note.
    `extra`: bytes that nobody signs."""

    position: int
    hashes: tuple[bytes, ...]
    checkpoint: str
    extra: bytes = b""


def dump(proof: Proof) -> str:
    """The text of a proof."""
    extra = [f"extra {b64encode(proof.extra).decode()}"] if proof.extra else []
    hashes = [b64encode(each).decode() for each in proof.hashes]
    return "\n".join([FIRST_LINE, *extra, f"index {proof.position}", *hashes, "", proof.checkpoint])


def parse(text: str) -> Proof:
    """The parts of a proof; nothing is checked yet. Raises Rejected `malformed_proof`."""
    above, blank, checkpoint = text.partition("\n\n")
    first, *lines = above.split("\n")
    if first != FIRST_LINE or not blank or len(text) > MAX_PROOF_CHARACTERS:
        raise Rejected("malformed_proof", "not a proof of a leaf, or one that is too long")
    extra = decode(lines.pop(0)[6:], "malformed_proof") if lines and lines[0].startswith("extra ") else b""
    found = _INDEX.fullmatch(lines[0]) if lines else None
    if not found or len(lines) - 1 > MAX_PROOF_HASHES or int(found[1]) > MAX_SIZE:
        raise Rejected("malformed_proof", "the index is missing, or there are too many hashes")
    hashes = tuple(decode(line, "malformed_proof") for line in lines[1:])
    if not all(len(each) == HASH_BYTES for each in hashes):
        raise Rejected("malformed_proof", "a line is not a hash")
    return Proof(int(found[1]), hashes, checkpoint, extra)


def verify(
    text: str, leaf: bytes, log_keys: Collection[VerifierKey], policy: Policy = NO_POLICY, origin: str = ""
) -> Signed:
    """The signed checkpoint of a list that has the leaf.

    Raises Rejected: as `parse` and `open_under`; `wrong_proof` if the list of the checkpoint does not have it there.
    """
    proof = parse(text)
    signed = open_under(policy, proof.checkpoint, log_keys, origin)
    if root_of(leaf_hash(leaf), proof.position, signed.checkpoint.size, proof.hashes) != signed.checkpoint.root:
        raise Rejected("wrong_proof", f"leaf {proof.position} of the list is another one")
    return signed
