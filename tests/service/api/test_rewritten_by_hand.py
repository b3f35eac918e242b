"""An operator rewrites the store by hand in three ways. The guide shows each with curl, jq, xxd and OpenSSL alone."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from secrets import token_hex
from threading import Thread

import pytest
from werkzeug.serving import make_server

from events import IdempotencyKey
from game.rulesets import CURRENT_RULESET
from projections.public_list.leaves import leaf_of
from service.backend import open_backend
from service.jobs.publishing import add_game, checkpoint_file, sign_list
from service.run.up import ROOT
from tests.conftest import delete_keys
from tests.projections.archive import with_new_hashes
from tests.service.client import Caller, Service, id_of
from tests.transparency.made import made_leaf

TOOLS = ("curl", "jq", "xxd", "openssl", "bash")
GOOD, BAD = "Signature Verified Successfully", "Signature Verification Failure"
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not all(map(shutil.which, TOOLS)), reason=f"one of {', '.join(TOOLS)} is missing"),
]
KEEP, SIGNED_BY, CHANGED, TWO_STORIES, LEFT_OUT = range(5)
"""The commands of the guide, in their order."""


def snippets() -> list[str]:
    text = (ROOT / "docs/verifying.md").read_text("utf-8")
    section = text.partition("## Without a program of ours")[2].partition("\n## ")[0]
    return re.findall(r"```sh\n(.*?)```", section, re.DOTALL)


class Person:
    """Somebody with a shell, and a folder with what they kept of a finished game."""

    def __init__(self, folder: Path, caller: Caller, game: str) -> None:
        self.folder, self.caller, self.game = folder, caller, game

    def run(self, url: str, number: int) -> str:
        """What the commands of the guide print."""
        script = "\n".join(dict.fromkeys([snippets()[SIGNED_BY], snippets()[number]]))
        environ = {"SERVICE": url, "TOKEN": self.caller.token, "GAME": self.game, "HOME": str(self.folder)}
        environ["PATH"] = "/usr/local/bin:/usr/bin:/bin"
        done = subprocess.run(
            ["bash", "-c", script], cwd=self.folder, env=environ, capture_output=True, text=True, check=False
        )
        return done.stdout + done.stderr


@contextmanager
def served(service: Service) -> Iterator[str]:
    """The address of a process that has read the store anew."""
    process = service.another_process()
    server = make_server("127.0.0.1", 0, process.app, threaded=True)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def own(service: Service, tmp_path: Path) -> Iterator[Service]:
    """A service with a store of its own, whose operator may do what they like."""
    settings = replace(service.parts.settings, key_prefix=f"test-{token_hex(6)}:", data_dir=tmp_path / "var")
    made = Service(open_backend(settings))
    yield made
    delete_keys(made.parts)


@pytest.fixture
def person(own: Service, tmp_path: Path) -> Person:
    """Somebody who has played a game, which was published after two others, and has kept what the guide says."""
    address, callers = own.start_game(2)
    own.play(address, callers)
    own.project(address)
    for number in (0, 1):
        own.parts.public_list.add(made_leaf(number))
    add_game(own.parts, id_of(address))
    sign_list(own.parts)
    (tmp_path / "kept").mkdir()
    made = Person(tmp_path / "kept", callers[0], id_of(address))
    with served(own) as url:
        made.run(url, KEEP)
    return made


def rewrite(own: Service, game: str) -> None:
    """Make the last move a second later, compute the chain again, and store this in place of the game."""
    parts = own.parts
    entries = parts.log.read(game)
    late = [each._replace(ms=each.ms + 1000 * (each.group == entries[-1].group)) for each in entries]
    parts.redis.delete(parts.keys.stream(game), parts.keys.snapshot(game), parts.keys.idempotency(game))
    parts.log.restore(game, with_new_hashes(game, late), IdempotencyKey("service:operator", b""))


def start_list_anew(own: Service, *leaves) -> None:
    """Forget the list, and sign another one."""
    own.parts.redis.delete(*own.parts.redis.keys(own.parts.keys.lobby("list:*")))
    checkpoint_file(own.parts.settings.data_dir, f"{own.parts.signing.read().origin}/log").unlink()
    for leaf in leaves:
        own.parts.public_list.add(leaf)
    sign_list(own.parts)


def test_as_long_as_nobody_has_rewritten_anything_all_agrees(own: Service, person: Person):
    with served(own) as url:
        verified, kept, stored = person.run(url, CHANGED).splitlines()
        listed = person.run(url, LEFT_OUT)
    assert (verified, kept) == (GOOD, stored)
    assert listed.splitlines() == [GOOD, person.game, CURRENT_RULESET]


def test_a_move_that_was_changed_re_chained_and_signed_again_is_shown(own: Service, person: Person):
    rewrite(own, person.game)
    with served(own) as url:
        verified, kept, stored = person.run(url, CHANGED).splitlines()
    assert verified == GOOD
    assert kept != stored
    assert re.fullmatch("[0-9a-f]{64}", stored)


def test_a_finished_game_that_was_left_out_is_shown(own: Service, person: Person):
    start_list_anew(own, made_leaf(0), made_leaf(1), made_leaf(2))
    with served(own) as url:
        assert person.run(url, LEFT_OUT).splitlines() == [GOOD]


def test_another_history_that_was_shown_to_one_player_is_shown(own: Service, person: Person):
    rewrite(own, person.game)
    with served(own) as url:
        other = own.parts.signing.load()
        loaded = open_backend(own.parts.settings).games.load(person.game)
        note = other.note(person.game, loaded.version, loaded.head, loaded.touched_ms // 1000)
        (person.folder / "other-receipt").write_text(note)
        told = person.run(url, TWO_STORIES).splitlines()
    assert told[:2] == [GOOD, GOOD]
    assert [line[0] for line in told if line[0] in "<>"] == ["<", ">"]


def test_a_receipt_that_somebody_made_up_is_not_believed(own: Service, person: Person):
    receipt = (person.folder / "receipt").read_text()
    (person.folder / "receipt").write_text(receipt.replace("\n179", "\n178", 1))
    with served(own) as url:
        assert BAD in person.run(url, CHANGED)
    assert leaf_of(own.parts.games.load(person.game)).game == person.game
