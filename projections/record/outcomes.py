"""What a finished game is for each of its players."""

from game.model import Seat, State

OUTCOMES = ("won", "shared", "lost")
"""Won alone, won together with another seat, lost."""


def outcome(state: State, index: int) -> str | None:
    """What the game is for the player of a seat; None while it has no result.

    A player whom a strategy replaces at the end has lost. Alone at the table a player wins, but for a lost scenario.
    """
    if state.result is None:
        return None
    first = state.result.ranking[0]
    if index not in first or not plays_to_the_end(state.seats[index]) or state.result.medal == "lost":
        return "lost"
    return "won" if len(first) == 1 else "shared"


def plays_to_the_end(seat: Seat) -> bool:
    """Whether the seat's own player plays it: nobody has resigned from it or is away."""
    return seat.bot is None or is_strategy(seat.player or "")


def place(state: State, index: int) -> int | None:
    """The place of a seat, 1 is the best; seats that share a place have the same. None without a result."""
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
