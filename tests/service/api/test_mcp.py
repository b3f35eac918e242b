"""`POST /mcp`: an agent plays by tools, and meets the same rules, limits and secrets as a program that uses the API."""

import json
from dataclasses import replace
from random import Random
from threading import Thread
from typing import Any

import jsonschema_rs
import pytest

from game.cards import EMPIRE_IDS
from service.api.mcp.messages import (
    HEADER_MISMATCH,
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_HEADER,
    METHOD_NOT_FOUND,
    PARSE_ERROR,
    SUPPORTED,
    UNSUPPORTED_VERSION,
    VERSION_HEADER,
)
from service.api.mcp.tools import TOOLS
from service.app import create_app
from service.jobs.queues import Queues
from tests.amounts import amounts
from tests.bench.mcp import play_games
from tests.service.agent import Agent, stateless, takes
from tests.service.checked_client import CheckedClient
from tests.service.client import Caller, Json, Service, assert_problem, await_waiters, id_of, pick_intention
from tests.service.meanwhile import meanwhile

SLOW = pytest.mark.slow
TOOLS_OF_A_GAME: dict[str, Json] = {
    "join": {},
    "view": {},
    "legal": {},
    "act": {"intentions": [{"type": "ready"}]},
    "undo": {},
    "review": {},
}
"""Each tool that is about a game, with its other arguments."""


@pytest.fixture
def agent(service: Service) -> Agent:
    return Agent(service.new_bot())


def sent(caller: Caller, body: Any, **headers: str) -> tuple[int, Json]:
    answer = caller.post("/mcp", body, {name.replace("_", "-"): value for name, value in headers.items()})
    return answer.status_code, answer.json


def error(answered: tuple[int, Json]) -> tuple[int, int]:
    status, body = answered
    assert body["jsonrpc"] == "2.0"
    return status, body["error"]["code"]


@SLOW
def test_an_agent_opens_a_game_plays_it_and_reads_who_won(service: Service, agent: Agent):
    game = agent.call("join", against=["greedy"])["game"]
    rng, turns = Random(1), 0
    position = agent.call("view", game=game)
    while position["status"] == "playing":
        while position["your_turn"]:
            chosen = pick_intention(position["legal"], rng)
            takes("act").validate({"game": game, "intentions": position["legal"][:64]})
            position |= agent.call("act", game=game, intentions=[chosen], expected_version=position["version"])
            turns += 1
        service.run_jobs(f"/v1/games/{game}")
        position = agent.call("view", game=game, wait=1)
    assert position["status"] == "finished"
    assert turns > 20
    assert position["view"]["seats"][0]["score"]["total"] >= 0
    assert position["replay"].endswith(f"/replay/{game}?embed")


def test_games_are_found_with_those_that_wait_first_and_join_takes_a_seat_and_agrees(service: Service, agent: Agent):
    ada = service.new_player("Ada")
    game = service.open_game(ada)
    assert ada.ask("PUT", f"{game}/seats/me/ready", json={"ready": True}).status_code == 200
    service.project(game)
    assert id_of(game) in [each["id"] for each in agent.call("find_game")["open"]]
    joined = agent.call("join", game=id_of(game))
    assert (joined["status"], joined["seat"], joined["your_turn"]) == ("playing", 1, True)
    service.project(game)
    found = agent.call("find_game")
    assert (found["your_turn"], [each["id"] for each in found["yours"]]) == ([id_of(game)], [id_of(game)])
    assert agent.caller.ask("DELETE", f"{game}/seats/me").status_code == 204
    service.project(game)
    assert agent.call("find_game")["your_turn"] == []


def test_who_opens_a_game_has_the_empire_that_was_asked_for(agent: Agent):
    for empire in EMPIRE_IDS:
        opened = agent.call("join", against=["random"], empire=empire)
        assert agent.call("view", game=opened["game"])["view"]["seats"][0]["empire"] == empire


