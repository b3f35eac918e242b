"""`wonderful verify` with keys: receipts, proofs and the whole list; each outcome in words."""

import json
from pathlib import Path

import pytest

from projections.audit.signed import known_of
from tests.game.play import Play
from tests.projections.archive import log_lines, make_log, record_game, with_new_hashes
from tests.service.commands.command_line import assert_refused, wonderful
from tests.transparency.made import LIST, LOG, ORIGIN, RECEIPTS, SECONDS, WITNESSES, made_leaf, signer
from transparency import checkpoint, proof, tree
from transparency.checkpoint import Checkpoint
from transparency.leaf import text as leaf_text
from transparency.notes import sign
from transparency.receipt import Receipt, sign_receipt


@pytest.fixture
def played(tmp_path: Path):
    """A log with the proof beside it, and the keys of its service: what `GET /v1/keys` answers."""
    lines = log_lines(record_game(Play(1, 2)))
    (tmp_path / "log").write_bytes(b"".join(lines))
    keys = {"push": "…", "origin": ORIGIN, "receipts": [str(RECEIPTS.key)], "log": [str(LIST.key)]}
    (tmp_path / "keys").write_text(json.dumps(keys))
    known = known_of(lines)
    leaves = [leaf_text(leaf).encode() for leaf in (made_leaf(0), known.leaf, made_leaf(2))]
    node = tree.nodes_of([tree.leaf_hash(leaf) for leaf in leaves])
    text = checkpoint.text(Checkpoint(LOG, 3, tree.root(3, node)))
    note = sign(text, LIST) + WITNESSES[0].cosignature(text, SECONDS)
    made = proof.Proof(1, tuple(tree.inclusion_proof(1, 3, node)), note)
    (tmp_path / "log.tlog-proof").write_text(proof.dump(made))
    return tmp_path, known


def receipt(folder: Path, name: str, known, version: int, head: bytes | None = None, by=RECEIPTS) -> str:
    made = Receipt(ORIGIN, known.leaf.game, version, head or known.heads[version - 1], SECONDS)
    (folder / name).write_text(sign_receipt(made, by))
    return str(folder / name)


def verify(folder: Path, *arguments: str):
    return wonderful("verify", "--keys", str(folder / "keys"), *arguments)


def test_a_log_its_proof_and_the_receipts_agree(played):
    folder, known = played
    kept = [receipt(folder, f"kept{version}", known, version) for version in (3, 200)]
    ended = verify(folder, str(folder / "log"), *[f"--receipts={file}" for file in kept])
    log, listed, first, second = ended.stdout.splitlines()
    assert ended.returncode == 0
    assert ": ok " in log
    assert listed.endswith("log.tlog-proof: ok, in the list play.example/log, of 3 games")
    assert first.endswith(f"kept3: ok, agrees with version 3 of {known.leaf.game}")
    assert second.endswith("version 200 of " + known.leaf.game)


def test_a_log_without_a_proof_beside_it_is_compared_with_the_receipts_alone(played):
    folder, known = played
    (folder / "log.tlog-proof").unlink()
    ended = verify(folder, str(folder / "log"), f"--receipts={receipt(folder, 'kept', known, 3)}")
    log, told = ended.stdout.splitlines()
    assert ended.returncode == 0
    assert ": ok " in log
    assert told.endswith(f"kept: ok, agrees with version 3 of {known.leaf.game}")


def test_the_proofs_among_the_files_are_those_beside_logs(played):
    folder, _ = played
    log, proof = str(folder / "log"), str(folder / "log.tlog-proof")
    assert verify(folder, log, proof).stdout == verify(folder, log).stdout
    assert_refused(verify(folder, proof), f"{proof} is a proof: name the log beside it")


def test_a_log_that_comes_by_a_pipe_is_compared_with_the_receipts(played):
    folder, known = played
    kept = receipt(folder, "kept", known, 3)
    keys = str(folder / "keys")
    ended = wonderful("verify", "--keys", keys, "-", f"--receipts={kept}", input=(folder / "log").read_text())
    assert ended.returncode == 0
    assert ended.stdout.endswith(f"kept: ok, agrees with version 3 of {known.leaf.game}\n")


