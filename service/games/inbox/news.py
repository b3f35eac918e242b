"""The game that news are told with: as it stands, or as the player last could see it."""

import game as rules
from game.hosting import SeatRemoved
from projections.news import REMOVED, News
from service.accounts import Player
from service.backend import Backend
from service.games.viewers import may_see

MAX_TABLE_EVENTS = 1000
"""The most events of a log that are read to find a removal. All of them come before the start."""


def state_of_news(backend: Backend, news: News, player: Player) -> rules.State | None:
    """The game of these news in a state that the player may see; None if there is none.

    A removed player sees the table right after the removal, and nothing of what came later: they have seen all that is
    in it, also of a private game.
    """
    if news.kind == REMOVED:
        entries = backend.log.read(news.game, count=MAX_TABLE_EVENTS)
        removals = [each.version for each in entries if each.name == "seat_removed" and _removes(each.event, player)]
        return backend.games.state_at(news.game, removals[-1]) if removals else None
    state = backend.games.load_sound(news.game).state
    return state if state.version and may_see(state, player) else None


def _removes(event: object, player: Player) -> bool:
    return isinstance(event, SeatRemoved) and event.player == player.id
