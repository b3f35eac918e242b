"""Receipts, entries, checkpoints and proofs: what they say, and what is refused."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.amounts import amount
from tests.transparency.made import (
    LIST,
    LOG,
    ORIGIN,
    RECEIPTS,
    SECONDS,
    SIGNED_RECEIPT,
    WITNESSES,
    digest,
    made_leaf,
    made_list,
    made_receipt,
    signer,
)
from tests.transparency.test_notes import rejected
from transparency import checkpoint, leaf, proof, receipt
from transparency.checkpoint import Checkpoint, open_checkpoint
from transparency.notes import sign
from transparency.policy import parse as parse_policy
from transparency.receipt import Receipt, open_receipt, sign_receipt

WITNESS_LINES = "".join(f"witness {name} {witness.key}\n" for name, witness in zip("abc", WITNESSES, strict=True))
TWO_OF_THREE = parse_policy(f"log {LIST.key}\n{WITNESS_LINES}group friends 2 a b c\nquorum friends\n")
HASHES = st.binary(min_size=32, max_size=32)
GAMES = st.from_regex("[a-z0-9]{1,32}", fullmatch=True)
NUMBERS = st.integers(1, 10**15)


@settings(max_examples=amount(25))
@given(GAMES, NUMBERS, HASHES, NUMBERS)
def test_a_receipt_is_read_back(game, version, head, seconds):
    made = Receipt(ORIGIN, game, version, head, seconds)
    assert open_receipt(sign_receipt(made, RECEIPTS), [RECEIPTS.key]) == made


def test_a_receipt_of_another_service_is_refused():
    made = made_receipt()._replace(origin="other.example")
    assert rejected(open_receipt, sign_receipt(made, RECEIPTS), [RECEIPTS.key]) == "wrong_origin"
    assert rejected(open_receipt, sign_receipt(made_receipt(), LIST), [LIST.key]) == "wrong_origin"
    assert rejected(open_receipt, SIGNED_RECEIPT, [LIST.key]) == "unknown_key"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("/receipt/v1", "/receipt/v2"),
        ("4ryxr4qb", "4RYXR4QB"),
        ("\n12\n", "\n012\n"),
        ("\n12\n", "\n0\n"),
        ("=\n", "\n"),
        ("\n1795", "\n-1795"),
        ("\n1795234774", ""),
        ("1795234774\n", "1795234774\nmore\n"),
        ("play.example", ""),
        ("\n12\n", "\n1²\n"),
    ],
)
def test_what_is_no_receipt_is_refused(old, new):
    text = receipt.text(made_receipt())
    assert old in text
    assert rejected(open_receipt, sign(text.replace(old, new), RECEIPTS), [RECEIPTS.key]) == "malformed_receipt"


@settings(max_examples=amount(25))
@given(GAMES, NUMBERS, HASHES, HASHES, HASHES)
def test_an_entry_is_read_back(game, events, rules, head, state_hash):
    made = leaf.Leaf(game, "base-1", rules, events, head, state_hash)
    assert leaf.parse(leaf.text(made).encode()) == made


@settings(max_examples=amount(25))
@given(st.binary(max_size=80))
def test_any_bytes_are_an_entry_or_are_refused(data):
    for change in (data, leaf.text(made_leaf(1)).encode() + data, data + leaf.text(made_leaf(1)).encode()):
        if change != leaf.text(made_leaf(1)).encode():
            assert rejected(leaf.parse, change) == "malformed_leaf"


def test_a_checkpoint_is_read_back_and_must_be_signed_by_the_list():
    made = made_list(7)
    signed = open_checkpoint(made.note, [LIST.key], [each.key for each in WITNESSES], LOG)
    assert signed.checkpoint == Checkpoint(LOG, 7, made.root)
    assert [each.seconds for each in signed.verified] == [None, SECONDS, SECONDS, SECONDS]
    assert rejected(open_checkpoint, made.note, [], [each.key for each in WITNESSES]) == "unknown_key"
    assert rejected(open_checkpoint, made.note, [LIST.key], (), "other.example/log") == "wrong_origin"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("\n7\n", "\n07\n"),
        ("\n7\n", "\n-7\n"),
        ("\n7\n", "\n7\n\n"),
        ("\n7\n", "\n9999999999999999999\n"),
        ("\n7\n", "\n0\n"),
        ("=\n", "\n"),
        (f"{LOG}\n", "\n"),
        ("\n7\n", "\n٧\n"),
        ("play.", "play "),
    ],
)
def test_what_is_no_checkpoint_is_refused(old, new):
    text = checkpoint.text(Checkpoint(LOG, 7, digest("root")))
    assert old in text
    code = rejected(open_checkpoint, sign(text.replace(old, new), LIST), [LIST.key])
    assert code == "malformed_checkpoint"


def test_an_extension_of_a_checkpoint_is_signed_but_says_nothing():
    text = checkpoint.text(Checkpoint(LOG, 7, digest("root"))) + "more\n"
    assert open_checkpoint(sign(text, LIST), [LIST.key]).checkpoint == Checkpoint(LOG, 7, digest("root"))


@pytest.mark.parametrize("size", [1, 2, 7, 8, 300])
def test_a_proof_shows_each_entry_of_its_list(size):
    made = made_list(size)
    for position in {0, size // 2, size - 1}:
        signed = proof.verify(made.proof(position), made.entries[position], [LIST.key], TWO_OF_THREE, LOG)
        assert signed.checkpoint.size == size
        other = made.entries[position].replace(b"base-1", b"base-2")
        assert rejected(proof.verify, made.proof(position), other, [LIST.key]) == "wrong_proof"
        parsed = proof.parse(made.proof(position))
        assert proof.dump(parsed) == made.proof(position)
        extended = parsed._replace(extra=b"what nobody signed")
        assert proof.parse(proof.dump(extended)) == extended


def test_a_proof_needs_the_key_of_its_list_and_the_witnesses_of_the_policy():
    made = made_list(7)
    few = made.note.replace(WITNESSES[0].cosignature(checkpoint.text(Checkpoint(LOG, 7, made.root)), SECONDS), "")
    fewer = few.replace(WITNESSES[1].cosignature(checkpoint.text(Checkpoint(LOG, 7, made.root)), SECONDS), "")
    for note, expected in ((made.note, None), (few, None), (fewer, "too_few_witnesses")):
        text = made.proof(2).replace(made.note, note)
        if expected is None:
            proof.verify(text, made.entries[2], [], TWO_OF_THREE)
        else:
            assert rejected(proof.verify, text, made.entries[2], [], TWO_OF_THREE) == expected
    assert rejected(proof.verify, made.proof(2), made.entries[2], [signer(LOG + "2").key]) == "unknown_key"
    assert rejected(proof.verify, made.proof(2), made.entries[2], [LIST.key], TWO_OF_THREE, "x") == "wrong_origin"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("tlog-proof@v1", "tlog-proof@v2"),
        ("index 2", "index 02"),
        ("index 2", "index -2"),
        ("index 2", "at 2"),
        ("index 2", "index 9999999999999999999"),
        ("\n\n", "\n"),
        ("index 2", "extra ===\nindex 2"),
        ("=\n", "\n"),
        ("index 2", "index 2\nAAAA"),
        ("index 2", "index 2" + "\nAAAA" * 64),
    ],
)
def test_what_is_no_proof_is_refused(old, new):
    made = made_list(7)
    assert old in made.proof(2)
    assert rejected(proof.verify, made.proof(2).replace(old, new, 1), made.entries[2], [LIST.key]) == "malformed_proof"
