"""The programs that write, check and run clients of openapi.yaml, as `make clients` installs them."""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from service.run.up import ROOT
from tests.docs.snippets import read_commands

DESCRIPTION = ROOT / "openapi.yaml"
HERE = Path(__file__).parent
DRIVERS = HERE / "drivers"
ENVIRONMENT = ROOT / ".venv" / "clients"
BIN = ENVIRONMENT / "bin"
PYTHON = BIN / "python"
NODE_MODULES = ENVIRONMENT / "node_modules"
GUIDE = ROOT / "docs" / "clients.md"
GENERATOR_NOTES = (
    "OpenAPI 3.1 support is still in beta",
    "Failed to get the schema name: null",  # so it says of every description in OpenAPI 3.1
    "(reserved word) cannot be used as model name",  # it takes another name by itself
)
"""Warnings of openapi-generator that ask for nothing."""


def require_tools() -> None:
    """Skip the test where the tools are not installed; with REQUIRE_CLIENTS set, fail it."""
    if (ROOT / ".venv" / "clients.installed").exists():
        return
    reason = "the generators of clients are not installed: run `make clients`"
    if os.environ.get("REQUIRE_CLIENTS"):
        pytest.fail(reason)
    pytest.skip(reason)


def run(*command: str | Path, folder: Path | None = None, **environment: str) -> str:
    """What a program prints, on both its outputs. Raises AssertionError with it when the program fails."""
    path = {"PATH": os.pathsep.join([str(BIN), str(NODE_MODULES / ".bin"), os.environ["PATH"]])}
    done = subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        env=os.environ | path | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{command[0]} fails:\n{done.stdout[-5000:]}"
    return done.stdout


def node(script: str, *arguments: str | Path, folder: Path | None = None) -> str:
    """What a program of an npm package prints. `script`: its path in node_modules."""
    quiet = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}
    return run(BIN / "node", NODE_MODULES / script, *arguments, folder=folder, **quiet)


def write_client(generator: str, folder: Path, *more: str) -> str:
    """Write a client into a folder, by the command line of the guide that names the generator. Returns what it prints.

    `more`: arguments that only the tests add.
    """
    [line] = [line for line in read_commands(GUIDE.read_text("utf-8")) if generator in shlex.split(line)]
    for file in (DESCRIPTION, HERE / "openapi_python_client.yaml"):
        (folder / file.name).symlink_to(file)
    return run(*shlex.split(line), *more, folder=folder)


def openapi_generator(language: str, folder: Path) -> list[str]:
    """Write a client by openapi-generator into `client` in a folder. Returns its warnings about the description."""
    fewer_files = "apiTests=false,modelTests=false,apiDocs=false,modelDocs=false"
    printed = write_client(language, folder, "--global-property", fewer_files)
    warnings = [line for line in printed.splitlines() if "WARN" in line or "ERROR" in line]
    return [line for line in warnings if not any(note in line for note in GENERATOR_NOTES)]


def check_types(driver: Path, folder: Path) -> None:
    """Check a Python driver strictly, against its generated client in the folder."""
    mypy = (sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "--cache-dir", os.devnull)
    run(*mypy, "--config-file", os.devnull, "--python-executable", PYTHON, driver, MYPYPATH=str(folder), PYTHONPATH="")


def compile_typescript(driver: Path, folder: Path) -> Path:
    """Compile a driver beside its generated client, under `strict`. Returns the script to run."""
    (folder / "node_modules").symlink_to(NODE_MODULES)
    settings = json.loads((DRIVERS / "tsconfig.json").read_text("utf-8")) | {"files": [driver.name]}
    (folder / "tsconfig.json").write_text(json.dumps(settings), "utf-8")
    (folder / driver.name).write_bytes(driver.read_bytes())
    node("typescript/bin/tsc", folder=folder)
    return folder / "compiled" / driver.with_suffix(".js").name
