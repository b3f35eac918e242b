"""Undo and rewind over HTTP: a seat takes back its intention, and the whole table goes back if all agree."""

from dataclasses import replace
from random import Random

import pytest

from service.games.proposals import MAX_VAIN_PROPOSALS_IN_GAME, MAX_VAIN_PROPOSALS_IN_STAGE
from tests.service.client import Caller, Json, Service, assert_problem, id_of, pick_intention


def without_marks(view: Json) -> Json:
    """The view without the fields that show an undo or a rewind."""
    return {key: value for key, value in view.items() if key not in ("version", "rewind", "assisted", "undoable")}


def decline_next(proposer: Caller, other: Caller, game: str, version: int) -> None:
    """A proposal, and its refusal."""
    proposed = proposer.post(f"{game}/rewinds", {"version": version})
    assert proposed.status_code == 201, proposed.text
    assert other.post(f"{game}/rewinds/{proposed.json['number']}/decline").status_code == 201


# How often


def test_nobody_is_asked_a_third_time_in_one_hand_to_go_back(service: Service):
    game, (ada, bob) = service.start_game(2)
    version = service.version(game)
    ada.move(game)
    for _ in range(MAX_VAIN_PROPOSALS_IN_STAGE):
        decline_next(ada, bob, game, version)
    before = service.version(game)
    problem = assert_problem(ada.post(f"{game}/rewinds", {"version": version}), 409, "too_many_rewinds")
    assert "2 times" in problem["detail"]
    assert service.version(game) == before
    decline_next(bob, ada, game, version)  # the other seat has proposals of its own
    bob.move(game)  # the hands are passed
    decline_next(ada, bob, game, version)


def test_a_proposal_that_expired_or_was_withdrawn_counts_and_one_that_led_back_does_not(service: Service):
    game, (ada, bob) = service.start_game(2)
    version = service.version(game)
    for _ in range(MAX_VAIN_PROPOSALS_IN_STAGE + 1):
        ada.move(game)
        number = ada.post(f"{game}/rewinds", {"version": version}).json["number"]
        assert bob.post(f"{game}/rewinds/{number}/accept").status_code == 201
    ada.move(game)
    decline_next(ada, ada, game, version)
    hurried = Service(replace(service.parts, settings=replace(service.parts.settings, rewind_seconds=0)))
    hurried_ada = ada.through(hurried)
    assert hurried_ada.post(f"{game}/rewinds", {"version": version}).status_code == 201
    assert ada.get(f"{game}/rewinds").json[-1]["status"] == "expired"
    assert_problem(ada.post(f"{game}/rewinds", {"version": version}), 409, "too_many_rewinds")


def test_a_proposal_that_others_overtake_again_and_again_is_refused_as_too_busy(
    service: Service, monkeypatch: pytest.MonkeyPatch
):
    game, (ada, bob) = service.start_game(2)
    version = service.version(game)
    ada.move(game)
    decline_next(ada, bob, game, version)
    before = service.version(game)
    monkeypatch.setattr("service.games.proposals.MAX_ATTEMPTS", 1)
    assert_problem(ada.post(f"{game}/rewinds", {"version": version}), 503, "too_busy")
    assert service.version(game) == before


def test_nobody_is_asked_without_end_over_a_whole_game(service: Service):
    game, (ada, bob) = service.start_game(2)
    version = service.version(game)
    for proposed in range(MAX_VAIN_PROPOSALS_IN_GAME):
        if proposed % MAX_VAIN_PROPOSALS_IN_STAGE == 0:
            ada.move(game)
            bob.move(game)
        decline_next(ada, bob, game, version)
    ada.move(game)
    bob.move(game)
    problem = assert_problem(ada.post(f"{game}/rewinds", {"version": version}), 409, "too_many_rewinds")
    assert "10 times" in problem["detail"]


def test_who_asks_nobody_goes_back_as_often_as_they_like(service: Service, ada: Caller):
    game = service.open_game(ada, seats=2, bots=["greedy"])
    version = ada.post(f"{game}/start").json["version"]
    for _ in range(2 * MAX_VAIN_PROPOSALS_IN_GAME):
        ada.move(game)
        assert ada.post(f"{game}/rewinds", {"version": version}).status_code == 201


