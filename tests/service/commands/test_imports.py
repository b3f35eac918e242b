"""Commands import what they need and no more: only those that serve or describe the API pay for Flask."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.isolation import environment

WITHOUT_FLASK = (
    "service.commands.cli",
    "service.commands.dataset",
    "service.commands.demo",
    "service.commands.export",
    "service.commands.import_logs",
    "service.commands.rebuild",
    "service.commands.replay",
    "service.commands.tournament",
    "service.commands.verify",
    "service.run.projector",
    "service.run.up",
    "service.run.worker",
)


def imported_by(module: str, depth: int = 1) -> set[str]:
    """The packages that are loaded after importing a module in a fresh process. `depth`: 1 for those at the top."""
    names = f"{{'.'.join(name.split('.')[:{depth}]) for name, loaded in sys.modules.items() if loaded}}"
    code = f"import sys, {module}; print(*{names})"
    ended = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment(), cwd=Path.home()
    )
    return set(ended.stdout.split())


@pytest.mark.parametrize("module", WITHOUT_FLASK)
def test_a_command_that_does_not_serve_imports_no_flask(module: str):
    assert not imported_by(module) & {"flask", "flask_smorest", "werkzeug", "webargs"}


def test_the_command_line_itself_imports_little():
    assert not imported_by("service.commands.cli") & {"flask", "redis", "rq", "rich", "babel", "bots", "game"}


def test_a_command_that_describes_the_api_imports_flask():
    assert "flask" in imported_by("service.commands.openapi")


@pytest.mark.parametrize("module", ["service.app", "service.run.projector", "service.run.worker"])
def test_no_process_imports_the_metrics_of_open_telemetry(module: str):
    assert "opentelemetry.sdk" not in imported_by(module, depth=2)
