"""What a witness is sent and what it answers (C2SP tlog-witness): pure, so a witness keeps what `judge` says to keep.

>>> parse_request(request(0, [], "example.org/log\\n…")).older
0
"""

import re
from base64 import b64encode
from collections.abc import Collection, Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple

from transparency.checkpoint import MAX_SIZE, Checkpoint, Signed, open_checkpoint, parse
from transparency.notes import MAX_NOTE_BYTES, VerifierKey, decode, parse_note
from transparency.rejected import Rejected
from transparency.tree import EMPTY_ROOT, HASH_BYTES, MAX_PROOF_HASHES, check_consistency

SIZE_TYPE, TEXT_TYPE = "text/x.tlog.size", "text/plain; charset=utf-8"
MAX_REQUEST_BYTES = 2 * MAX_NOTE_BYTES
_OLD = re.compile("old (0|[1-9][0-9]{0,18})")


class Asked(NamedTuple):
    """`older`: the size that the witness has seen last, as the list believes. `hashes`: that it grew from there."""

    older: int
    hashes: tuple[bytes, ...]
    note: str


class Answer(NamedTuple):
    """`signed`: the checkpoint that the witness is to keep, and then to sign; None: it signs nothing."""

    status: int
    body: str = ""
    content_type: str = TEXT_TYPE
    signed: Signed | None = None


def request(older: int, hashes: Sequence[bytes], note: str) -> str:
    """The body of `add-checkpoint`."""
    lines = [f"old {older}", *(b64encode(each).decode() for each in hashes), "", note]
    return "\n".join(lines)


def parse_request(text: str) -> Asked:
    """The parts of a body of `add-checkpoint`. Raises Rejected `malformed_request`."""
    above, blank, note = text.partition("\n\n")
    first, *lines = above.split("\n")
    found = _OLD.fullmatch(first)
    if not found or not blank or len(lines) > MAX_PROOF_HASHES or int(found[1]) > MAX_SIZE:
        raise Rejected("malformed_request", "not an old size, hashes, a blank line and a checkpoint")
    hashes = tuple(decode(line, "malformed_request") for line in lines)
    if not all(len(each) == HASH_BYTES for each in hashes):
        raise Rejected("malformed_request", "a line is not a hash")
    return Asked(int(found[1]), hashes, note)


def judge(text: str, logs: Mapping[str, Collection[VerifierKey]], seen: Checkpoint | None) -> Answer:
    """What a witness answers. `logs`: the keys of the lists that it knows, by origin. `seen`: the newest checkpoint of
    this list that it signed; None if it signed none."""
    try:
        asked = parse_request(text)
        found = parse(parse_note(asked.note).text)
    except Rejected as error:
        return Answer(400, f"{error}\n")
    if found.origin not in logs:
        return Answer(404, f"{found.origin} is no list that this witness knows\n")
    try:
        signed = open_checkpoint(asked.note, logs[found.origin])
    except Rejected as error:
        return Answer(403, f"{error}\n")
    older, older_root = (seen.size, seen.root) if seen else (0, EMPTY_ROOT)
    if asked.older > found.size:
        return Answer(400, "the old size is larger than that of the checkpoint\n")
    if asked.older != older:
        return Answer(409, f"{older}\n", SIZE_TYPE)
    try:
        check_consistency(older, older_root, found.size, found.root, asked.hashes)
    except Rejected as error:
        return Answer(422, f"{error}\n")
    return Answer(200, signed=signed)


def origin_of_request(text: str) -> str:
    """The list of which a body speaks; empty if it is none."""
    try:
        return parse(parse_note(parse_request(text).note).text).origin
    except Rejected:
        return ""


def origin_hash(origin: str) -> str:
    """How a witness names a list in an address."""
    return sha256(origin.encode()).hexdigest()
