"""Turns over all games: what waits is told at once, what comes is told as it comes, by every way to listen."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import pytest
from werkzeug.test import TestResponse

import game as rules
from projections.notices import Notices
from service.games.turns import Inbox
from service.games.wakeups import Waiter
from service.jobs.scores import score_game
from tests.service.client import Caller, Json, Service, assert_problem, choice, id_of


def bot(service: Service, name: str = "Marvin") -> Caller:
    """A new bot account."""
    account = service.app.test_client().post("/v1/players", json={"name": name, "kind": "bot"}).json
    return Caller(service.app, account["id"], account["token"])


def listed(service: Service, *games: str) -> None:
    """What the projector does for these games."""
    for game in games:
        loaded = service.parts.games.load(id_of(game))
        service.parts.lobby.save(id_of(game), loaded)
        Notices(service.parts.redis, service.parts.keys).send(id_of(game), loaded.state)


def polled(caller: Caller, wait: float = 0) -> list[Json]:
    answer = caller.get(f"/v1/turns?wait={wait}")
    assert answer.status_code == 200, answer.text
    return answer.json


@contextmanager
def stream(caller: Caller, accept: str, last: str | None = None) -> Iterator[tuple[TestResponse, Iterator[str]]]:
    """An open stream, and its pieces as they come after the sign of life with which it begins."""
    headers = {"Accept": accept} | ({"Last-Event-ID": last} if last else {})
    answer = caller.get("/v1/turns", headers)
    pieces = (piece.decode() for piece in answer.iter_encoded())
    assert next(pieces) in ("\n", ": still here\n\n")
    try:
        yield answer, pieces
    finally:
        answer.close()


def seated(service: Service, *callers: Caller, **options: object) -> str:
    """A game of these players, under way."""
    game = service.opened(callers[0], seats=len(callers), **options)
    for caller in callers[1:]:
        assert caller.post(f"{game}/seats").status_code == 201
    assert callers[0].post(f"{game}/start").status_code == 200
    listed(service, game)
    return game


def test_a_poll_tells_all_turns_with_view_and_legal_intentions(service: Service, ada: Caller):
    marvin = bot(service)
    games = [seated(service, marvin, ada), seated(service, ada, marvin)]
    items = polled(marvin)
    assert {item["game"] for item in items} == {id_of(game) for game in games}
    for item in items:
        game = f"/v1/games/{item['game']}"
        assert item["type"] == "turn"
        assert item["view"] == marvin.get(game).json
        assert item["legal"] == marvin.get(f"{game}/legal").json
        assert (item["seat"], item["version"]) == (item["view"]["seat"], item["view"]["version"])


def test_a_turn_that_is_taken_is_told_no_more(service: Service, ada: Caller):
    marvin = bot(service)
    game = seated(service, marvin, ada)
    [item] = polled(marvin)
    assert marvin.post(f"{game}/intentions", item["legal"][0]).status_code == 201
    assert polled(marvin) == []
    assert len(polled(ada)) == 1, "a human may listen as well"


def test_who_has_nothing_to_do_is_told_as_soon_as_there_is(service: Service, ada: Caller):
    marvin = bot(service)
    game = seated(service, marvin, ada)
    assert marvin.post(f"{game}/intentions", polled(marvin)[0]["legal"][0]).status_code == 201
    found: list[list[Json]] = []
    waiting = threading.Thread(target=lambda: found.append(polled(marvin, wait=20)))
    waiting.start()
    ada.post(f"{game}/intentions", ada.get(f"{game}/legal").json[0])
    while waiting.is_alive():
        listed(service, game)
        waiting.join(0.05)
    assert [item["type"] for item in found[0]] == ["turn"]
    assert polled(marvin, wait=0.01)[0]["version"] == found[0][0]["version"]


def test_a_stream_of_lines_begins_with_all_that_waits_and_goes_on(service: Service, ada: Caller):
    marvin = bot(service)
    game = seated(service, marvin, ada)
    with stream(marvin, "application/x-ndjson") as (answer, pieces):
        assert answer.content_type == "application/x-ndjson"
        assert answer.headers["Cache-Control"] == "no-store"
        first = json.loads(next(pieces))
        assert (first["type"], first["game"], first["id"]) == ("turn", id_of(game), f"{id_of(game)}-{first['version']}")
        marvin.post(f"{game}/intentions", first["legal"][0])
        ada.post(f"{game}/intentions", ada.get(f"{game}/legal").json[0])
        listed(service, game)
        assert json.loads(next(pieces))["version"] > first["version"]


def test_a_stream_of_events_names_them_for_resuming(service: Service, ada: Caller):
    marvin = bot(service)
    game, other = seated(service, marvin, ada), seated(service, marvin, ada)
    with stream(marvin, "text/event-stream") as (answer, pieces):
        assert answer.content_type.startswith("text/event-stream")
        told = [dict(line.split(": ", 1) for line in next(pieces).strip().split("\n")) for _ in range(2)]
    assert {event["event"] for event in told} == {"turn"}
    assert {json.loads(event["data"])["game"] for event in told} == {id_of(game), id_of(other)}
    with stream(marvin, "text/event-stream", told[0]["id"]) as (_, pieces):
        again = next(pieces)
    assert told[1]["id"] in again, "what was told last is not told again"


def test_within_a_phase_a_turn_is_told_again_only_when_the_own_seat_has_changed(service: Service, ada: Caller):
    marvin = bot(service)
    game = seated(service, marvin, ada)
    service.played(game, [marvin, ada], until="planning")
    player = service.parts.accounts.by_id(marvin.id)
    assert player
    desk = Inbox(service.parts, player)
    assert [item.kind for item in desk.new_items({id_of(game)})] == ["turn"]
    ada.post(f"{game}/intentions", choice(ada.get(f"{game}/legal").json, Random(1)))
    assert list(desk.new_items({id_of(game)})) == []
    legal = marvin.get(f"{game}/legal").json
    marvin.post(f"{game}/intentions", next(body for body in legal if body["type"] == "recycle"))
    assert [item.kind for item in desk.new_items({id_of(game)})] == ["turn"]


def test_a_turn_that_comes_back_by_an_undo_is_told_again(service: Service, ada: Caller):
    marvin = bot(service)
    game = seated(service, marvin, ada)
    player = service.parts.accounts.by_id(marvin.id)
    assert player
    desk = Inbox(service.parts, player)
    [turn] = desk.new_items()
    marvin.post(f"{game}/intentions", turn.data["legal"][0])
    assert [*desk.new_items({id_of(game)})] == []
    assert marvin.post(f"{game}/undo").status_code == 201
    [again] = desk.new_items({id_of(game)})
    assert (again.kind, again.data["legal"]) == ("turn", turn.data["legal"])


def test_the_end_of_a_game_is_told_to_who_had_nothing_to_do_any_more(service: Service, ada: Caller):
    marvin = bot(service)
    game = seated(service, ada, marvin)
    last = None
    while service.parts.games.load(id_of(game)).state.phase != "finished":
        player = service.parts.accounts.by_id(marvin.id)
        assert player
        if not marvin.get(f"{game}/legal").json:
            last = Inbox(service.parts, player)
            assert [item.kind for item in last.new_items()] == []
        for caller in (marvin, ada):
            if legal := caller.get(f"{game}/legal").json:
                caller.post(f"{game}/intentions", choice(legal, Random(2)))
                listed(service, game)
    score_game(service.parts, id_of(game))
    listed(service, game)
    assert last
    assert [item.kind for item in last.new_items()] == ["end"]


def test_the_end_of_a_game_is_told_once_to_who_was_told_of_its_turns(service: Service, ada: Caller):
    marvin = bot(service)
    game = seated(service, marvin, ada)
    player = service.parts.accounts.by_id(marvin.id)
    assert player
    desk = Inbox(service.parts, player)
    assert len([*desk.new_items({id_of(game)})]) == 1
    service.played(game, [marvin, ada])
    [end] = desk.new_items({id_of(game)})
    assert (end.kind, end.data["view"]["status"]) == ("end", "finished")
    assert end.data["view"]["result"]["ranking"]
    assert list(desk.new_items()) == []


def test_a_waiter_that_lost_its_connection_looks_for_everything():
    waiter = Waiter()
    waiter.games.add("g")
    waiter.set()
    assert waiter.take() == {"g"}
    assert not waiter.is_set()
    waiter.games = None
    assert waiter.take() is None
    assert waiter.take() == set()


@pytest.mark.parametrize("query", ["wait=31", "wait=-1", "wait=x", "games=1"])
def test_a_query_that_makes_no_sense_is_refused(ada: Caller, query: str):
    assert_problem(ada.get(f"/v1/turns?{query}"), 422, "invalid_query")


def test_turns_are_for_who_has_a_token(service: Service):
    assert service.app.test_client().get("/v1/turns").status_code == 401


def test_notices_go_to_whom_a_game_concerns(service: Service, ada: Caller):
    from projections.notices import concerned_players

    marvin = bot(service)
    open_ = service.opened(ada, seats=3, bots=["greedy"], invited=[marvin.id])
    state = service.parts.games.load(id_of(open_)).state
    assert concerned_players(state) == [marvin.id]
    marvin.post(f"{open_}/seats")
    assert concerned_players(service.parts.games.load(id_of(open_)).state) == []
    ada.post(f"{open_}/start")
    state = service.parts.games.load(id_of(open_)).state
    assert concerned_players(state) == [ada.id, marvin.id]
    ada.ask("DELETE", f"{open_}/seats/me")
    marvin.ask("DELETE", f"{open_}/seats/me")
    assert concerned_players(service.parts.games.load(id_of(open_)).state) == []
    assert rules.bots_due(state) == (2,)