def test_join_again_changes_nothing(service: Service, agent: Agent):
    first = agent.call("join", against=["random"], key="once")
    assert agent.call("join", against=["random"], key="once")["game"] == first["game"]
    assert agent.call("join", game=first["game"])["version"] == first["version"]
    assert "idempotency_key_reused" in agent.refused("join", against=["greedy"], key="once")
    assert "invalid_body" in agent.refused("join")


def test_two_calls_at_once_under_a_key_open_one_game(agent: Agent, monkeypatch: pytest.MonkeyPatch):
    calls: list[Json] = []

    def join() -> None:
        calls.append(agent.call("join", against=["random"], key="once"))

    meanwhile(monkeypatch, "service.api.mcp.calls.agree_to_start", join)
    join()
    first, late = calls
    assert (first["status"], first["repeated"], late) == ("playing", False, first | {"repeated": True})


def test_the_key_of_a_join_belongs_to_its_game_and_its_other_arguments(service: Service, agent: Agent):
    ada, (one, two) = service.new_player("Ada"), EMPIRE_IDS[:2]
    game, other = [id_of(service.open_game(ada)) for _ in range(2)]
    call = {"game": game, "empire": one, "key": "k"}
    first, again = agent.call("join", **call), agent.call("join", **call)
    assert (first["repeated"], again["repeated"], again["version"]) == (False, True, first["version"])
    for changed in ({"empire": two}, {"game": other}):
        assert "idempotency_key_reused" in agent.refused("join", **call | changed)
    assert "idempotency_key_reused" in agent.refused("join", against=["random"], key="k")
    assert "already_seated" in agent.refused("join", game=game, empire=two)
    assert agent.call("join", game=game, empire=one)["repeated"] is False
    assert agent.call("join", game=other, empire=two, key="l")["seat"] == 1
    opened = [agent.call("join", against=["random"], empire=one, key="m") for _ in range(2)]
    assert ([each["repeated"] for each in opened], opened[0]["game"]) == ([False, True], opened[1]["game"])
    assert "idempotency_key_reused" in agent.refused("join", game=other, key="m")


def test_a_join_that_was_refused_does_not_use_up_its_key(service: Service, agent: Agent):
    full, _ = service.start_game(2)
    assert "not_open" in agent.refused("join", game=id_of(full), key="k")
    game = id_of(service.open_game(service.new_player("Ada")))
    assert agent.call("join", game=game, key="k")["seat"] == 1


def test_a_join_that_is_sent_again_does_not_bring_a_player_back(service: Service, agent: Agent):
    call = {"against": ["random"], "key": "k"}
    game = agent.call("join", **call)["game"]
    assert agent.caller.ask("DELETE", f"/v1/games/{game}/seats/me").status_code == 204
    again = agent.call("join", **call)
    assert (again["game"], again["repeated"], again["seat"]) == (game, True, None)


def test_a_call_under_a_key_happens_once(agent: Agent):
    position = agent.call("join", against=["random"])
    chosen = {"game": position["game"], "intentions": position["legal"][:1], "key": "first pick"}
    first, second = agent.call("act", **chosen), agent.call("act", **chosen)
    assert (first["repeated"], second["repeated"]) == (False, True)
    assert first["version"] == second["version"]
    assert first["news"]


def test_undo_takes_back_what_nobody_has_seen(agent: Agent):
    position = agent.call("join", against=["random"])
    agent.call("act", game=position["game"], intentions=position["legal"][:1])
    back = agent.call("undo", game=position["game"])
    assert back["legal"] == position["legal"]
    assert "nothing_to_undo" in agent.refused("undo", game=position["game"])


