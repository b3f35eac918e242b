"""Deletion: the names are gone from everywhere, the games stay, and others play on."""

import time
from inspect import getmembers, ismethod, signature

import pytest

from projections.record.store import Record
from service.accounts.blocks import block, blocked_by
from service.accounts.deletion import LINGER_MS, leaving
from service.accounts.layout import Layout
from service.accounts.rename import take_name
from service.jobs import departures
from service.jobs.departures import leave_games
from service.run.up import ROOT
from store.keys import Keys
from tests.at_once import run_at_once
from tests.service.api.accounts.account_steps import delete, with_token
from tests.service.api.accounts.test_renaming import await_name, names_everywhere
from tests.service.client import Caller, Service, assert_problem, id_of

FORMER = "a former player"
EXPIRING = {"wrong_codes"}
"""Keys of an account that the store drops by itself within the hour."""
LEFT = {"player"} | EXPIRING
"""Keys that outlive an account: games show a former player."""


def test_a_deleted_account_never_logs_in_again(service: Service, ada: Caller):
    phone, _ = with_token(service, ada, "read")
    ticket = phone.post("/v1/tickets").json["ticket"]
    delete(ada)
    for caller in (ada, phone):
        assert_problem(caller.get("/v1/players/me"), 401, "token_unknown")
    assert service.app.test_client().get(f"/v1/turns?ticket={ticket}").status_code == 401
    code = {"player": ada.id, "code": ada.account["recovery_code"]}
    assert_problem(service.app.test_client().post("/v1/recoveries", json=code), 403, "wrong_recovery")


def test_the_account_has_no_name_and_no_handle_any_more(service: Service, ada: Caller):
    ben = service.new_player("Ben")
    delete(ada)
    account = ben.get(f"/v1/players/{ada.id}").json
    assert (account["name"], account["handle"]) == (FORMER, None)
    stored = service.parts.redis.hgetall(service.parts.accounts.layout.player(ada.id))
    assert b"Ada" not in stored.values()
    assert not stored.keys() & {b"handle", b"recovery"}


def test_all_that_is_stored_under_keys_of_the_account_ends_with_it(service: Service, ada: Caller):
    """Whatever a test of an endpoint stores: what a key holds does not matter here."""
    redis, keys = service.parts.redis, keys_of_an_account(service.parts.accounts.layout, ada.id)
    for key in keys.values():
        if not redis.exists(key):
            redis.hset(key, "kept", 1)
    delete(ada)
    left = {name for name, key in keys.items() if redis.exists(key)}
    assert left == LEFT, "add a function to DROPS in service/accounts/deletion.py"


def test_the_keys_of_an_account_are_documented():
    documented = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    keys = keys_of_an_account(Layout(Keys("")), "<player>")
    missing = {name for name, key in keys.items() if f"{key.partition('}:')[2]}`" not in documented}
    assert missing == EXPIRING, "add them to the keys in docs/architecture.md"


def keys_of_an_account(layout: Layout, player: str) -> dict[str, str]:
    """The keys that an account has once, by the methods of the layout that name them."""
    methods = {
        name: method for name, method in getmembers(layout, ismethod) if [*signature(method).parameters] == ["player"]
    }
    return {name: method(player) for name, method in methods.items()}


def test_a_repeated_registration_does_not_bring_it_back(service: Service):
    headers = {"Idempotency-Key": "a" * 16 + str(time.time_ns())}
    made = service.app.test_client().post("/v1/players", json={"name": "Ada"}, headers=headers).json
    ada = Caller(service.app, made["id"], made["token"])
    delete(ada)
    again = service.app.test_client().post("/v1/players", json={"name": "Ada"}, headers=headers).json
    assert (again["id"], again["name"]) == (ada.id, FORMER)
    assert_problem(ada.get("/v1/players/me"), 401, "token_unknown")


