"""Thousands of forged receipts, entries, proofs and checkpoints: each is refused, with the name of what is wrong."""

from base64 import b64decode, b64encode
from collections import Counter
from random import Random

import pytest

from tests.amounts import SEED, amounts
from tests.transparency.made import LIST, LOG, RECEIPTS, SIGNED_RECEIPT, WITNESSES, digest, made_list, signer
from transparency import leaf, proof, tree
from transparency.checkpoint import Checkpoint, open_checkpoint
from transparency.checkpoint import text as checkpoint_text
from transparency.notes import sign
from transparency.policy import parse as parse_policy
from transparency.receipt import open_receipt, parse, sign_receipt
from transparency.rejected import CODES, Rejected

POLICY = parse_policy(
    "".join(f"witness {n} {w.key}\n" for n, w in zip("abc", WITNESSES, strict=True)) + "group g 3 a b c\nquorum g\n"
)


def damage(text: str, rng: Random) -> str:
    """The text with one character, one line or one bit of a base64 line changed."""
    lines = text.split("\n")
    at = rng.randrange(len(text))
    match rng.randrange(5):
        case 0:
            return text[:at] + rng.choice("0aZ+/=\n \u2014") + text[at + 1 :]
        case 1:
            return text[:at] + text[at + 1 :]
        case 2:
            return text[:at] + rng.choice("0aZ+/=\n \u2014") + text[at:]
        case 3:
            rng.shuffle(lines)
            return "\n".join(lines)
        case _:
            number = rng.choice([number for number, line in enumerate(lines) if line.endswith("=") or " " in line])
            start, _, encoded = lines[number].rpartition(" ")
            try:
                data = bytearray(b64decode(encoded, validate=True))
                data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
                lines[number] = f"{start} {b64encode(data).decode()}".lstrip(" ")
            except (ValueError, IndexError):
                lines[number] += "x"
            return "\n".join(lines)


def name_of_fault(action) -> str:
    try:
        action()
    except Rejected as error:
        return error.code if error.code in CODES else "unnamed"
    return "accepted"


@amounts("tries", 400, 10_000)
def test_forged_receipts_are_all_named(tries):
    rng, found = Random(SEED), Counter[str]()
    genuine = parse(SIGNED_RECEIPT.partition("\n\n")[0] + "\n")
    thief = signer("thief.example/receipts")
    for _ in range(tries):
        changed = genuine._replace(head=rng.randbytes(32), version=rng.randrange(1, 99))
        forged = rng.choice(
            [
                damage(SIGNED_RECEIPT, rng),
                sign_receipt(changed, thief),
                SIGNED_RECEIPT.replace(b64encode(genuine.head).decode(), b64encode(changed.head).decode()),
                sign_receipt(changed._replace(origin="other.example"), RECEIPTS),
            ]
        )
        if forged != SIGNED_RECEIPT:
            found[name_of_fault(lambda forged=forged: open_receipt(forged, [RECEIPTS.key]))] += 1
    assert found["accepted"] + found["unnamed"] == 0, found
    assert {"malformed_note", "unknown_key", "wrong_signature", "wrong_origin"} <= {*found}


@pytest.mark.slow
@amounts("tries", 400, 10_000)
def test_forged_entries_and_proofs_are_all_named(tries):
    rng, found, made = Random(SEED), Counter[str](), made_list(300)
    other = made_list(301)
    for _ in range(tries):
        position = rng.randrange(300)
        entry, text = made.entries[position], made.proof(position)
        genuine = leaf.parse(entry)
        match rng.randrange(5):
            case 0:
                text = damage(text, rng)
            case 1:
                entry = leaf.text(genuine._replace(head=rng.randbytes(32))).encode()
            case 2:
                entry = damage(entry.decode(), rng).encode()
            case 3:
                hashes = (*tree.inclusion_proof(position, 300, made.node), digest(rng.random()))[: rng.randrange(10)]
                text = proof.dump(proof.Proof(position, hashes, other.note))
            case _:
                text = made.proof((position + 1) % 300)
        if (entry, text) != (made.entries[position], made.proof(position)):
            found[name_of_fault(lambda entry=entry, text=text: proof.verify(text, entry, [LIST.key], POLICY))] += 1
    assert found["accepted"] + found["unnamed"] == 0, found
    assert {"malformed_proof", "wrong_proof", "wrong_signature", "too_few_witnesses"} <= {*found}, found


@amounts("tries", 400, 10_000)
def test_forged_checkpoints_are_all_named(tries):
    rng, found, made = Random(SEED), Counter[str](), made_list(40)
    keys, thief = [LIST.key], signer("thief.example/log")
    for _ in range(tries):
        size = rng.randrange(1, 41)
        match rng.randrange(3):
            case 0:
                note = damage(sign(checkpoint_text(Checkpoint(LOG, 40, made.root)), LIST), rng)
                note = "" if note == sign(checkpoint_text(Checkpoint(LOG, 40, made.root)), LIST) else note
                found[name_of_fault(lambda note=note: open_checkpoint(note, keys, (), LOG))] += 1
            case 1:
                note = sign(checkpoint_text(Checkpoint(LOG, size, rng.randbytes(32))), thief)
                found[name_of_fault(lambda note=note: open_checkpoint(note, keys, (), LOG))] += 1
            case _:  # the list itself signs another history
                hashes = [tree.leaf_hash(rng.randbytes(8)) for _ in range(40)]
                rewritten = tree.nodes_of(hashes)
                proof_of_growth = tree.consistency_proof(size, 40, rng.choice([rewritten, made.node]))
                roots = (tree.root(size, made.node), tree.root(40, rewritten))
                check = (size, roots[0], 40, roots[1], proof_of_growth)
                found[name_of_fault(lambda check=check: tree.check_consistency(*check))] += 1
    assert found["accepted"] + found["unnamed"] == 0, found
    assert {"malformed_note", "wrong_signature", "unknown_key", "inconsistent"} <= {*found}, found
