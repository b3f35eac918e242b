"""What one client could do to all others by cheap requests, and what a store in trouble does to them: each is provoked."""

from tests.bench.abuse import store

PARTS = (store.report,)


def report() -> None:
    """Run all parts."""
    for part in PARTS:
        part()
