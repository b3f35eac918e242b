"""The host of an open game: starting it, inviting and removing players, handing the role on; and agreeing to start."""

import pytest

from tests.service.client import Caller, Json, Service, assert_problem, id_of

HOSTS = {
    "invite": lambda caller, game: caller.post(f"{game}/invitations", {"player": caller.id}),
    "remove": lambda caller, game: caller.ask("DELETE", f"{game}/seats/0"),
    "change the table": lambda caller, game: caller.ask("PATCH", game, json={"seats": 4}),
    "hand on": lambda caller, game: caller.ask("PUT", f"{game}/host", json={"seat": 1}),
    "start": lambda caller, game: caller.post(f"{game}/start"),
}
"""What only the host may do."""


@pytest.fixture
def game(service: Service, ada: Caller, ben: Caller) -> str:
    """An open game of Ada and Ben."""
    opened = service.open_game(ada)
    assert ben.post(f"{opened}/seats").status_code == 201
    return opened


def ready(caller: Caller, game: str, on: bool = True, **more):
    return caller.ask("PUT", f"{game}/seats/me/ready", json={"ready": on} | more)


@pytest.mark.parametrize("name", HOSTS)
def test_only_the_host_may_do_this(name: str, service: Service, ada: Caller, ben: Caller):
    game, eve = service.open_game(ada, seats=3), service.new_player("Eve")
    ben.post(f"{game}/seats")
    before = service.version(game)
    assert_problem(HOSTS[name](ben, game), 403, "not_host")
    assert_problem(HOSTS[name](eve, game), 403, "not_seated")
    assert service.version(game) == before


@pytest.mark.parametrize("name", HOSTS)
def test_after_the_start_there_is_nothing_to_host(name: str, ada: Caller, game: str):
    ada.post(f"{game}/start")
    assert_problem(HOSTS[name](ada, game), 409, "not_open")
    assert ada.get(game).json["host"] is None


# Seats and bots


def change(caller: Caller, game: str, headers: dict[str, str] | None = None, **body):
    return caller.ask("PATCH", game, json=body, headers=headers or {})


def players(view: Json) -> list[str | None]:
    return [seat["player"] and seat["player"]["name"] for seat in view["seats"]]


def test_the_host_adds_a_seat_and_a_bot_and_takes_them_away_again(service: Service, ada: Caller, game: str):
    changed = change(ada, game, seats=4, bots=["greedy"])
    assert (changed.status_code, players(changed.json)) == (200, ["Ada", "Ben", None, "greedy"])
    service.project(game)
    [listed] = [each for each in ada.get("/v1/games?free_seats=true").json if each["id"] == id_of(game)]
    assert (listed["id"], listed["free_seats"], len(listed["seats"])) == (id_of(game), 1, 4)
    assert players(change(ada, game, bots=[]).json) == ["Ada", "Ben", None, None]
    assert players(change(ada, game, seats=2).json) == ["Ada", "Ben"]
    service.project(game)
    assert id_of(game) not in [each["id"] for each in ada.get("/v1/games?free_seats=true").json]
    assert id_of(game) in [each["id"] for each in ada.get("/v1/games?bots=false").json]


def test_a_changed_table_is_played_and_its_log_is_correct(service: Service, ada: Caller, game: str):
    cem = service.new_player("Cem")
    change(ada, game, seats=5)
    cem.post(f"{game}/seats")
    change(ada, game, seats=4, bots=["random"])
    assert ada.post(f"{game}/start").json["hand"]
    assert [len(caller.get(game).json["hand"]) for caller in (ada, cem)] == [7, 7]
    entries = service.parts.log.read(id_of(game))
    assert [entry.name for entry in entries].count("table_changed") == 2


def test_who_had_agreed_is_asked_again(ada: Caller, ben: Caller, game: str):
    ready(ben, game)
    changed = change(ada, game, seats=3, bots=["greedy"]).json
    assert [seat["ready"] for seat in changed["seats"]] == [False, False, False]
    assert ready(ada, game).json["status"] == "open"
    assert ready(ben, game).json["status"] == "playing"


