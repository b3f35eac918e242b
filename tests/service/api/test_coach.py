"""The coach over HTTP: it reads the analyses that there are, of the caller's own last games."""

import pytest

from service.analysis import coach
from service.analysis.store import AnalysisStore
from tests.service.analysis.test_coach import RECYCLE, SLATE, decision
from tests.service.client import Caller, Service, id_of

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def player(service: Service) -> tuple[Caller, list[str]]:
    """A player with six finished games, the oldest first; five of them are analysed."""
    ada, games = service.new_player("Ada"), list[str]()
    for _ in range(6):
        game = service.seat_and_start(ada, bots=["random"])
        service.play(game, [ada])
        service.project(game)
        games.append(id_of(game))
    kept = AnalysisStore(service.parts.redis, service.parts.keys)
    for at, game in enumerate(games[1:]):
        decisions = [decision(SLATE, RECYCLE, 3.0 + at, ada.id), decision(SLATE, RECYCLE, 50.0, "bot:random")]
        kept.keep(game, service.parts.games.load(game).head, {"decisions": decisions})
    return ada, games


def test_it_tells_what_costs_points_and_which_games_lack_an_analysis(player: tuple[Caller, list[str]]):
    ada, games = player
    answer = ada.get("/v1/players/me/coach").json
    assert (answer["games"], answer["needed"], answer["missing"]) == (5, coach.MIN_GAMES, games[:1])
    [habit] = answer["habits"]
    assert (habit["kind"], habit["decisions"], habit["points"]) == ("too_many_sites", 5, 5.0)
    assert habit["example"]["game"] == games[-1]
    assert (habit["example"]["made"], habit["example"]["best"], habit["example"]["lost"]) == (SLATE, RECYCLE, 7.0)


def test_only_the_last_games_count(player: tuple[Caller, list[str]], monkeypatch: pytest.MonkeyPatch):
    ada, _ = player
    monkeypatch.setattr("service.api.resources.coach.MAX_GAMES", 2)
    answer = ada.get("/v1/players/me/coach").json
    assert (answer["games"], answer["missing"], answer["habits"]) == (2, [], [])


def test_who_has_not_played_is_told_nothing(service: Service):
    answer = service.new_player("Ben").get("/v1/players/me/coach").json
    assert (answer["games"], answer["missing"], answer["habits"]) == (0, [], [])
