"""What one stranger can do to everybody else: each part provokes it, and prints what it costs."""

from tests.bench.abuse import limits, sizes

PARTS = (limits, sizes)


def report() -> None:
    """Print the report of each part."""
    for part in PARTS:
        part.report()
