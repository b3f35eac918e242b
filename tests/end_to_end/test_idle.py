"""While nobody asks for anything workers go on, and deadlines pass."""

import subprocess
import time
from pathlib import Path

import pytest

from service.settings import Settings
from tests.end_to_end.running import PersistentPlayer, Running, await_true
from tests.isolation import WONDERFUL, environment


@pytest.mark.verify
def test_idle_workers_keep_running(settings: Settings, parts, tmp_path: Path):
    environ = environment(REDIS_URL=settings.redis_url or "", KEY_PREFIX=settings.key_prefix, ALLOW_VOLATILE="1")
    workers = [
        subprocess.Popen([*WONDERFUL, "worker", *options], env=environ, cwd=tmp_path, stderr=subprocess.PIPE)
        for options in ([], ["--lane", "webhooks"])
    ]
    try:
        time.sleep(25)  # longer than any time limit of an ordinary client, its retries included
        assert [worker.poll() for worker in workers] == [None, None]
        assert len(parts.redis.keys(f"{settings.key_prefix}worker:*")) == len(workers), "they give signs of life"
    finally:
        for worker in workers:
            worker.terminate()
        said = [worker.communicate(timeout=100)[1] for worker in workers]
    assert b"quitting" not in b"".join(said)


@pytest.mark.verify
def test_an_open_game_expires_by_itself(running: Running):
    host = PersistentPlayer(running.url, "Host")
    game = host.open_game(seats=2, open_seconds=10)["id"]
    await_true(lambda: host.get_game(game)["status"] == "abandoned", running.output)
    view = host.get_game(game)
    assert view["end_reason"] == "expired"
    host.close()
