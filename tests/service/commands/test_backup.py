"""`wonderful backup` and `wonderful restore` on the command line: what they refuse, in one line, without any change."""

import os
import shutil
import signal
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread
from unittest.mock import Mock

import pytest
from redis import Redis

from projections.public_list.store import Newest, PublicList
from service.backend import check_store, open_backend
from service.backup.files import utc
from service.backup.folder import list_pairs
from service.backup.pairs import MARKS, last_mark
from service.backup.status import Outcome, Saved, write_saved, write_verified
from service.commands import backup as commands
from service.commands.restore import restore
from service.run.embedded_redis import ensure_server, has_data, running_server, stop_server
from service.run.known_epoch import known_epoch
from service.settings import StartError, read_settings
from store.keys import Keys
from tests.end_to_end.running import await_true
from tests.high_limits import HIGH_LIMITS
from tests.running_cluster import RunningCluster
from tests.s3 import SECRET, s3
from tests.service.backup.test_follow import await_saved, begun, following, slow_down
from tests.service.backup.test_restore import MS, write_pair
from tests.service.client import Service, id_of
from tests.service.commands.command_line import wonderful


def line(*words: str, **settings: str) -> str:
    """What a command that is refused says."""
    ended = wonderful(*words, **settings)
    assert (ended.returncode, ended.stdout) == (2, "")
    [said] = ended.stderr.splitlines()
    return said


def test_what_cannot_be_saved_is_said_in_one_line(tmp_path: Path):
    data = {"DATA_DIR": str(tmp_path / "data")}
    assert "name a folder for the backup, or set BACKUP_DIR" in line("backup", **data)
    assert "no server runs in" in line("backup", str(tmp_path / "backup"), **data)
    nowhere = {"REDIS_URL": "cluster://127.0.0.1:1", "RQ_REDIS_URL": "redis://127.0.0.1:1"}
    assert "no node of the cluster answers" in line("backup", str(tmp_path / "b"), **nowhere)
    said = line("backup", str(tmp_path / "b"), REDIS_URL="redis://:hush@127.0.0.1:1")
    assert said.startswith("wonderful: the store does not answer (")
    assert "hush" not in said


def test_a_status_without_a_backup_says_so(tmp_path: Path):
    assert f"nothing is saved in {tmp_path}" in line("backup", "status", str(tmp_path), DATA_DIR=str(tmp_path / "data"))


@pytest.mark.parametrize(
    ("sound_ms", "copied_ms", "words"),
    [
        (0, None, ["Found sound last: never."]),
        (MS, 0, ["Found sound last: as of 2026-11-28 06:44:22 UTC.", "Copied into a bucket: nothing yet: no key."]),
        (MS, MS, ["Copied into a bucket: the store as of 2026-11-28 06:44:22 UTC: no key."]),
    ],
)
def test_a_status_says_what_a_backup_lacks(tmp_path: Path, sound_ms: int, copied_ms: int | None, words: list[str]):
    pair = write_pair(tmp_path)
    (pair.folder / MARKS).write_text(f"{MS} 0 10\n{MS + 60_000} 0 11\n")
    write_saved(tmp_path, Saved(MS + 60_000, 1, 1, "the disk is full", None, copied_ms, "no key", MS))
    if sound_ms:
        write_verified(tmp_path, sound_ms, Outcome.SOUND)
    write_verified(tmp_path, MS + 60_000, Outcome.BROKEN, "game a: bad", 3)
    told = wonderful("backup", "status", str(tmp_path), DATA_DIR=str(tmp_path / "data")).stdout.splitlines()
    for said in (
        "Saved: every second from 2026-11-28 06:44:22 UTC to 2026-11-28 06:45:22 UTC.",
        "But none between 2026-11-28 06:44:22 UTC and 2026-11-28 06:45:22 UTC.",
        "It waits: the disk is full.",
        "Verified: the store as of 2026-11-28 06:45:22 UTC: broken, 3 games (game a: bad).",
        *words,
    ):
        assert said in told
    assert ("Copied into a bucket" in "".join(told)) == (copied_ms is not None)


