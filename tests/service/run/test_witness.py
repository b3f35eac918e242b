"""A witness as a web server: it signs what only grew, and the service publishes its signature."""

import json
from dataclasses import replace
from pathlib import Path
from secrets import token_hex
from threading import Thread

import httpx
import pytest

from service.backend import Backend, open_backend
from service.jobs.publishing import NotSigned, checkpoint_file, sign_list
from service.run.witness import Witness, claimed, witness_server
from service.settings import StartError
from service.signing import LOG
from tests.conftest import delete_keys
from tests.service.commands.command_line import assert_refused, wonderful
from tests.transparency.made import LIST, made_leaf, made_list
from tests.transparency.made import LOG as MADE_LOG
from transparency.checkpoint import open_checkpoint
from transparency.notes import check, parse_key
from transparency.tree import consistency_proof
from transparency.witness import MAX_REQUEST_BYTES, Answer, origin_hash, request


@pytest.fixture
def parts(settings, tmp_path: Path):
    made = open_backend(replace(settings, key_prefix=f"test-{token_hex(6)}:", data_dir=tmp_path / "var"))
    yield made
    delete_keys(made)
    made.close()


class Running:
    """Witnesses that answer, each at its address."""

    def __init__(self) -> None:
        self.servers = []

    def start(self, witness: Witness) -> str:
        server = witness_server(witness, "127.0.0.1", 0)
        Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        self.servers.append(server)
        return f"http://127.0.0.1:{server.server_address[1]}"

    def stop(self) -> None:
        for server in self.servers:
            server.shutdown()
            server.server_close()
        self.servers.clear()


@pytest.fixture
def running():
    made = Running()
    yield made
    made.stop()


def log_key(parts: Backend):
    return next(parse_key(key.text) for key in parts.signing.read().keys if key.use == LOG)


def with_witnesses(parts: Backend, folder: Path, quorum: str, **urls: tuple[Witness, str]) -> Backend:
    lines = [f"witness {name} {witness.signer.key} {url}\n" for name, (witness, url) in urls.items()]
    (folder / "policy").write_text("".join(lines) + quorum)
    return replace(parts, settings=replace(parts.settings, witness_policy=folder / "policy"))


def test_a_checkpoint_is_published_with_the_signatures_of_its_witnesses(parts: Backend, running, tmp_path: Path):
    witness = Witness(tmp_path / "state", "friends.example/witness", [log_key(parts)])
    url = running.start(witness)
    witnessed = with_witnesses(parts, tmp_path, "quorum friends\n", friends=(witness, url))
    for size in (1, 3, 9):
        while parts.public_list.size() < size:
            parts.public_list.add(made_leaf(parts.public_list.size()))
        note = sign_list(witnessed).note
        signed = open_checkpoint(note, [log_key(parts)], [witness.signer.key])
        assert [each.key for each in signed.verified] == [log_key(parts), witness.signer.key]
    shown = httpx.get(f"{url}/{origin_hash(signed.checkpoint.origin)}/checkpoint")
    assert open_checkpoint(shown.text, [log_key(parts)], [witness.signer.key]).checkpoint == signed.checkpoint
    assert httpx.get(f"{url}/{origin_hash('other')}/checkpoint").status_code == 404


def test_without_its_quorum_nothing_is_published(parts: Backend, running, tmp_path: Path):
    witness = Witness(tmp_path / "state", "friends.example/witness", [log_key(parts)])
    silent = Witness(tmp_path / "silent", "silent.example/witness", [log_key(parts)])
    urls = {"friends": (witness, running.start(witness)), "silent": (silent, "http://127.0.0.1:1")}
    both = with_witnesses(parts, tmp_path, "group two 2 friends silent\nquorum two\n", **urls)
    with pytest.raises(NotSigned, match="do not make the quorum"):
        sign_list(both)
    assert not parts.public_list.newest().note
    one = with_witnesses(parts, tmp_path, "group any any friends silent\nquorum any\n", **urls)
    assert sign_list(one).size == 0
    (tmp_path / "policy").write_text("nonsense\n")
    with pytest.raises(NotSigned, match="WITNESS_POLICY"):
        sign_list(one)


@pytest.mark.parametrize(
    ("answer", "times"),
    [
        (Answer(409, "0\n"), 2),
        (Answer(409, "many\n"), 1),
        (Answer(200), 1),
        (Answer(200, "— friends.example/witness AAAA\n"), 1),
    ],
)
def test_a_witness_that_gives_no_good_signature_counts_as_silent(
    parts: Backend, running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: Answer, times: int
):
    asked: list[str] = []
    witness = Witness(tmp_path / "state", "friends.example/witness", [log_key(parts)])
    monkeypatch.setattr(witness, "add_checkpoint", lambda text: asked.append(text) or answer)
    witnessed = with_witnesses(parts, tmp_path, "quorum friends\n", friends=(witness, running.start(witness)))
    with pytest.raises(NotSigned, match="do not make the quorum"):
        sign_list(witnessed)
    assert len(asked) == times


