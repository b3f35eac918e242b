"""The analysis of a finished game over HTTP: asked for once, made by a worker, kept with the game."""

from collections.abc import Iterator
from random import Random

import pytest
from redis.exceptions import TimeoutError as RedisTimeout
from rq import Queue

from projections.transfer import import_log
from service.analysis.document import CLASSES
from service.analysis.store import SILENT_SECONDS, AnalysisStore, Progress
from service.ids import new_id
from service.jobs import analyses
from service.jobs.analyses import analyse_game
from service.jobs.lanes import Room
from service.jobs.queues import Queues
from tests.game.play import Play
from tests.projections.archive import Recorder, log_lines
from tests.service.client import Caller, Json, Service, assert_problem, id_of


@pytest.fixture(autouse=True)
def lane(service: Service) -> Iterator[Queue]:
    """What waits for a worker that analyses."""
    queues = Queues(service.parts.settings)
    yield queues.lanes[analyses.LANE]
    queues.lanes[analyses.LANE].delete(delete_jobs=True)
    queues.redis.close()


@pytest.fixture(scope="module")
def over(service: Service) -> tuple[str, list[Caller]]:
    """A short way to a finished game: one person, and a bot that plays at random."""
    game, callers = service.start_game(1, bots=["random"])
    service.play(game, callers)
    return game, callers


@pytest.fixture(scope="module")
def document(service: Service, over: tuple[str, list[Caller]]) -> Json:
    """The analysis of this game."""
    game, [ada] = over
    analyse_game(service.parts, id_of(game))
    answer = ada.get(f"{game}/analysis").json
    assert (answer["status"], answer["progress"]) == ("done", None)
    return answer["analysis"]


@pytest.mark.slow
def test_it_is_asked_for_made_by_a_worker_and_kept_for_everybody(service: Service, lane: Queue):
    game, [ada, ben] = service.start_game(2)
    assert_problem(ada.post(f"{game}/analysis"), 409, "not_finished")
    service.play(game, [ada, ben])
    assert_problem(ada.get(f"{game}/analysis"), 404, "no_such_analysis")
    asked = ada.post(f"{game}/analysis")
    assert (asked.status_code, asked.json["status"], asked.headers["Location"]) == (202, "pending", f"{game}/analysis")
    for caller in (ada, ben):
        again = caller.post(f"{game}/analysis")
        assert (again.status_code, again.json["progress"]) == (202, {"judged": 0, "decisions": 0})
    assert len(lane.job_ids) == 1
    service.work(analyses.LANE, most=1)
    made = service.new_player("Carol").get(f"{game}/analysis").json
    assert made["status"] == "done"
    assert ben.post(f"{game}/analysis").json == made
    assert lane.job_ids == [f"puzzles-{ada.id}-{id_of(game)}"], "another job looks for puzzles, on the same account"


@pytest.mark.slow
def test_start_luck_and_skill_are_the_result(over, document: Json):
    game, [ada] = over
    totals = [seat["score"]["total"] for seat in ada.get(game).json["seats"]]
    for seat in document["seats"]:
        own = [each for each in document["decisions"] if each["seat"] == seat["seat"]]
        assert seat["result"] == totals[seat["seat"]] - totals[1 - seat["seat"]]
        assert seat["start"] + seat["luck"] + seat["skill"] == pytest.approx(seat["result"], abs=0.011)
        assert sum(each["luck"] for each in seat["rounds"]) + seat["last"] == pytest.approx(seat["luck"], abs=0.1)
        assert sum(each["skill"] for each in seat["rounds"]) == pytest.approx(seat["skill"], abs=0.1)
        assert seat["start"] == own[0]["best_value"]
        assert sum(seat["classes"].values()) == len(own)
        assert list(seat["classes"]) == list(CLASSES)


@pytest.mark.slow
def test_each_decision_has_the_move_that_was_made_and_a_better_one(over, document: Json):
    game, [ada] = over
    events = {event["version"]: event for event in ada.get(f"{game}/events?limit=1000").json}
    for each in document["decisions"]:
        event = events[each["version"] + 1]
        assert (event["seat"], event["actor"]) == (each["seat"], each["actor"])
        assert each["made_value"] <= each["best_value"]
        if each["class"] in ("inaccuracy", "mistake", "blunder"):
            assert each["made"] != each["best"]
    assert min(seat["skill"] for seat in document["seats"]) < -20, "seats that play at random lose points"


