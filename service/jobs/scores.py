"""Scores: the event that ends a game, appended once."""

import game as rules
from events import Group, IdempotencyKey
from projections.games import Loaded
from service.backend import Backend
from service.games.write import Decided, write


def score_game(backend: Backend, game: str) -> None:
    """Append `game_scored` when the last round is over; the fixed idempotency key makes a second one impossible."""
    write(backend.games, game, IdempotencyKey("service:score", b"score"), decide_score)


def decide_score(loaded: Loaded) -> Decided:
    """The score of a game whose last round is over."""
    state = loaded.state
    if state.status != "playing" or state.phase != "finished":
        return Decided()
    events = [rules.score_event(state)]
    return Decided([Group("service", events)], rules.fold(events, state))