def test_a_refusal_says_what_to_do_next(agent: Agent):
    position = agent.call("join", against=["random"])
    game = position["game"]
    told = agent.refused("act", game=game, intentions=[{"type": "draft", "card": "the moon"}])
    assert (
        told.splitlines()[-1]
        == "Next: Call legal: it lists all that the rules accept now. Send entries of it unchanged."
    )
    assert "- /intentions/0: " in agent.refused("act", game=game, intentions=["draft"])
    assert "- /intentions: " in agent.refused("act", game=game, intentions=[])
    assert "- /intentions/type: " in agent.refused("act", game=game, intentions={})
    assert "- /intentions: is missing" in agent.refused("act", game=game)
    assert "- /against/1: " in agent.refused("join", against=["greedy", "nobody"])
    assert "stale_version" in agent.refused("act", game=game, intentions=position["legal"][:1], expected_version=1)
    assert "/gmae is unknown" in agent.refused("view", gmae=game).replace(":", "")
    assert "no_such_game" in agent.refused("view", game="nowhere")
    assert "not_finished" in agent.refused("review", game=game)
    assert "/wait" in agent.refused("view", game=game, wait=3600)


def test_in_a_game_that_is_not_played_an_agent_is_led_to_view(service: Service):
    host = service.new_player("Ada")
    game = id_of(service.open_game(host, seats=2))
    told = Agent(host).refused("act", game=game, intentions=[{"type": "ready"}])
    assert told.startswith("not_playing")
    assert told.splitlines()[-1].startswith("Next: Call view")


def test_an_agent_that_has_resigned_is_led_to_another_game(agent: Agent):
    position = agent.call("join", against=["random"])
    assert agent.caller.ask("DELETE", f"/v1/games/{position['game']}/seats/me").status_code == 204
    for tool, more in (("act", {"intentions": position["legal"][:1]}), ("legal", {}), ("undo", {})):
        told = agent.refused(tool, game=position["game"], **more)
        assert told.startswith("resigned")
        assert told.splitlines()[-1].startswith("Next: Choose another game")


def test_no_agent_sees_another_hand(service: Service, table: tuple[str, list[Caller]]):
    game, [ada, ben] = table
    seen = [Agent(each).call("view", game=id_of(game), after=0) for each in (ada, ben)]
    hands = [each["view"]["hand"] for each in seen]
    assert hands[0] != hands[1]
    for mine, other in ((0, 1), (1, 0)):
        text = json.dumps(seen[mine])
        assert all(card not in text for card in set(hands[other]) - set(hands[mine]))


def test_a_private_game_does_not_exist_for_the_tools_of_a_stranger(service: Service, agent: Agent):
    game = id_of(service.open_game(service.new_player("Ada"), visibility="private"))
    for tool, more in TOOLS_OF_A_GAME.items():
        told = [agent.refused(tool, game=each, **more) for each in (game, "nowhere")]
        assert told[0] == told[1]
        assert told[0].startswith("no_such_game")


def test_view_hears_of_what_another_process_writes(service: Service, table: tuple[str, list[Caller]]):
    game, [ada, ben] = table
    other = service.another_process()
    agent = Agent(ada.through(other))
    position = agent.call("view", game=id_of(game))
    agent.call("act", game=id_of(game), intentions=position["legal"][:1])
    positions: list[Json] = []
    waits = Thread(target=lambda: positions.append(agent.call("view", game=id_of(game), wait=20)))
    waits.start()
    await_waiters(other, game, 1)
    assert ben.post(f"{game}/intentions", ben.get(f"{game}/legal").json[0]).status_code == 201
    waits.join()
    assert positions[0]["your_turn"]
    first = Agent(ada).call("act", game=id_of(game), intentions=positions[0]["legal"][:1], key="k")
    assert agent.call("act", game=id_of(game), intentions=positions[0]["legal"][:1], key="k")["repeated"]
    assert first["version"] == agent.call("legal", game=id_of(game))["version"]


def test_view_waits_until_it_is_the_agents_turn(service: Service, table: tuple[str, list[Caller]]):
    game, [ada, ben] = table
    agent = Agent(ada)
    position = agent.call("view", game=id_of(game))
    assert not agent.call("act", game=id_of(game), intentions=position["legal"][:1])["your_turn"]
    pick = ben.get(f"{game}/legal").json[0]
    positions: list[Json] = []
    waits = Thread(
        target=lambda: positions.append(agent.call("view", game=id_of(game), wait=20, after=position["version"]))
    )
    waits.start()
    await_waiters(service, game, 1)
    assert ben.post(f"{game}/intentions", pick).status_code == 201
    waits.join()
    [position] = positions
    assert position["your_turn"]
    assert position["news"]