def test_a_table_that_is_so_already_does_not_change(service: Service, ada: Caller, ben: Caller, game: str):
    ready(ben, game)
    before = service.version(game)
    for body in ({}, {"seats": 2}, {"bots": []}, {"seats": 2, "bots": []}):
        assert change(ada, game, **body).status_code == 200
    assert service.version(game) == before


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"seats": 1}, 409, "seats_fixed"),
        ({"seats": 2, "bots": ["greedy"]}, 409, "too_few_seats"),
        ({"seats": 6}, 422, "invalid_body"),
        ({"bots": ["nobody"]}, 422, "unknown_strategy"),
    ],
    ids=str,
)
def test_a_table_that_cannot_be_is_refused(
    body: Json, status: int, code: str, service: Service, ada: Caller, game: str
):
    before = service.version(game)
    assert_problem(ada.ask("PATCH", game, json=body), status, code)
    assert service.version(game) == before


def test_a_solo_game_stays_solo(service: Service, ada: Caller):
    game = service.open_game(ada, seats=1)
    assert_problem(change(ada, game, seats=2), 409, "seats_fixed")


def test_a_change_is_made_once_for_a_key(service: Service, ada: Caller, ben: Caller, game: str):
    key = {"Idempotency-Key": "bigger"}
    first = change(ada, game, key, seats=3)
    version = service.version(game)
    ready(ben, game)
    again = change(ada, game, key, seats=3)
    assert (first.status_code, again.status_code) == (200, 200)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert service.version(game) == version + 1
    assert_problem(change(ada, game, key, seats=4), 422, "idempotency_key_reused")


def test_a_change_counts_only_for_the_table_that_the_host_saw(service: Service, ada: Caller, ben: Caller, game: str):
    seen = {"If-Match": ada.get(game).headers["ETag"]}
    ready(ben, game)
    assert_problem(change(ada, game, seen, seats=3), 412, "stale_version")
    assert change(ada, game, {"If-Match": f'"{service.version(game)}"'}, seats=3).status_code == 200


def test_a_program_that_may_not_join_uninvited_still_may_not(service: Service, ada: Caller):
    game, marvin = service.open_game(ada, allow_bots=False), service.new_bot("Marvin")
    change(ada, game, seats=4)
    assert_problem(marvin.post(f"{game}/seats"), 409, "bots_not_allowed")


def test_the_code_and_an_invitation_hold_for_the_changed_table(service: Service, ada: Caller, ben: Caller):
    cem = service.new_player("Cem")
    game = service.open_game(ada, seats=2, visibility="private", invited=[ben.id])
    code = ada.get(game).json["code"]
    full = change(ada, game, seats=3, bots=["greedy", "greedy"]).json
    assert (full["code"], full["invited"]) == (code, [ben.id])
    service.project(game)
    assert ben.get("/v1/turns").json == [], "no seat is free"
    change(ada, game, bots=["greedy"], seats=4)
    service.project(game)
    assert [item["type"] for item in ben.get("/v1/turns").json] == ["invitation"]
    assert ben.post(f"{game}/seats").status_code == 201
    assert players(cem.post(f"{game}/seats", {"code": code}).json) == ["Ada", "Ben", "Cem", "greedy"]


def test_who_moves_to_another_seat_is_told_and_plays_it(service: Service, ada: Caller, ben: Caller, game: str):
    cem = service.new_player("Cem")
    change(ada, game, seats=5)
    cem.post(f"{game}/seats")
    ben.ask("DELETE", f"{game}/seats/me")
    assert cem.get(game).json["seat"] == 2
    change(ada, game, seats=2)
    assert cem.get(game).json["seat"] == 1
    told = cem.get(f"{game}/events").json
    assert (told[-1]["name"], told[-1]["data"]) == ("table_changed", {"players": [ada.id, cem.id]})
    texts = [event["text"] for event in cem.get(f"{game}/events", {"Accept-Language": "en"}).json]
    assert texts[-1] == "Ada changes the table: Ada and Cem."
    assert ada.post(f"{game}/start").status_code == 200
    assert cem.post(f"{game}/intentions", cem.get(f"{game}/legal").json[0]).status_code == 201


