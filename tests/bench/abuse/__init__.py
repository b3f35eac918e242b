"""What one stranger can do to everybody else: each part provokes it, and prints what it costs the others."""

from tests.bench.abuse import fairness


def report() -> None:
    """All parts."""
    fairness.report()