def test_view_settles_after_the_wait_who_may_see_the_game(service: Service, table: tuple[str, list[Caller]]):
    game, [ada, _] = table
    agent = Agent(ada)
    position = agent.call("view", game=id_of(game))
    agent.call("act", game=id_of(game), intentions=position["legal"][:1])
    body, headers = stateless("tools/call", {"name": "view", "arguments": {"game": id_of(game), "wait": 20}})
    answers: list[Any] = []
    asks = Thread(target=lambda: answers.append(ada.post("/mcp", body, headers)))
    asks.start()
    await_waiters(service, game, 1)
    assert ada.ask("DELETE", "/v1/players/me").status_code == 204
    asks.join()
    assert_problem(answers[0], 401, "token_unknown")


@SLOW
@amounts("games", short=1, long=20)
def test_no_game_is_lost_to_nonsense_and_all_answers_conform(games: int, service: Service):
    played = play_games(service, games, Random(3))
    assert played.games == games
    assert played.nonsense > 5 * games
    assert played.faults == []


@SLOW
def test_review_judges_a_finished_game(service: Service):
    game, [ada] = service.start_game(1, bots=["random"])
    service.play(game, [ada])
    agent = Agent(ada)
    assert agent.call("review", game=id_of(game))["status"] == "pending"
    queues = Queues(service.parts.settings)
    queues.lanes["long_decisions"].delete(delete_jobs=True)  # nobody does it here
    queues.redis.close()
    assert "unknown_seat" in agent.refused("review", game=id_of(game), seat=4)


def test_the_rules_and_cards_are_told(agent: Agent):
    everything = agent.call("rules")
    assert everything["text"].startswith("## The goal")
    topic = agent.call("rules", topic="draft", cards=["zeppelin"])
    assert topic["text"].startswith("## Draft")
    assert topic["text"].strip() in everything["text"]
    [card] = agent.call("rules", cards=["zeppelin"])["cards"]
    assert (card, card["id"]) == (topic["cards"][0], "zeppelin")


def test_what_can_be_read(agent: Agent):
    read = {
        each["uri"]: agent.ask("resources/read", uri=each["uri"])["contents"][0]
        for each in agent.ask("resources/list")["resources"]
    }
    assert read["wonderful://rules"]["text"] == agent.call("rules")["text"]
    assert json.loads(read["wonderful://catalogue"]["text"])["developments"]
    table = read["ui://wonderful/table"]
    assert (table["mimeType"], table["_meta"]["ui"]["csp"]["frameDomains"]) == (
        "text/html;profile=mcp-app",
        ["http://localhost"],
    )
    [prompt] = agent.ask("prompts/list")["prompts"]
    taught = agent.ask("prompts/get", name=prompt["name"])["messages"][0]["content"]["text"]
    assert all(f"`{tool}`" in taught for tool in ("find_game", "join", "view", "act", "undo", "review", "rules"))
    assert agent.ask("resources/templates/list")["resourceTemplates"] == []


@pytest.mark.slow
def test_a_host_may_frame_the_address_at_which_a_finished_game_is_shown(service: Service):
    """Behind a proxy, the host of the request is another one."""
    game, [ada] = service.start_game(1, bots=["random"])
    service.play(game, [ada])
    public = replace(service.parts.settings, public_url="https://play.test/world")
    app = create_app(replace(service.parts, settings=public))
    app.test_client_class = CheckedClient
    agent = Agent(Caller(app, ada.id, ada.token))
    [table] = agent.ask("resources/read", uri="ui://wonderful/table")["contents"]
    assert table["_meta"]["ui"]["csp"]["frameDomains"] == ["https://play.test"]
    assert agent.call("view", game=id_of(game))["replay"] == f"https://play.test/world/replay/{id_of(game)}?embed"