def test_the_replay_of_a_seat_that_the_table_did_not_have_at_first_begins_with_a_spectators_view(
    service: Service, ada: Caller, game: str
):
    cem = service.new_player("Cem")
    change(ada, game, seats=3)
    cem.post(f"{game}/seats")
    ada.post(f"{game}/start")
    frames = cem.get(f"{game}/replay").json
    assert [len(frame["view"]["seats"]) for frame in frames][:: len(frames) - 1] == [2, 3]
    assert [frame["view"]["seat"] for frame in frames][:: len(frames) - 1] == [None, 2]
    assert len(cem.get(f"{game}?at=1").json["seats"]) == 2


# Handing on, removing


def test_the_new_host_starts_the_game(ada: Caller, ben: Caller, game: str):
    assert ada.ask("PUT", f"{game}/host", json={"seat": 1}).json["host"] == 1
    assert ada.ask("PUT", f"{game}/host", json={"seat": 1}).status_code == 403
    assert ben.ask("PUT", f"{game}/host", json={"seat": 1}).status_code == 200, "it is the host already"
    assert_problem(ada.post(f"{game}/start"), 403, "not_host")
    assert ben.post(f"{game}/start").json["status"] == "playing"


def test_when_the_host_leaves_another_player_is_the_host(service: Service, ada: Caller, ben: Caller, game: str):
    ada.ask("DELETE", f"{game}/seats/me")
    eve = service.new_player("Eve")
    assert eve.post(f"{game}/seats").json["host"] == 1, "not the first seat, which Eve has taken"
    assert_problem(eve.post(f"{game}/start"), 403, "not_host")
    assert ben.post(f"{game}/start").status_code == 200


def test_a_removed_player_loses_the_seat_and_returns_only_with_an_invitation(ada: Caller, ben: Caller, game: str):
    assert ada.ask("DELETE", f"{game}/seats/1").status_code == 204
    assert ada.get(game).json["seats"][1]["player"] is None
    assert_problem(ben.post(f"{game}/seats"), 409, "removed")
    assert_problem(ready(ben, game), 403, "not_seated")
    assert ada.post(f"{game}/invitations", {"player": ben.id}).json["invited"] == [ben.id]
    assert ben.post(f"{game}/seats").status_code == 201


def test_a_removed_player_no_longer_sees_a_private_game(service: Service, ada: Caller, ben: Caller):
    game = service.open_game(ada, visibility="private")
    code = ada.get(game).json["code"]
    key = {"Idempotency-Key": "in"}
    ben.post(f"{game}/seats", {"code": code}, key)
    ada.ask("DELETE", f"{game}/seats/1")
    for answer in (ben.get(game), ben.get(f"{game}/events"), ben.post(f"{game}/seats", {"code": code}, key)):
        assert_problem(answer, 404, "no_such_game")
    assert_problem(ben.post(f"{game}/seats", {"code": code}), 409, "removed")
    service.project(game)
    assert ben.get("/v1/games?player=me").json == []


def test_the_host_removes_a_bot_and_somebody_takes_its_seat(service: Service, ada: Caller, ben: Caller):
    game = service.open_game(ada, seats=2, bots=["greedy"])
    assert ada.ask("DELETE", f"{game}/seats/1").status_code == 204
    assert ben.post(f"{game}/seats").json["seat"] == 1


@pytest.mark.parametrize(
    ("seat", "status", "code"), [("0", 409, "own_seat"), ("9", 422, "unknown_seat"), ("x", 404, "not_found")]
)
def test_a_seat_that_cannot_be_removed(seat: str, status: int, code: str, ada: Caller, game: str):
    assert_problem(ada.ask("DELETE", f"{game}/seats/{seat}"), status, code)


def test_a_repeated_request_of_the_host_happens_once(service: Service, ada: Caller, ben: Caller, game: str):
    key = {"Idempotency-Key": "once"}
    first = ada.ask("DELETE", f"{game}/seats/1", key)
    ada.post(f"{game}/invitations", {"player": ben.id}, {"Idempotency-Key": "invite"})
    ben.post(f"{game}/seats")
    again = ada.ask("DELETE", f"{game}/seats/1", key)
    assert (again.status_code, again.headers["ETag"]) == (204, first.headers["ETag"])
    assert ada.get(game).json["seats"][1]["player"]["id"] == ben.id
    ada.post(f"{game}/start")
    repeated = ada.post(f"{game}/invitations", {"player": ben.id}, {"Idempotency-Key": "invite"})
    assert (repeated.status_code, repeated.headers["Idempotent-Replayed"]) == (201, "true")


