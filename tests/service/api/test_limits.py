"""Limits of accounts and addresses: what is refused, what never is, and what the answers say."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from hashlib import sha256
from ipaddress import ip_network
from itertools import count
from time import sleep
from typing import Any

import pytest
from redis.exceptions import ConnectionError as StoreGone
from werkzeug.test import TestResponse

from service.backend import open_backend
from service.environment import split_proxies
from service.limits.level import Level
from service.limits.limits import Asker
from service.limits.proof import leading_zero_bits
from service.logs import known
from service.settings import Settings
from tests.service.api.live.following import NDJSON
from tests.service.client import CheckedClient, Service, assert_problem, id_of


class Elsewhere(CheckedClient):
    """A client on another machine."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.environ_base["REMOTE_ADDR"] = "203.0.113.9"


@contextmanager
def service_with(settings: Settings, **changed: Any) -> Iterator[Service]:
    """A service on the keys of a test, with other settings."""
    parts = open_backend(replace(settings, **changed))
    service = Service(parts)
    service.app.test_client_class = Elsewhere
    yield service
    parts.close()


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refusals come at once."""
    monkeypatch.setattr("service.limits.refusals.MAX_SECONDS", 0)


@pytest.fixture
def usual(parts: Any, settings: Settings) -> Iterator[Service]:
    """A service with the default limits."""
    with service_with(settings, limits={}) as made:
        yield made


def register(service: Service, name: str = "Ada", forwarded: str = "", peer: str = "203.0.113.1", **body: Any) -> Any:
    """The answer to a registration from an address."""
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    return service.app.test_client().post(
        "/v1/players", json={"name": name, **body}, headers=headers, environ_overrides={"REMOTE_ADDR": peer}
    )


def test_an_answer_tells_what_is_left(usual: Service):
    ada = usual.new_player()
    answer = ada.get("/v1/players/me")
    assert answer.headers["RateLimit-Policy"] == '"requests";q=1200;w=20'
    assert answer.headers["RateLimit"] == '"requests";r=1199;t=1'


def test_a_request_beyond_the_limit_is_refused_with_limit_and_seconds(parts: Any, settings: Settings):
    with service_with(settings, limits={"requests": 3}) as service:
        ada = service.new_player()
        assert [ada.get("/v1/games").status_code for _ in range(4)] == [200, 200, 200, 429]
        refused = ada.get("/v1/games")
        assert known()["account"] == ada.id, "the log names who asked"
        problem = assert_problem(refused, 429, "quota_exceeded")
        seconds = problem["limit"]["seconds"]
        assert 0 < seconds <= 7
        assert problem["detail"] == f"your account has used up requests (3): try again in {seconds} s"
        assert problem["violated-policies"] == ["requests"]
        assert problem["limit"] == {"name": "requests", "per": "account", "quota": 3, "window": 20, "seconds": seconds}
        assert refused.headers["Retry-After"] == f"{seconds}"
        assert refused.headers["RateLimit"] == f'"requests";r=0;t={seconds}'
        french = ada.get("/v1/games", {"Accept-Language": "fr"}).json["detail"]
        assert french.startswith("votre compte a épuisé requests (3) : réessayez dans ")
        assert service.new_player("Ben").get("/v1/games").status_code == 200


@pytest.mark.slow
def test_a_long_answer_counts_as_several_requests(usual: Service, monkeypatch: pytest.MonkeyPatch):
    game, [ada, ben] = usual.start_game(2)
    usual.play(game, [ada, ben])
    limits, taken = usual.parts.limits, list[int]()
    take = limits.take

    def noted(kind: str, by: Asker, cost: int = 1) -> list[Level]:
        taken.append(cost)
        return take(kind, by, cost)

    monkeypatch.setattr(limits, "take", noted)
    for path in ("/events?limit=1000", "/replay?limit=30", "/log", "/events?limit=10"):
        answer = ada.get(f"{game}{path}")
        assert (answer.status_code, answer.headers["RateLimit-Policy"]) == (200, '"requests";q=1200;w=20')
    version = usual.version(game)
    assert taken == [1, version // 50, 1, 10, 1, version // 100, 1]
    taken.clear()
    ada.get(f"{game}/events?after=1", headers={"Accept": "application/x-ndjson"})
    assert taken == [1, (version - 1) // 50], "so does a stream that begins far behind"


@pytest.fixture
def taken(usual: Service, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """What the requests count as from now on, beside one each."""
    limits, found = usual.parts.limits, list[int]()
    take = limits.take

    def noted(kind: str, by: Asker, cost: int = 1) -> list[Level]:
        if kind == "requests" and cost > 1:
            found.append(cost)
        return take(kind, by, cost)

    monkeypatch.setattr(limits, "take", noted)
    return found


@pytest.mark.slow
def test_a_long_inbox_and_a_long_list_count_as_several_requests(usual: Service, taken: list[int]):
    ada = usual.new_player()
    games = [usual.open_game(ada, bots=["greedy"]) for _ in range(100)]
    for game in games:
        assert ada.post(f"{game}/start").status_code == 200
    usual.project(*games)
    taken.clear()
    assert len(ada.get("/v1/turns").json) == 50
    assert taken == [100 // 50 + 50 // 8]
    taken.clear()
    with ada.get("/v1/turns", {"Accept": NDJSON}):
        assert taken == [100 // 50]
    taken.clear()
    assert len(ada.get("/v1/games?limit=100").json) == 100
    assert ada.get("/v1/games?bots=false").json == []
    assert taken == [100 // 25 + 100 // 100]


def test_what_makes_work_for_many_counts_as_ten_requests(usual: Service, taken: list[int]):
    ada, ben = usual.new_player(), usual.new_player("Ben")
    game = usual.open_game(ada)
    assert ada.ask("PUT", f"{game}/seats/me/ready", json={"ready": True}).status_code == 200
    assert ada.post(f"{game}/invitations", {"player": ben.id}).status_code == 201
    assert ada.ask("DELETE", f"{game}/invitations/{ben.id}").status_code == 204
    assert ada.ask("PATCH", "/v1/players/me", json={"name": "Ada L."}).status_code == 200
    assert taken == [9, 9, 9, 9], "beside the one of each request"


def test_all_processes_count_together(parts: Any, settings: Settings):
    with service_with(settings, limits={"requests": 4}) as one, service_with(settings, limits={"requests": 4}) as other:
        ada = one.new_player()
        again = ada.through(other)
        statuses = [each.get("/v1/games").status_code for _ in range(4) for each in (ada, again)]
        assert (statuses.count(200), statuses.count(429)) == (4, 4)


@pytest.mark.slow
def test_a_program_that_plays_at_full_speed_meets_no_limit(parts: Any, settings: Settings):
    with service_with(settings, limits={"requests": 60, "intentions": 20}) as service:
        ada = service.new_player()
        game = service.open_game(ada, bots=["greedy"])
        assert ada.post(f"{game}/start").status_code == 200
        service.run_jobs(game)
        answers = service.play_by_requests(game, [ada])
    assert len(answers) > 60


@pytest.mark.slow
def test_a_private_game_costs_a_stranger_what_one_costs_that_does_not_exist(parts: Any, settings: Settings):
    with service_with(settings, limits={"requests": 12}) as service:
        ada, ben, eve = (service.new_player() for _ in range(3))
        game = service.open_game(ada, visibility="private")
        assert ben.post(f"{game}/seats", {"code": ada.get(game).json["code"]}).status_code == 201
        assert ada.post(f"{game}/start").status_code == 200
        service.play(game, [ada, ben])
        assert [eve.get(f"{game}/events?limit=1000").status_code for _ in range(10)] == [404] * 10


def test_refused_intentions_use_up_a_limit_of_their_own(parts: Any, settings: Settings):
    with service_with(settings, limits={"intentions": 3}) as service:
        game, (ada, _) = service.start_game(2)
        statuses = [ada.post(f"{game}/intentions", {"type": "ready"}).status_code for _ in range(4)]
        assert statuses == [409, 409, 409, 429]
        assert ada.get(game).status_code == 200


def test_an_intention_that_only_switches_auto_ready_uses_up_the_same_limit(parts: Any, settings: Settings):
    with service_with(settings, limits={"intentions": 3}) as service:
        game, (ada, _) = service.start_game(2)
        switches = [{"type": "auto_ready", "on": number % 2 == 0} for number in range(4)]
        assert [ada.post(f"{game}/intentions", each).status_code for each in switches] == [201, 201, 201, 429]


def test_requests_without_a_token_count_for_their_address_alone(parts: Any, settings: Settings):
    with service_with(settings, limits={"anonymous_requests": 5}) as service:
        ada = service.new_player()
        statuses = [service.app.test_client().get("/v1/games").status_code for _ in range(7)]
        assert (statuses[0], statuses[-1]) == (401, 429)
        assert ada.get("/v1/games").status_code == 200
        assert service.app.test_client().get("/healthz").status_code == 200
        refused = service.app.test_client().get("/v1/catalogue")
        assert "your address" in assert_problem(refused, 429, "quota_exceeded")["detail"]


@pytest.mark.slow
def test_a_school_class_registers_and_a_flood_does_not(usual: Service):
    statuses = [register(usual, f"Pupil {number}").status_code for number in range(121)]
    assert statuses == [201] * 120 + [429]
    assert register(usual, peer="203.0.113.2").status_code == 201


def test_a_network_of_ipv6_has_one_limit(parts: Any, settings: Settings):
    with service_with(settings, limits={"registrations": 1}) as service:
        assert register(service, peer="2001:db8::1").status_code == 201
        assert register(service, peer="2001:db8::ffff:1").status_code == 429
        assert register(service, peer="2001:db8:0:1::1").status_code == 201


def test_only_a_trusted_proxy_names_the_address(parts: Any, settings: Settings):
    proxies = (ip_network("203.0.113.0/24"),)
    with service_with(settings, limits={"registrations": 1}, trusted_proxies=proxies) as service:
        assert register(service, forwarded="198.51.100.1").status_code == 201
        assert register(service, forwarded="6.6.6.6, 198.51.100.1").status_code == 429, "the left one is a claim"
        assert register(service, forwarded="198.51.100.2, 203.0.113.7").status_code == 201
        assert register(service, forwarded="198.51.100.3", peer="192.0.2.1").status_code == 201
        assert register(service, forwarded="198.51.100.4", peer="192.0.2.1").status_code == 429, "not a proxy"


@pytest.mark.parametrize(
    ("proxies", "peer", "words"),
    [
        ("", "203.0.113.1", "all its clients share the limits of one address"),
        ("", "127.0.0.1", "its clients have no limits of an address"),
        ("", "", "its clients have no limits of an address"),
        ("10.0.0.0/8", "127.0.0.1", "its clients have no limits of an address"),
        ("10.0.0.0/8", "203.0.113.1", None),  # a client can write the header, too
        ("127.0.0.1", "127.0.0.1", None),
        ("unix", "", None),
    ],
)
def test_the_warning_of_an_unknown_proxy_says_what_happens(
    proxies: str,
    peer: str,
    words: str | None,
    parts: Any,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
):
    monkeypatch.setattr("service.api.limiting._warned", False)
    with service_with(settings, limits={"registrations": 1}, trusted_proxies=split_proxies(proxies)) as service:
        statuses = [register(service, forwarded="198.51.100.1", peer=peer).status_code for _ in range(2)]
        assert statuses == [201, 201 if words and "no limits" in words else 429]
    warnings = [record.message for record in caplog.records if "proxy" in record.message]
    assert len(warnings) == bool(words)
    assert all(words in each for each in warnings)


def test_games_that_have_not_started_are_limited_and_started_ones_make_room(parts: Any, settings: Settings):
    with service_with(settings, limits={"open_games": 2}) as service:
        ada = service.new_player()
        games = [service.open_game(ada, bots=["greedy"]) for _ in range(2)]
        refused = ada.post("/v1/games", {"seats": 2})
        assert assert_problem(refused, 429, "quota_exceeded")["violated-policies"] == ["open_games"]
        assert service.new_player().post("/v1/games", {"seats": 2}).status_code == 201
        for game in games:
            assert ada.post(f"{game}/start").status_code == 200
        service.project(*games)
        assert service.open_game(ada)


@pytest.mark.slow
def test_games_under_way_are_limited_and_ended_ones_make_room(parts: Any, settings: Settings):
    with service_with(settings, limits={"running_games": 1}) as service:
        ada = service.new_player()
        game = service.open_game(ada, bots=["greedy"])
        assert ada.post(f"{game}/start").status_code == 200
        service.open_game(ada)
        service.project(game)
        service.parts.limits.policies["open_games"] = service.parts.limits.policies["open_games"]._replace(quota=2)
        refused = ada.post("/v1/games", {"seats": 2})
        assert assert_problem(refused, 429, "quota_exceeded")["violated-policies"] == ["running_games"]
        service.play(game, [ada])
        service.project(game)
        assert service.open_game(ada)


def test_games_of_one_account_are_not_counted_for_another_at_the_same_address(parts: Any, settings: Settings):
    with service_with(settings, limits={"open_games": 1, "running_games": 2}) as service:
        ada, ben = service.new_player("Ada"), service.new_player("Ben")
        for _ in range(2):
            game = service.open_game(ben, bots=["greedy"])
            assert ben.post(f"{game}/start").status_code == 200
            service.project(game)
        first = service.open_game(ada, bots=["greedy"])
        assert ada.post(f"{first}/start").status_code == 200
        service.project(first)
        assert ada.post("/v1/games", {"seats": 2}).status_code == 201


def test_new_games_are_limited_with_forks_and_rematches_and_a_repeated_request_counts_once(
    parts: Any, settings: Settings
):
    with service_with(settings, limits={"new_games": 3}) as service:
        game, [ada] = service.start_game(1)
        service.play(game, [ada])
        service.project(game)
        assert ada.post(f"{game}/forks", {"version": 10}).status_code == 201
        again = [ada.post("/v1/games", {"seats": 2}, {"Idempotency-Key": "one"}) for _ in range(2)]
        assert [answer.status_code for answer in again] == [201, 201]
        for path, body in (("/v1/games", {"seats": 2}), (f"{game}/forks", {"version": 10}), (f"{game}/rematch", {})):
            refused = ada.post(path, body)
            assert assert_problem(refused, 429, "quota_exceeded")["violated-policies"] == ["new_games"], path
            assert refused.headers["Retry-After"] == "200"
        assert service.new_player("Ben").post("/v1/games", {"seats": 2}).status_code == 201


def test_a_try_at_the_daily_deal_that_was_begun_needs_no_room_for_another_game(parts: Any, settings: Settings):
    with service_with(settings, limits={"new_games": 1}) as service:
        ada, key = service.new_player("Ada"), {"Idempotency-Key": "one"}
        answers = [ada.post("/v1/daily/games", headers=key) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [201, 201]
        assert_problem(ada.post("/v1/daily/games"), 409, "daily_try_used")
        assert_problem(ada.post("/v1/games", {"seats": 2}), 429, "quota_exceeded")


def test_games_that_have_started_or_ended_leave_room_that_is_shown(usual: Service):
    ada = usual.new_player("Ada")
    opened, started, ended = [usual.open_game(ada, bots=["greedy"]) for _ in range(3)]
    for game, acts in ((started, ["start"]), (ended, ["start", "abort"])):
        assert [ada.post(f"{game}/{act}").status_code for act in acts] == [200] * len(acts)
    for game in (opened, started, ended):
        usual.project(game)
    shown = {each["name"]: each["quota"] - each["remaining"] for each in ada.get("/v1/limits").json}
    assert (shown["open_games"], shown["running_games"]) == (1, 1)


def test_a_rematch_is_a_game_of_the_one_who_offers_it(usual: Service):
    game, (ada, ben) = usual.start_game(2)
    assert ada.post(f"{game}/abort").status_code == 200
    usual.project(game)
    again = [caller.post(f"{game}/rematch").json["id"] for caller in (ada, ben)]
    assert again[0] == again[1]
    held = [usual.parts.limits.members("open_games", Asker(caller.id, None)) for caller in (ada, ben)]
    assert [again[0] in each for each in held] == [True, False]


def test_who_moves_and_takes_back_without_end_meets_a_limit_but_each_intention_is_accepted(
    parts: Any, settings: Settings
):
    with service_with(settings, limits={"requests": 60}) as service:
        game, [ada] = service.start_game(1)
        first, statuses = ada.get(f"{game}/legal").json[0], list[int]()
        while 429 not in statuses and len(statuses) < 60:
            assert ada.post(f"{game}/intentions", first).status_code == 201
            statuses.append(ada.post(f"{game}/undo").status_code)
        assert statuses[0] == 201
        assert statuses[-1] == 429
        assert ada.post(f"{game}/rewinds", {"version": 2}).status_code == 429


def test_a_short_place_does_not_shorten_the_long_ones(usual: Service):
    limits, ada = usual.parts.limits, Asker("ada", None)
    limits.hold_anyway("open_games", ada, ["game"], 1000.0)
    limits.hold("open_games", ada, "~soon", 1.0)
    assert usual.parts.redis.pttl(usual.parts.keys.lobby("held:open_games:ada")) > 900_000


def test_a_request_that_is_repeated_needs_no_room_again(parts: Any, settings: Settings):
    with service_with(settings, limits={"open_games": 1, "registrations": 2}) as service:
        ada = service.new_player()
        again = [ada.post("/v1/games", {"seats": 2}, {"Idempotency-Key": "one"}) for _ in range(3)]
        assert [answer.status_code for answer in again] == [201, 201, 201]
        assert len({answer.json["id"] for answer in again}) == 1
        client, key = service.app.test_client(), {"Idempotency-Key": "a key that nobody guesses"}
        made = [client.post("/v1/players", json={"name": "Ben"}, headers=key) for _ in range(3)]
        assert [answer.status_code for answer in made] == [201, 201, 201]
        assert client.post("/v1/players", json={"name": "Cleo"}).status_code == 429


def test_this_machine_has_no_limits_of_an_address(parts: Any, settings: Settings):
    with service_with(settings, limits={"registrations": 1}) as service:
        assert [register(service, peer="127.0.0.1").status_code for _ in range(3)] == [201] * 3
        assert [register(service, peer="::1").status_code for _ in range(2)] == [201] * 2


def test_a_refused_game_takes_no_room(parts: Any, settings: Settings):
    with service_with(settings, limits={"open_games": 1}) as service:
        ada = service.new_player()
        assert ada.post("/v1/games", {"seats": 9}).status_code == 422
        assert ada.post("/v1/games", {"seats": 2, "invited": ["nobody"]}).status_code == 422
        assert service.open_game(ada)


def test_streams_count_in_all_processes(parts: Any, settings: Settings):
    with service_with(settings, limits={"streams": 1}) as one, service_with(settings, limits={"streams": 1}) as other:
        ada = one.new_player()
        again = ada.through(other)
        with ada.get("/v1/turns", {"Accept": NDJSON}):
            assert_problem(again.get("/v1/turns", {"Accept": NDJSON}), 429, "too_many_streams")
        with again.get("/v1/turns", {"Accept": NDJSON}) as answer:
            assert answer.status_code == 200


@pytest.mark.parametrize("path", ["{}/events?after=99", "/v1/turns?limit=9"])
def test_requests_that_wait_for_news_count_in_all_processes(parts: Any, settings: Settings, path: str):
    quotas = {"long_polls": 1}
    with service_with(settings, limits=quotas) as one, service_with(settings, limits=quotas) as other:
        ada = one.new_player()
        again, path = ada.through(other), path.format(one.open_game(ada))
        with ThreadPoolExecutor(1) as threads:
            waits = threads.submit(ada.get, f"{path}&wait=30")
            while not waits.done() and not one.parts.limits.members("long_polls", Asker(ada.id, None)):
                sleep(0.01)
            refused = again.get(f"{path}&wait=30")
            assert assert_problem(refused, 429, "quota_exceeded")["violated-policies"] == ["long_polls"]
            assert 'qu="concurrent-requests"' in refused.headers["RateLimit-Policy"]
            assert again.get(path).status_code == 200, "it does not wait"
            one.app.wakeups.stop()
            assert waits.result().status_code == 200
        assert one.parts.limits.members("long_polls", Asker(ada.id, None)) == []


@pytest.mark.parametrize(
    ("limit", "path", "body"),
    [("decisions", "/v1/bots/greedy/decisions", b"{}"), ("verifications", "/v1/verifications", b"{}")],
)
def test_decisions_and_verifications_are_limited(parts: Any, settings: Settings, limit: str, path: str, body: bytes):
    with service_with(settings, limits={limit: 1}) as service:
        ada = service.new_player()
        assert ada.send(path, body).status_code != 429
        assert assert_problem(ada.send(path, body), 429, "quota_exceeded")["violated-policies"] == [limit]


def test_without_the_store_no_limit_refuses(usual: Service, monkeypatch: pytest.MonkeyPatch):
    ada = usual.new_player()

    def fail(*_: Any, **__: Any) -> Any:
        raise StoreGone

    monkeypatch.setattr(usual.parts.limits._buckets, "_ask", fail)
    monkeypatch.setattr(usual.parts.limits._held, "hold", fail)
    assert ada.get("/v1/players/me").status_code == 200
    assert ada.post("/v1/games", {"seats": 2}).status_code == 201


def test_the_limits_are_listed_with_what_is_left(usual: Service):
    ada = usual.new_player()
    usual.open_game(ada)
    found = {each["name"]: each for each in ada.get("/v1/limits").json}
    assert found["open_games"] | {"meaning": ""} == {
        "name": "open_games",
        "per": "account",
        "quota": 100,
        "window": None,
        "remaining": 99,
        "seconds": 0,
        "meaning": "",
    }
    assert found["requests"]["remaining"] > 1190
    assert found["registrations"]["remaining"] == 119
    usual.parts.limits.policies.clear()
    assert ada.get("/v1/limits").json == []


def test_an_operator_gives_an_account_its_own_quotas(parts: Any, settings: Settings):
    with service_with(settings, limits={}) as service:
        boss, ada = service.new_player("Boss"), service.new_player()
        assert_problem(boss.get(f"/v1/players/{ada.id}/limits"), 403, "not_operator")
        settings = replace(service.parts.settings, operators=(boss.id,))
    with service_with(settings, operators=(boss.id,), limits={}) as one, service_with(settings, limits={}) as other:
        boss, ada = boss.through(one), ada.through(one)
        again = ada.through(other)
        assert boss.get(f"/v1/players/{ada.id}/limits").json["own"] == []
        changed = boss.ask("PUT", f"/v1/players/{ada.id}/limits", json={"decisions": 1, "open_games": 0})
        assert changed.json["quotas"]["decisions"] == 1
        assert changed.json["own"] == ["decisions", "open_games"]
        assert_problem(again.post("/v1/games", {"seats": 2}), 429, "quota_exceeded")
        assert again.send("/v1/bots/greedy/decisions", b"{}").status_code == 422
        assert_problem(again.send("/v1/bots/greedy/decisions", b"{}"), 429, "quota_exceeded")
        assert boss.ask("PUT", f"/v1/players/{ada.id}/limits", json={}).json["own"] == []
        assert again.post("/v1/games", {"seats": 2}).status_code == 201
        assert_problem(ada.ask("PUT", f"/v1/players/{ada.id}/limits", json={"requests": 9}), 403, "not_operator")
        assert_problem(boss.ask("PUT", f"/v1/players/{ada.id}/limits", json={"requests": -1}), 422, "invalid_body")
        assert_problem(boss.ask("PUT", "/v1/players/nobody/limits", json={}), 404, "no_such_player")


def test_the_quotas_of_a_deleted_account_are_deleted(usual: Service):
    ada = usual.new_player()
    usual.parts.limits.set_quotas(ada.id, {"streams": 1})
    assert ada.ask("DELETE", "/v1/players/me").status_code == 204
    assert usual.parts.limits.quotas_of(ada.id) == {}


# Registration


def proof(found: dict[str, Any], *, good: bool) -> dict[str, str]:
    """A proof for a challenge that solves it, or one that does not: of 4 bits, every 16th nonce is a solution."""
    for number in count():
        zeros = leading_zero_bits(sha256(f"{found['challenge']}.{number}".encode()).digest())
        if (zeros >= found["bits"]) == good:
            return {"challenge": found["challenge"], "nonce": f"{number}"}
    raise AssertionError


def solved(found: dict[str, Any]) -> dict[str, str]:
    """The proof for a challenge."""
    return proof(found, good=True)


def challenge(service: Service) -> dict[str, Any]:
    found: dict[str, Any] = service.app.test_client().get("/v1/registration").json
    return found


@pytest.fixture
def easy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Proofs cost no time."""
    monkeypatch.setattr("service.limits.proof.MIN_BITS", 4)