def test_a_game_that_was_rewritten_and_signed_again_contradicts_what_players_hold(played):
    folder, known = played
    kept = receipt(folder, "kept", known, 60)
    entries = record_game(Play(1, 2)).entries
    other = record_game(Play(2, 2)).entries
    assert entries[0].version == other[0].version
    moved = [each._replace(ms=each.ms + 1) for each in entries]
    rewritten = make_log(known.leaf.game, with_new_hashes(known.leaf.game, moved))
    (folder / "log").write_bytes(b"".join(rewritten))
    ended = verify(folder, str(folder / "log"), f"--receipts={kept}")
    log, listed, told = ended.stdout.splitlines()
    assert ended.returncode == 1
    assert ": ok " in log, "the new log is right by itself"
    assert "the list has not this log" in listed
    assert "the service signed another head for version 60" in told
    assert "the log was changed since" in told


def test_two_receipts_of_one_version_with_different_heads_are_named_also_without_a_log(played):
    folder, known = played
    one, other = receipt(folder, "one", known, 9), receipt(folder, "other", known, 9, bytes(32))
    ended = verify(folder, f"--receipts={one}", f"--receipts={other}")
    assert ended.returncode == 2 or ended.returncode == 1
    assert "whose log is not here" in ended.stdout
    assert "another receipt names another head for version 9" in ended.stdout
    assert "the service has told two stories" in ended.stdout


def test_what_shows_nothing_is_said_to_show_nothing(played):
    folder, known = played
    thief = receipt(folder, "thief", known, 9, by=signer("thief.example/receipts"))
    (folder / "nonsense").write_text("nonsense")
    (folder / "changed").write_text((folder / "thief").read_text())
    changed = Path(receipt(folder, "changed", known, 9))
    changed.write_text(changed.read_text().replace("\n9\n", "\n8\n"))
    late = receipt(folder, "late", known, len(known.heads) + 5, bytes(32))
    files = [thief, str(folder / "nonsense"), str(changed), late]
    ended = verify(folder, str(folder / "log"), *[f"--receipts={file}" for file in files])
    told = ended.stdout.splitlines()[2:]
    words = ["unknown_key", "malformed_note", "wrong_signature", "the log ends before version"]
    assert [word in line for word, line in zip(words, told, strict=True)] == [True] * 4


def test_a_policy_asks_for_witnesses(played):
    folder, _ = played
    names = "".join(f"witness {name} {each.key}\n" for name, each in zip("abc", WITNESSES, strict=True))
    for quorum, status in (("quorum a\n", 0), ("group two 2 a b c\nquorum two\n", 2)):
        (folder / "policy").write_text(names + quorum)
        ended = verify(folder, str(folder / "log"), f"--policy={folder / 'policy'}")
        assert ended.returncode == status
        assert ("seen by 1 of your witnesses" if status == 0 else "too_few_witnesses") in ended.stdout


def test_a_policy_needs_the_proof_of_each_log(played):
    folder, _ = played
    (folder / "policy").write_text("quorum none\n")
    asked = [str(folder / "log"), f"--policy={folder / 'policy'}"]
    assert verify(folder, *asked).returncode == 0
    (folder / "log.tlog-proof").unlink()
    ended = verify(folder, *asked)
    assert ended.returncode == 2
    assert ended.stdout.endswith("log.tlog-proof: there is no such proof, so your policy cannot be asked\n")


def test_keys_are_needed_and_must_be_keys(played):
    folder, _ = played
    assert "need --keys" in wonderful("verify", "--receipts", "x").stderr
    for text in ("no key\n", "", '{"receipts": [], "log": []}'):
        (folder / "keys").write_text(text)
        assert_refused(verify(folder, str(folder / "log")), "has no verifier keys")
    (folder / "keys").write_text(f"# Mine.\n{LIST.key}\n")
    assert verify(folder, str(folder / "log")).returncode == 0
    (folder / "policy").write_text("quorum nobody\n")
    assert_refused(verify(folder, str(folder / "log"), f"--policy={folder / 'policy'}"), "is no policy")
