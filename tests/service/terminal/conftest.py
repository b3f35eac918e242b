"""The terminal that the tests of this folder see."""

import pytest


@pytest.fixture(autouse=True)
def usual_terminal(monkeypatch: pytest.MonkeyPatch):
    """Sets the variables that rich reads, so that the tests see the same terminal everywhere."""
    monkeypatch.setenv("TERM", "xterm")
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)
