"""Operators act on games and accounts: what follows at once, in every process, and who reads of it."""

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import NamedTuple

import pytest

from service.accounts.blocks import block, blocked_by
from service.accounts.deletion import LINGER_MS, leaving
from service.accounts.handle_claims import owner_of
from service.jobs.departures import leave_games
from service.limits.limits import Asker
from tests.end_to_end.running import await_true
from tests.service.api.accounts.account_steps import delete, rename, with_token
from tests.service.api.accounts.test_exports import rows_of
from tests.service.api.live.following import NDJSON, Following, reading
from tests.service.client import Caller, Json, Service, assert_problem, id_of

CONTACT = "mailto:operator@example.org"
DAY_SECONDS = 86_400


class Operated(NamedTuple):
    """A service with an operator. `boss`: with the first token, which cannot act. `operator`: with one that can."""

    service: Service
    boss: Caller
    operator: Caller

    def act(self, kind: str, reason: str = "conduct", **more: object) -> Json:
        answer = self.operator.post("/v1/acts", {"kind": kind, "reason": reason, **more})
        assert answer.status_code == 201, answer.text
        found: Json = answer.json
        return found

    def suspend(self, caller: Caller, **more: object) -> Json:
        return self.act("account_suspended", player=caller.id, **more)


@pytest.fixture
def operated(service: Service) -> Operated:
    boss = service.new_player("Boss")
    settings = replace(service.parts.settings, operators=(boss.id,), push_contact=CONTACT)
    process = Service(replace(service.parts, settings=settings))
    boss = boss.through(process)
    return Operated(process, boss, with_token(process, boss, "operator")[0])


# Who may act


def test_only_operators_get_the_scope_and_each_use_asks_again_who_is_one(
    service: Service, operated: Operated, ada: Caller
):
    body = {"kind": "account_suspended", "reason": "other", "player": ada.id}
    assert_problem(operated.boss.post("/v1/acts", body), 403, "scope_missing")
    assert_problem(ada.post("/v1/tokens", {"name": "a", "scopes": ["operator"]}), 403, "not_operator")
    phone, _ = with_token(operated.service, operated.boss, "play", "read")
    assert_problem(phone.post("/v1/tokens", {"name": "a", "scopes": ["operator"]}), 403, "scope_missing")
    former = operated.operator.through(service)  # a process whose OPERATORS do not name the account
    paths = ("/v1/acts", f"/v1/players/{ada.id}/activity", f"/v1/players/{ada.id}/games")
    for answer in (former.post("/v1/acts", body), *map(former.get, paths)):
        assert_problem(answer, 403, "not_operator")
    assert all(operated.operator.get(path).status_code == 200 for path in paths)
    assert ada.get("/v1/players/me").status_code == 200


def test_an_operator_acts_on_no_operator_and_on_nobody(operated: Operated):
    for kind in ("account_suspended", "account_unsuspended", "name_taken", "sessions_ended"):
        body = {"kind": kind, "reason": "other", "player": operated.boss.id}
        assert_problem(operated.operator.post("/v1/acts", body), 403, "operator_account")
    body = {"kind": "account_suspended", "reason": "other", "player": "nobody"}
    assert_problem(operated.operator.post("/v1/acts", body), 404, "no_such_player")
    body = {"kind": "game_closed", "reason": "other", "game": "nothing"}
    assert_problem(operated.operator.post("/v1/acts", body), 404, "no_such_game")


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ({"kind": "game_closed", "player": "ada"}, {"/game", "/player"}),
        ({"kind": "game_closed", "game": "a", "note": "x"}, {"/note"}),
        ({"kind": "account_suspended"}, {"/player"}),
        ({"kind": "name_taken", "player": "ada", "seconds": 60, "with_new_code": True}, {"/seconds", "/with_new_code"}),
        ({"kind": "account_suspended", "player": "ada", "seconds": 59}, {"/seconds"}),
        ({"kind": "account_suspended", "player": "ada", "note": "n" * 201}, {"/note"}),
        ({"kind": "limits_set", "player": "ada"}, {"/kind"}),
        ({"kind": "account_suspended", "player": "ada", "reason": "whim"}, {"/reason"}),
    ],
)
def test_an_act_that_makes_no_sense_is_refused(body: Json, pointers: set[str], operated: Operated):
    problem = assert_problem(operated.operator.post("/v1/acts", {"reason": "other"} | body), 422, "invalid_body")
    assert {each["pointer"] for each in problem["errors"]} == pointers