def test_a_repeated_proposal_is_answered_although_no_more_are_accepted(service: Service):
    game, (ada, bob) = service.start_game(2)
    version, key = service.version(game), {"Idempotency-Key": "back"}
    ada.move(game)
    decline_next(ada, bob, game, version)
    last = ada.post(f"{game}/rewinds", {"version": version}, key)
    assert bob.post(f"{game}/rewinds/{last.json['number']}/decline").status_code == 201
    again = ada.post(f"{game}/rewinds", {"version": version}, key)
    assert (again.status_code, again.json["number"]) == (201, last.json["number"])


def test_a_game_opened_without_rewinds_refuses_them_and_keeps_undo(service: Service, ada: Caller):
    game = service.open_game(ada, seats=1, rewinds=False)
    version = ada.post(f"{game}/start").json["version"]
    assert ada.get(game).json["rewinds"] is False
    ada.move(game)
    assert_problem(ada.post(f"{game}/rewinds", {"version": version}), 409, "rewinds_off")
    assert ada.post(f"{game}/undo").status_code == 201


# Undo


def test_an_undo_takes_back_the_callers_newest_intention(service: Service):
    game, (ada, bob) = service.start_game(2)
    before = ada.get(game).json
    ada.move(game)
    done = ada.get(game).json
    assert done["undoable"] == done["version"]
    answer = ada.post(f"{game}/undo")
    assert answer.status_code == 201
    assert answer.json["version"] == before["version"] + 2
    assert answer.headers["ETag"] == f'"{answer.json["version"]}"'
    [event] = answer.json["events"]
    assert (event["name"], event["seat"], event["data"]) == ("intention_undone", 0, {"group": done["version"]})
    after = ada.get(game).json
    assert without_marks(after) == without_marks(before)
    assert after["undoable"] is None
    ada.move(game, at=3)  # redo is posting again
    assert bob.get(game).json["waiting_on"] == [1]


def test_an_undo_may_name_its_intention(service: Service):
    game, (ada, bob) = service.start_game(2)
    ada.move(game)
    version = ada.get(game).json["undoable"]
    assert_problem(bob.post(f"{game}/undo", {"version": version}), 409, "not_yours")
    assert_problem(ada.post(f"{game}/undo", {"version": version + 5}), 409, "no_such_intention")
    assert_problem(ada.post(f"{game}/undo", {"version": 1}), 409, "phase_closed")
    assert ada.post(f"{game}/undo", {"version": version}).status_code == 201


@pytest.mark.parametrize("body", [{"version": "5"}, {"version": 5.5}, {"version": True}, {"seat": 1}, [], "x"])
def test_an_invalid_undo_is_refused(service: Service, body):
    game, (ada, _) = service.start_game(2)
    ada.move(game)
    before = service.version(game)
    assert_problem(ada.post(f"{game}/undo", body), 422, "invalid_body")
    assert service.version(game) == before


def test_an_undo_without_an_own_intention_in_the_phase_is_refused(service: Service):
    game, (ada, bob) = service.start_game(2)
    assert_problem(ada.post(f"{game}/undo"), 409, "nothing_to_undo")
    ada.move(game)
    assert_problem(bob.post(f"{game}/undo"), 409, "nothing_to_undo")
    assert_problem(service.new_player("Eve").post(f"{game}/undo"), 403, "not_seated")
    bob.move(game)
    assert_problem(ada.post(f"{game}/undo"), 409, "nothing_to_undo")
    assert_problem(ada.post("/v1/games/nosuchgame/undo"), 404, "no_such_game")
    open_ = service.open_game(ada)
    assert_problem(ada.post(f"{open_}/undo"), 409, "not_playing")


def test_ready_can_be_undone_until_all_seats_are_ready(service: Service):
    game, (ada, bob) = service.start_game(2)
    service.play(game, [ada, bob], until="planning")
    for caller in (ada, bob):
        while [body for body in caller.get(f"{game}/legal").json if body["type"] == "recycle"]:
            caller.move(game, at=-1)
    assert ada.post(f"{game}/intentions", {"type": "ready"}).status_code == 201
    assert ada.post(f"{game}/undo").status_code == 201
    assert ada.get(game).json["waiting_on"] == [0, 1]
    assert ada.post(f"{game}/intentions", {"type": "ready"}).status_code == 201
    assert bob.post(f"{game}/intentions", {"type": "ready"}).status_code == 201
    assert_problem(ada.post(f"{game}/undo"), 409, "nothing_to_undo")


