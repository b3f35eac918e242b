"""Forks over HTTP: a new game from a version of a finished one, with other players, marked as assisted."""

from functools import reduce

import pytest

from events.chain import first_link, link
from events.export import parse
from projections.audit import verify, verify_origin
from service.games.forks import read_source
from tests.service.client import Caller, Service, assert_problem, id_of


def log_lines(caller: Caller, game: str) -> list[bytes]:
    return caller.get(f"{game}/log").data.splitlines(keepends=True)


def test_a_fork_continues_the_same_table_with_bots_on_the_other_seats(service: Service, finished):
    origin, (ada, _) = finished
    eve = service.new_player("Eve")
    events = ada.get(f"{origin}/events?limit=1000").json
    moves = [e for e in events if e["version"] == e["group"] and e["version"] > 10 and e["name"] != "game_scored"]
    for event in moves[::40]:
        version = event["version"] - 1
        answer = eve.post(f"{origin}/forks", {"version": version, "bots": ["greedy"], "name": "again"})
        assert answer.status_code == 201, answer.text
        fork, was = answer.json, eve.get(f"{origin}?at={version}").json
        assert fork["origin"] == {"game": id_of(origin), "version": version}
        assert (fork["status"], fork["assisted"], fork["seat"], fork["name"]) == ("playing", True, 0, "again")
        assert fork["commitment"] == was["commitment"]
        for key in ("round", "phase", "step", "deck_size", "discard", "supremacy", "waiting_on"):
            assert fork[key] == was[key], key
        for now, then in zip(fork["seats"], was["seats"], strict=True):
            for key in ("empire", "constructed", "construction", "drafted", "krystallium", "cubes_to_place", "score"):
                assert now[key] == then[key], key
        assert fork["hand"] == was["seats"][0]["hand"]
        assert [seat["player"]["id"] for seat in fork["seats"]] == [eve.id, "bot:greedy"]


def test_a_fork_is_played_to_its_end_and_verifies_against_its_origin(service: Service, finished):
    origin, (ada, _) = finished
    version = ada.get(origin).json["version"] // 2
    fork = service.parts and ada.post(f"{origin}/forks", {"version": version, "bots": ["random"], "seat": 1}).json
    game = f"/v1/games/{fork['id']}"
    service.run_jobs(game)
    service.play(game, [ada])
    lines = log_lines(ada, game)
    assert verify(lines).fault is None
    text = [line.decode().rstrip("\n") for line in lines]
    entries, before = parse(text)[1], parse([line.decode().rstrip("\n") for line in log_lines(ada, origin)])[1]
    assert verify_origin(entries, before) is None
    service.parts.lobby.save(fork["id"], service.parts.games.load(fork["id"]))
    [listed] = [g for g in ada.get(f"{origin}/forks").json if g["id"] == fork["id"]]
    assert (listed["origin"], listed["assisted"]) == (fork["origin"], True)


