"""`wonderful backup` and `wonderful restore` on the command line: what they refuse, in one line, without any change."""

import shutil
from pathlib import Path
from unittest.mock import Mock

import pytest
from redis import Redis

from projections.public_list.store import PublicList
from service.backend import check_store, open_backend
from service.commands.restore import restore
from service.run.embedded_redis import ensure_server, has_data, running_server, stop_server
from service.settings import StartError, read_settings
from store.keys import Keys
from tests.high_limits import HIGH_LIMITS
from tests.running_cluster import RunningCluster
from tests.s3 import SECRET, s3
from tests.service.client import Service, id_of
from tests.service.commands.command_line import wonderful

pytestmark = pytest.mark.slow


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
