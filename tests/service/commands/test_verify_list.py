"""`wonderful verify --list`: the list is what the logs of the store say, or it says what is not."""

from pathlib import Path

import pytest

from events.archive import open_archive
from projections.archiving import Archiver
from service.jobs.publishing import add_game, sign_list
from tests.game.play import Play
from tests.projections.archive import record_game
from tests.service.commands.command_line import wonderful
from tests.transparency.made import made_leaf


@pytest.fixture
def ask(parts, tmp_path: Path):
    """The command, on a store in which a game was played and published."""
    from dataclasses import replace

    from store.identity import create_epoch

    create_epoch(parts.redis, parts.keys)
    played = record_game(Play(1, 2))
    game = played.entries[0].event.game
    parts.log.restore(game, played.entries, __import__("events").IdempotencyKey("x:open", b""))
    parts.lobby.save(game, parts.games.load(game))
    signing = replace(parts, settings=replace(parts.settings, data_dir=tmp_path))
    environ = {"REDIS_URL": parts.settings.redis_url, "KEY_PREFIX": parts.keys.prefix, "ALLOW_VOLATILE": "1"}
    return game, signing, lambda: wonderful("verify", "--list", DATA_DIR=str(tmp_path), **environ)


def test_a_list_that_the_logs_say_has_no_faults(ask):
    game, parts, verify = ask
    add_game(parts, game)
    sign_list(parts)
    ended = verify()
    assert (ended.returncode, ended.stdout) == (0, "1 game in the list, 1 signed: no faults\n")


def test_a_game_left_out_a_game_that_is_not_there_and_another_root_are_named(ask):
    game, parts, verify = ask
    parts.public_list.add(made_leaf(0))
    sign_list(parts)
    parts.redis.setrange(parts.keys.lobby("list:entries:0"), 30, b"x")
    ended = verify()
    assert ended.returncode == 1
    assert "place 0:" in ended.stdout
    assert "the checkpoint of 1 game has another root" in ended.stdout
    assert f"game {game} is finished, and is not in the list" in ended.stdout


def test_a_list_that_nobody_has_signed_yet_is_compared_with_the_logs(ask):
    game, parts, verify = ask
    add_game(parts, game)
    ended = verify()
    assert (ended.returncode, ended.stdout) == (0, "1 game in the list, 0 signed: no faults\n")


def test_a_game_of_which_the_archive_is_not_here_is_no_fault_and_not_told_to_be_right(ask, tmp_path: Path):
    game, parts, verify = ask
    add_game(parts, game)
    archive = open_archive(f"file:{tmp_path}")
    assert archive
    Archiver(parts.redis, parts.keys, parts.log, parts.snapshots, archive).archive(game)
    ended = verify()
    first, last = ended.stdout.splitlines()
    assert ended.returncode == 2
    assert first == "1 archived game could not be read: ARCHIVE_URL is not set"
    assert last == "1 game in the list, 0 signed: no faults"


def test_the_first_faults_are_named_and_the_others_counted(ask):
    game, parts, verify = ask
    add_game(parts, game)
    for number in range(12):
        parts.public_list.add(made_leaf(number))
    *named, more, last = verify().stdout.splitlines()
    assert named == [f"place {1 + number}: game {made_leaf(number).game} is not in the store" for number in range(10)]
    assert (more, last) == ("and 2 more", "13 games in the list, 0 signed: 12 faults")