def test_a_status_says_whether_anybody_has_verified_the_backup(tmp_path: Path):
    write_pair(tmp_path)
    write_saved(tmp_path, Saved(MS, 1, 1, oldest_ms=MS))
    told = wonderful("backup", "status", str(tmp_path), DATA_DIR=str(tmp_path / "data")).stdout
    assert "Not verified yet: wonderful backup verify\n" in told
    assert "sound" not in told
    write_verified(tmp_path, MS, Outcome.SOUND, games=1)
    told = wonderful("backup", "status", str(tmp_path), DATA_DIR=str(tmp_path / "data")).stdout
    assert "Verified: the store as of 2026-11-28 06:44:22 UTC: sound, 1 game.\n" in told
    assert "Found sound last" not in told


def test_a_server_program_that_is_too_old_to_read_a_backup_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    program = tmp_path / "redis-server"
    program.write_text("#!/bin/sh\necho 'Redis server v=6.2.14 sha=00000000:0 malloc=libc bits=64'\n")
    program.chmod(0o700)
    monkeypatch.setattr(commands, "server_program", lambda: str(program))
    with pytest.raises(StartError, match=f"{program} is of version 6 and cannot read a backup: install Redis 7"):
        restore(read_settings({"DATA_DIR": str(tmp_path / "data")}), str(tmp_path), None)


def test_a_backup_that_is_stopped_says_so(tmp_path: Path):
    server = ensure_server(tmp_path / "data", "no")
    try:
        with closing(Redis.from_url(server.url)) as redis:
            redis.set("epoch", "e1")
            slow_down(redis)
        backup = tmp_path / "backup"

        def stop() -> None:
            await_true(lambda: begun(backup))
            os.kill(os.getpid(), signal.SIGTERM)

        thread = Thread(target=stop)
        thread.start()
        with pytest.raises(StartError, match="stopped; no new copy was made"):
            commands.save(read_settings({"DATA_DIR": str(tmp_path / "data")}), backup, follow=False)
        thread.join()
    finally:
        stop_server(server)


def test_a_backup_is_restored_only_where_there_is_no_store(tmp_path: Path):
    data, backup = tmp_path / "data", tmp_path / "backup"
    server = ensure_server(data, "no")
    try:
        assert "the store has no epoch" in line("backup", str(backup), DATA_DIR=str(data))
        assert "there is a store in" in line("restore", str(backup), DATA_DIR=str(data))
    finally:
        stop_server(server)
    empty = str(tmp_path / "empty")
    assert "there is no backup in" in line("restore", str(tmp_path / "nothing"), DATA_DIR=empty)
    assert "there is no backup in" in line("restore", str(backup), DATA_DIR=empty)
    assert "REDIS_URL is set" in line("restore", str(backup), DATA_DIR=empty, REDIS_URL="redis://127.0.0.1:1")
    assert "--at 'noon' cannot be used" in line("restore", str(backup), "--at", "noon", DATA_DIR=empty)


