"""The example of logrotate in docs/operating.md rotates the logs of a running service."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from service.run.embedded_redis import ensure_server, stop_server
from service.run.up import ROOT

LOGROTATE = shutil.which("logrotate") or shutil.which("logrotate", path="/usr/sbin:/sbin")


@pytest.mark.skipif(LOGROTATE is None, reason="there is no logrotate on the PATH")
def test_the_example_rotates_the_logs_of_a_running_service(tmp_path: Path):
    guide = (ROOT / "docs" / "operating.md").read_text("utf-8")
    [example] = re.findall(r"```\n(/var/log/wonderful.log .*?)```", guide, re.DOTALL)
    data, log, config = tmp_path / "data", tmp_path / "wonderful.log", tmp_path / "rotate.conf"
    server = ensure_server(data)
    try:
        log.write_text("one\n")
        with log.open("a") as writing:
            example = example.replace("/var/log/wonderful.log", str(log)).replace("/var/lib/wonderful", str(data))
            config.write_text(f"su root root\n{example}" if tmp_path.owner() == "root" else example)
            config.chmod(0o644)
            command = [str(LOGROTATE), "--force", "--state", str(tmp_path / "state"), str(config)]
            ended = subprocess.run(command, capture_output=True, text=True, check=False)
            assert ended.returncode == 0, ended.stderr
            writing.write("two\n")
        assert log.read_text() == "two\n", "the process goes on at the beginning"
        assert (tmp_path / "wonderful.log.1.gz").exists()
        assert (data / "server.log.1.gz").exists()
        before = (data / "server.log").stat().st_size
    finally:
        stop_server(server)
    assert before == 0
    assert b"\0" not in (data / "server.log").read_bytes(), "the server appends"
