"""The daily deal: today, a day and its table, beginning the own try."""

from typing import Any

from flask import Response, url_for
from werkzeug.routing import Map, UnicodeConverter

from game.daily import day_at, day_ends_ms, is_day
from game.message import Message
from service.api.auth import caller
from service.api.blueprint import Resources
from service.api.current import app, now_ms
from service.api.errors import Problem
from service.api.limiting import room_for_game
from service.api.request_headers import client_key, request_key
from service.api.responses import REVALIDATE, add_vary, json_response, link_next, mark_repeated, view_response
from service.api.schemas.daily import Daily, DailyDay
from service.api.schemas.queries import DailyQuery
from service.api.schemas.views import GameView
from service.daily.facts import day_facts, today_facts
from service.daily.seeds import read_secret
from service.daily.tries import TryUsed, begin_try, tries_of


class Day(UnicodeConverter):
    """A word in an address that may be a day. `games` is another resource, which cannot be read."""

    def __init__(self, map: Map) -> None:
        super().__init__(map)
        self.regex = r"(?!games(?:/|$))[^/]{1,}"


daily = Resources("daily", "/v1/daily", "One solo deal a day, the same for everybody.")


@daily.get("")
@daily.operation("getDaily", conditional=True)
@daily.response(200, Daily, "Today.")
def today() -> Response:
    """The deal of today, the commitment of tomorrow's, your try and your streak."""
    secret = read_secret(app.backend)
    response = json_response(today_facts(app.backend, secret, caller(), _today()), cache_control=REVALIDATE)
    add_vary(response, "Authorization")
    return response


@daily.post("/games")
@daily.operation("beginDaily", problems=("daily_try_used", "too_busy"), parameters=("IdempotencyKey",))
@daily.response(201, GameView, "Your try, dealt.", headers=("ETag", "Location"))
def begin() -> Response:
    """Begin your one try at the deal of today. It counts if it is finished before the day is over (UTC).

    Everybody has the same cards. So nobody else sees the game, and it keeps its secrets, until the day is over.
    """
    player, parts = caller(), app.backend
    try:
        has_begun = tries_of(parts, player.id, [_today()]) != [None]
        with room_for_game(player.id, has_begun) as opened:
            game, outcome = begin_try(
                parts, player, _today(), request_key(player, None), repeatable=client_key() is not None
            )
            opened.append((game, "playing"))
    except TryUsed as used:
        detail = Message("your try of today is game {game}", game=used.game)
        raise Problem("daily_try_used", detail, more={"game": used.game}) from None
    state, newest = parts.games.state_at(game, outcome.last), parts.games.load(game).state
    return mark_repeated(view_response(state, player, newest, 201), outcome.known)


@daily.get("/<day:day>")
@daily.operation("getDay", problems=("no_such_day",), conditional=True)
@daily.response(200, DailyDay, "The day.", headers=("Link",))
@daily.arguments(DailyQuery, location="query")
def show(query: dict[str, Any], day: str) -> Response:
    """A day and its table; once it is over with the seed and the games. The next page is in the Link header."""
    secret, now = read_secret(app.backend), _today()
    if not (is_day(day) and secret.first <= day <= now):
        raise Problem(
            "no_such_day", Message("there are daily deals from {first} to {today}", first=secret.first, today=now)
        )
    facts, has_more = day_facts(app.backend, secret, caller(), day, day_ends_ms(day) <= now_ms(), query)
    response = json_response(facts, cache_control=REVALIDATE)
    add_vary(response, "Authorization")
    if has_more:
        following = query | {"cursor": query.get("cursor", 0) + query["limit"]}
        link_next(response, url_for("daily.show", day=day), following)
    return response


def _today() -> str:
    return day_at(now_ms())
