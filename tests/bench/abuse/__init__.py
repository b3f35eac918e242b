"""What one client could do to all others by cheap requests: each is provoked again, and what it costs is printed."""

from tests.bench.abuse import costs

PARTS = (costs.report,)


def report() -> None:
    """Run all parts."""
    for part in PARTS:
        part()
