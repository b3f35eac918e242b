"""Signed notes (C2SP signed-note): a text, a blank line, and a line for each signature.

>>> from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
>>> signer = Signer("example.org/receipts", Ed25519PrivateKey.from_private_bytes(bytes(32)))
>>> note = sign("A text.\\n", signer)
>>> [signature.key.name for signature in check(note, [signer.key])]
['example.org/receipts']
"""

import binascii
import re
from base64 import b64decode, b64encode
from collections.abc import Collection, Sequence
from functools import cached_property
from hashlib import sha256
from typing import NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from transparency.rejected import Rejected

ED25519, COSIGNATURE = 0x01, 0x04
"""Types of signatures: of the text; of the text of a checkpoint, with a time, by a witness (C2SP tlog-cosignature)."""
KEY_ID_BYTES, PUBLIC_KEY_BYTES, TIME_BYTES = 4, 32, 8
MAX_NOTE_BYTES = 1 << 16
MAX_SIGNATURES = 64
"""Signatures by unknown keys may be long: those of ML-DSA have about 2,400 bytes."""
_DASH = "\u2014"
_SIGNATURE_LINE = re.compile(rf"{_DASH} ([^ ]+) ([A-Za-z0-9+/]+={{0,2}})")
_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f]")


class VerifierKey(NamedTuple):
    """A public key with the name under which it signs. `key_id`: 4 bytes. Its text is `name+hex+base64`."""

    name: str
    key_id: bytes
    algorithm: int
    public: bytes

    def __str__(self) -> str:
        return f"{self.name}+{self.key_id.hex()}+{b64encode(bytes([self.algorithm]) + self.public).decode()}"


class Signature(NamedTuple):
    """A line below a note. `data`: what follows the key id, such as the 64 bytes of Ed25519."""

    name: str
    key_id: bytes
    data: bytes

    def __str__(self) -> str:
        return f"{_DASH} {self.name} {b64encode(self.key_id + self.data).decode()}\n"


class Note(NamedTuple):
    """A note whose signatures nobody has checked. `text`: with its last newline."""

    text: str
    signatures: tuple[Signature, ...]

    def __str__(self) -> str:
        return f"{self.text}\n{''.join(map(str, self.signatures))}"


class Verified(NamedTuple):
    """A signature that holds. `seconds`: of a cosignature, when it was made, since 1970."""

    key: VerifierKey
    seconds: int | None = None


class Signer:
    """A private key and the name under which it signs. Its representation does not show the key."""

    def __init__(self, name: str, private: Ed25519PrivateKey, algorithm: int = ED25519) -> None:
        self.sign_bytes = private.sign
        self.key = verifier_key(name, private.public_key().public_bytes_raw(), algorithm)

    @cached_property
    def line_start(self) -> str:
        return f"{_DASH} {self.key.name} "

    def signature(self, text: str) -> str:
        """The line that signs a text."""
        signed = self.key.key_id + self.sign_bytes(text.encode())
        return f"{self.line_start}{b64encode(signed).decode()}\n"

    def cosignature(self, text: str, seconds: int) -> str:
        """The line by which a witness signs the text of a checkpoint at a time, in seconds since 1970."""
        signature = self.sign_bytes(_cosigned(text, seconds))
        return str(Signature(self.key.name, self.key.key_id, seconds.to_bytes(TIME_BYTES, "big") + signature))

    def __repr__(self) -> str:
        return f"Signer({self.key})"


def verifier_key(name: str, public: bytes, algorithm: int = ED25519) -> VerifierKey:
    """The verifier key of 32 bytes of Ed25519. Raises Rejected `malformed_key` for a name that no note may have."""
    if not is_key_name(name) or len(public) != PUBLIC_KEY_BYTES or algorithm not in (ED25519, COSIGNATURE):
        raise Rejected("malformed_key", "not the name and the 32 bytes of an Ed25519 key")
    digest = sha256(name.encode() + b"\n" + bytes([algorithm]) + public).digest()
    return VerifierKey(name, digest[:KEY_ID_BYTES], algorithm, public)


