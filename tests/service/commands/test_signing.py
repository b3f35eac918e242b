"""`wonderful keys` and `wonderful list`: what an operator sees and decides."""

from dataclasses import replace
from pathlib import Path
from secrets import token_hex

import pytest

from service.backend import open_backend
from service.jobs.publishing import sign_list
from service.settings import Settings
from store.identity import accept_store, create_epoch
from tests.conftest import delete_keys
from tests.service.commands.command_line import assert_refused, wonderful
from tests.transparency.made import made_leaf


@pytest.fixture
def parts(settings: Settings, tmp_path: Path):
    """A store in which two games were published."""
    made = open_backend(replace(settings, key_prefix=f"test-{token_hex(6)}:", data_dir=tmp_path / "var"))
    create_epoch(made.redis, made.keys)
    for number in (0, 1):
        made.public_list.add(made_leaf(number))
    sign_list(made)
    yield made
    delete_keys(made)
    made.close()


@pytest.fixture
def ask(parts):
    environ = {
        "REDIS_URL": parts.settings.redis_url,
        "KEY_PREFIX": parts.keys.prefix,
        "ALLOW_VOLATILE": "1",
        "DATA_DIR": str(parts.settings.data_dir),
    }
    return lambda *arguments: wonderful(*arguments, **environ)


def test_keys_are_shown_and_rotated_and_no_private_one_is_told(parts, ask):
    shown = ask("keys").stdout
    rotated = ask("keys", "rotate").stdout
    found = parts.signing.read()
    assert shown.count("current") == 2
    assert rotated.count("current") == 2
    assert all(key.text in rotated for key in found.keys)
    assert not any(key.private in shown + rotated for key in found.keys)


@pytest.mark.parametrize("name", ["my club", "a+b", ""])
def test_a_name_that_no_key_may_have_is_refused_and_nothing_changes(parts, ask, tmp_path: Path, name: str):
    before = parts.signing.read()
    witness = ("witness", "--log", before.keys[1].text, "--state", str(tmp_path / "state"))
    for words in (("keys", "rotate"), ("list", "resume"), witness):
        ended = ask(*words, "--name", name)
        assert ended.returncode == 2
        assert ended.stderr.endswith("must be a name without spaces, plus and control characters\n")
    assert parts.signing.read() == before
    assert not (tmp_path / "state").exists()


def test_the_list_is_shown_with_what_was_published(parts, ask):
    parts.public_list.add(made_leaf(2))
    shown = ask("list").stdout
    assert f"{parts.signing.read().origin}/log: 3 finished games." in shown
    assert "log has one of 2 games: this store agrees with it." in shown


def test_after_a_loss_the_list_goes_on_if_it_has_what_was_published(parts, ask, tmp_path: Path):
    kept = tmp_path / "kept"
    kept.write_text(parts.public_list.newest().note, "utf-8")
    accept_store(parts.redis, parts.keys)
    assert "a checkpoint of 2 games is signed" in ask("list", "resume", "--published", str(kept)).stdout
    assert_refused(ask("list", "resume", "--published", str(tmp_path / "nowhere")), "cannot be read")
    parts.redis.delete(*parts.redis.keys(parts.keys.lobby("list:*")))
    parts.public_list.add(made_leaf(0))
    assert_refused(ask("list", "resume", "--published", str(kept)), "this store has 1 only")
    assert_refused(ask("list", "resume"), "2 games were published", "--name")
    assert "other.example/log goes on" in ask("list", "resume", "--name", "other.example").stdout


def test_a_list_that_is_not_what_was_published_says_so(parts, ask, tmp_path: Path):
    kept = tmp_path / "kept"
    kept.write_text(parts.public_list.newest().note, "utf-8")
    parts.redis.setrange(parts.keys.lobby("list:tile:0:0"), 0, bytes(32))
    parts.public_list.refuse("it was changed")
    shown = ask("list").stdout
    assert "The newest checkpoint, of 2 games, was signed at " in shown
    assert "\nNothing new is published: it was changed.\n" in shown
    assert "log has one of 2 games: this store has other games in these places.\n" in shown
    assert_refused(ask("list", "resume", "--published", str(kept)), "has other games in these places")


def test_of_a_list_that_nobody_has_signed_only_its_length_is_told(parts, ask):
    parts.redis.delete(*parts.redis.keys(parts.keys.lobby("list:*")))
    for file in parts.settings.data_dir.glob("checkpoint-*"):
        file.unlink()
    parts.public_list.add(made_leaf(0))
    assert ask("list").stdout == f"{parts.signing.read().origin}/log: 1 finished game.\n"
