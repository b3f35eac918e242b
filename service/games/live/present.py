"""Who follows a game now: the seats, and how many spectators."""

from collections.abc import Iterable
from typing import Any, NamedTuple


class Present(NamedTuple):
    """`seats`: those whose players are connected. `spectators`: the accounts of the others."""

    seats: frozenset[int] = frozenset()
    spectators: frozenset[str] = frozenset()

    def facts(self) -> dict[str, Any]:
        """As clients see it. An account counts once, however many streams it has."""
        return {"seats": sorted(self.seats), "spectators": len(self.spectators)}


def present(viewers: Iterable[tuple[int | None, str]]) -> Present:
    """Who is present of viewers, each with seat and account."""
    found = [*viewers]
    return Present(
        frozenset(seat for seat, _ in found if seat is not None),
        frozenset(account for seat, account in found if seat is None),
    )


def union(parts: Iterable[Present]) -> Present:
    """All who are present in one of the parts."""
    found = [*parts]
    return Present(
        frozenset().union(*(part.seats for part in found)), frozenset().union(*(part.spectators for part in found))
    )