def test_an_interrupted_restore_leaves_no_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Otherwise a service would start on one of which the public list does not know that it is an older one."""
    first, again, backup = tmp_path / "first", tmp_path / "again", str(tmp_path / "backup")
    server = ensure_server(first, "no")
    try:
        redis, keys = Redis.from_url(server.url), Keys()
        redis.set(keys.epoch, "e1")
        redis.close()
        assert wonderful("backup", backup, DATA_DIR=str(first)).returncode == 0
    finally:
        stop_server(server)
    settings = read_settings({"DATA_DIR": str(again)})
    with monkeypatch.context() as patched:
        patched.setattr(PublicList, "mark_restored", Mock(side_effect=KeyboardInterrupt))
        with pytest.raises(StartError, match="stopped; nothing was restored into"):
            restore(settings, backup, None)
    assert not has_data(again)
    assert running_server(again) is None
    assert [path.name for path in again.iterdir()] == ["epoch"]
    restore(settings, backup, None)
    assert has_data(again)
    assert {path.name for path in again.iterdir()} == {"epoch", "appendonlydir"}


def test_a_store_that_was_accepted_since_the_base_of_its_backup_goes_where_it_was(tmp_path: Path):
    data, backup = tmp_path / "data", tmp_path / "backup"
    assert wonderful("accept-store", DATA_DIR=str(data)).returncode == 0
    server = ensure_server(data, "no")
    try:
        with following(backup, server, []), closing(Redis.from_url(server.url)) as redis:
            assert wonderful("accept-store", DATA_DIR=str(data)).returncode == 0
            await_saved(backup, redis)
    finally:
        stop_server(server)
    shutil.rmtree(data / "appendonlydir")
    ended = wonderful("restore", str(backup), DATA_DIR=str(data))
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.parametrize("has_new_base", [False, True])
def test_a_store_as_it_was_before_it_was_accepted_goes_where_it_was_and_is_saved_beside(
    tmp_path: Path, has_new_base: bool
):
    data, backup = tmp_path / "data", tmp_path / "backup"
    settings = {"DATA_DIR": str(data)}
    assert wonderful("accept-store", **settings).returncode == 0
    before = known_epoch(data)
    server = ensure_server(data, "no")
    try:
        with following(backup, server, []), closing(Redis.from_url(server.url)) as redis:
            await_saved(backup, redis)
            [pair], _ = list_pairs(backup)
            at = datetime.fromtimestamp(last_mark(pair).ms / 1000, UTC).isoformat()
            assert wonderful("accept-store", **settings).returncode == 0
            await_saved(backup, redis)
        if has_new_base:
            assert wonderful("backup", str(backup), **settings).returncode == 0
    finally:
        stop_server(server)
    shutil.rmtree(data / "appendonlydir")
    ended = wonderful("restore", str(backup), "--at", at, **settings)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert known_epoch(data) == before
    server = ensure_server(data, "no")
    try:
        ended = wonderful("backup", str(backup), **settings)
        assert (ended.returncode, ended.stderr) == (0, "")
    finally:
        stop_server(server)


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The backup of a store that has published a list, and is silent for a minute in its middle."""
    folder = tmp_path_factory.mktemp("saved")
    server = ensure_server(folder / "data", "no")
    try:
        with closing(Redis.from_url(server.url)) as redis:
            redis.set(Keys().epoch, "e1")
            PublicList(redis, Keys()).keep(Newest(), Newest("note", 1, MS, "e1"))
        assert wonderful("backup", str(folder / "backup"), DATA_DIR=str(folder / "data")).returncode == 0
    finally:
        stop_server(server)
    [pair], _ = list_pairs(folder / "backup")
    mark = last_mark(pair)
    with (pair.folder / MARKS).open("a") as file:
        file.write(f"{mark.ms + 60_000} {mark.length} {mark.offset + 1}\n")
    return folder / "backup"


def test_a_store_goes_only_where_no_other_was(saved: Path, tmp_path: Path):
    (tmp_path / "epoch").write_text("e2\n")
    said = line("restore", str(saved), DATA_DIR=str(tmp_path))
    assert f"{tmp_path} belonged to another store, of the epoch e2: set another DATA_DIR, or remove" in said
    assert [path.name for path in tmp_path.iterdir()] == ["epoch"]


