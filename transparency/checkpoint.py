"""Checkpoints (C2SP tlog-checkpoint): how many leaves a list has, and the root of its tree.

>>> print(text(Checkpoint("example.org/log", 0, EMPTY_ROOT)), end="")
example.org/log
0
47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
"""

import re
from base64 import b64encode
from collections.abc import Collection
from typing import NamedTuple

from transparency.notes import Note, Verified, VerifierKey, check, decode, is_key_name, parse_note
from transparency.rejected import Rejected
from transparency.tree import EMPTY_ROOT, HASH_BYTES

MAX_SIZE = (1 << 63) - 1
_SIZE = re.compile("0|[1-9][0-9]{0,18}")


class Checkpoint(NamedTuple):
    """`origin`: which list it is. `size`: its leaves. `root`: of its tree, 32 bytes."""

    origin: str
    size: int
    root: bytes


class Signed(NamedTuple):
    """A checkpoint with its note and the signatures that hold."""

    checkpoint: Checkpoint
    note: Note
    verified: tuple[Verified, ...]


def text(checkpoint: Checkpoint) -> str:
    """The text that is signed."""
    return f"{checkpoint.origin}\n{checkpoint.size}\n{b64encode(checkpoint.root).decode()}\n"


def parse(note_text: str) -> Checkpoint:
    """The checkpoint of a text; further lines are opaque. Raises Rejected `malformed_checkpoint`."""
    lines = note_text.removesuffix("\n").split("\n")
    if len(lines) < 3 or not all(lines) or not _SIZE.fullmatch(lines[1]) or not is_key_name(lines[0]):
        raise Rejected("malformed_checkpoint", "not the origin, the size and the root of a list")
    checkpoint = Checkpoint(lines[0], int(lines[1]), decode(lines[2], "malformed_checkpoint"))
    if len(checkpoint.root) != HASH_BYTES or checkpoint.size > MAX_SIZE:
        raise Rejected("malformed_checkpoint", "the root is not a hash, or the size is out of bounds")
    if not checkpoint.size and checkpoint.root != EMPTY_ROOT:
        raise Rejected("malformed_checkpoint", "an empty list has another root")
    return checkpoint


def open_checkpoint(
    data: str | bytes, log_keys: Collection[VerifierKey], witnesses: Collection[VerifierKey] = (), origin: str = ""
) -> Signed:
    """A checkpoint that one of the keys of its list has signed, with all signatures by the list and by witnesses.

    `origin`: of the list that you expect, if you do. Raises Rejected: as `parse` and `check`; `wrong_origin`.
    """
    note = parse_note(data)
    checkpoint = parse(note.text)
    if origin and checkpoint.origin != origin:
        raise Rejected("wrong_origin", f"the checkpoint is one of {checkpoint.origin}, not of {origin}")
    verified = check(note, [*log_keys, *witnesses])
    if not any(each.key in log_keys for each in verified):
        raise Rejected("unknown_key", f"no key of {checkpoint.origin} that is trusted here has signed the checkpoint")
    return Signed(checkpoint, note, tuple(verified))