def test_a_version_in_the_middle_of_a_long_append_is_named_by_the_hash_there(
    service: Service, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("service.games.forks.HASH_STEP", 2)
    game, _ = service.start_game(1, ["random"] * 4)  # the bots have picked, in one append
    entries = service.parts.log.read(id_of(game))
    assert [bool(entry.hash) for entry in entries[-5:]] == [True, False, False, False, True]
    for version in range(len(entries) - 4, len(entries) + 1):
        found = read_source(service.parts, id_of(game), version).origin
        assert found.head == reduce(link, entries[:version], first_link(id_of(game))).hex()


def test_a_fork_does_not_count_in_statistics(service: Service, finished):
    origin, _ = finished
    eve = service.new_player("Eve")
    fork = eve.post(f"{origin}/forks", {"version": 60, "bots": ["random"]}).json["id"]
    for _ in range(2):
        service.parts.lobby.save(fork, service.parts.games.load(fork))
        assert set(eve.get("/v1/players/me").json["statistics"].values()) == {0}
        service.run_jobs(f"/v1/games/{fork}")
        service.play(f"/v1/games/{fork}", [eve])
    assert [game["id"] for game in eve.get(f"/v1/games?player={eve.id}&status=finished").json] == [fork]


def test_a_fork_with_free_seats_waits_for_others_and_goes_on_when_it_is_started(service: Service, finished):
    origin, (ada, bob) = finished
    fork = ada.post(f"{origin}/forks", {"version": 60}).json
    game = f"/v1/games/{fork['id']}"
    assert (fork["status"], fork["round"]) == ("open", 0)
    assert_problem(ada.post(f"{game}/start"), 409, "seats_open")
    assert_problem(bob.post(f"{game}/seats", {"empire": "aztec-empire"}), 409, "empire_taken")
    assert bob.post(f"{game}/seats").status_code == 201
    assert_problem(service.new_player("Eve").post(f"{game}/start"), 403, "not_seated")
    assert_problem(bob.post(f"{game}/start"), 403, "not_host")
    started = ada.post(f"{game}/start", {"client_seed": "of no use"})
    assert (started.status_code, started.json["status"], started.json["origin"]) == (200, "playing", fork["origin"])
    assert_problem(bob.post(f"{game}/start"), 409, "not_open")
    service.play(game, [ada, bob])
    assert verify(log_lines(ada, game)).fault is None


def test_a_private_fork_is_seen_at_its_table_alone(service: Service, finished):
    origin, (ada, bob) = finished
    fork = ada.post(f"{origin}/forks", {"version": 60, "bots": ["random"], "private": True}).json
    game = f"/v1/games/{fork['id']}"
    assert fork["visibility"] == "private"
    assert_problem(bob.get(game), 404, "no_such_game")
    service.run_jobs(game)
    service.play(game, [ada])
    service.project(game)
    assert [fork["id"] in [each["id"] for each in caller.get(f"{origin}/forks").json] for caller in (ada, bob)] == [
        True,
        False,
    ]
    assert verify(log_lines(ada, game)).fault is None


def test_a_private_fork_can_be_watched_by_those_who_know_its_id(service: Service, finished):
    origin, (ada, bob) = finished
    asked = {"version": 60, "bots": ["random"], "private": True, "spectators": True}
    fork = ada.post(f"{origin}/forks", asked).json
    assert (fork["visibility"], fork["spectators"]) == ("private", True)
    assert bob.get(f"/v1/games/{fork['id']}").json["seat"] is None
    service.project(f"/v1/games/{fork['id']}")
    assert fork["id"] not in [each["id"] for each in bob.get(f"{origin}/forks").json]


def test_spectators_of_a_fork_see_no_game_that_they_may_not_watch(service: Service):
    game, [ada] = service.start_game(1, bots=["random"], spectators=False)
    service.play(game, [ada])
    asked = {"version": 30, "bots": ["random"], "private": True, "spectators": True}
    assert ada.post(f"{game}/forks", asked).json["spectators"] is False


@pytest.mark.slow
def test_a_fork_of_a_fork_goes_back_to_the_first_deal(service: Service, finished):
    origin, (ada, _) = finished
    first = ada.post(f"{origin}/forks", {"version": 40, "bots": ["random"]}).json["id"]
    service.run_jobs(f"/v1/games/{first}")
    service.play(f"/v1/games/{first}", [ada])
    second = ada.post(f"/v1/games/{first}/forks", {"version": 100, "bots": ["random", "greedy"]}).json
    assert second["origin"]["game"] == first
    assert second["seat"] is None
    service.run_jobs(f"/v1/games/{second['id']}")
    assert verify(log_lines(ada, f"/v1/games/{second['id']}")).fault is None


def test_the_same_key_opens_the_same_fork(service: Service, finished):
    origin, (ada, _) = finished
    answers = [
        ada.post(f"{origin}/forks", {"version": 50, "bots": ["random"]}, headers={"Idempotency-Key": "f"})
        for _ in range(2)
    ]
    assert answers[0].data == answers[1].data
    assert_problem(
        ada.post(f"{origin}/forks", {"version": 51, "bots": ["random"]}, headers={"Idempotency-Key": "f"}),
        422,
        "idempotency_key_reused",
    )


def test_a_running_game_is_not_forked(service: Service):
    game, (ada, _) = service.start_game(2)
    assert_problem(ada.post(f"{game}/forks", {"version": 5}), 409, "not_finished")
    assert_problem(ada.post("/v1/games/nosuchgame/forks", {"version": 5}), 404, "no_such_game")
    assert_problem(ada.get("/v1/games/nosuchgame/forks"), 404, "no_such_game")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"version": 1}, 409, "not_started"),
        ({"version": 100_000}, 404, "no_such_version"),
        ({}, 422, "invalid_body"),
        ({"version": 0}, 422, "invalid_body"),
        ({"version": "9"}, 422, "invalid_body"),
        ({"version": 50, "seat": 2}, 422, "unknown_seat"),
        ({"version": 50, "seat": -1}, 422, "invalid_body"),
        ({"version": 50, "bots": ["clever"]}, 422, "unknown_strategy"),
        ({"version": 50, "bots": ["greedy"] * 3}, 422, "invalid_options"),
        ({"version": 50, "seat": 0, "bots": ["greedy"] * 2}, 422, "invalid_options"),
    ],
)
def test_an_invalid_fork_is_refused(service: Service, finished, body, status, code):
    origin, (ada, _) = finished
    assert_problem(ada.post(f"{origin}/forks", body), status, code)


def test_a_fork_of_the_last_version_is_refused(service: Service, finished):
    origin, (ada, _) = finished
    last = ada.get(origin).json["version"]
    assert_problem(ada.post(f"{origin}/forks", {"version": last}), 409, "nothing_left_to_play")