# Games


def test_a_closed_game_is_over_for_all_who_see_why_and_counts_for_nothing(operated: Operated, ada: Caller):
    game, (ben, cem) = operated.service.start_game(2)
    stream = Following(ben.get(f"{game}/events", {"Accept": NDJSON}))
    with reading(stream) as items:
        operated.act("game_closed", "cheating", game=id_of(game))
    assert items[-1]["reason"] == "abandoned"
    view = cem.get(game, {"Accept-Language": "en"}).json
    assert (view["status"], view["end_reason"], view["waiting_on"]) == ("abandoned", "closed_cheating", [])
    [*_, event] = cem.get(f"{game}/events?lang=en").json
    assert (event["actor"], event["data"]) == ("service", {"reason": "closed_cheating"})
    assert event["text"] == "The game ends without a result: the operator closed it because of cheating."
    assert "triche" in cem.get(f"{game}/events?lang=fr").json[-1]["text"]
    assert_problem(ben.post(f"{game}/intentions", {"type": "ready"}), 409, "not_playing")
    again = {"kind": "game_closed", "reason": "other", "game": id_of(game)}
    assert_problem(operated.operator.post("/v1/acts", again), 409, "not_playing")
    operated.service.project(game)
    account = ben.get("/v1/players/me").json
    assert ({*account["statistics"].values()}, account["rating"]) == ({0}, None)
    assert [item["type"] for item in cem.get("/v1/turns?after=0").json] == ["started", "finished"]


def test_an_open_game_and_its_secrets_are_gone_too(operated: Operated, ada: Caller):
    game = operated.service.open_game(ada, visibility="private")
    operated.act("game_closed", game=id_of(game))
    keys = operated.service.parts.keys
    assert not operated.service.parts.redis.exists(keys.seed(id_of(game)), keys.code(id_of(game)))
    assert_problem(ada.post(f"{game}/start"), 409, "not_open")


# Suspension


def test_a_suspended_account_is_refused_everywhere_but_with_its_own_data(operated: Operated, ada: Caller):
    game, elsewhere = operated.service.open_game(ada), ada.through(operated.service.another_process())
    token, _ = with_token(operated.service, ada, "read")
    ticket = token.post("/v1/tickets").json["ticket"]
    assert elsewhere.get("/v1/players/me").status_code == 200  # that process keeps the account as it is
    shown = operated.suspend(ada, seconds=DAY_SECONDS, note="Be kind.")
    await_true(lambda: elsewhere.get(game).status_code == 403)
    body, key = {"seats": 2}, {"Idempotency-Key": "once"}
    for answer in (
        elsewhere.get(game),
        token.get("/v1/games"),
        operated.service.app.test_client().get(f"/v1/turns?ticket={ticket}"),
        ada.post("/v1/games", body, key),
        ada.post("/v1/tokens", {"name": "more", "scopes": ["read"]}),
        ada.post("/v1/webhooks", {"kind": "standard", "url": "https://example.org"}),
        ada.ask("PATCH", "/v1/players/me", json={"name": "Eve"}),
    ):
        assert_problem(answer, 403, "account_suspended")
    problem = ada.through(operated.service).get(game, {"Accept-Language": "fr"}).json
    assert (problem["reason"], problem["until"], problem["contact"]) == ("conduct", shown["until"], CONTACT)
    assert "votre compte est suspendu jusqu’à" in problem["detail"]
    assert ada.get("/v1/players/me").status_code == 200
    [act] = ada.get("/v1/players/me/acts").json
    assert (act["kind"], act["note"]) == ("account_suspended", "Be kind.")
    assert [row["kind"] for row in rows_of(ada) if row["type"] == "act"] == ["account_suspended"]
    delete(ada)


