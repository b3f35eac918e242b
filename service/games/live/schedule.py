"""A schedule: when each game is to be checked next."""

from heapq import heappop, heappush


class Schedule:
    """Times by name, in seconds of one clock. `pause`: the least time between two checks of the same name."""

    def __init__(self, pause: float) -> None:
        self._pause = pause
        self._queue: list[tuple[float, str]] = []
        self._due: dict[str, float] = {}
        self._checked: dict[str, float] = {}

    def plan(self, name: str, at: float) -> None:
        """Check at this time, or after the pause; an earlier check that is planned stays."""
        at = max(at, self._checked.get(name, float("-inf")) + self._pause)
        if name not in self._due or at < self._due[name]:
            self._due[name] = at
            heappush(self._queue, (at, name))

    def take(self, now: float, most: int) -> list[str]:
        """The names that are due, the earliest first."""
        found: list[str] = []
        while self._queue and self._queue[0][0] <= now and len(found) < most:
            at, name = heappop(self._queue)
            if self._due.get(name) == at:  # else it was planned anew, or forgotten
                del self._due[name]
                self._checked[name] = now
                found.append(name)
        return found

    def forget(self, name: str) -> None:
        """Check no more."""
        self._due.pop(name, None)
        self._checked.pop(name, None)

    def next(self) -> float | None:
        """When something is due; None: never. It may turn out that nothing is."""
        return self._queue[0][0] if self._queue else None