def test_tools_tell_their_schemas_and_which_only_read(agent: Agent):
    tools = agent.ask("tools/list")["tools"]
    assert [each["name"] for each in tools] == [*TOOLS]
    for each in tools:
        jsonschema_rs.meta.validate(each["inputSchema"])
        jsonschema_rs.meta.validate(each["outputSchema"])
        assert each["inputSchema"]["type"] == each["outputSchema"]["type"] == "object"
    reads = {each["name"] for each in tools if each["annotations"]["readOnlyHint"]}
    assert reads == {"find_game", "view", "legal", "rules"}


def test_a_token_needs_the_scope_bot_and_those_of_the_tools(service: Service):
    ada = service.new_bot()

    def with_scopes(*scopes: str) -> Agent:
        token = ada.post("/v1/tokens", {"name": "agent", "scopes": [*scopes]}).json["token"]
        return Agent(Caller(service.app, ada.id, token))

    body, headers = stateless("tools/list")
    assert_problem(with_scopes("read", "play").caller.post("/mcp", body, headers), 403, "scope_missing")
    assert "scope_missing" in with_scopes("bot").refused("find_game")
    reader = with_scopes("bot", "read")
    assert reader.call("find_game")["yours"] == []
    assert "scope_missing" in reader.refused("join", against=["random"])


def test_headers_must_repeat_the_body(agent: Agent):
    body, headers = stateless("tools/call", {"name": "find_game"})
    for name in headers:
        other = {**headers, name: "other"}
        assert error(sent(agent.caller, body, **other)) == (400, HEADER_MISMATCH)
        del other[name]
        wanted = (400, HEADER_MISMATCH)
        assert error(sent(agent.caller, body, **other)) == wanted
    encoded = headers | {"Mcp-Name": "=?base64?ZmluZF9nYW1l?="}
    assert sent(agent.caller, body, **encoded)[0] == 200


