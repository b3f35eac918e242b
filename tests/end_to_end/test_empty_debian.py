"""From an empty Debian to a domain by the commands of docs/operating.md, in a container with an init of its own."""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.run.up import ROOT
from tests.end_to_end.running import await_true, children, runs
from tests.ports import listens

TOOLS = ("debootstrap", "git", "nsenter", "openssl", "systemd-nspawn")
pytestmark = [
    pytest.mark.verify,
    pytest.mark.timeout(1800),
    pytest.mark.skipif(
        os.geteuid() != 0 or not all(map(shutil.which, TOOLS)), reason=f"needs root, and {', '.join(TOOLS)}"
    ),
    pytest.mark.skipif(any(map(listens, (80, 443, 8000))), reason="needs the ports 80, 443 and 8000"),
]
NAME, MIRROR = "play.example.org", "http://deb.debian.org/debian"
BLOCK = re.compile(r"## From an empty Debian to a domain\n.*?```sh\n(.*?)```", re.DOTALL)
CERTIFICATE = f"/etc/letsencrypt/live/{NAME}"
OWN_CERTIFICATE = (
    f"mkdir -p {CERTIFICATE} && openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN={NAME} "
    f"-addext subjectAltName=DNS:{NAME} -keyout {CERTIFICATE}/privkey.pem -out {CERTIFICATE}/fullchain.pem && "
    f"cp {CERTIFICATE}/fullchain.pem /usr/local/share/ca-certificates/own.crt && update-ca-certificates && "
    f"echo 127.0.0.1 {NAME} >> /etc/hosts"
)
"""In place of what only Let's Encrypt can give."""


class Debian:
    """A Debian that has booted in a container. It shares the network of this machine."""

    def __init__(self, container: int) -> None:
        self._container = container

    def init(self) -> int | None:
        """The process id of its init, once it runs."""
        return next((pid for pid, command in children(self._container) if command.endswith("/systemd")), None)

    def is_up(self) -> bool:
        """Whether all that starts with it has started."""
        return bool(self.init()) and self._shell("systemctl is-system-running").stdout.strip() == "running"

    def run(self, script: str) -> str:
        """What a shell of its root prints. Raises AssertionError with it if the shell fails."""
        done = self._shell(script)
        assert done.returncode == 0, f"{script}\n{done.stdout[-5000:]}"
        return done.stdout

    def _shell(self, script: str) -> "subprocess.CompletedProcess[str]":
        environ = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LANG": "C.UTF-8"}
        environ |= {"DEBIAN_FRONTEND": "noninteractive", "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "/srv/wheels"}
        command = ["nsenter", "--all", "--target", str(self.init()), "sh", "-ec", script]
        return subprocess.run(
            command, env=environ, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
        )


@pytest.fixture
def debian(tmp_path: Path) -> Iterator[Debian]:
    """An empty Debian that has this commit to clone, and the locked packages as files: pip needs no registry there."""
    root = tmp_path / "debian"
    installed = ("debootstrap", "--variant=minbase", "--include=systemd-sysv,ca-certificates", "bookworm")
    subprocess.run([*installed, str(root), MIRROR], check=True, capture_output=True)
    wheels = ("download", "--quiet", "--no-deps", "--requirement", str(ROOT / "requirements.lock"))
    subprocess.run([sys.executable, "-m", "pip", *wheels, "--dest", str(root / "srv" / "wheels")], check=True)
    subprocess.run(["git", "clone", "--quiet", "--bare", str(ROOT), str(root / "srv" / "program.git")], check=True)
    with (tmp_path / "console").open("wb") as console:
        command = ["systemd-nspawn", f"--directory={root}", "--boot", "--register=no", "--keep-unit"]
        container = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=console, stderr=subprocess.STDOUT)
    try:
        booted = Debian(container.pid)
        await_true(lambda: container.poll() is not None or booted.is_up(), tmp_path / "console")
        if container.poll() is not None:
            pytest.skip(f"no container can be started here: {(tmp_path / 'console').read_text()[-300:]}")
        yield booted
    finally:
        if init := booted.init():
            os.kill(init, signal.SIGRTMIN + 4)  # power off
            await_true(lambda: not runs(init))
        container.wait(timeout=60)


def test_ten_commands_lead_from_an_empty_debian_to_a_service_on_a_domain(debian: Debian):
    found = BLOCK.search((ROOT / "docs" / "operating.md").read_text("utf-8"))
    assert found is not None
    commands = found[1].splitlines()
    assert len(commands) == 10
    name = commands[0]
    for command in commands[1:]:
        tried = re.sub(r"https://\S+\.git", "/srv/program.git", command)
        debian.run(OWN_CERTIFICATE if command.startswith("certbot") else f"{name}; {tried}")
    assert '"ready"' in debian.run(f"curl --silent --fail https://{NAME}/readyz")
    await_true(lambda: "301" in debian.run(f"curl --silent --head http://{NAME}/lobby"))  # an old process ends

    challenge = "/var/www/html/.well-known/acme-challenge"
    debian.run(f"mkdir -p {challenge} && echo the proof > {challenge}/token")
    assert debian.run(f"curl --silent http://{NAME}/.well-known/acme-challenge/token") == "the proof\n"

    played = f"/opt/wonderful/.venv/bin/wonderful demo --url https://{NAME}"
    assert "as the server says" in debian.run(f"cd /tmp && SSL_CERT_DIR=/etc/ssl/certs {played}")
    assert "epoch" in debian.run("ls /var/lib/private/wonderful")
    owner = debian.run("stat --format=%u /proc/$(systemctl show --property=MainPID --value wonderful)")
    assert int(owner) > 0, "it is not root"
    debian.run("systemctl kill --signal=KILL wonderful; sleep 1; systemctl restart wonderful")
    assert '"ready"' in debian.run(f"curl --silent --fail https://{NAME}/readyz")
