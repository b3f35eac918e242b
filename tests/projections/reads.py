"""What is read of the log."""

from typing import Any

import pytest

from events import Entry, Log

READS = ("read", "follow")
"""The methods by which a game's entries are read."""


def counted_reads(log: Log, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A list that grows with each read of the log: the number of entries that it gave."""
    counts: list[int] = []

    def counted(name: str) -> Any:
        read = getattr(log, name)

        def run(*args: Any, **kwargs: Any) -> Any:
            found = read(*args, **kwargs)
            counts.append(len(found or ()))
            return found

        return run

    for name in READS:
        monkeypatch.setattr(log, name, counted(name))
    return counts


def refuse_reads(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody read the log."""
    for name in READS:
        monkeypatch.setattr(log, name, lambda *_, **__: pytest.fail("it reads the log"))


def end_log_at(log: Log, end: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the log of each game seem to end at a version; whatever was cut before is there again."""
    read = type(log).read

    def cut(game: str, after: int = 0, upto: int | None = None, count: int | None = None) -> list[Entry]:
        return read(log, game, after, min(end if upto is None else upto, end), count)

    monkeypatch.setattr(log, "read", cut)
    monkeypatch.setattr(log, "follow", lambda game, version, head: cut(game, version))