def test_other_revisions(agent: Agent):
    body, headers = stateless("tools/list")
    body["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = "1900-01-01"
    status, told = sent(agent.caller, body, **headers | {VERSION_HEADER: "1900-01-01"})
    assert (status, told["error"]["code"]) == (400, UNSUPPORTED_VERSION)
    assert told["error"]["data"] == {"supported": [*SUPPORTED], "requested": "1900-01-01"}
    ping = {"jsonrpc": "2.0", "id": 2, "method": "ping"}
    status, told = sent(agent.caller, ping, **{VERSION_HEADER: "2024-11-05"})
    assert (status, told["error"]["code"]) == (400, UNSUPPORTED_VERSION)
    assert told["error"]["data"] == {"supported": [*SUPPORTED], "requested": "2024-11-05"}
    assert agent.ask("server/discover")["supportedVersions"] == [*SUPPORTED]


def test_a_client_of_2025_11_25_begins_with_initialize(agent: Agent):
    asked = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "old", "version": "1"}}
    hello = {"jsonrpc": "2.0", "id": "a", "method": "initialize", "params": asked}
    status, told = sent(agent.caller, hello)
    assert (status, told["id"], told["result"]["protocolVersion"]) == (200, "a", "2025-11-25")
    old = {VERSION_HEADER: "2025-11-25"}
    ready = agent.caller.post("/mcp", {"jsonrpc": "2.0", "method": "notifications/initialized"}, old)
    assert (ready.status_code, ready.data) == (202, b"")
    assert sent(agent.caller, {"jsonrpc": "2.0", "id": 2, "method": "ping"}, **old) == (
        200,
        {"jsonrpc": "2.0", "id": 2, "result": {}},
    )
    without = {VERSION_HEADER: "", "Origin": ""}
    assert sent(agent.caller, {"jsonrpc": "2.0", "id": 2, "method": "ping"}, **without)[0] == 200
    call = {"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"name": "find_game"}}
    assert sent(agent.caller, call, **old)[1]["result"]["structuredContent"]["yours"] == []
    assert error(sent(agent.caller, call | {"method": "nonsense"}, **old)) == (200, METHOD_NOT_FOUND)
    assert error(sent(agent.caller, call | {"params": {"name": "win"}}, **old)) == (200, INVALID_PARAMS)


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ([], INVALID_REQUEST),
        ([{"jsonrpc": "2.0", "id": 1, "method": "ping"}], INVALID_REQUEST),
        ("ping", INVALID_REQUEST),
        ({"id": 1, "method": "ping"}, INVALID_REQUEST),
        ({"jsonrpc": "2.0", "id": None, "method": "ping"}, INVALID_REQUEST),
        ({"jsonrpc": "2.0", "id": True, "method": "ping"}, INVALID_REQUEST),
        ({"jsonrpc": "2.0", "id": 1, "result": {}}, INVALID_REQUEST),
        ({"jsonrpc": "2.0", "id": 1, "method": "ping", "params": []}, INVALID_PARAMS),
        ({"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"_meta": 1}}, INVALID_PARAMS),
    ],
)
def test_what_is_no_message_is_refused(agent: Agent, body: Any, told: int):
    assert error(sent(agent.caller, body)) == (400, told)


def test_what_no_method_takes_is_refused(agent: Agent):
    def refused(method: str, **params: Any) -> tuple[int, int]:
        body, headers = stateless(method, params)
        return error(sent(agent.caller, body, **headers))

    assert refused("ping") == refused("subscriptions/listen") == (404, METHOD_NOT_FOUND)
    assert refused("tools/call", name="win") == (400, INVALID_PARAMS)
    assert refused("tools/call", name="legal", arguments=[1]) == (400, INVALID_PARAMS)
    assert refused("resources/read", uri="file:///etc/passwd") == (400, INVALID_PARAMS)
    assert refused("prompts/get", name="win") == (400, INVALID_PARAMS)
    assert refused("tools/list", cursor="2") == (400, INVALID_PARAMS)
    body, headers = stateless("tools/list")
    del body["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"]
    assert error(sent(agent.caller, body, **headers)) == (400, INVALID_PARAMS)


def test_bodies_are_bounded_before_they_are_read(agent: Agent):
    def answered(raw: str) -> tuple[int, int]:
        answer = agent.caller.send("/mcp", raw)
        return error((answer.status_code, answer.json))

    assert answered("{") == (400, PARSE_ERROR)
    assert answered("[" * 100_000) == (400, PARSE_ERROR)
    assert answered("[" + "{}," * 2_000 + "{}]") == (400, PARSE_ERROR)
    large = agent.caller.send("/mcp", '{"jsonrpc": "2.0", "x": "' + "x" * 3_000_000 + '"}')
    assert_problem(large, 413, "body_too_large")
    assert agent.caller.get("/mcp").status_code == agent.caller.ask("DELETE", "/mcp").status_code == 405


def test_a_page_of_another_origin_is_refused_if_the_settings_name_some(service: Service, agent: Agent):
    body, headers = stateless("tools/list")
    assert sent(agent.caller, body, **headers, Origin="https://evil.example")[0] == 200  # the default: all origins
    named = replace(service.parts.settings, cors_origins=("https://play.example.org",))
    app = create_app(replace(service.parts, settings=named))
    app.test_client_class = CheckedClient
    agent = Agent(Caller(app, agent.caller.id, agent.caller.token))
    for origin in ("http://localhost", "https://play.example.org"):
        assert sent(agent.caller, body, **headers, Origin=origin)[0] == 200
    assert error(sent(agent.caller, body, **headers, Origin="https://evil.example")) == (403, INVALID_REQUEST)
    assert error(sent(agent.caller, body, **headers, Origin="null")) == (403, INVALID_REQUEST)


def test_methods_are_named_by_a_header(agent: Agent):
    body, headers = stateless("prompts/list")
    assert error(sent(agent.caller, body, **headers | {METHOD_HEADER: "tools/list"})) == (400, HEADER_MISMATCH)