def test_an_undo_is_safe_to_repeat_and_respects_if_match(service: Service):
    game, (ada, _) = service.start_game(2)
    ada.move(game)
    assert_problem(ada.post(f"{game}/undo", headers={"If-Match": '"4"'}), 412, "stale_version")
    first = ada.post(f"{game}/undo", headers={"Idempotency-Key": "once"})
    assert ada.post(f"{game}/undo", headers={"Idempotency-Key": "once"}).data == first.data
    assert_problem(
        ada.post(f"{game}/undo", {"version": 9}, headers={"Idempotency-Key": "once"}), 422, "idempotency_key_reused"
    )


# Rewind


@pytest.mark.slow
def test_a_rewind_is_done_when_all_others_have_accepted(service: Service):
    game, (ada, bob, eve) = service.start_game(3)
    before = {caller: caller.get(game).json for caller in (ada, bob, eve)}
    for caller in (ada, bob, eve, bob):
        caller.move(game)
    answer = ada.post(f"{game}/rewinds", {"version": before[ada]["version"]})
    assert (answer.status_code, answer.json["number"]) == (201, 1)
    assert answer.headers["Location"] == f"{game}/rewinds/1"
    assert [event["name"] for event in answer.json["events"]] == ["rewind_proposed"]
    pending = bob.get(game).json["rewind"]
    assert (pending["number"], pending["seat"], pending["to"]) == (1, 0, before[ada]["version"])
    assert bob.get(f"{game}/rewinds/1").json["status"] == "pending"
    assert_problem(bob.post(f"{game}/rewinds", {"version": 6}), 409, "rewind_pending")
    assert_problem(ada.post(f"{game}/rewinds/1/accept"), 409, "own_rewind")
    assert bob.post(f"{game}/rewinds/1/accept").status_code == 201
    assert_problem(bob.post(f"{game}/rewinds/1/accept"), 409, "already_accepted")
    ada.move(game)  # the game may go on meanwhile
    done = eve.post(f"{game}/rewinds/1/accept")
    assert [event["name"] for event in done.json["events"]] == ["rewind_accepted", "rewound"]
    for caller in (ada, bob, eve):
        view = caller.get(game).json
        assert without_marks(view) == without_marks(before[caller])
        assert (view["assisted"], view["version"], view["rewind"]) == (False, done.json["version"], None)
    assert eve.get(f"{game}/rewinds/1").json["status"] == "done"
    assert_problem(eve.post(f"{game}/rewinds/1/accept"), 409, "rewind_closed")
    service.play(game, [ada, bob, eve])
    assert ada.get(game).json["status"] == "finished"


def test_a_rewind_can_be_declined_or_withdrawn(service: Service):
    game, (ada, bob) = service.start_game(2)
    ada.move(game)
    for number, caller in enumerate((bob, ada), 1):
        assert ada.post(f"{game}/rewinds", {"version": 5}).json["number"] == number
        assert caller.post(f"{game}/rewinds/{number}/decline").status_code == 201
        assert ada.get(game).json["rewind"] is None
    assert [each["status"] for each in bob.get(f"{game}/rewinds").json] == ["declined", "declined"]


@pytest.mark.slow
def test_with_bots_only_a_rewind_is_done_at_once_and_marks_the_game_and_the_statistics(service: Service):
    ada = service.new_player("Ada")
    game = service.open_game(ada, seats=2, bots=["greedy"])
    ada.post(f"{game}/start")
    service.run_jobs(game)
    start = ada.get(game).json
    ada.move(game)
    service.run_jobs(game)
    assert [e["name"] for e in ada.post(f"{game}/rewinds", {"version": start["version"]}).json["events"]] == [
        "rewind_proposed",
        "rewound",
    ]
    service.run_jobs(game)
    view = ada.get(game).json
    assert (view["assisted"], view["hand"]) == (True, start["hand"])
    service.play(game, [ada])
    loaded = service.parts.games.load(id_of(game))
    service.parts.lobby.save(id_of(game), loaded)
    assert ada.get(game).json["assisted"]
    [summary] = ada.get(f"/v1/games?player={ada.id}").json
    assert summary["assisted"]
    counts = ada.get("/v1/players/me").json["statistics"]
    assert (counts["finished"], counts["won"], counts["assisted"]) == (0, 0, 1)