def test_a_closed_service_makes_no_account(parts: Any, settings: Settings):
    with service_with(settings, registration="closed") as service:
        assert challenge(service)["mode"] == "closed"
        assert_problem(register(service), 403, "registration_closed")


@pytest.mark.usefixtures("easy")
def test_a_proof_of_work_is_good_once(parts: Any, settings: Settings):
    with service_with(settings, registration="proof") as service:
        assert_problem(register(service), 403, "proof_required")
        found = challenge(service)
        solution = solved(found)
        forged = {"challenge": found["challenge"].replace("4.", "0.", 1), "nonce": "1"}
        for each in (proof(found, good=False), forged, {"challenge": "x", "nonce": "1"}):
            assert_problem(register(service, proof=each), 403, "proof_required")
        assert register(service, proof=solution).status_code == 201
        assert_problem(register(service, proof=solution), 403, "proof_required")


@pytest.mark.usefixtures("easy")
def test_who_is_refused_for_want_of_a_proof_takes_no_account_from_the_others_at_the_address(
    parts: Any, settings: Settings
):
    with service_with(settings, registration="proof", limits={"registrations": 1}) as service:
        found = challenge(service)
        for each in ({}, {"proof": proof(found, good=False)}):
            assert_problem(register(service, **each), 403, "proof_required")
        assert register(service, proof=solved(found)).status_code == 201
        another = solved(challenge(service))
        assert_problem(register(service, proof=another), 429, "quota_exceeded")
        assert register(service, peer="203.0.113.2", proof=another).status_code == 201, "it is not spent"


