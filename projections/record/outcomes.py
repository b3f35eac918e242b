"""What a finished game is for each of its players."""

from game.model import Seat, State

OUTCOMES = ("won", "shared", "lost")
"""Won alone, won together with another seat, lost."""


def outcome(state: State, index: int) -> str | None:
    """What the game is for the player of a seat; None while it has no result.

    A player who left the game has lost it, whatever the strategy in the seat scored, and is no match for the others:
    among those who play to the end, the best win. Alone at the table a player wins, but for a lost scenario.
    """
    if state.result is None:
        return None
    ranked = [[seat for seat in group if plays_to_the_end(state.seats[seat])] for group in state.result.ranking]
    first = next(filter(None, ranked), [])
    if index not in first or state.result.medal == "lost":
        return "lost"
    return "won" if len(first) == 1 else "shared"


def plays_to_the_end(seat: Seat) -> bool:
    """Whether the seat's own player plays it. A player who resigned, or is away because time was up, has left it."""
    return seat.bot is None or is_strategy(seat.player or "")


def place(state: State, index: int) -> int | None:
    """The place of a seat by its points, 1 is the best; seats that share a place have the same. None without a result.

    The strategy that plays for a player who left earns it, too. `result.places_that_count` has those of the record.
    """
    if state.result is None:
        return None
    better = 0
    for group in state.result.ranking:
        if index in group:
            return better + 1
        better += len(group)
    return None


def is_strategy(player: str) -> bool:
    return player.startswith("bot:")