@pytest.mark.parametrize(
    ("version", "status", "code"),
    [
        (10_000, 409, "not_earlier"),
        (1, 409, "not_started"),
        (0, 409, "not_started"),
        (3, 409, "not_started"),
        (-1, 422, "invalid_body"),
        ("5", 422, "invalid_body"),
        (None, 422, "invalid_body"),
    ],
)
def test_a_rewind_goes_to_an_earlier_version_of_the_game_itself(service: Service, version, status, code):
    game, (ada, _) = service.start_game(2)
    ada.move(game)
    before = service.version(game)
    assert_problem(ada.post(f"{game}/rewinds", {"version": version}), status, code)
    assert service.version(game) == before


def test_the_newest_version_is_not_an_earlier_one(service: Service):
    game, (ada, _) = service.start_game(2)
    ada.move(game)
    assert_problem(ada.post(f"{game}/rewinds", {"version": service.version(game)}), 409, "not_earlier")


def test_a_version_inside_an_event_group_counts_as_the_end_of_the_group_before(service: Service):
    game, (ada, bob) = service.start_game(2)
    ada.move(game)
    rest = service.version(game)
    last = bob.move(game).json
    assert len(last["events"]) > 1
    ada.move(game)
    ada.post(f"{game}/rewinds", {"version": rest + 1})
    assert ada.get(game).json["rewind"]["to"] == rest


def test_only_seated_players_propose_accept_and_decline(service: Service):
    game, (ada, _) = service.start_game(2)
    ada.move(game)
    eve = service.new_player("Eve")
    assert_problem(eve.post(f"{game}/rewinds", {"version": 6}), 403, "not_seated")
    ada.post(f"{game}/rewinds", {"version": 5})
    for what in ("accept", "decline"):
        assert_problem(eve.post(f"{game}/rewinds/1/{what}"), 403, "not_seated")
        assert_problem(ada.post(f"{game}/rewinds/2/{what}"), 404, "no_such_rewind")
    assert_problem(ada.get(f"{game}/rewinds/2"), 404, "no_such_rewind")
    assert_problem(ada.post(f"{game}/rewinds/x/accept"), 404, "not_found")


def test_a_finished_game_is_not_rewound(service: Service, finished):
    game, (ada, _) = finished
    assert_problem(ada.post(f"{game}/rewinds", {"version": 8}), 409, "not_playing")
    assert_problem(ada.post(f"{game}/undo"), 409, "not_playing")


def test_a_proposal_is_made_once_however_often_it_is_sent(service: Service):
    game, (ada, _) = service.start_game(2)
    ada.move(game)
    first = ada.post(f"{game}/rewinds", {"version": 5}, headers={"Idempotency-Key": "r"})
    again = ada.post(f"{game}/rewinds", {"version": 5}, headers={"Idempotency-Key": "r"})
    assert (again.data, again.headers["Location"]) == (first.data, first.headers["Location"])
    assert len(ada.get(f"{game}/rewinds").json) == 1


def test_a_full_log_accepts_only_moves(service: Service, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("service.games.log_limit.MOVES_ONLY_FROM_VERSION", 8)
    game, (ada, bob) = service.start_game(2)
    for caller in (ada, bob, ada):
        caller.move(game)
    for path, body in (("undo", None), ("rewinds", {"version": 6}), ("intentions", {"type": "auto_ready", "on": True})):
        assert_problem(ada.post(f"{game}/{path}", body), 409, "log_full")
    legal = bob.get(f"{game}/legal").json
    assert bob.post(f"{game}/intentions", pick_intention(legal, Random(1))).status_code == 201


def test_a_game_is_rewound_so_often_and_no_more(service: Service, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("service.games.log_limit.MAX_REWINDS", 1)
    game, [ada] = service.start_game(1)
    version = service.version(game)
    for status in (201, 409):
        ada.move(game)
        answer = ada.post(f"{game}/rewinds", {"version": version})
        assert answer.status_code == status, answer.text
    assert "1 rewind" in assert_problem(answer, 409, "log_full")["detail"]
