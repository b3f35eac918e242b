"""`wonderful verify` with keys: receipts that players kept, and proofs that lie beside logs."""

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import click

from projections.audit.signed import AGREES, WRONG, Known, Outcome, judge_proof, judge_receipts, known_of
from service.commands.log_files import PROOF_SUFFIX
from service.settings import StartError
from transparency.notes import MAX_NOTE_BYTES, VerifierKey, parse_key
from transparency.policy import NO_POLICY, Policy
from transparency.policy import parse as parse_policy
from transparency.proof import MAX_PROOF_CHARACTERS
from transparency.rejected import Rejected

STATUSES = {AGREES: 0, WRONG: 1}
"""Of the command, by what is found; 2 if nothing can be told."""
MAX_KEYS_BYTES = 1 << 20


def read_keys(file: Path) -> list[VerifierKey]:
    """The keys of a file: the answer of `GET /v1/keys`, or a verifier key a line. Raises StartError."""
    text = _read(file, MAX_KEYS_BYTES).decode(errors="replace")
    try:
        found = json.loads(text)
        texts = [*found["receipts"], *found["log"]]
    except (ValueError, KeyError, TypeError):
        texts = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    with suppress(Rejected):
        if keys := [parse_key(str(each)) for each in texts]:
            return keys
    raise StartError(f"{file} has no verifier keys: save the answer of GET /v1/keys")


def read_policy(file: Path | None) -> Policy:
    """The policy of a file (C2SP tlog-policy). Raises StartError."""
    if file is None:
        return NO_POLICY
    try:
        return parse_policy(_read(file, MAX_KEYS_BYTES).decode(errors="surrogateescape"))
    except Rejected as error:
        raise StartError(f"{file} is no policy: {error}") from None


def check_signed(
    logs: Iterable[tuple[Path, Iterable[bytes]]],
    receipts: Sequence[Path],
    keys: Sequence[VerifierKey],
    policy: Policy,
) -> int:
    """Print what receipts, and the proofs beside verified logs, show; the exit status. Raises StartError.

    `logs`: files with their lines.
    """
    known: dict[str, Known] = {}
    status = 0
    for file, lines in logs:
        found = known_of(lines)
        known[found.leaf.game] = found
        beside = proof_file(file)
        if beside.is_file():
            text = _read(beside, MAX_PROOF_CHARACTERS).decode(errors="replace")
            status = max(status, _tell(beside, judge_proof(text, found, keys, policy)))
        elif policy is not NO_POLICY:
            click.echo(f"{beside}: there is no such proof, so your policy cannot be asked")
            status = max(status, 2)
    return max([status, *_tell_receipts(receipts, keys, known)])


def proof_file(file: Path) -> Path:
    """Where the proof of a log lies: beside it."""
    return file.with_name(f"{file.name}{PROOF_SUFFIX}")


def _tell_receipts(receipts: Sequence[Path], keys: Sequence[VerifierKey], known: Mapping[str, Known]) -> Iterable[int]:
    outcomes = judge_receipts([_read(file, MAX_NOTE_BYTES) for file in receipts], keys, known)
    return [_tell(file, outcome) for file, outcome in zip(receipts, outcomes, strict=True)]


def _tell(file: Path, outcome: Outcome) -> int:
    click.echo(f"{file}: {'ok, ' if outcome.kind == AGREES else ''}{outcome.words}")
    return STATUSES.get(outcome.kind, 2)


def _read(file: Path, most: int) -> bytes:
    """The first bytes of a file; one more than `most` if it has more. Raises StartError."""
    try:
        with file.open("rb") as opened:
            return opened.read(most + 1)
    except OSError as error:
        raise StartError(f"{file} cannot be read: {error.strerror}") from None