@pytest.mark.slow
def test_the_moments_are_told_in_the_language_that_is_asked_for(over, document: Json):
    game, [ada] = over
    assert 1 <= len(document["moments"]) <= 3
    versions = {each["version"] for each in document["decisions"]}
    assert {each["version"] for each in document["moments"]} <= versions
    assert any(each["kind"] == "decision" for each in document["moments"])
    assert all(each["text"].startswith("Round ") for each in document["moments"])
    french = ada.get(f"{game}/analysis", {"Accept-Language": "fr"})
    assert french.headers["Content-Language"] == "fr"
    assert all(each["text"].startswith("Manche ") for each in french.json["analysis"]["moments"])


@pytest.mark.verify
@pytest.mark.slow
def test_it_is_the_same_each_time(service: Service, over, document: Json):
    game, [ada] = over
    analyse_game(service.parts, id_of(game))
    assert ada.get(f"{game}/analysis").json["analysis"] == document


@pytest.mark.slow
def test_who_may_not_see_the_game_does_not_see_its_analysis(service: Service):
    ada, eve = service.new_player("Ada"), service.new_player("Eve")
    game = service.seat_and_start(ada, bots=["random"], visibility="private")
    service.play(game, [ada])
    assert ada.post(f"{game}/analysis").status_code == 202
    for answer in (eve.post(f"{game}/analysis"), eve.get(f"{game}/analysis")):
        assert_problem(answer, 404, "no_such_game")


def test_what_nobody_can_judge_is_refused(service: Service, over, monkeypatch: pytest.MonkeyPatch):
    game, [ada] = over
    monkeypatch.setattr(analyses, "MAX_EVENTS", 100)
    assert_problem(ada.post(f"{game}/analysis"), 409, "not_analysable")


def test_a_game_without_a_result_has_no_analysis(service: Service, ada: Caller):
    game = service.open_game(ada, seats=2)
    assert_problem(ada.post(f"{game}/analysis"), 409, "not_finished")
    assert ada.ask("DELETE", f"{game}/seats/me").status_code == 204
    assert ada.get(game).json["status"] == "abandoned"
    assert_problem(ada.post(f"{game}/analysis"), 409, "not_finished")


def test_two_who_ask_at_once_have_one_worker_analyse_the_game(service: Service, ada: Caller, lane: Queue):
    game, ben = new_id(), service.new_player("Ben")
    for caller in (ada, ben, ada):
        service.app.analyses.ask(service.parts.accounts.by_id(caller.id), game)
    assert lane.job_ids == [f"analysis-{ada.id}-{game}"]


@pytest.mark.parametrize("promising", [[], [17]])
def test_a_game_is_searched_for_puzzles_only_where_its_analysis_promises_some(
    service: Service, ada: Caller, lane: Queue, monkeypatch: pytest.MonkeyPatch, promising: list[int]
):
    game = new_id()
    service.app.analyses.ask(service.parts.accounts.by_id(ada.id), game)
    monkeypatch.setattr("service.jobs.analyse_game", lambda backend, game: promising)
    service.work(analyses.LANE, most=1)
    assert lane.job_ids == ([f"puzzles-{ada.id}-{game}"] if promising else [])


@pytest.mark.slow
def test_only_so_many_wait_at_once(service: Service, monkeypatch: pytest.MonkeyPatch):
    ada = service.new_player("Ada")
    monkeypatch.setattr(analyses, "ROOM", Room(own=1, crowd=1, most=1))
    games = []
    for _ in range(2):
        games.append(service.seat_and_start(ada, bots=["random"]))
        service.play(games[-1], [ada])
    assert ada.post(f"{games[0]}/analysis").status_code == 202
    assert_problem(ada.post(f"{games[1]}/analysis"), 503, "too_busy")


@pytest.mark.slow
def test_what_no_worker_was_asked_for_is_not_pending(service: Service, monkeypatch: pytest.MonkeyPatch):
    ada = service.new_player("Ada")
    game = service.seat_and_start(ada, bots=["random"])
    service.play(game, [ada])

    def fail(*_: object, **__: object) -> None:
        raise RedisTimeout("the job store does not answer")

    with monkeypatch.context() as patched:
        patched.setattr(Queue, "enqueue_call", fail)
        assert_problem(ada.post(f"{game}/analysis"), 503, "store_unavailable")
    assert_problem(ada.get(f"{game}/analysis"), 404, "no_such_analysis")
    assert ada.post(f"{game}/analysis").status_code == 202