def test_a_repeated_key_does_not_get_round_the_suspension(operated: Operated, ada: Caller):
    key = {"Idempotency-Key": f"before-{ada.id}"}
    assert ada.post("/v1/games", {"seats": 2}, key).status_code == 201
    operated.suspend(ada)
    assert_problem(ada.post("/v1/games", {"seats": 2}, key), 403, "account_suspended")


def test_a_recovered_account_is_still_suspended(operated: Operated, ada: Caller):
    operated.suspend(ada)
    code = {"player": ada.id, "code": ada.account["recovery_code"]}
    made = operated.service.app.test_client().post("/v1/recoveries", json=code).json
    again = Caller(operated.service.app, ada.id, made["token"])
    assert_problem(again.get("/v1/games"), 403, "account_suspended")


def test_a_suspension_ends_by_its_time_or_by_an_act(operated: Operated, ada: Caller, monkeypatch: pytest.MonkeyPatch):
    operated.suspend(ada)
    operated.act("account_unsuspended", player=ada.id)
    assert ada.get("/v1/games").status_code == 200
    operated.suspend(ada, seconds=60)
    assert_problem(ada.get("/v1/games"), 403, "account_suspended")
    accounts = operated.service.parts.accounts
    later = accounts.now_ms() / 1000 + 61
    monkeypatch.setattr(accounts, "_now", lambda: later)
    assert ada.get("/v1/games").status_code == 200


@pytest.mark.slow
def test_what_a_suspended_account_keeps_open_ends_and_says_why(operated: Operated):
    game, (ada, _) = operated.service.start_game(2)
    elsewhere = ada.through(operated.service.another_process())
    paths = (f"{game}/events", "/v1/turns")
    streams = [Following(each.get(path, {"Accept": NDJSON})) for each in (ada, elsewhere) for path in paths]
    with reading(streams[0]) as a, reading(streams[1]) as b, reading(streams[2]) as c, reading(streams[3]) as d:
        operated.suspend(ada)
    assert [items[-1]["reason"] for items in (a, b, c, d)] == ["account_suspended"] * 4


def test_a_request_that_waits_is_refused(operated: Operated, ada: Caller):
    game = operated.service.open_game(ada)
    path, limits = f"{game}/events?wait=20&after={operated.service.version(game)}", operated.service.parts.limits
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(ada.get, path)
        await_true(lambda: limits.members("long_polls", Asker(ada.id, None)))
        operated.suspend(ada)
        assert_problem(waiting.result(), 403, "account_suspended")


def test_a_suspended_account_leaves_its_games_as_a_deleted_one_does(operated: Operated):
    playing, (ada, ben) = operated.service.start_game(2)
    opened, invited = operated.service.open_game(ada), operated.service.open_game(ben, invited=[ada.id])
    operated.service.project(playing, opened, invited)
    operated.suspend(ada)
    assert ada.id in leaving(operated.service.parts.accounts)
    leave_games(operated.service.another_process().parts, ada.id)
    seat = ben.get(playing).json["seats"][0]
    assert (seat["bot"], seat["away"], seat["player"]["name"]) == ("greedy", False, "Player 0")
    assert ben.get(opened).json["status"] == "abandoned"
    assert ben.get(invited).json["invited"] == []


def test_an_account_that_is_let_in_again_leaves_nothing_more(
    operated: Operated, ada: Caller, monkeypatch: pytest.MonkeyPatch
):
    accounts, ben = operated.service.parts.accounts, operated.service.new_player("Ben")
    block(accounts, ada.id, ben.id)
    operated.suspend(ada)
    operated.act("account_unsuspended", player=ada.id)
    game = operated.service.open_game(ada)
    operated.service.project(game)
    later = time.time() + LINGER_MS / 1000 + 1
    monkeypatch.setattr(accounts, "_now", lambda: later)
    leave_games(operated.service.parts, ada.id)
    assert ada.get(game).json["status"] == "open"
    assert ada.id not in leaving(accounts)
    assert blocked_by(accounts, ada.id) == [ben.id], "it keeps what a deleted account loses"


