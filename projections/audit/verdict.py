"""The verdict of an audit."""

from typing import Any, NamedTuple

from game.message import Message
from game.rulesets import RULESETS

MAX_QUOTED_CHARACTERS = 400
"""Of an expected or found value in a fault."""


FAULT_KINDS = ("encoding", "chain", "order", "actor", "deal", "rules", "score", "origin", "end")


class Fault(NamedTuple):
    """The first fault of a log.

    `kind`: one of FAULT_KINDS. `line`: 1 for the header. `last`: the last line of the append whose hash is wrong.
    `expected`, `found`: texts, None where there is nothing to compare.
    """

    kind: str
    line: int
    detail: str
    expected: str | None = None
    found: str | None = None
    last: int | None = None

    @property
    def in_store(self) -> str:
        """The fault of a stored log, which has no header, without values: those of a game under way are secret."""
        return f"entry {self.line - 1}: {self.kind}: {self.detail.partition(': ')[0]}"

    def __str__(self) -> str:
        where = f"line {self.line}" if self.last in (None, self.line) else f"lines {self.line} to {self.last}"
        parts = [f"{name} {text}" for name, text in (("expected", self.expected), ("found", self.found)) if text]
        return "; ".join([f"{where}: {self.kind}: {self.detail}", *parts])


class FaultFound(Exception):
    """Ends an audit at its first fault."""

    def __init__(
        self,
        kind: str,
        line: int,
        detail: str,
        expected: object = None,
        found: object = None,
        last: int | None = None,
    ) -> None:
        self.fault = Fault(kind, line, _printable(detail), _quote(expected), _quote(found), last)
        super().__init__(str(self.fault))


def _quote(value: object) -> str | None:
    return None if value is None else _printable(str(value)[:MAX_QUOTED_CHARACTERS])


def _printable(text: str) -> str:
    """The text with control characters escaped: logs come from strangers, and a terminal may print them."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


class UnknownRuleset(ValueError):
    """The game uses a ruleset that this program does not have, so the log can be neither confirmed nor rejected."""

    def __init__(self, ruleset: str) -> None:
        self.message = Message(
            "ruleset {ruleset} is not known here; known: {known}", ruleset=repr(ruleset[:40]), known=[*RULESETS]
        )
        super().__init__(self.message)


class Verdict(NamedTuple):
    """What the audit found in a log, as far as it was read; `fault` is None if the whole log is correct.

    `events`: their number. `head`, `state_hash`: hexadecimal. `origin`: game and version that a fork starts from.
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
