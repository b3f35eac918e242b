"""Budgets small enough for tests."""

from bots import Budget

NODES = {"search": 8, "master": 2}


def small_budget(name: str) -> Budget:
    """A small budget of nodes for a strategy that searches, an empty one for the others."""
    return Budget(nodes=NODES.get(name))