# Invitations


def test_people_are_invited_by_id_when_the_game_is_opened_or_later(service: Service, ada: Caller, ben: Caller):
    eve = service.new_player("Eve")
    game = service.open_game(ada, seats=3, visibility="private", invited=[ben.id, ben.id])
    assert ada.get(game).json["invited"] == [ben.id]
    assert ada.post(f"{game}/invitations", {"player": eve.id}).json["invited"] == [ben.id, eve.id]
    assert ben.post(f"{game}/seats").status_code == eve.post(f"{game}/seats").status_code == 201
    assert ada.get(game).json["invited"] == []


def test_bots_are_invited_by_name_too_and_then_a_game_for_people_takes_them(service: Service, ada: Caller):
    marvin = service.new_bot("Paranoid Android")
    game = service.open_game(ada, allow_bots=False)
    assert_problem(marvin.post(f"{game}/seats"), 409, "bots_not_allowed")
    assert ada.post(f"{game}/invitations", {"player": "paranoid android"}).json["invited"] == [marvin.id]
    assert marvin.post(f"{game}/seats").status_code == 201


def test_nobody_invites_oneself_or_who_is_at_the_table(service: Service, ada: Caller, ben: Caller, game: str):
    eve = service.new_player("Eve")
    ada.post(f"{game}/invitations", {"player": eve.id})
    for player in (ada, ben, eve):
        assert_problem(ada.post(f"{game}/invitations", {"player": player.id}), 409, "already_at_table")
    problem = assert_problem(ada.post("/v1/games", {"seats": 2, "invited": [ben.id, ada.id]}), 422, "invalid_options")
    assert problem["errors"][0]["pointer"] == "/invited/1"
    for nobody in ("Ben", "nobody"):
        assert_problem(ada.post(f"{game}/invitations", {"player": nobody}), 422, "unknown_player")


@pytest.mark.parametrize("by", ["host", "me", "id"])
def test_an_invitation_is_withdrawn_or_declined(by: str, service: Service, ada: Caller, ben: Caller):
    game = service.open_game(ada, visibility="private", invited=[ben.id])
    caller, name = (ada, ben.id) if by == "host" else (ben, "me" if by == "me" else ben.id)
    assert caller.ask("DELETE", f"{game}/invitations/{name}").status_code == 204
    assert ada.get(game).json["invited"] == []
    assert_problem(ben.get(game), 404, "no_such_game")
    assert_problem(ben.post(f"{game}/seats"), 404, "no_such_game")
    assert_problem(ada.ask("DELETE", f"{game}/invitations/{ben.id}"), 404, "no_such_invitation")


def test_only_host_and_invitee_end_an_invitation(service: Service, ada: Caller, ben: Caller):
    eve = service.new_player("Eve")
    game = service.open_game(ada, seats=3, invited=[eve.id])
    ben.post(f"{game}/seats")
    assert_problem(ben.ask("DELETE", f"{game}/invitations/{eve.id}"), 403, "not_host")
    assert_problem(ben.ask("DELETE", f"{game}/invitations/me"), 404, "no_such_invitation")


def test_an_invited_player_no_longer_sees_the_private_game_that_began_without_them(
    service: Service, ada: Caller, ben: Caller
):
    game = service.open_game(ada, bots=["greedy"], visibility="private", invited=[ben.id])
    assert ben.get(game).status_code == 200
    ada.post(f"{game}/start")
    assert_problem(ben.get(game), 404, "no_such_game")


# Agreeing to start


def test_a_game_starts_when_all_have_agreed(service: Service, ada: Caller, ben: Caller, game: str):
    view = ready(ben, game, client_seed="of Ben").json
    assert (view["status"], [seat["ready"] for seat in view["seats"]]) == ("open", [False, True])
    view = ready(ada, game, client_seed="of Ada").json
    assert (view["status"], view["phase"], len(view["hand"])) == ("playing", "draft", 10)
    entries = service.parts.log.read(id_of(game))
    assert [entry.name for entry in entries][-3:] == ["start_agreed", "game_started", "hands_dealt"]
    assert entries[-3].ms == entries[-1].ms, "one append"
    assert service.parts.games.load(id_of(game)).state.client_seeds == ("of Ada", "of Ben")
    assert service.parts.redis.get(service.parts.keys.seed(id_of(game))) is None


