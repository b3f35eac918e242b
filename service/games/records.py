"""The record as clients get it: statistics, ratings and leaderboards, with the names that accounts have now."""

from typing import Any

from events.entry import timestamp
from game.model import Seat
from game.views.values import player_of
from projections.record.leaderboards import Board, score_of
from projections.record.outcomes import is_strategy
from projections.record.ratings import Rating, points
from projections.record.statistics import statistics
from projections.record.store import Row
from service.accounts import Player
from service.backend import Backend
from service.games.viewers import with_player_names

Json = dict[str, Any]


def rating_facts(rating: Rating | None) -> Json | None:
    """A rating: the number that people see, and what it is computed from."""
    return rating and {"points": points(rating), "games": rating.games, "mu": rating.mu, "sigma": rating.sigma}


def statistics_facts(backend: Backend, player_id: str, account: Player | None) -> Json:
    """The statistics of a player in each mode, and the rating. `account`: None for a strategy."""
    modes = [
        each._asdict() | {"empires": [empire._asdict() for empire in each.empires]}
        for each in statistics(backend.record.statistics(player_id))
    ]
    return {
        **shown_player(player_id, account),
        "rating": rating_facts(backend.record.rating(player_id)),
        "modes": modes,
    }


def leaderboard(backend: Backend, board: Board, first: int, limit: int) -> tuple[list[Json], bool]:
    """The entries of a board after the `first` best ones, and whether there are more."""
    rows = backend.record.rows(board, first, limit + 1)
    players = backend.accounts.by_ids([row.player for row in rows if not is_strategy(row.player)])
    entries = [
        {"place": row.place, **shown_player(row.player, players.get(row.player), board.kind), **_merits(board, row)}
        for row in rows
    ]
    return entries[:limit], len(entries) > limit


def shown_player(player_id: str, account: Player | None, kind: str | None = None) -> Json:
    """A `player` as views show one, and the `handle`. `kind`: of an account that is not known."""
    shown = {
        "player": player_of(Seat(player=player_id, external=kind == "bot")),
        "handle": account.handle if account else None,
    }
    if account:
        with_player_names({"seats": [shown]}, {player_id: account})
    return shown


def _merits(board: Board, row: Row) -> Json:
    """What the entry is for: a rating, or a score and when it was reached first."""
    if board.mode == "standard":
        return {"rating": rating_facts(row.rating), "score": None, "scored_at": None}
    score, seconds = score_of(row.number)
    return {"rating": None, "score": score, "scored_at": timestamp(seconds * 1000)}
