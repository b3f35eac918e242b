"""Asking for the analysis of a game."""

from game.message import Message
from projections.games import Loaded
from service.accounts import Player
from service.analysis.document import Document
from service.analysis.store import Progress
from service.api.current import app, check_revealed
from service.api.limiting import count
from service.api.problem import Problem
from service.jobs.analyses import MAX_EVENTS, can_analyse
from service.jobs.lanes import LaneFull


def asked_analysis(player: Player, loaded: Loaded) -> Document | Progress:
    """The analysis of a finished game, or how far it is: a worker makes it, if it is asked for first.

    Raises Problem `not_finished`, `not_analysable`, `too_busy`; LimitExceeded.
    """
    game = loaded.state.id
    if loaded.state.status != "finished":
        raise Problem("not_finished", "only a finished game can be analysed: until then its cards are secret")
    check_revealed(loaded.state)
    if not can_analyse(loaded.state):
        detail = Message(
            "a game has at most {count} events to be analysed, and rules that master knows", count=MAX_EVENTS
        )
        raise Problem("not_analysable", detail)
    if found := app.analyses.read(game, loaded.head):
        return found
    count("decisions", player.id)
    try:
        app.analyses.ask(player, game)
    except LaneFull:
        raise Problem("too_busy", "too many analyses wait; try again", {"Retry-After": "5"}) from None
    return Progress(0, 0)
