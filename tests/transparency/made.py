"""Keys, receipts, lists and proofs that are the same in each run."""

from hashlib import sha256
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from transparency import checkpoint, proof, receipt, tree
from transparency.checkpoint import Checkpoint
from transparency.leaf import Leaf
from transparency.leaf import text as leaf_text
from transparency.notes import COSIGNATURE, ED25519, Signer, sign
from transparency.receipt import Receipt

ORIGIN = "play.example"
LOG = f"{ORIGIN}/log"
SECONDS = 1_795_234_774


def digest(*parts: object) -> bytes:
    return sha256(repr(parts).encode()).digest()


def signer(name: str, algorithm: int = ED25519) -> Signer:
    """The signer of a name, always with the same key."""
    return Signer(name, Ed25519PrivateKey.from_private_bytes(digest("key", name)), algorithm)


RECEIPTS, LIST = signer(f"{ORIGIN}/receipts"), signer(LOG)
WITNESSES = [signer(f"witness.example/{name}", COSIGNATURE) for name in "abc"]


def made_receipt(game: str = "4ryxr4qb", version: int = 12, story: str = "told") -> Receipt:
    return Receipt(ORIGIN, game, version, digest(game, version, story), SECONDS)


def made_leaf(number: int) -> Leaf:
    game = digest(number).hex()[:16]
    return Leaf(game, "base-1", digest("rules"), 100 + number, digest("head", number), digest("state", number))


class List(NamedTuple):
    """A list of finished games. `note`: its checkpoint, signed by the list and by the witnesses."""

    entries: list[bytes]
    node: tree.Node
    note: str

    @property
    def root(self) -> bytes:
        return tree.root(len(self.entries), self.node)

    def proof(self, position: int) -> str:
        hashes = tree.inclusion_proof(position, len(self.entries), self.node)
        return proof.dump(proof.Proof(position, tuple(hashes), self.note))


def made_list(size: int) -> List:
    entries = [leaf_text(made_leaf(number)).encode() for number in range(size)]
    node = tree.nodes_of([tree.leaf_hash(entry) for entry in entries])
    text = checkpoint.text(Checkpoint(LOG, size, tree.root(size, node)))
    note = sign(text, LIST) + "".join(witness.cosignature(text, SECONDS) for witness in WITNESSES)
    return List(entries, node, note)


SIGNED_RECEIPT = receipt.sign_receipt(made_receipt(), RECEIPTS)
