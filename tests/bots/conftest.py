"""Marks tests that play whole games with `planner`, `search` and `master` as slow; a few of them stay in every run."""

import pytest

SLOW = ("planner", "search", "master")
FAST_ENDINGS = ("[search-2-A]", "[{'side': 'B'}-search]", "[planner-2-A]", "[2-A-planner]", "[{'side': 'B'}-planner]")
"""How the names of the games end that every run plays."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark a test as slow if its parameters name `planner`, `search` or `master`."""
    for item in items:
        parameters = item.name.partition("[")[2]
        plays = "tests/bots" in item.nodeid and any(name in parameters for name in SLOW)
        if plays and not item.name.endswith(FAST_ENDINGS):
            item.add_marker(pytest.mark.slow)
