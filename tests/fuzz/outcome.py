"""What came of some requests."""

from collections import Counter
from dataclasses import dataclass, field

MAX_SLOWEST = 20


@dataclass
class Outcome:
    """What came of a piece. `faults`: by kind, how often, and the first example. `slow`: by operation, likewise."""

    seed: int = 0
    requests: int = 0
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    jobs: int = 0
    games: int = 0
    digest: str = ""
    statuses: Counter[int] = field(default_factory=Counter)
    accepted: Counter[str] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)
    faults: dict[str, tuple[int, str]] = field(default_factory=dict)
    slow: dict[str, tuple[int, float, str]] = field(default_factory=dict)
    slowest: list[tuple[float, int, str]] = field(default_factory=list)

    def add_fault(self, kind: str, example: str) -> None:
        count, first = self.faults.get(kind, (0, example))
        self.faults[kind] = count + 1, first