@pytest.mark.slow
def test_every_process_shows_a_former_player_and_the_log_stays_as_it_was(service: Service):
    game, (ada, ben) = service.start_game(2)
    service.play(game, [ada, ben])
    service.project(game)
    elsewhere = ben.through(service.another_process())
    assert names_everywhere(elsewhere, game) == [{"Player 0", "Player 1"}] * 4
    log = ben.get(f"{game}/log").data
    delete(ada)
    await_name(elsewhere, ada.id, FORMER)
    for caller in (ben, elsewhere):
        assert names_everywhere(caller, game) == [{FORMER, "Player 1"}] * 4
        assert "Player 0" not in caller.get(f"{game}/replay?limit=100&fields=none").text
        assert caller.get(f"{game}/log").data == log
    verdict = ben.send("/v1/verifications", log, {"Content-Type": "application/x-ndjson"}).json
    assert (verdict["ok"], verdict["here"]) == (True, "same")


def test_a_job_leaves_open_tables_and_resigns_games_under_way(service: Service):
    playing, (ada, ben) = service.start_game(2)
    opened, invited = service.open_game(ada), service.open_game(ben, invited=[ada.id])
    joined = service.open_game(ben)
    ada.post(f"{joined}/seats")
    games = (playing, opened, invited, joined)
    service.project(*games)
    delete(ada)
    assert ada.id in leaving(service.parts.accounts)
    leave_games(service.parts, ada.id)
    assert ben.get(opened).json["status"] == "abandoned"
    assert ben.get(invited).json["invited"] == []
    assert [seat["player"] for seat in ben.get(joined).json["seats"]][1] is None
    assert (ben.get(playing).json["status"], ben.get(playing).json["seats"][0]["bot"]) == ("playing", "greedy")
    versions = [service.version(game) for game in games]
    leave_games(service.another_process().parts, ada.id)  # the sweep schedules it again
    assert [service.version(game) for game in games] == versions


def on_boards(caller: Caller, player: str) -> list[str]:
    """The queries of leaderboards on which a player is."""
    modes = ("standard", "solo", "standard&kind=human", "solo&side=B&kind=human")
    queries = [f"mode={mode}&period={period}&limit=100" for mode in modes for period in ("all", str(time.gmtime()[0]))]
    return [
        query
        for query in queries
        if player in [each["player"]["id"] for each in caller.get(f"/v1/leaderboards?{query}").json]
    ]


@pytest.mark.slow
def test_the_account_is_on_no_leaderboard_at_once_nor_by_a_game_that_ends_later(service: Service):
    games = [service.start_game(1), service.start_game(2)]
    [ada], [_, ben] = games[0][1], games[1][1]
    later = service.seat_and_start(ada, ben)
    other = service.seat_and_start(ada, ben)
    service.play(games[0][0], [ada])
    service.play(other, [ada, ben])
    service.project(games[0][0], other)
    before = on_boards(ben, ada.id)
    assert len(before) == 8
    tag = ben.get(f"/v1/leaderboards?{before[0]}").headers["ETag"]
    delete(ada)
    assert on_boards(ben.through(service.another_process()), ada.id) == []
    changed = ben.get(f"/v1/leaderboards?{before[0]}", {"If-None-Match": tag})
    assert changed.status_code == 200, "a page that a client keeps is not good any more"
    places = [each["place"] for each in changed.json]
    assert places[:1] in ([1], [])
    service.project(later)
    leave_games(service.parts, ada.id)
    service.play(later, [ben])
    service.run_jobs(later)
    service.project(later)
    assert ben.get(later).json["status"] == "finished"
    assert on_boards(ben, ada.id) == []


def test_the_job_takes_an_account_off_the_leaderboards_if_the_request_died(service: Service, monkeypatch):
    game, [ada] = service.start_game(1)
    service.play(game, [ada])
    service.project(game)
    monkeypatch.setattr(Record, "leave_boards", lambda record, player: None)
    delete(ada)
    ben = service.new_player("Ben")
    assert on_boards(ben, ada.id)
    monkeypatch.undo()
    leave_games(service.parts, ada.id)
    assert on_boards(ben, ada.id) == []


