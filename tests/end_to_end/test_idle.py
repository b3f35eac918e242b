"""A service without requests for a while still works."""

import os
import subprocess
import sys
import time

import pytest

from service.run.up import ROOT
from service.settings import Settings


@pytest.mark.slow
@pytest.mark.parametrize("options", [[], ["--lane", "webhooks"]])
def test_an_idle_worker_keeps_running(settings: Settings, parts, options: list[str]):
    environ = {"REDIS_URL": settings.redis_url, "KEY_PREFIX": settings.key_prefix, "ALLOW_VOLATILE": "1"}
    command = [sys.executable, "-m", "service.commands.cli", "worker", *options]
    worker = subprocess.Popen(command, env={**os.environ, **environ}, cwd=ROOT, stderr=subprocess.PIPE)
    try:
        time.sleep(25)  # longer than any time limit of an ordinary client, its retries included
        assert worker.poll() is None
        assert parts.redis.keys(f"{settings.key_prefix}worker:*"), "it gives signs of life"
    finally:
        worker.terminate()
        _, said = worker.communicate(timeout=100)
    assert b"quitting" not in said
