"""`wonderful backup` and `wonderful restore` on the command line: what they refuse, in one line, without any change."""

from pathlib import Path

import pytest

from service.run.embedded_redis import ensure_server, stop_server
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
    said = line("backup", str(tmp_path / "b"), REDIS_URL="cluster://127.0.0.1:1", RQ_REDIS_URL="redis://127.0.0.1:1")
    assert "the store is on a cluster" in said
    assert "hush" not in line("backup", str(tmp_path / "b"), REDIS_URL="redis://:hush@127.0.0.1:1")


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