def test_an_older_store_is_found_out_by_a_witness_alone(parts: Backend, running, tmp_path: Path):
    witness = Witness(tmp_path / "state", "friends.example/witness", [log_key(parts)])
    witnessed = with_witnesses(parts, tmp_path, "quorum friends\n", friends=(witness, running.start(witness)))
    for number in range(3):
        parts.public_list.add(made_leaf(number))
    sign_list(witnessed)
    parts.redis.delete(*parts.redis.keys(parts.keys.lobby("list:*")))
    checkpoint_file(parts.settings.data_dir, f"{parts.signing.read().origin}{LOG}").unlink()
    parts.public_list.add(made_leaf(0))
    with pytest.raises(NotSigned, match="has seen 3 games, and this store has 1"):
        sign_list(witnessed)
    for number in range(10, 14):
        parts.public_list.add(made_leaf(number))
    with pytest.raises(NotSigned, match="quorum"):  # longer, but another one: the witness refuses
        sign_list(witnessed)


def test_a_witness_that_was_ended_goes_on_from_its_file(tmp_path: Path):
    small, large = made_list(5), made_list(12)
    before = Witness(tmp_path / "state", "w.example", [LIST.key])
    assert before.add_checkpoint(request(0, [], small.note)).status == 200
    after = Witness(tmp_path / "state", "w.example", [LIST.key])
    assert str(after.signer.key) == str(before.signer.key)
    assert after.add_checkpoint(request(0, [], large.note)).status == 409
    answer = after.add_checkpoint(request(5, consistency_proof(5, 12, large.node), large.note))
    text = large.note.partition("\n\n")[0]
    assert check(f"{text}\n\n{answer.body}", [after.signer.key])[0].seconds > 1_700_000_000
    assert after.add_checkpoint(request(0, [], small.note)).status == 409
    assert (tmp_path / "state").stat().st_mode & 0o77 == 0
    assert [*json.loads((tmp_path / "state").read_text())["checkpoints"]] == [MADE_LOG]


def test_a_file_of_another_witness_and_a_port_in_use_are_refused(tmp_path: Path, running):
    made = Witness(tmp_path / "state", "w.example", [LIST.key])
    with pytest.raises(StartError, match=r"belongs to the witness w\.example"):
        Witness(tmp_path / "state", "v.example", [LIST.key])
    port = int(running.start(made).rpartition(":")[2])
    with pytest.raises(StartError, match="cannot be used"):
        witness_server(made, "127.0.0.1", port)
    for text, fault in (("nonsense", "cannot be read"), ("[]", "is not that of a witness")):
        (tmp_path / "state").write_text(text)
        with pytest.raises(StartError, match=fault):
            Witness(tmp_path / "state", "w.example", [LIST.key])


def test_a_state_belongs_to_one_process(tmp_path: Path):
    state = tmp_path / "new" / "state"
    with claimed(state):
        ended = wonderful("witness", "--name", "w.example", "--log", str(LIST.key), "--state", str(state))
    assert_refused(ended, f"another process is the witness of {state}")
    with claimed(state):
        assert not state.exists()


def test_a_link_to_a_state_is_that_state(tmp_path: Path):
    (tmp_path / "real").mkdir()
    state, folder, file = tmp_path / "real" / "state", tmp_path / "folder", tmp_path / "link"
    folder.symlink_to(state.parent)
    file.symlink_to(state)
    made = Witness(file, "w.example", [LIST.key])
    assert file.is_symlink()
    assert str(Witness(state, "w.example", [LIST.key]).signer.key) == str(made.signer.key)
    for other in (folder / "state", file):
        with claimed(state), pytest.raises(StartError, match=f"another process is the witness of {state}"):
            claimed(other).__enter__()


def test_links_in_a_circle_are_no_state(tmp_path: Path):
    state = tmp_path / "state"
    state.symlink_to(state)
    ended = wonderful("witness", "--name", "w.example", "--log", str(LIST.key), "--state", str(state))
    assert_refused(ended, f"{state} cannot be used: ")


def test_what_is_no_request_is_answered_and_not_read(tmp_path: Path, running):
    url = running.start(Witness(tmp_path / "state", "w.example", [LIST.key]))
    assert httpx.post(f"{url}/add-checkpoint", content=b"x" * (MAX_REQUEST_BYTES + 1)).status_code == 413
    assert httpx.post(f"{url}/elsewhere", content=b"x").status_code == 404
    assert httpx.post(f"{url}/add-checkpoint", content=b"\xff").status_code == 400
    assert httpx.get(f"{url}/").status_code == 404
