"""What a service has signed, held against logs that were verified: receipts, and proofs that a game is in the list."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from events.chain import links
from events.export import decoded, parse
from projections.public_list.leaves import rules_digest
from transparency import proof
from transparency.leaf import Leaf
from transparency.leaf import text as leaf_text
from transparency.notes import VerifierKey
from transparency.policy import NO_POLICY, Policy
from transparency.receipt import Receipt, open_receipt
from transparency.rejected import CODES, Rejected

AGREES, WRONG, UNTOLD = "agrees", "wrong", "untold"


class Known(NamedTuple):
    """What a verified log says. `heads`: the hash of each version, from 1 on. `leaf`: that of the game in a list."""

    heads: Sequence[bytes]
    leaf: Leaf


class Outcome(NamedTuple):
    """`kind`: AGREES, WRONG (somebody can be shown to lie), or UNTOLD. `words`: a sentence for a person."""

    kind: str
    words: str


def known_of(lines: Iterable[bytes]) -> Known:
    """What a log says that was verified before."""
    header, entries, end = parse(decoded(lines))
    heads, ruleset = [*links(header["game"], entries)], header["ruleset"]
    state_hash = bytes.fromhex(end["state_hash"])
    return Known(heads, Leaf(header["game"], ruleset, rules_digest(ruleset), len(heads), heads[-1], state_hash))


def judge_receipts(notes: Sequence[bytes], keys: Collection[VerifierKey], known: Mapping[str, Known]) -> list[Outcome]:
    """What each receipt shows. `known`: what the logs say that were verified, by game."""
    seen: dict[tuple[str, str, int], Receipt] = {}
    found = []
    for note in notes:
        try:
            receipt = open_receipt(note, keys)
        except Rejected as error:
            found.append(_rejected(error))
            continue
        other = seen.setdefault(receipt[:3], receipt)
        if other.head != receipt.head:
            words = f"another receipt names another head for {_where(receipt)}: the service has told two stories"
            found.append(Outcome(WRONG, words))
        else:
            found.append(_held_against(receipt, known.get(receipt.game)))
    return found


def judge_proof(text: str, known: Known, keys: Collection[VerifierKey], policy: Policy = NO_POLICY) -> Outcome:
    """Whether a proof shows that the list of a service has the game as its log says."""
    try:
        signed = proof.verify(text, leaf_text(known.leaf).encode(), keys, policy)
    except Rejected as error:
        if error.code == "wrong_proof":
            return Outcome(WRONG, f"the list has not this log: {error}")
        return _rejected(error)
    size, origin = signed.checkpoint.size, signed.checkpoint.origin
    witnesses = sum(each.seconds is not None for each in signed.verified)
    seen = f", seen by {witnesses} of your witnesses" if witnesses else ""
    return Outcome(AGREES, f"in the list {origin}, of {size} games{seen}")


def _held_against(receipt: Receipt, known: Known | None) -> Outcome:
    if known is None:
        return Outcome(UNTOLD, f"signed, for {_where(receipt)}, whose log is not here")
    if receipt.version > len(known.heads):
        return Outcome(WRONG, f"the log ends before {_where(receipt)}: events were taken away")
    if known.heads[receipt.version - 1] != receipt.head:
        return Outcome(WRONG, f"the service signed another head for {_where(receipt)}: the log was changed since")
    return Outcome(AGREES, f"agrees with {_where(receipt)}")


def _where(receipt: Receipt) -> str:
    return f"version {receipt.version} of {receipt.game}"


def _rejected(error: Rejected) -> Outcome:
    """A text that shows nothing, as nobody can be blamed for it; a wrong signature says that somebody changed it."""
    kind = WRONG if error.code == "wrong_signature" else UNTOLD
    return Outcome(kind, f"{error.code}: {CODES[error.code]}")
