"""Marks tests that play whole games with `planner` and `search` as slow; a few of them stay in every run."""

import pytest

FAST_ENDINGS = ("[search-2-A]", "[{'side': 'B'}-search]", "[planner-2-A]", "[2-A-planner]", "[{'side': 'B'}-planner]")
"""How the names of the games end that every run plays."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark a test as slow if its parameters name `planner` or `search`."""
    for item in items:
        parameters = item.name.partition("[")[2]
        plays = "tests/bots" in item.nodeid and ("search" in parameters or "planner" in parameters)
        if plays and not item.name.endswith(FAST_ENDINGS):
            item.add_marker(pytest.mark.slow)
