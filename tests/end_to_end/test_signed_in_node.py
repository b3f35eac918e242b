"""examples/verify.mjs and the page hold receipts and proofs against a log, without any code of the service."""

import json
from pathlib import Path

import pytest

from projections.audit.signed import known_of
from tests.end_to_end.test_verify_in_node import SCRIPT, in_node, node
from tests.game.play import Play
from tests.projections.archive import log_lines, record_game
from tests.transparency.made import LIST, LOG, ORIGIN, RECEIPTS, SECONDS, made_leaf, signer
from transparency import checkpoint, proof, tree
from transparency.checkpoint import Checkpoint
from transparency.leaf import text as leaf_text
from transparency.notes import sign
from transparency.receipt import Receipt, sign_receipt

pytestmark = in_node


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log, its keys, its proof and receipts, right and wrong ones."""
    made = tmp_path_factory.mktemp("signed")
    lines = log_lines(record_game(Play(1, 2)))
    known = known_of(lines)
    (made / "log").write_bytes(b"".join(lines))
    keys = {"origin": ORIGIN, "receipts": [str(RECEIPTS.key)], "log": [str(LIST.key)]}
    (made / "keys").write_text(json.dumps(keys))
    leaves = [leaf_text(each).encode() for each in (*map(made_leaf, range(4)), known.leaf, made_leaf(5), made_leaf(6))]
    node_of = tree.nodes_of([tree.leaf_hash(leaf) for leaf in leaves])
    note = sign(checkpoint.text(Checkpoint(LOG, 7, tree.root(7, node_of))), LIST)
    hashes = tuple(tree.inclusion_proof(4, 7, node_of))
    (made / "proof").write_text(proof.dump(proof.Proof(4, hashes, note, leaves[4])))
    (made / "other-proof").write_text(proof.dump(proof.Proof(5, hashes, note, leaves[4])))
    other = proof.Proof(3, tuple(tree.inclusion_proof(3, 7, node_of)), note, leaves[3])
    (made / "other-leaf").write_text(proof.dump(other))

    def receipt(name: str, version: int, head: bytes, game: str = known.leaf.game, by=RECEIPTS) -> None:
        (made / name).write_text(sign_receipt(Receipt(ORIGIN, game, version, head, SECONDS), by))

    receipt("kept", 30, known.heads[29])
    receipt("rewritten", 31, bytes(32))
    receipt("two-stories", 30, bytes(32))
    receipt("cut", len(known.heads) + 1, bytes(32))
    receipt("elsewhere", 3, bytes(32), "another")
    receipt("thief", 30, known.heads[29], by=signer("thief.example/receipts"))
    (made / "changed").write_text((made / "kept").read_text().replace("\n30\n", "\n29\n"))
    (made / "nonsense").write_text("nonsense")
    return made


def test_what_agrees_is_said_to_agree(folder: Path):
    options = ["--keys", folder / "keys", "--proof", folder / "proof", "--receipts", folder / "kept"]
    status, said = node(SCRIPT, folder / "log", *options)
    assert status == 0, said
    assert "proof: The public list play.example/log has this game, as number 5 of 7." in said
    assert "kept: The receipt agrees with the log up to version 30." in said


def test_each_thing_that_does_not_agree_is_said_in_words(folder: Path):
    wrong = ["rewritten", "kept", "two-stories", "cut", "elsewhere", "thief", "changed", "nonsense"]
    options = [
        "--proof",
        folder / "other-proof",
        folder / "other-leaf",
        "--receipts",
        *[folder / name for name in wrong],
    ]
    status, said = node(SCRIPT, folder / "log", "--keys", folder / "keys", *options)
    assert status == 1
    lines = dict(line.split(": ", 1) for line in said.splitlines() if line.startswith("/"))
    told = {Path(name).name: words for name, words in lines.items()}
    assert told["other-proof"] == "The hashes do not lead to the root of the list."
    assert told["other-leaf"] == "The list has another log of a game than this one."
    assert told["rewritten"].startswith("The service signed another head for version 31")
    assert told["two-stories"].startswith("Two receipts name different heads for version 30")
    assert told["cut"].startswith("The log ends before version")
    assert told["elsewhere"].startswith("The receipt is signed, for version 3 of game another")
    assert told["thief"] == "No key that you trust has signed this."
    assert told["changed"] == "The signature is not one of this text: somebody changed it."
    assert told["nonsense"] == "This is no signed text."


@pytest.mark.parametrize("text", ["{}", "null", '{"receipts": 5, "log": []}', '{"receipts": ["a+b"], "log": []}'])
def test_keys_of_another_shape_are_told_in_words(folder: Path, tmp_path: Path, text: str):
    (tmp_path / "keys").write_text(text)
    status, said = node(SCRIPT, folder / "log", "--keys", tmp_path / "keys", "--receipts", folder / "kept")
    assert status == 2
    assert said.splitlines()[-1] == f"cannot be checked: {tmp_path}/keys: This is no key of a service."


@pytest.mark.parametrize(
    "words",
    [
        ["log", "--receipts", "two-stories"],
        ["log", "--proof", "other-proof"],
        ["log", "--keys"],
        ["log", "--keys", "keys", "--receipts"],
        ["log", "--keys", "keys", "--recepts", "two-stories"],
        ["--keys", "keys", "log"],
    ],
    ids=" ".join,
)
def test_nothing_is_passed_over(folder: Path, words: list[str]):
    status, said = node(SCRIPT, *[word if word.startswith("--") else folder / word for word in words])
    assert status == 2
    assert "usage: node examples/verify.mjs LOG.jsonl" in said