def test_the_sweep_forgets_an_account_that_has_left_everything(service: Service, ada: Caller, monkeypatch):
    opened, playing = service.open_game(ada), service.seat_and_start(ada, service.new_player("Ben"))
    service.project(opened)
    delete(ada)
    accounts = service.parts.accounts
    leave_games(service.parts, ada.id)
    service.project(opened, playing)
    leave_games(service.parts, ada.id)
    assert ada.id in leaving(accounts), "a request may still be under way"
    monkeypatch.setattr(accounts, "_now", lambda: time.time() + LINGER_MS / 1000 + 1)
    leave_games(service.parts, ada.id)
    assert ada.id not in leaving(accounts)


def test_what_a_request_stored_beside_the_deletion_is_forgotten_too(service: Service, ada: Caller, monkeypatch):
    accounts, ben = service.parts.accounts, service.new_player("Ben")
    delete(ada)
    block(accounts, ada.id, ben.id)  # it came with a token that was still good
    later = time.time() + LINGER_MS / 1000 + 1  # the host may be behind the store's clock
    monkeypatch.setattr(accounts, "_now", lambda: later)
    leave_games(service.parts, ada.id)
    assert blocked_by(accounts, ada.id) == []


def test_a_job_for_an_account_that_is_not_deleted_does_nothing(service: Service, ada: Caller):
    game = service.open_game(ada)
    service.project(game)
    leave_games(service.parts, ada.id)
    assert ada.get(game).json["status"] == "open"


def test_a_deleted_bot_is_not_found_by_its_name(service: Service, ada: Caller):
    marvin = service.new_bot(f"Marvin {ada.id}")
    game = service.open_game(ada)
    delete(marvin)
    for text in (f"Marvin {ada.id}", marvin.id):
        assert_problem(ada.post(f"{game}/invitations", {"player": text}), 422, "unknown_player")


def test_whatever_is_changed_at_the_same_time_the_deletion_holds(service: Service):
    other = service.another_process()
    for _ in range(5):
        ada = service.new_player("Ada")
        elsewhere = ada.through(other)
        elsewhere.get("/v1/players/me")  # that process has cached the token
        run_at_once(
            lambda ada=ada: delete(ada),
            lambda ada=elsewhere: ada.ask("PATCH", "/v1/players/me", json={"name": "Back"}),
            lambda ada=elsewhere: ada.post("/v1/tokens", {"name": "back", "scopes": ["read"]}),
        )
        service.parts.accounts.forget(None)
        assert service.parts.accounts.by_id(ada.id).name == FORMER
        assert not service.parts.redis.exists(service.parts.accounts.layout.tokens(ada.id))


def test_a_name_that_is_taken_away_from_an_account_deleted_meanwhile_stores_nothing(service: Service, ada: Caller):
    accounts = service.parts.accounts
    before = accounts.by_id(ada.id)
    delete(ada)
    key = accounts.layout.player(ada.id)
    stored = service.parts.redis.hgetall(key)
    assert take_name(accounts, before, True).name == FORMER
    assert service.parts.redis.hgetall(key) == stored


def test_a_copy_with_the_name_of_a_deleted_player_is_not_current(service: Service):
    game, (ada, ben) = service.start_game(2)
    tag = {"If-None-Match": ben.get(game).headers["ETag"]}
    delete(ada)
    assert "Player 0" not in ben.get(game, tag).text


def test_a_game_that_cannot_be_left_keeps_none_of_the_others(service: Service, ada: Caller, monkeypatch):
    games = [service.open_game(ada) for _ in range(2)]
    service.project(*games)
    delete(ada)
    left = departures.leave_for_good

    def fail_for_the_newest(backend, game, player):
        if game == id_of(games[1]):
            raise ZeroDivisionError
        return left(backend, game, player)

    monkeypatch.setattr(departures, "leave_for_good", fail_for_the_newest)
    leave_games(service.parts, ada.id)
    assert [service.parts.games.load(id_of(game)).state.status for game in games] == ["abandoned", "open"]
    assert ada.id in leaving(service.parts.accounts)
