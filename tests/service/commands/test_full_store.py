"""Commands that only read, on a store that takes no writes now."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from redis import Redis

from service.run.embedded_redis import ensure_server, stop_server
from tests.service.commands.command_line import assert_refused, wonderful

READING = {
    "export": ("export", "{game}"),
    "replay": ("replay", "{game}", "--at", "1"),
    "inspect": ("inspect", "{game}"),
    "dataset": ("dataset", "games", "--jobs", "1"),
    "queues": ("queues",),
    "busy": ("busy",),
    "keys": ("keys",),
    "list": ("list",),
    "verify --list": ("verify", "--list"),
    "acts": ("acts",),
    "archive --dry-run": ("archive", "--dry-run"),
    "verify --store": ("verify", "--store", "--jobs", "1"),
}


@pytest.fixture(scope="module")
def full(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, dict[str, str]]]:
    """The id of a game in a store that is full, and the settings of the store."""
    data = tmp_path_factory.mktemp("full")
    settings = {"DATA_DIR": str(data), "PARTITIONS": "8"}
    ended = wonderful("import", str(folder / "right"), **settings)
    assert ended.returncode == 0, ended.stderr
    game = ended.stdout.partition(": game ")[2].partition(",")[0]
    assert wonderful("keys", **settings).returncode == 0
    server = ensure_server(data, "no")
    try:
        with closing(Redis.from_url(server.url)) as redis:
            redis.config_set("maxmemory", 1)
        yield game, {"DATA_DIR": str(data)}
    finally:
        stop_server(server)


@pytest.mark.parametrize("command", READING)
def test_a_command_that_only_reads_does_not_mind_that_the_store_is_full(
    full: tuple[str, dict[str, str]], command: str, tmp_path: Path
):
    game, settings = full
    words = [word.format(game=game) for word in READING[command]]
    ended = wonderful(*words, **settings, ARCHIVE_URL=f"file:{tmp_path}", folder=tmp_path)
    assert ended.returncode == 0, ended.stderr
    assert "memory" not in ended.stdout + ended.stderr


def test_one_that_writes_says_that_the_store_is_full(full: tuple[str, dict[str, str]], folder: Path):
    _, settings = full
    assert_refused(wonderful("import", str(folder / "fork"), **settings), "the store has no memory left for writes")


def test_another_store_is_refused_also_if_it_is_full(full: tuple[str, dict[str, str]]):
    game, settings = full
    assert_refused(wonderful("export", game, **settings, STORE_EPOCH="77"), "the store has lost its data")
    assert_refused(wonderful("export", game, **settings, PARTITIONS="64"), "laid out for 8")
    assert_refused(wonderful("export", game, **settings, KEY_PREFIX="other:"), "there is no store in")
