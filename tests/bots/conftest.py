"""Whole games of what searches take long: they are for the whole suite, but for a short one."""

import pytest

FAST = ("[search-2-A]", "[{'side': 'B'}-search]")
"""Cases of `search` that every run has."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark games of `search` as slow."""
    for item in items:
        if "tests/bots" in item.nodeid and "search" in item.name and not item.name.endswith(FAST):
            item.add_marker(pytest.mark.slow)