@pytest.mark.parametrize("prefix", ["", "other:"])
def test_a_restored_list_waits_and_the_lost_seconds_are_told(saved: Path, tmp_path: Path, prefix: str):
    """Under another KEY_PREFIX there is no list, nor is it known which store it is."""
    [pair], _ = list_pairs(saved)
    at = utc(last_mark(pair).ms - 1000)
    ended = wonderful("restore", str(saved), "--at", at, DATA_DIR=str(tmp_path), KEY_PREFIX=prefix)
    assert (ended.returncode, ended.stderr) == (0, "")
    first, *others = ended.stdout.splitlines()
    assert (first.startswith("The public list is signed again after `wonderful list resume`")) == (prefix == "")
    assert "and --at, no second is saved." in "".join(others)
    assert known_epoch(tmp_path) == ("" if prefix else "e1")
    server = ensure_server(tmp_path, "no")
    try:
        with closing(Redis.from_url(server.url)) as redis:
            assert PublicList(redis, Keys()).is_restored() == (prefix == "")
    finally:
        stop_server(server)


def test_a_backup_of_a_cluster_is_verified_and_restored_into_one_server(
    cluster: RunningCluster, server_url: str, tmp_path: Path
):
    store = {"REDIS_URL": cluster.url, "RQ_REDIS_URL": server_url, "KEY_PREFIX": "saved:", "ALLOW_VOLATILE": "1"}
    parts = open_backend(read_settings(store | HIGH_LIMITS))
    check_store(parts)
    service = Service(parts)
    game, players = service.start_game(2)
    service.play(game, players)
    ada = players[0]
    log, backup = ada.get(f"{game}/log").data, tmp_path / "backup"
    ended = wonderful("backup", str(backup), **store)
    assert (ended.returncode, ended.stderr) == (0, "")
    ended = wonderful("backup", "verify", str(backup), **store)
    assert "is sound. Checked: 1 game," in ended.stdout, ended.stdout + ended.stderr
    assert "holds the backup of a cluster" in line("backup", str(backup), REDIS_URL=server_url)
    data = {"DATA_DIR": str(tmp_path / "data"), "KEY_PREFIX": "saved:"}
    ended = wonderful("restore", str(backup), **data)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "1 game." in ended.stdout
    assert wonderful("export", id_of(game), **data).stdout.encode() == log
    node = f"redis://{cluster.owner(0).name}"
    assert "is a node of a cluster: name it as cluster://" in line("backup", str(tmp_path / "node"), REDIS_URL=node)
    service.end()


def test_a_backup_is_copied_into_a_bucket_verified_there_and_restored_from_there(folder: Path, tmp_path: Path):
    backup, place = tmp_path / "backup", "s3://games/backup"
    with s3(tmp_path, "games") as endpoint:
        data = {"DATA_DIR": str(tmp_path / "data"), "BACKUP_BUCKET": place, **endpoint}
        assert wonderful("import", str(folder / "right"), **data).returncode == 0
        server = ensure_server(tmp_path / "data", "no")
        try:
            assert wonderful("backup", str(backup), **data).returncode == 0
            assert "Copied into a bucket: the store as of" in wonderful("backup", "status", str(backup), **data).stdout
            refused = wonderful("backup", str(backup), **data | {"BACKUP_BUCKET": "s3://nowhere/backup"})
            assert f"wonderful: it is saved in {backup}, and not copied: " in refused.stderr
            assert refused.stderr.count("The copy in the bucket waits: ") == 1
            assert SECRET not in refused.stdout + refused.stderr
        finally:
            stop_server(server)
        shutil.rmtree(backup)
        shutil.rmtree(tmp_path / "data")
        ended = wonderful("backup", "verify", place, **data)
        assert f"The backup in {place} as of" in ended.stdout
        assert "is sound" in ended.stdout
        ended = wonderful("restore", place, **data)
        assert (ended.returncode, ended.stderr) == (0, "")
        assert "1 game." in ended.stdout
        assert "there is no whole backup in s3://games/nothing" in line(
            "restore", "s3://games/nothing", **data | {"DATA_DIR": str(tmp_path / "other")}
        )
        assert "cannot be used: it takes" in line("restore", "s3://a b", **data | {"DATA_DIR": str(tmp_path / "other")})
