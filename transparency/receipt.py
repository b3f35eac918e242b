"""Receipts: what a service signs for a player, that a game had this head at this version.

Whoever has two receipts of one version with different heads can show to anybody that the service told two stories.

>>> print(text(Receipt("example.org", "4ryxr4qb", 12, bytes(32), 1795234774)), end="")
example.org/receipt/v1
4ryxr4qb
12
AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
1795234774
"""

import re
from base64 import b64encode
from binascii import b2a_base64
from collections.abc import Collection, Sequence
from typing import NamedTuple

from transparency.notes import Signer, VerifierKey, check, decode, parse_note, sign
from transparency.rejected import Rejected
from transparency.tree import HASH_BYTES

KEY_PATH, KIND = "/receipts", "/receipt/v1"
"""What follows the name of the service in the name of its key, and in the first line of a receipt."""
_GAME = re.compile("[a-z0-9]{1,32}")
_NUMBER = re.compile("[1-9][0-9]{0,15}")


class Receipt(NamedTuple):
    """`origin`: the name of the service. `head`: the hash of the event of this version. `seconds`: of its time, since
    1970."""

    origin: str
    game: str
    version: int
    head: bytes
    seconds: int


def text(receipt: Receipt) -> str:
    """The text that is signed."""
    origin, game, version, head, seconds = receipt
    return f"{origin}{KIND}\n{game}\n{version}\n{b64encode(head).decode()}\n{seconds}\n"


class ReceiptSigner:
    """Signs the receipts of a service by each of its keys. A receipt of the same head is always the same.

    >>> from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    >>> signer = Signer("example.org/receipts", Ed25519PrivateKey.from_private_bytes(bytes(32)))
    >>> note = ReceiptSigner("example.org", [signer]).note("4ryxr4qb", 12, bytes(32), 1795234774)
    >>> open_receipt(note, [signer.key]).version
    12
    """

    def __init__(self, origin: str, signers: Sequence[Signer]) -> None:
        self._kind = f"{origin}{KIND}"
        self._signers = [(signer.line_start, signer.key.key_id, signer.sign_bytes) for signer in signers]

    def note(self, game: str, version: int, head: bytes, seconds: int) -> str:
        """The receipt of a version as a signed note. Each move may ask for one, so it calls no function of ours."""
        encoded = b2a_base64(head, newline=False).decode()
        text = f"{self._kind}\n{game}\n{version}\n{encoded}\n{seconds}\n"
        message = text.encode()
        lines = [
            f"{start}{b2a_base64(key_id + sign_bytes(message), newline=False).decode()}\n"
            for start, key_id, sign_bytes in self._signers
        ]
        return f"{text}\n{''.join(lines)}"


def sign_receipt(receipt: Receipt, signer: Signer) -> str:
    """The receipt as a signed note."""
    return sign(text(receipt), signer)


def parse(note_text: str) -> Receipt:
    """The receipt of a text. Raises Rejected `malformed_receipt`."""
    kind, *rest = note_text.removesuffix("\n").split("\n")
    origin = kind.removesuffix(KIND)
    if len(rest) == 4 and origin and origin != kind:
        game, version, head, seconds = rest
        if _GAME.fullmatch(game) and _NUMBER.fullmatch(version) and _NUMBER.fullmatch(seconds):
            receipt = Receipt(origin, game, int(version), decode(head, "malformed_receipt"), int(seconds))
            if len(receipt.head) == HASH_BYTES and text(receipt) == note_text:
                return receipt
    raise Rejected("malformed_receipt", "not the game, the version, the head and the time of a receipt")


def open_receipt(data: str | bytes, keys: Collection[VerifierKey]) -> Receipt:
    """A receipt that a service has signed: the name of the key is that of the service and `/receipts`.

    Raises Rejected: as `parse` and `check`; `wrong_origin` if the key is one of another service.
    """
    note = parse_note(data)
    receipt = parse(note.text)
    verified = check(note, keys)
    if not any(each.key.name == receipt.origin + KEY_PATH for each in verified):
        raise Rejected("wrong_origin", f"{verified[0].key.name} signs no receipts of {receipt.origin}")
    return receipt
