"""The coach: what costs the caller most points."""

from flask import Response

from game.daily import day_at
from service.analysis.coach import MAX_GAMES, MIN_GAMES, Mistake, habits, mistakes_of
from service.analysis.store import unpacked
from service.api.auth import caller
from service.api.blueprint import Resources
from service.api.current import app, now_ms
from service.api.limiting import count_more
from service.api.responses import json_response
from service.api.schemas.analyses import Coach
from service.daily.tries import tries_of
from service.games.yielding import yield_every

coach = Resources("coach", "/v1/players/me", "What costs points.")
COUNTED_REQUESTS = 5
"""What a request counts as: the analyses of twenty games take 40 ms of CPU, with pauses."""


@coach.get("/coach")
@coach.operation("getCoach")
@coach.response(200, Coach, "What costs you points.")
def show() -> Response:
    """What cost you most points in your last games, as far as they are analysed and the numbers carry it.

    A try at the daily deal of today, which cannot be analysed yet, is left out.
    """
    player = caller()
    count_more(player, COUNTED_REQUESTS)
    page = app.backend.lobby.page("finished", player.id, None, None, MAX_GAMES, private=True)
    closed = tries_of(app.backend, player.id, [day_at(now_ms())])
    games = [str(each["id"]) for each in page.games if each["id"] not in closed]
    analysed: list[list[tuple[str, Mistake]]] = []
    missing = []
    for at, (game, stored) in enumerate(zip(games, app.analyses.kept(games), strict=True)):
        yield_every(at, 1)
        document = unpacked(stored) if stored else None
        if document is None:
            missing.append(game)
        else:
            analysed.append([*mistakes_of(game, document, player.id)])
    found = [each._asdict() | {"example": each.example._asdict()} for each in habits(analysed)]
    return json_response({"games": len(analysed), "needed": MIN_GAMES, "missing": missing, "habits": found})
