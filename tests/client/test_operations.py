"""The operations of the client are those of openapi.yaml, and work on an application in this process."""

import asyncio
import doctest
import re
import socket
import time
from itertools import islice
from typing import Any, TypeVar, get_type_hints

import httpx
import pytest

import wonderful_client.client
import wonderful_client.game
import wonderful_client.operations
import wonderful_client.signatures
from service.run.up import ROOT
from tests.api_description import read_description
from tests.client.conftest import new_client
from tests.service.client import Caller, Service
from wonderful_client import AsyncClient, Client, Game, Problem
from wonderful_client.operations import Operations, nonce_for

Described = tuple[str, str, bool, str]
"""Method, path, whether it takes an Idempotency-Key, and which function reads its answer."""
OTHER_CLIENTS = {"get_description", "get_description_with_items", "list_problems", "get_problem", "speak_mcp"}
"""Operations for people, generators and agents."""
HARMLESS_TWICE = {
    "analyse_game", "create_ticket", "decide", "enable_webhook", "renew_recovery_code", "try_puzzle",
    "verify_log",
}  # fmt: skip
"""POST without a key that may be repeated: the newest answer counts, or nothing is left behind."""


def reader_of(operation: dict[str, Any], components: dict[str, Any]) -> str:
    """The name of the function that reads the answer of a success."""
    content = next(answer for status, answer in operation["responses"].items() if status.startswith("2")).get("content")
    if not content:
        return "read_nothing"
    if "application/json" in content:
        schema = content["application/json"]["schema"]
        found = components["schemas"][schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
        return "read_list" if found.get("type") == "array" else "read_object"
    return "read_text" if "text/plain" in content else "read_lines"


def described(file: str) -> dict[str, Described]:
    """The operations of a description by name."""
    found = {}
    description = read_description((ROOT / file).read_text("utf-8"))
    for path, item in description["paths"].items():
        for method in ("get", "post", "put", "patch", "delete"):
            if operation := item.get(method):
                name = re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", operation["operationId"])
                has_key = any(
                    "Key" in str(each.get("$ref"))
                    for each in (*item.get("parameters", ()), *operation.get("parameters", ()))
                )
                found[name] = method.upper(), path, has_key, reader_of(operation, description["components"])
    return {name: each for name, each in found.items() if name not in OTHER_CLIENTS}


PLAYED_BY = {
    "register_player", "get_me", "get_player", "get_catalogue", "open_game", "list_games", "take_seat",
    "agree_to_start", "start_game", "return_to_seat", "list_turns", "list_events", "list_legal", "act", "undo",
    "get_game", "get_log",
}  # fmt: skip
"""What a bot and a game that is followed need."""
KEYED_SINCE = {"renew_code"}
"""Takes a key that a service of the last release leaves unread: there, a repeated request is harmless."""
OPERATIONS = described("openapi.yaml")
DECLARED = {name: made.operation for name, made in vars(Operations).items() if getattr(made, "operation", None)}
WRITTEN = OPERATIONS.keys() - DECLARED.keys()
"""Those that are methods of their own: they do more than one request."""


def test_each_operation_of_the_api_is_a_method():
    assert {"register_player", "decide", "verify_log", "analyse_game"} == WRITTEN
    assert all(hasattr(Operations, name) for name in WRITTEN)
    assert {name: (each.method, each.path, each.read.__name__) for name, each in DECLARED.items()} == {
        name: (method, path, reader) for name, (method, path, _, reader) in OPERATIONS.items() if name not in WRITTEN
    }


def test_what_no_key_protects_is_known():
    without_key = {name for name, (method, _, has_key, _) in OPERATIONS.items() if method == "POST" and not has_key}
    assert {name for name, each in DECLARED.items() if each.once} == without_key - HARMLESS_TWICE, (
        "what leaves something twice has once=True in client/wonderful_client/operations.py; HARMLESS_TWICE has others"
    )


def test_the_client_in_javascript_sends_the_same_requests_only_once():
    [written] = re.findall("MADE_ANEW = /(.+)/;", (ROOT / "service/web/client.js").read_text("utf-8"))
    paths = {path.replace("{id}", "x") for method, path, *_ in OPERATIONS.values() if method == "POST"}
    once = {each.path.replace("{id}", "x") for each in DECLARED.values() if each.once}
    assert {path for path in paths if re.match(written, path)} == once, "change MADE_ANEW in service/web/client.js"
    assert all(re.match(written, f"{path}?lang=fr") for path in once)


def test_a_service_of_the_last_release_is_played_by_the_same_requests():
    released = described("tests/released/openapi.yaml")
    now = {name: each for name, each in OPERATIONS.items() if name in released}
    assert {name: each for name, each in now.items() if name not in KEYED_SINCE} == {
        name: each for name, each in released.items() if name not in KEYED_SINCE
    }
    assert released.keys() >= PLAYED_BY


def test_both_clients_have_the_same_methods():
    def methods(kind: type) -> set[str]:
        return {name for name in dir(kind) if not name.startswith("_")}

    assert methods(Client) == methods(AsyncClient)
    assert methods(Game) == methods(wonderful_client.AsyncGame)


@pytest.mark.parametrize("enter", [Client.__enter__, AsyncClient.__aenter__])
def test_for_a_type_checker_a_with_block_has_the_class_that_a_user_made(enter: Any):
    hints = get_type_hints(enter)
    assert isinstance(hints["return"], TypeVar)
    assert hints["return"] == hints["self"]


@pytest.mark.parametrize(
    "module",
    [
        wonderful_client.client,
        wonderful_client.game,
        wonderful_client.operations,
        wonderful_client.signatures,
    ],
    ids=lambda module: module.__name__,
)
def test_the_examples_of_docstrings(module: Any, client: Client):
    tests = doctest.DocTestFinder(exclude_empty=True).find(module, extraglobs={"client": client, "Game": Game})
    assert any(test.examples for test in tests)
    for test in tests:
        runner, told = doctest.DocTestRunner(), list[str]()
        runner.run(test, out=told.append)
        assert not runner.failures, "".join(told)


def test_an_account_from_its_first_day_to_its_last(service: Service, client: Client):
    me = client.change_me(name="Ada Lovelace")
    assert client.get_player(me["id"]) == client.get_me()
    watcher = client.create_token(name="watch", scopes=["read"])
    with new_client(service, "", watcher["token"]) as watching:
        assert watching.get_me()["name"] == "Ada Lovelace"
        with pytest.raises(Problem, match="scope") as raised:
            watching.open_game(seats=2)
        assert (raised.value.status, raised.value.code) == (403, "scope_missing")
        watching.revoke_token("current")
        with pytest.raises(Problem) as raised:
            watching.get_me()
        assert raised.value.code == "token_unknown"
    ben = new_client(service, "Ben").get_me()["id"]
    client.block(ben)
    assert [each["id"] for each in client.list_blocks()] == [ben]
    client.unblock(ben)
    assert b'"type":"end"' in client.export_me().replace(b" ", b"")
    client.delete_me()


def test_where_a_body_is_wrong(client: Client):
    with pytest.raises(Problem) as raised:
        client.open_game(seats=2, clock={"kind": "per_phase", "seconds": 0})
    assert (raised.value.code, raised.value.pointers) == ("invalid_body", ["/clock/seconds"])


def test_a_table_fills_plays_is_undone_and_ends(service: Service, client: Client):
    with new_client(service, "Ben", kind="bot") as ben:
        game = client.open_game(seats=2, visibility="private", invited=[ben.get_me()["id"]])["id"]
        assert ben.take_seat(game)["seat"] == 1
        started = client.start_game(game)
        picked = client.act(game, client.list_legal(game)[0], if_match=started["version"], representation=True)
        assert (picked["view"]["waiting_on"], picked["legal"]) == ([1], [])
        with pytest.raises(Problem) as raised:
            ben.act(game, {"type": "draft", "card": "no-such.1"})
        assert (raised.value.status, raised.value.code) == (409, "card_not_in_hand")
        undone = client.undo(game, version=picked["view"]["undoable"])
        assert [event["name"] for event in undone["events"]] == ["intention_undone"]
        assert client.abort_game(game)["end_reason"] == "aborted"


def test_the_pages_of_a_list(service: Service, client: Client):
    games = [client.open_game(seats=2, name=f"Game {number}")["id"] for number in range(5)]
    service.project(*(f"/v1/games/{game}" for game in games))
    page = client.list_games(player="me", limit=2)
    following = client.next_page(page)
    assert following is not None
    assert [game["id"] for game in [*page, *following]] == games[:0:-1]
    assert [game["id"] for game in client.rest(page)] == games[::-1]
    assert client.next_page(client.list_games(player="me")) is None


def test_the_pages_of_the_inbox_end_and_say_where_to_go_on(service: Service, client: Client):
    games = {client.open_game(seats=2, bots=["greedy"])["id"] for _ in range(3)}
    service.project(*(f"/v1/games/{game}" for game in games))
    page = client.list_turns(limit=2)
    waiting = list(islice(client.rest(page), 9))
    assert [item["type"] for item in waiting] == ["table_full"] * 3
    assert {item["game"] for item in waiting} == games
    last = client.next_page(page)
    assert last is not None
    assert client.next_page(last) is None
    client.start_game(game := games.pop())
    service.project(f"/v1/games/{game}")
    assert ("started", game) in [(item["type"], item["game"]) for item in client.list_turns(after=last.after)]
    assert "started" not in [item["type"] for item in client.list_turns()]


def test_a_finished_game_is_read_checked_and_replayed(service: Service, finished: tuple[str, list[Caller]]):
    game, [ada, _] = finished
    with new_client(service, "", ada.token) as client:
        log = client.get_log(game.rsplit("/", 1)[1])
        assert client.verify_log(log)["ok"] is True
        frame = client.get_replay(game.rsplit("/", 1)[1], from_=5, limit=1)[0]
        assert frame["view"]["version"] == 5


def test_a_finished_game_has_the_view_of_each_version(service: Service, finished: tuple[str, list[Caller]]):
    id, [ada, _] = finished
    with new_client(service, "", ada.token) as client:
        game = Game(client, id.rsplit("/", 1)[1])
        game.read()
        names = [event["name"] for event in game.events]
        assert game.view(1)["deck"] == []
        for unknown in (-1, 0, game.version + 1):
            with pytest.raises(LookupError, match=f"version {unknown} is not known"):
                game.view(unknown)
        for version in range(1, names.index("game_started") + 3):
            assert game.view(version) == client.get_game(game.id, at=version)


def test_who_has_resigned_has_the_views_of_a_spectator(service: Service, client: Client):
    with new_client(service, "Ben") as ben, new_client(service, "Eve") as eve:
        game, watched = Game(ben, id := client.open_game(seats=2)["id"]), Game(eve, id)
        ben.take_seat(id)
        client.start_game(id)
        game.read()
        started = game.version
        assert (game.view()["seat"], len(game.view()["hand"])) == (1, 10)
        ben.leave_seat(id)
        for read in (game.read, game.read_again):
            read()
            assert game.view(started) == eve.get_game(id, at=started)
        watched.read()
        assert [game.view(version) for version in range(1, started)] == [
            watched.view(each) for each in range(1, started)
        ]


def test_a_decision(service: Service, client: Client):
    game = client.open_game(seats=2, bots=["greedy"])["id"]
    decision = client.decide("greedy", view=client.start_game(game))
    assert decision["intention"] in client.list_legal(game)


def test_a_proof_of_work():
    from hashlib import sha256

    assert sha256(f"c.{nonce_for('c', 12)}".encode()).hexdigest().startswith("000")


class StartsLate(httpx.WSGITransport):
    """A service that does not answer its first requests."""

    def __init__(self, service: Service, refused: int) -> None:
        super().__init__(app=service.app)
        self.refused = refused

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        if self.refused:
            self.refused -= 1
            raise httpx.ConnectError("nobody listens yet")
        return super().handle_request(request)


def test_a_client_can_wait_for_a_service_that_starts(service: Service):
    with httpx.Client(transport=StartsLate(service, 2)) as http:
        with pytest.raises(Problem, match="nobody listens yet"):
            Client("http://localhost", http=http).get_readiness()
        assert Client("http://localhost", wait_for_service=True, http=http).get_health()["status"] == "alive"


def test_a_service_that_never_answers_takes_no_more_time_than_the_patience():
    async def ask(url: str) -> None:
        async with AsyncClient(url, patience=0.5, wait_for_service=True) as client:
            await client.list_bots()

    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        began = time.monotonic()
        with pytest.raises(Problem) as raised, Client(url, patience=0.5, wait_for_service=True) as client:
            client.list_bots()
        assert raised.value.code == "no_answer"
        with pytest.raises(Problem) as raised:
            asyncio.run(ask(url))
        assert raised.value.code == "no_answer"
        assert time.monotonic() < began + 30  # not the 40 s of an attempt


@pytest.mark.parametrize("token", ["", "two words", "sécret", "line\nbreak"])
def test_a_token_that_no_header_can_have_is_refused(token: str):
    with pytest.raises(ValueError, match="no token"):
        Client("http://localhost", token)


@pytest.mark.parametrize("url", ["nonsense", "localhost:8000", "http://[", "http://a..b", "http://127.0.0.1:1"])
def test_an_address_where_nobody_answers_is_told_at_once(url: str):
    with Client(url) as client, pytest.raises(Problem) as raised:
        client.get_me()
    assert raised.value.code == "no_answer"


@pytest.mark.parametrize("key", ["two\nlines", " ", "clé"])
def test_a_request_that_cannot_be_written_is_told_at_once(key: str):
    written: list[httpx.Request] = []
    with (
        socket.create_server(("127.0.0.1", 0)) as silent,
        httpx.Client(event_hooks={"request": [written.append]}) as http,
    ):
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(Problem) as raised:
            Client(url, patience=1, wait_for_service=True, http=http).open_game(key=key)
    assert raised.value.code == "no_answer"
    assert len(written) <= 1
