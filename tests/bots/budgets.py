"""Budgets small enough for tests."""

from bots import Budget

NODES = {"search": 8}


def small(name: str) -> Budget:
    """A budget of nodes for strategies that search, the strategy's own measure for others."""
    return Budget(nodes=NODES.get(name))