def test_an_agreement_is_taken_back(service: Service, ada: Caller, ben: Caller, game: str):
    ready(ben, game)
    ready(ben, game, False)
    assert ready(ada, game).json["status"] == "open"
    before = service.version(game)
    assert ready(ada, game).status_code == 200
    assert service.version(game) == before, "saying it again is no event"
    assert ready(ben, game).json["status"] == "playing"
    assert_problem(ready(ben, game), 409, "not_open")


def test_a_game_with_free_seats_waits_for_the_last_player_to_agree(service: Service, ada: Caller, ben: Caller):
    game = service.open_game(ada)
    assert ready(ada, game).json["status"] == "open"
    assert ben.post(f"{game}/seats").json["status"] == "open"
    assert ready(ben, game).json["status"] == "playing"


def test_bots_always_agree(service: Service, ada: Caller):
    assert ready(ada, service.open_game(ada, seats=3, bots=["greedy", "random"])).json["status"] == "playing"


def test_a_fork_goes_on_when_all_have_agreed(service: Service, finished):
    origin, (ada, bob) = finished
    fork = ada.post(f"{origin}/forks", {"version": 60}).json
    game = f"/v1/games/{fork['id']}"
    bob.post(f"{game}/seats")
    ready(ada, game)
    view = ready(bob, game).json
    assert (view["status"], view["origin"]) == ("playing", fork["origin"])


@pytest.mark.parametrize("body", [{}])
def test_an_invalid_agreement_is_refused(body: object, ada: Caller, game: str):
    assert_problem(ada.ask("PUT", f"{game}/seats/me/ready", json=body), 422, "invalid_body")


# Aborting


def test_a_game_is_aborted_before_the_first_picks_and_costs_nothing(
    service: Service, ada: Caller, ben: Caller, game: str
):
    assert_problem(ada.post(f"{game}/abort"), 409, "not_playing")
    ada.post(f"{game}/start")
    ben.post(f"{game}/intentions", ben.get(f"{game}/legal").json[0])
    assert_problem(service.new_player("Eve").post(f"{game}/abort"), 403, "not_seated")
    view = ada.post(f"{game}/abort").json
    assert (view["status"], view["end_reason"]) == ("abandoned", "aborted")
    service.project(game)
    for player in (ada, ben):
        assert set(player.get("/v1/players/me").json["statistics"].values()) == {0}
    [listed] = ada.get("/v1/games?player=me&status=abandoned").json
    assert listed["end_reason"] == "aborted"


def test_once_the_first_picks_are_revealed_a_player_can_only_resign(ada: Caller, ben: Caller, game: str):
    ada.post(f"{game}/start")
    for caller in (ada, ben):
        caller.post(f"{game}/intentions", caller.get(f"{game}/legal").json[0])
    assert_problem(ada.post(f"{game}/abort"), 409, "under_way")


@pytest.mark.slow
def test_a_game_that_its_players_resigned_counts_as_finished(service: Service, ada: Caller, ben: Caller, game: str):
    ada.post(f"{game}/start")
    for caller in (ada, ben):
        caller.ask("DELETE", f"{game}/seats/me")
    service.run_jobs(game)
    service.project(game)
    for caller in (ada, ben):
        counted = caller.get("/v1/players/me").json["statistics"]
        assert (counted["finished"], counted["won"], counted["abandoned"]) == (1, 0, 0)


# Sentences


def test_the_replay_names_players_who_came_and_went(service: Service, ada: Caller, ben: Caller, game: str):
    ready(ben, game)
    ada.ask("DELETE", f"{game}/seats/1")
    eve = service.new_player("Eve")
    ada.post(f"{game}/invitations", {"player": ben.id})
    eve.post(f"{game}/seats")
    texts = [event["text"] for frame in ada.get(f"{game}/replay?fields=none").json for event in frame["events"]]
    assert texts[2:4] == ["Ben takes a seat.", "Ben agrees to start."]
    assert texts[4:6] == ["The host removes Ben from the table.", "Ben is invited."]
    assert ben.id not in "".join(texts)
    assert [event["text"] for event in ada.get(f"{game}/events?lang=en").json] == texts