# Names, sessions


def test_a_name_that_is_taken_away_is_gone_everywhere_for_a_month(operated: Operated, monkeypatch: pytest.MonkeyPatch):
    game, (ada, ben) = operated.service.start_game(2)
    handle = rename(ada, handle=f"bad-{ada.id}")["handle"]
    elsewhere = ben.through(operated.service.another_process())
    assert elsewhere.get(game).json["seats"][0]["player"]["name"] == "Player 0"
    shown = operated.act("name_taken", player=f"@{handle}", with_handle=True)
    neutral = f"Player {ada.id}"
    assert (shown["player"]["name"], shown["player"]["handle"]) == (neutral, f"player-{ada.id[:4]}")
    await_true(lambda: elsewhere.get(game).json["seats"][0]["player"]["name"] == neutral)
    assert_problem(ben.get(f"/v1/players/@{handle}"), 404, "no_such_player")
    for body in ({"name": "Bad"}, {"handle": "fine-name"}):
        problem = assert_problem(ada.ask("PATCH", "/v1/players/me", json=body), 409, "name_held")
        assert "you can choose another one at 2" in problem["detail"]
    accounts = operated.service.parts.accounts
    assert owner_of(accounts, "fine-name") is None, "a refused request reserves nothing"
    later = accounts.now_ms() / 1000 + 31 * DAY_SECONDS
    monkeypatch.setattr(accounts, "_now", lambda: later)
    assert rename(ada, name="Good")["name"] == "Good"
    for caller in (ada, ben):
        assert_problem(caller.ask("PATCH", "/v1/players/me", json={"handle": handle}), 409, "handle_taken")


def test_a_name_alone_leaves_the_handle_and_a_bot_is_found_by_the_new_name(operated: Operated, ada: Caller):
    marvin = operated.service.new_bot(f"Bad {ada.id}")
    assert operated.act("name_taken", player=marvin.id)["player"]["handle"] == marvin.account["handle"]
    found = operated.service.parts.accounts.find_invited
    assert found(f"Bad {ada.id}") == []
    assert [each.id for each in found(f"Player {marvin.id}")] == [marvin.id]


@pytest.mark.parametrize("with_new_code", [False, True])
def test_all_sessions_end_and_a_code_gets_a_new_one(with_new_code: bool, operated: Operated, ada: Caller):
    phone, _ = with_token(operated.service, ada, "read")
    elsewhere = phone.through(operated.service.another_process())
    assert elsewhere.get("/v1/players/me").status_code == 200
    shown = operated.act("sessions_ended", player=ada.id, with_new_code=with_new_code)
    await_true(lambda: elsewhere.get("/v1/players/me").status_code == 401)
    assert_problem(ada.get("/v1/players/me"), 401, "token_unknown")
    client, old = operated.service.app.test_client(), ada.account["recovery_code"]
    if with_new_code:
        assert_problem(client.post("/v1/recoveries", json={"player": ada.id, "code": old}), 403, "wrong_recovery")
    code = shown["recovery_code"] if with_new_code else old
    assert client.post("/v1/recoveries", json={"player": ada.id, "code": code}).status_code == 201
    assert code not in operated.operator.get("/v1/acts?limit=5").text


# What operators and players read


