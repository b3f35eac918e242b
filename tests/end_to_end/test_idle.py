"""A service without requests for a while still works."""

import os
import subprocess
import sys
import time

import pytest

from service.run.up import ROOT
from service.settings import Settings


@pytest.mark.slow
@pytest.mark.long
def test_idle_workers_keep_running(settings: Settings, parts):
    environ = {"REDIS_URL": settings.redis_url, "KEY_PREFIX": settings.key_prefix, "ALLOW_VOLATILE": "1"}
    command = [sys.executable, "-m", "service.commands.cli", "worker"]
    workers = [
        subprocess.Popen([*command, *options], env={**os.environ, **environ}, cwd=ROOT, stderr=subprocess.PIPE)
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
