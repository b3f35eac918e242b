"""Leaderboards: the best players of a mode in a period."""

from typing import Any

from flask import Response, url_for

from projections.record.leaderboards import Board
from service.api.blueprint import Resources
from service.api.current import app
from service.api.responses import REVALIDATE, add_vary, json_response, link_next
from service.api.schemas.queries import MAX_PAGE_GAMES, LeaderboardQuery
from service.api.schemas.record import LeaderboardEntry
from service.games.records import leaderboard

leaderboards = Resources("leaderboards", "/v1/leaderboards", "The best players.")


@leaderboards.get("")
@leaderboards.operation("listLeaders", conditional=True)
@leaderboards.response(
    200, LeaderboardEntry.listed(MAX_PAGE_GAMES), "The best players, the best first.", headers=("Link",)
)
@leaderboards.arguments(LeaderboardQuery, location="query")
def list_leaders(query: dict[str, Any]) -> Response:
    """The best players of a mode in a period; the next page is in the Link header (RFC 8288).

    Standard games are ranked by rating, solo games and scenarios by the best score. Equal ones share a place.
    """
    board = Board(query["mode"], query["period"], query.get("scenario"), query.get("side"), query.get("kind"))
    first, limit = query.get("cursor", 0), query["limit"]
    entries, has_more = leaderboard(app.backend, board, first, limit)
    response = json_response(entries, cache_control=REVALIDATE)
    add_vary(response, "Authorization")
    if has_more:
        link_next(response, url_for("leaderboards.list_leaders"), {**query, "cursor": first + limit})
    return response