@pytest.mark.slow
def test_one_that_gets_too_little_of_the_cpu_ends_and_can_be_asked_for_again(
    service: Service, over, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    game, [ada] = over
    fork = f"/v1/games/{ada.post(f'{game}/forks', {'version': 150, 'bots': ['random']}).json['id']}"
    service.run_jobs(fork)
    service.play(fork, [ada])
    assert ada.post(f"{fork}/analysis").status_code == 202
    with monkeypatch.context() as patched:
        patched.setattr(analyses, "LIMIT_SECONDS", 0.2)
        assert analyse_game(service.parts, id_of(fork)) == []
    assert "too little of the CPU" in caplog.text
    assert_problem(ada.get(f"{fork}/analysis"), 404, "no_such_analysis")


@pytest.mark.slow
def test_progress_is_told_and_a_dead_worker_leaves_room_for_another_one(service: Service):
    ada = service.new_player("Ada")
    game = service.seat_and_start(ada, bots=["random"])
    service.play(game, [ada])
    kept, id = AnalysisStore(service.parts.redis, service.parts.keys), id_of(game)
    assert kept.begin(id)
    kept.note(id, Progress(20, 90))
    assert ada.get(f"{game}/analysis").json["progress"] == {"judged": 20, "decisions": 90}
    assert not kept.begin(id)
    key = service.parts.keys.analysing(id)
    assert 0 < service.parts.redis.ttl(key) <= SILENT_SECONDS
    service.parts.redis.delete(key)
    assert_problem(ada.get(f"{game}/analysis"), 404, "no_such_analysis")
    assert ada.post(f"{game}/analysis").status_code == 202


def analysis_of(service: Service, game: str, caller: Caller) -> Json:
    analyse_game(service.parts, id_of(game))
    return caller.get(f"{game}/analysis").json["analysis"]


@pytest.mark.usual("'side': 'A'")
@pytest.mark.slow
@pytest.mark.parametrize("options", [{"side": "A"}, {"scenario": "SC01"}], ids=str)
def test_alone_the_points_are_the_score(service: Service, options: Json):
    game, [ada] = service.start_game(1, **options)
    service.play(game, [ada])
    found = analysis_of(service, game, ada)
    [seat], total = found["seats"], ada.get(game).json["result"]["scores"][0]["total"]
    assert (found["estimate"], seat["result"], seat["others"]) == ("final_score", total, 0)
    assert seat["start"] + seat["luck"] + seat["skill"] == pytest.approx(total, abs=0.011)


@pytest.mark.verify
@pytest.mark.slow
def test_forks_and_imported_games_are_analysed_too(service: Service, over, document: Json):
    origin, [ada] = over
    fork = f"/v1/games/{ada.post(f'{origin}/forks', {'version': 150, 'bots': ['random']}).json['id']}"
    service.run_jobs(fork)
    service.play(fork, [ada])
    common = [[each["made"] for each in found["decisions"]] for found in (document, analysis_of(service, fork, ada))]
    assert common[0][:20] == common[1][:20]
    recorder, play = Recorder("imported"), Play(1)
    recorder.open(play.options | {"bots": []})
    recorder.finish(Random(1), play.style)
    imported = import_log(log_lines(recorder), service.parts.log, service.parts.lobby)
    assert imported.ok
    assert analysis_of(service, f"/v1/games/{imported.game}", ada)["decisions"]


@pytest.mark.verify
@pytest.mark.slow
def test_a_seat_that_a_bot_played_on_is_told_by_who_decided(service: Service):
    game, [ada, ben] = service.start_game(2)
    service.play(game, [ada, ben], until="planning")
    assert ben.ask("DELETE", f"{game}/seats/me").status_code == 204
    service.run_jobs(game)
    service.play(game, [ada])
    actors = {each["actor"] for each in analysis_of(service, game, ada)["decisions"] if each["seat"] == 1}
    assert ben.id in actors
    assert any(actor.startswith("bot:") for actor in actors)
