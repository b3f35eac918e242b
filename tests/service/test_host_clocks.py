"""No process goes by its host's clock: those of two hosts may differ by seconds."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
READINGS = {("time", "time"), ("time", "time_ns"), ("datetime", "now"), ("datetime", "utcnow"), ("date", "today")}
ALLOWED = {
    "events/memory.py": "a log of one process",
    "service/jobs/lanes.py": "reads the periods before and after its own",
    "service/jobs/worker_names.py": "a part of a name that no other worker has",
    "service/run/supervisor.py": "what people read beside a line of the log",
}
"""File → why it may read the host's clock."""


def readings(source: str) -> list[int]:
    """The lines in which a program names its host's clock, by an attribute or an import."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name | ast.Attribute):
            owner = node.value.id if isinstance(node.value, ast.Name) else node.value.attr
            found += [node.lineno] if (owner, node.attr) in READINGS else []
        elif isinstance(node, ast.ImportFrom):
            found += [node.lineno for alias in node.names if (node.module, alias.name) in READINGS]
    return found


@pytest.mark.parametrize(
    "line",
    [
        "time.time()",
        "from time import monotonic, time",
        "datetime.now(UTC)",
        "datetime.datetime.now()",
        "f = time.time_ns",
    ],
)
def test_each_form_of_a_reading_is_found(line: str):
    assert readings(line) == [1]


@pytest.mark.slow
def test_only_files_with_a_reason_read_the_clock_of_their_host():
    found = {
        str(path.relative_to(ROOT))
        for folder in ("game", "bots", "events", "projections", "service")
        for path in (ROOT / folder).rglob("*.py")
        if readings(path.read_text("utf-8"))
    }
    assert found == {*ALLOWED}
