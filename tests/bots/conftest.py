"""Whole games of what plans and searches take long: most of them are for the whole suite."""

import pytest

FAST = ("[search-2-A]", "[{'side': 'B'}-search]", "[planner-2-A]", "[2-A-planner]", "[{'side': 'B'}-planner]")
"""Games of theirs that every run has."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark games of `planner` and `search` as slow."""
    for item in items:
        ours = "tests/bots" in item.nodeid and ("search" in item.name or "planner" in item.name)
        if ours and "[" in item.name and not item.name.endswith(FAST):
            item.add_marker(pytest.mark.slow)
