"""What one client, or a store in trouble, could do to all others: each is provoked again, and its cost printed."""

from tests.bench.abuse import costs, fairness, floods, limits, pieces, sizes, store, stranger

PARTS = (
    costs.report,
    fairness.report,
    floods.report,
    limits.report,
    pieces.report,
    sizes.report,
    store.report,
    stranger.report,
)


def report() -> None:
    """Run all parts."""
    for part in PARTS:
        part()
