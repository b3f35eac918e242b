"""The list of games as tests read it, and listed games without a log."""

import game as rules
from projections.games import Loaded


def game_ids(page):
    return [game["id"] for game in page.games]


def stored_lists(parts):
    """Everything that the list of games stores, but for news and record: every key with its members or fields."""
    names = [parts.keys.lobby(name).encode() for name in ("games:", "summaries:", "guards", "imported")]
    keys = sorted(
        key for key in parts.redis.scan_iter(parts.keys.lobby("*"), count=1000) if key.startswith(tuple(names))
    )
    read = {b"hash": parts.redis.hgetall, b"zset": lambda key: parts.redis.zrange(key, 0, -1)}
    return {key: read[parts.redis.type(key)](key) for key in keys}


def open_game_of(player, opened, version=2, **changes):
    """An open game of two seats that a player opened at a moment."""
    seats = (rules.state({"seats": [{"player": player}, {}]})).seats
    return Loaded(rules.State(version=version, seats=seats, **changes), b"", opened, opened)


def list_all(lobby, **filters):
    """All pages, as one list."""
    found, cursor = [], None
    while True:
        page = lobby.page(cursor=cursor, **filters)
        found += game_ids(page)
        if page.cursor is None:
            return found
        cursor = page.cursor
