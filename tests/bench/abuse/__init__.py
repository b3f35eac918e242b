"""What one client could do to all others: each is provoked again, and its cost to the others is printed."""

from tests.bench.abuse import fairness

PARTS = (fairness.report,)


def report() -> None:
    """Run all parts."""
    for part in PARTS:
        part()
