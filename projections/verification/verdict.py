"""What a verification says."""

from typing import Any, NamedTuple

MOST = 400
"""Characters of what was expected, or found, that are told."""


class Fault(NamedTuple):
    """The first thing that is wrong.

    `kind`: encoding, chain, order, actor, deal, rules, score, origin or end. `line`: 1 for the header; a fault of the
    chain is of an append, which goes on to the line `last`. `expected`, `found`: texts, none where it is not either.
    """

    kind: str
    line: int
    detail: str
    expected: str | None = None
    found: str | None = None
    last: int | None = None

    def __str__(self) -> str:
        where = f"line {self.line}" if self.last in (None, self.line) else f"lines {self.line} to {self.last}"
        told = [f"{name} {text}" for name, text in (("expected", self.expected), ("found", self.found)) if text]
        return "; ".join([f"{where}: {self.kind}: {self.detail}", *told])


class Faulty(Exception):
    """Ends a verification with its first fault."""

    def __init__(
        self,
        kind: str,
        line: int,
        detail: str,
        expected: object = None,
        found: object = None,
        last: int | None = None,
    ) -> None:
        self.fault = Fault(kind, line, _printable(detail), _told(expected), _told(found), last)
        super().__init__(str(self.fault))


def _told(value: object) -> str | None:
    return None if value is None else _printable(str(value)[:MOST])


def _printable(text: str) -> str:
    """The text without what could steer a terminal or begin another line: logs come from strangers."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


class UnknownRuleset(ValueError):
    """The game was played by rules that this program does not have: it can say neither yes nor no."""


class Verdict(NamedTuple):
    """What a log tells of itself, as far as it was read; `fault`: none if all of it holds.

    `events`: how many; `head`, `state_hash`: hexadecimal. `origin`: of a fork, game and version it goes on from.
    """

    fault: Fault | None
    game: str = ""
    events: int = 0
    head: str = ""
    state_hash: str = ""
    assisted: bool = False
    origin: dict[str, Any] | None = None
    result: dict[str, Any] | None = None

    @property
    def ok(self) -> bool:
        return self.fault is None
