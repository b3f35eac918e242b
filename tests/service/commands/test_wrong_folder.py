"""A command that is started in the wrong folder says so, and makes no new store there."""

from pathlib import Path

import pytest

from tests.service.commands.command_line import assert_refused, wonderful

COMMANDS = [["export", "abcdefgh"], ["replay", "abcdefgh"], ["rebuild"]]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_folder_without_a_store_is_named_and_left_as_it_is(command: list[str], tmp_path: Path):
    (tmp_path / "var" / "tournament").mkdir(parents=True)
    assert_refused(wonderful(*command, folder=tmp_path), f"no store in {tmp_path / 'var'}", "DATA_DIR", "REDIS_URL")
    assert [*tmp_path.rglob("*")] == [tmp_path / "var", tmp_path / "var" / "tournament"]


def test_a_folder_that_does_not_exist_is_not_made(tmp_path: Path):
    missing = tmp_path / "nowhere"
    assert_refused(wonderful("export", "abcdefgh", DATA_DIR=str(missing)), f"no store in {missing}")
    assert not missing.exists()