def parse_key(text: str) -> VerifierKey:
    """The key that `name+hex+base64` stands for. Raises Rejected `malformed_key`."""
    name, _, rest = text.partition("+")
    _, _, encoded = rest.partition("+")
    data = decode(encoded, "malformed_key")
    key = verifier_key(name, data[1:], data[0] if data else 0)
    if str(key) != text:
        raise Rejected("malformed_key", "the id of the key is not that of its name and bytes")
    return key


def is_key_name(name: str) -> bool:
    """Whether a key of a note may have the name: it is not empty, and has no space, plus or control character."""
    return name.isprintable() and bool(name) and "+" not in name and not any(map(str.isspace, name))


def sign(text: str, *signers: Signer) -> str:
    """The text as a signed note, by each signer in their order. The text ends with a newline."""
    return f"{text}\n{''.join(signer.signature(text) for signer in signers)}"


def parse_note(data: str | bytes) -> Note:
    """The parts of a signed note; no signature is checked. Raises Rejected `malformed_note`."""
    text, signatures = _split(_readable(data))
    return Note(text, tuple(map(parse_signature, signatures)))


def parse_signature(line: str) -> Signature:
    """A signature from its line, without the newline. Raises Rejected `malformed_note`."""
    found = _SIGNATURE_LINE.fullmatch(line)
    data = decode(found[2], "malformed_note") if found else b""
    if not found or not is_key_name(found[1]) or len(data) <= KEY_ID_BYTES:
        raise Rejected("malformed_note", "a line below the blank line is not a signature")
    return Signature(found[1], data[:KEY_ID_BYTES], data[KEY_ID_BYTES:])


def check(data: str | bytes | Note, keys: Collection[VerifierKey]) -> list[Verified]:
    """The signatures of a note by keys that you trust, in the order of their lines; those by others do not count.

    Raises Rejected: `malformed_note`; `wrong_signature` if one by a trusted key is wrong; `unknown_key` if there is
    none.
    """
    note = data if isinstance(data, Note) else parse_note(data)
    known = {(key.name, key.key_id): key for key in keys}
    found = [
        _verified(note.text, signature, key)
        for signature in note.signatures
        if (key := known.get((signature.name, signature.key_id)))
    ]
    if not found:
        raise Rejected("unknown_key", "no key that is trusted here has signed the note")
    return found


def decode(text: str, code: str) -> bytes:
    """What base64 stands for. Raises Rejected with the code if the text is not the one form of it."""
    try:
        data = b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        data = b""
    if b64encode(data).decode() != text:
        raise Rejected(code, "not base64")
    return data


def _readable(data: str | bytes) -> str:
    try:
        text = data if isinstance(data, str) else data[: MAX_NOTE_BYTES + 1].decode()
        size = len(text.encode())
    except UnicodeError:
        raise Rejected("malformed_note", "not UTF-8") from None
    if size > MAX_NOTE_BYTES or len(data) > MAX_NOTE_BYTES:
        raise Rejected("malformed_note", f"longer than {MAX_NOTE_BYTES} bytes")
    if _CONTROL.search(text):
        raise Rejected("malformed_note", "it has a control character")
    return text


def _split(note: str) -> tuple[str, Sequence[str]]:
    """The text, and the lines of the signatures without their newlines."""
    text, blank, below = note.rpartition("\n\n")
    lines = below.split("\n")
    if not blank or lines.pop() != "" or not 1 <= len(lines) <= MAX_SIGNATURES:
        raise Rejected("malformed_note", "not a text, a blank line and signatures, each with a newline")
    return text + "\n", lines


def _verified(text: str, signature: Signature, key: VerifierKey) -> Verified:
    seconds, message, data = None, text.encode(), signature.data
    if key.algorithm == COSIGNATURE:
        seconds, data = int.from_bytes(data[:TIME_BYTES], "big"), data[TIME_BYTES:]
        message = _cosigned(text, seconds)
    try:
        Ed25519PublicKey.from_public_bytes(key.public).verify(data, message)
    except (InvalidSignature, ValueError):
        raise Rejected("wrong_signature", f"the signature by {key.name} is not one of this text") from None
    return Verified(key, seconds)


def _cosigned(text: str, seconds: int) -> bytes:
    return f"cosignature/v1\ntime {seconds}\n{text}".encode()
