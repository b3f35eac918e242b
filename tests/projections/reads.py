"""What is read of the log."""

from typing import Any

import pytest

from events import Entry, Log


def counted_reads(log: Log, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A list that grows with each read of the log: the number of entries that it gave."""
    counts: list[int] = []
    read = log.read

    def counted(*args: Any, **kwargs: Any) -> list[Entry]:
        found = read(*args, **kwargs)
        counts.append(len(found))
        return found

    monkeypatch.setattr(log, "read", counted)
    return counts