@pytest.mark.usefixtures("easy")
def test_a_registration_with_a_proof_can_be_repeated_under_its_key(parts: Any, settings: Settings):
    with service_with(settings, registration="proof") as service:
        body = {"name": "Ada", "proof": solved(challenge(service))}
        answers: list[TestResponse] = [
            service.app.test_client().post("/v1/players", json=body, headers={"Idempotency-Key": key})
            for key in ("one-and-the-same", "one-and-the-same", "another-key-of-mine")
        ]
        assert [answer.status_code for answer in answers] == [201, 201, 403]
        assert answers[0].json == answers[1].json


@pytest.mark.usefixtures("easy")
def test_a_flood_of_registrations_makes_everybody_prove_work_and_more_of_it(parts: Any, settings: Settings):
    with service_with(settings, limits={"all_registrations": 2}) as service:
        assert challenge(service) == {
            "mode": "open",
            "proof_required": False,
            "challenge": None,
            "bits": 0,
            "seconds": 0,
        }
        assert [register(service, peer=f"203.0.113.{at}").status_code for at in range(1, 4)] == [201, 201, 403]
        assert challenge(service)["bits"] == 4
        for _ in range(2):
            assert register(service, proof=solved(challenge(service))).status_code == 201
        assert challenge(service)["bits"] == 5


def test_a_game_that_is_deleted_from_the_lists_is_found_by_its_id(usual: Service):
    ada = usual.new_player()
    game = usual.open_game(ada)
    usual.project(game)
    assert usual.parts.lobby.statuses([id_of(game), "unknown"]) == {id_of(game): "open"}
