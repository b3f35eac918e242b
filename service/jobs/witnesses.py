"""Asks the witnesses of the policy to sign a checkpoint of the list of finished games."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx

from projections.public_list.store import PublicList
from transparency import tree
from transparency.checkpoint import Checkpoint
from transparency.notes import check
from transparency.policy import NO_POLICY, Party, Policy, is_met, parse
from transparency.rejected import Rejected
from transparency.witness import request

TIMEOUT_SECONDS = 5.0
MAX_ANSWER_BYTES = 1 << 16
MAX_POLICY_BYTES = 1 << 16
MAX_ASKED = 8
"""Witnesses that are asked at once."""


class SeenMore(Exception):
    """A witness has signed a longer list than the store has: somebody restored an old one."""


def read_policy(file: Path | None) -> Policy:
    """The policy of the settings. Raises Rejected, OSError."""
    if file is None:
        return NO_POLICY
    with file.open("rb") as opened:
        return parse(opened.read(MAX_POLICY_BYTES).decode(errors="surrogateescape"))


def cosigned(found: PublicList, checkpoint: Checkpoint, note: str, policy: Policy) -> tuple[str, bool]:
    """The note with the signatures of all witnesses that gave one, and whether these are enough. Raises SeenMore."""
    asked = [each for each in policy.witnesses.values() if each.url]
    with ThreadPoolExecutor(MAX_ASKED) as pool:
        answers = [*pool.map(lambda witness: _ask(found, checkpoint, note, witness), asked)]
    signed = {witness.key for witness, line in zip(asked, answers, strict=True) if line}
    return note + "".join(answers), is_met(policy, signed)


def _ask(found: PublicList, checkpoint: Checkpoint, note: str, witness: Party) -> str:
    """The line by which a witness signs; empty if it does not answer, or refuses. Raises SeenMore."""
    known, name = found.seen_by(str(witness.key)), str(witness.key)
    older = min(known, checkpoint.size)
    url = f"{witness.url.rstrip('/')}/add-checkpoint"
    node = found.node(checkpoint.size)
    try:
        with httpx.Client(timeout=TIMEOUT_SECONDS, follow_redirects=False) as client:
            for _ in range(2):
                hashes = tree.consistency_proof(older, checkpoint.size, node)
                answer = client.post(url, content=request(older, hashes, note).encode())
                if answer.status_code != httpx.codes.CONFLICT:
                    break
                older = int(answer.text)
                if older > checkpoint.size:
                    raise SeenMore(f"the witness {witness.key.name} has seen {older} games")
    except (httpx.HTTPError, httpx.InvalidURL, ValueError):
        return ""
    if answer.status_code != httpx.codes.OK or len(answer.content) > MAX_ANSWER_BYTES:
        return ""
    for line in answer.text.splitlines(keepends=True):
        try:
            check(f"{note.partition(chr(10) * 2)[0]}\n\n{line}", [witness.key])
        except Rejected:
            continue
        found.note_seen(name, checkpoint.size)
        return line
    return ""
