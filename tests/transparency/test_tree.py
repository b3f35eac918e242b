"""The tree of RFC 6962: roots and proofs, against the definitions of the RFC and another library."""

import json
import os
import subprocess
from contextlib import suppress
from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.run.up import ROOT
from tests.amounts import amount
from tests.transparency.made import digest
from tests.transparency.test_notes import rejected
from transparency.rejected import Rejected
from transparency.tree import (
    EMPTY_ROOT,
    check_consistency,
    consistency_proof,
    inclusion_proof,
    leaf_hash,
    nodes_of,
    root,
    root_of,
)

LEAVES = [bytes.fromhex(each) for each in ("", "00", "10", "2021", "3031", "40414243", "5051525354555657")]
LEAVES.append(bytes.fromhex("606162636465666768696a6b6c6d6e6f"))
ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
"""Of the first 1, 2 … 8 leaves: the vectors of Certificate Transparency."""
SIZES = st.integers(1, 300)


def leaves(size: int) -> list[bytes]:
    return [leaf_hash(b"%d" % number) for number in range(size)]


NODE = nodes_of(leaves(300))
"""Of the largest tree; smaller ones begin it."""


def root_by_the_rfc(hashes: list[bytes]) -> bytes:
    """MTH, as RFC 6962 2.1 defines it, over the hashes of the leaves."""
    if len(hashes) < 2:
        return hashes[0] if hashes else sha256().digest()
    k = 1
    while 2 * k < len(hashes):
        k *= 2
    return sha256(b"\x01" + root_by_the_rfc(hashes[:k]) + root_by_the_rfc(hashes[k:])).digest()


def test_the_roots_are_those_of_certificate_transparency():
    node = nodes_of([leaf_hash(each) for each in LEAVES])
    assert [root(size, node).hex() for size in range(1, 9)] == ROOTS
    assert root(0, node) == EMPTY_ROOT == sha256().digest()


@settings(max_examples=amount(25))
@given(SIZES)
def test_a_root_is_what_the_rfc_defines(size):
    assert root(size, NODE) == root_by_the_rfc(leaves(size))


@settings(max_examples=amount(25))
@given(SIZES, st.data())
def test_a_proof_leads_from_each_leaf_to_the_root_and_from_no_other(size, data):
    index, node = data.draw(st.integers(0, size - 1)), NODE
    proof = inclusion_proof(index, size, node)
    assert len(proof) <= (size - 1).bit_length()
    assert root_of(leaf_hash(b"%d" % index), index, size, proof) == root(size, node)
    assert root_of(leaf_hash(b"another"), index, size, proof) != root(size, node)
    for number in {data.draw(st.integers(0, size - 1)), (index + 1) % size} - {index}:
        with suppress(Rejected):
            assert root_of(leaf_hash(b"%d" % index), number, size, proof) != root(size, node)


@settings(max_examples=amount(25))
@given(SIZES, st.data())
def test_a_tree_is_shown_to_begin_with_each_of_its_older_ones(size, data):
    older, node = data.draw(st.integers(0, size)), NODE
    older_root, newer_root = root(older, node), root(size, node)
    proof = consistency_proof(older, size, node)
    check_consistency(older, older_root, size, newer_root, proof)
    wrong = digest("another")
    if older:
        assert rejected(check_consistency, older, wrong, size, newer_root, proof) == "inconsistent"
    if older not in (0, size):
        assert rejected(check_consistency, older, older_root, size, wrong, proof) == "inconsistent"
        changed = [*proof]
        changed[data.draw(st.integers(0, len(proof) - 1))] = wrong
        assert rejected(check_consistency, older, older_root, size, newer_root, changed) == "inconsistent"
        assert rejected(check_consistency, older, older_root, size, newer_root, proof[:-1]) == "inconsistent"
        assert rejected(check_consistency, older, older_root, size, newer_root, [*proof, wrong]) == "inconsistent"


@settings(max_examples=amount(25))
@given(st.integers(0, 20), st.integers(0, 20), st.lists(st.binary(min_size=31, max_size=33), max_size=6))
def test_hashes_by_chance_prove_nothing(older, size, proof):
    node = NODE
    if 0 < older < size:
        assert rejected(check_consistency, older, root(older, node), size, root(size, node), proof) == "inconsistent"
    with pytest.raises((Rejected, AssertionError)):
        assert root_of(digest("x"), older, size, proof) == root(size, node)


def test_proofs_that_cannot_be_are_refused():
    node = nodes_of(leaves(8))
    proof = inclusion_proof(3, 8, node)
    assert rejected(root_of, leaves(8)[3], 3, 8, proof[:-1]) == "wrong_proof"
    assert rejected(root_of, leaves(8)[3], 3, 8, [*proof, digest("x")]) == "wrong_proof"
    assert rejected(root_of, leaves(8)[3], 8, 8, proof) == "wrong_proof"
    assert rejected(root_of, leaves(8)[3], -1, 8, proof) == "wrong_proof"
    assert rejected(check_consistency, 9, digest("x"), 8, root(8, node), []) == "inconsistent"
    assert rejected(check_consistency, 0, EMPTY_ROOT, 8, root(8, node), [digest("x")]) == "inconsistent"
    assert rejected(check_consistency, 0, digest("x"), 8, root(8, node), []) == "inconsistent"
    assert rejected(check_consistency, 8, root(8, node), 8, root(8, node), [digest("x")]) == "inconsistent"
    for index, size in ((8, 8), (-1, 8)):
        with pytest.raises(IndexError):
            inclusion_proof(index, size, node)
        with pytest.raises(IndexError):
            consistency_proof(9 if index > 0 else -1, size, node)


PYMERKLE = """
import json
from pymerkle import InmemoryTree
tree = InmemoryTree(algorithm="sha256")
for number in range(40):
    tree.append_entry(b"%d" % number)
cases = [(i, n) for n in range(1, 41) for i in range(n)]
print(json.dumps({
    "roots": [tree.get_root(n).hex() for n in range(1, 41)],
    "inclusion": [[h.hex() for h in tree.prove_inclusion(i + 1, n).path[1:]] for i, n in cases],
}))
"""


def test_roots_and_proofs_are_those_of_pymerkle():
    """Its proofs that a tree grew have another form, so ours are checked against its roots."""
    python = str(ROOT / ".venv/clients/bin/python")
    try:
        done = subprocess.run([python, "-c", PYMERKLE], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        if os.environ.get("REQUIRE_CLIENTS"):
            raise
        pytest.skip("pymerkle is not installed: run `make clients`")
    found, node = json.loads(done.stdout), nodes_of(leaves(40))
    assert found["roots"] == [root(size, node).hex() for size in range(1, 41)]
    cases = [(index, size) for size in range(1, 41) for index in range(size)]
    roots = [bytes.fromhex(each) for each in found["roots"]]
    for (index, size), path in zip(cases, found["inclusion"], strict=True):
        assert path == [each.hex() for each in inclusion_proof(index, size, node)]
        proof = consistency_proof(index + 1, size, node)
        check_consistency(index + 1, roots[index], size, roots[size - 1], proof)
