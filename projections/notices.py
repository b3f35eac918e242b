"""Notices: messages that tell which players a game concerns now. A notice may get lost, so readers also poll."""

from redis import Redis

import game as rules
from events import Keys


class Notices:
    """Publishes whose turn it is, who is invited, and that a game is over."""

    def __init__(self, redis: Redis, keys: Keys) -> None:
        self._redis = redis
        self._channel = keys.notices

    def send(self, game: str, state: rules.State) -> None:
        """Notify the players whom the game concerns in this state."""
        players = concerned_players(state)
        if players:
            self._redis.publish(self._channel, " ".join((game, *players)))


def concerned_players(state: rules.State) -> list[str]:
    """The accounts that must act, are invited to the open game, or played in the game that is over."""
    if state.status == "open":
        seated = [seat.player for seat in state.seats]
        return [player for player in state.options.invited if player not in seated] if None in seated else []
    playing = state.status == "playing"
    seats = rules.waiting_on(state) if playing else range(len(state.seats))
    return [seat.player for seat in (state.seats[i] for i in seats) if seat.player and seat.bot is None]