def test_acts_are_read_by_operators_and_by_the_players_concerned(operated: Operated):
    game, (ada, ben) = operated.service.start_game(2)
    closed = operated.act("game_closed", game=id_of(game))
    suspended = operated.suspend(ben, reason="law", note="Paragraph 1")
    assert (closed["by"]["id"], closed["player"], closed["game"]) == (operated.boss.id, None, id_of(game))
    for query, expected in ((f"player={ada.id}", [closed]), (f"game={id_of(game)}", [closed])):
        assert operated.operator.get(f"/v1/acts?{query}").json == expected
    for player in (ada, ben):
        assert operated.operator.get(f"/v1/acts?player={player.id}&game={id_of(game)}&limit=1").json == [closed]
    first = operated.operator.get(f"/v1/acts?player={ben.id}&limit=1")
    [found] = first.json
    assert found["id"] == suspended["id"]
    assert (found["note"], found["reason"], found["until"]) == ("Paragraph 1", "law", None)
    [second] = operated.operator.get(first.headers["Link"].split(">")[0][1:]).json
    assert second["id"] == closed["id"]
    everything = [each["id"] for each in operated.operator.get("/v1/acts?limit=2").json]
    assert everything == [suspended["id"], closed["id"]]
    own = ben.get("/v1/players/me/acts").json
    assert [each["id"] for each in own] == everything
    assert not any({"by", "player"} & each.keys() for each in own)
    assert operated.boss.id not in ben.get("/v1/players/me/acts").text


@pytest.mark.parametrize("cursor", ["0-0", "00-0", "x", "9" * 16 + "-0"])
def test_a_cursor_that_no_page_has_given_is_refused(cursor: str, ada: Caller):
    assert_problem(ada.get(f"/v1/players/me/acts?cursor={cursor}"), 422, "invalid_query")


def test_before_the_first_act_there_is_nothing(operated: Operated, ada: Caller):
    operated.suspend(ada)
    assert ada.get("/v1/players/me/acts?cursor=1-0").json == []


def test_a_change_of_quotas_is_an_act(operated: Operated, ada: Caller):
    assert operated.boss.ask("PUT", f"/v1/players/{ada.id}/limits", json={"streams": 3}).status_code == 200
    assert [(each["kind"], each["reason"]) for each in ada.get("/v1/players/me/acts").json] == [("limits_set", None)]


def test_an_operator_sees_what_an_account_has_without_secrets(operated: Operated, ada: Caller):
    game = operated.service.open_game(ada, visibility="private")
    operated.service.project(game)
    answer = operated.operator.get(f"/v1/players/@{ada.account['handle']}/activity")
    assert (answer.json["id"], answer.json["suspension"]) == (ada.id, None)
    assert [(token["name"], token["current"]) for token in answer.json["tokens"]] == [("first token", False)]
    assert ada.token not in answer.text
    assert [each["id"] for each in operated.operator.get(f"/v1/players/{ada.id}/games").json] == [id_of(game)]
    operated.suspend(ada)
    shown = operated.operator.get(f"/v1/players/{ada.id}/activity").json["suspension"]
    assert shown == {"reason": "conduct", "until": None}


def test_of_a_deleted_account_the_log_has_its_id_alone(operated: Operated):
    ada = operated.service.new_player("Ada Lovelace")
    operated.suspend(ada, note="Ada wrote this")
    delete(ada)
    assert operated.operator.get(f"/v1/acts?player={ada.id}").json == []
    body = {"kind": "name_taken", "reason": "other", "player": ada.id, "with_handle": True}
    assert_problem(operated.operator.post("/v1/acts", body), 404, "no_such_player")
    limits = operated.boss.ask("PUT", f"/v1/players/{ada.id}/limits", json={"streams": 3})
    assert_problem(limits, 404, "no_such_player")
    assert not operated.service.parts.limits.quotas_of(ada.id)
    [found] = operated.operator.get("/v1/acts?limit=1").json
    assert found["player"]["id"] == ada.id
    assert (found["player"]["name"], found["player"]["handle"], found["note"]) == ("a former player", None, None)
    parts = operated.service.parts
    stored = [parts.redis.xrange(key) for key in parts.redis.keys(parts.keys.lobby("acts*"))]
    assert ada.id in str(stored)
    assert "Ada" not in str(stored)
