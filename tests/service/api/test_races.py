"""All seats act at once (R5): threads that write to one log lose nothing and do nothing twice."""

from random import Random

import pytest

import game as rules
from events import RedisLog
from events.chain import head
from service.jobs.bot_turns import play_bots
from service.jobs.scores import score_game
from tests.at_once import run_at_once
from tests.service.client import Caller, Json, Service, id_of, pick_intention

SEATS = 5


@pytest.mark.verify
@pytest.mark.slow
def test_five_seats_play_a_whole_game_at_once_and_every_intention_happens_once(service: Service):
    game, callers = service.start_game(SEATS)
    lost: list[int] = []
    answers = run_at_once(
        *[lambda seat=seat: play_seat(game, callers[seat], Random(seat), lost) for seat in range(SEATS)]
    )
    accepted = {key: answer for found in answers for key, answer in found.items()}
    score_game(service.parts, id_of(game))
    entries = service.parts.log.read(id_of(game))
    assert callers[0].get(game).json["status"] == "finished"
    assert [entry.version for entry in entries] == list(range(1, len(entries) + 1))
    assert head(id_of(game), entries) == entries[-1].hash
    groups = {entry.group for entry in entries if entry.actor != "service"}
    first_groups = [event["group"] for answer in accepted.values() for event in answer["events"][:1]]
    assert len(first_groups) == len({*first_groups}), "no intention happened twice"
    assert {*first_groups} == {group for group in groups if group > entries[0].version + SEATS + 1}, (
        "none was lost or added"
    )
    for caller, found in zip(callers, answers, strict=True):
        assert {event["actor"] for answer in found.values() for event in answer["events"]} == {caller.id}
    assert lost == [], "a lost race is decided again, not answered"


def play_seat(game: str, caller: Caller, rng: Random, lost: list[int]) -> dict[str, Json]:
    """Play a seat to the end, each intention under a key of its own. Gives the accepted answers by key."""
    accepted: dict[str, Json] = {}
    while (view := caller.get(game).json)["phase"] != "finished":
        legal = caller.get(f"{game}/legal").json
        if not legal:
            caller.get(f"{game}/events?after={view['version']}&wait=5")
            continue
        key = f"{caller.id}-{len(accepted)}"
        answer = caller.post(f"{game}/intentions", pick_intention(legal, rng), {"Idempotency-Key": key})
        if answer.status_code == 201:
            accepted[key] = answer.json
        else:
            lost.append(answer.status_code)
    return accepted


def test_one_intention_sent_many_times_at_once_happens_once(service: Service):
    game, [ada, _] = service.start_game(2)
    pick, key = ada.get(f"{game}/legal").json[0], {"Idempotency-Key": "once"}
    before = service.version(game)
    answers = run_at_once(*[lambda: ada.post(f"{game}/intentions", pick, key)] * 8)
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.data for answer in answers}) == 1
    assert service.version(game) == before + 1


def test_of_two_exclusive_intentions_at_once_one_is_accepted(service: Service):
    game, [ada, _] = service.start_game(2)
    first, second = ada.get(f"{game}/legal").json[:2]
    answers = run_at_once(*[lambda body=body: ada.post(f"{game}/intentions", body) for body in (first, second)])
    assert sorted(answer.status_code for answer in answers) == [201, 409]


def test_one_seat_is_taken_once(service: Service, ada: Caller):
    game, others = service.open_game(ada), [service.new_player() for _ in range(6)]
    answers = run_at_once(*[lambda other=other: other.post(f"{game}/seats") for other in others])
    assert sorted(answer.status_code for answer in answers) == [201] + [409] * 5


def test_a_game_is_started_once(service: Service, ada: Caller):
    game, ben = service.open_game(ada), service.new_player("Ben")
    ben.post(f"{game}/seats")
    answers = run_at_once(*[lambda: ada.post(f"{game}/start")] * 6)
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 5


def test_one_game_is_opened_however_often_it_is_asked_for_at_once(service: Service, ada: Caller):
    key = {"Idempotency-Key": "one game"}
    answers = run_at_once(*[lambda: ada.post("/v1/games", {"seats": 2}, key)] * 6)
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.data for answer in answers}) == 1


def test_bots_are_played_once_however_many_jobs_play_them(service: Service, ada: Caller):
    game = service.open_game(ada, seats=4, bots=["random"] * 3)
    ada.post(f"{game}/start")
    before = service.version(game)
    run_at_once(*[lambda: play_bots(service.parts, id_of(game))] * 4)
    assert service.version(game) == before + 3
    ada.post(f"{game}/intentions", ada.get(f"{game}/legal").json[0])
    assert ada.get(game).json["passed"]


@pytest.mark.slow
def test_a_game_is_scored_once_however_many_jobs_score_it(service: Service):
    game, callers = service.start_game(2)
    service.play(game, callers, until="finished")
    run_at_once(*[lambda: score_game(service.parts, id_of(game))] * 4)
    names = [entry.name for entry in service.parts.log.read(id_of(game))]
    assert names[-2:] == ["game_ended", "game_scored"]
    assert names.count("game_scored") == 1


@pytest.mark.verify
@pytest.mark.slow
def test_a_race_lost_too_often_is_answered_503_and_appends_nothing(
    service: Service, monkeypatch: pytest.MonkeyPatch, ada: Caller
):
    game = service.open_game(ada, bots=["random"])
    ada.post(f"{game}/start")
    append, state = RedisLog.append, service.parts.games.load(id_of(game)).state

    def overtaken(log: RedisLog, id: str, groups: object, expected: int, *rest: object) -> object:
        return append(log, id, groups, expected + 1, *rest)

    monkeypatch.setattr(RedisLog, "append", overtaken)
    body = rules.body(rules.legal(state, 0)[0])
    answer = ada.post(f"{game}/intentions", body, {"Idempotency-Key": "k"})
    assert (answer.status_code, answer.json["code"]) == (503, "too_busy")
    assert answer.headers["Retry-After"] == "1"
    monkeypatch.undo()
    assert service.version(game) == state.version
    assert ada.post(f"{game}/intentions", body, {"Idempotency-Key": "k"}).status_code == 201
