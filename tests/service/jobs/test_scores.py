"""The score of a game, appended once."""

import json

import game as rules
from service.jobs.scores import score_game
from tests.service.client import Service, id_of


def test_the_service_appends_the_score_as_the_last_event(service: Service):
    game, callers = service.start_game(2)
    service.play(game, callers, until="finished")
    state = service.parts.games.load(id_of(game)).state
    assert (state.status, callers[0].get(game).json["result"]) == ("playing", None)
    score_game(service.parts, id_of(game))
    scored = service.parts.log.read(id_of(game))[-1]
    assert (scored.name, scored.actor, scored.seat) == ("game_scored", "service", None)
    assert json.loads(scored.data)["scores"] == [dict(points) for points in rules.score(state)]
    assert callers[0].get(game).json["status"] == "finished"
