"""Turns over all games, by poll or stream: first everything that waits, then each item as it comes."""

import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from jsonschema_rs import Draft202012Validator
from werkzeug.test import TestResponse

from service.jobs.scores import score_game
from tests.api_description import ApiDescription
from tests.service.checked_client import description_of
from tests.service.client import Caller, Json, Service, id_of, poll_turns


@contextmanager
def open_stream(
    caller: Caller, media_type: str, last_id: str | None = None
) -> Iterator[tuple[TestResponse, Iterator[str]]]:
    """A stream of turns: the response, and its chunks as they come after the sign of life at its start."""
    headers = {"Accept": media_type} | ({"Last-Event-ID": last_id} if last_id else {})
    answer = caller.get("/v1/turns", headers)
    chunks = (chunk.decode() for chunk in answer.iter_encoded())
    assert re.fullmatch("\n|: still here\nid: [0-9]+\n\n", next(chunks))
    try:
        yield answer, chunks
    finally:
        answer.close()


@pytest.fixture(scope="module")
def turn_schema(service: Service) -> Draft202012Validator:
    """The schema of an item, which the check of answers does not see in a stream."""
    return description_of(service.app).validator(ApiDescription.ref("Turn"))


def test_a_poll_lists_all_turns_with_view_and_legal_intentions(service: Service, ada: Caller, marvin: Caller):
    games = [service.seat_and_start(marvin, ada), service.seat_and_start(ada, marvin)]
    items = poll_turns(marvin)
    assert {item["game"] for item in items} == {id_of(game) for game in games}
    for item in items:
        game = f"/v1/games/{item['game']}"
        assert item["type"] == "your_turn"
        assert item["view"] == marvin.get(game).json
        assert item["legal"] == marvin.get(f"{game}/legal").json
        assert (item["seat"], item["version"]) == (item["view"]["seat"], item["view"]["version"])


def test_a_turn_that_was_taken_is_listed_no_more(service: Service, ada: Caller, marvin: Caller):
    game = service.seat_and_start(marvin, ada)
    [item] = poll_turns(marvin)
    assert marvin.post(f"{game}/intentions", item["legal"][0]).status_code == 201
    assert poll_turns(marvin) == []
    assert len(poll_turns(ada)) == 1, "a human may listen, too"


def test_a_poll_without_turns_is_answered_as_soon_as_there_is_one(service: Service, ada: Caller, marvin: Caller):
    game = service.seat_and_start(marvin, ada)
    assert marvin.post(f"{game}/intentions", poll_turns(marvin)[0]["legal"][0]).status_code == 201
    found: list[list[Json]] = []
    poll = threading.Thread(target=lambda: found.append(poll_turns(marvin, wait_seconds=20)))
    poll.start()
    ada.post(f"{game}/intentions", ada.get(f"{game}/legal").json[0])
    while poll.is_alive():
        service.project(game)
        poll.join(0.05)
    assert [item["type"] for item in found[0]] == ["your_turn"]
    assert poll_turns(marvin, wait_seconds=0.01)[0]["version"] == found[0][0]["version"]


def test_a_stream_of_lines_begins_with_all_that_waits_and_goes_on(
    service: Service, ada: Caller, marvin: Caller, turn_schema: Draft202012Validator
):
    game = service.seat_and_start(marvin, ada)
    with open_stream(marvin, "application/x-ndjson") as (answer, chunks):
        assert answer.content_type == "application/x-ndjson"
        assert answer.headers["Cache-Control"] == "private, no-store"
        first = json.loads(next(chunks))
        assert first["id"].endswith(f"-{id_of(game)}-{first['version']}-your_turn")
        turn_schema.validate(first)
        assert (first["type"], first["game"]) == ("your_turn", id_of(game))
        marvin.post(f"{game}/intentions", first["legal"][0])
        ada.post(f"{game}/intentions", ada.get(f"{game}/legal").json[0])
        service.project(game)
        assert json.loads(next(chunks))["version"] > first["version"]


def test_a_stream_of_server_sent_events_has_ids_and_repeats_what_still_waits_when_it_is_resumed(
    service: Service, ada: Caller, marvin: Caller, turn_schema: Draft202012Validator
):
    game, other = service.seat_and_start(marvin, ada), service.seat_and_start(marvin, ada)
    with open_stream(marvin, "text/event-stream") as (answer, chunks):
        assert answer.content_type.startswith("text/event-stream")
        events = [dict(line.split(": ", 1) for line in next(chunks).strip().split("\n")) for _ in range(2)]
    items = [json.loads(event["data"]) for event in events]
    for item in items:
        turn_schema.validate(item)
    assert {event["event"] for event in events} == {"your_turn"}
    assert {item["game"] for item in items} == {id_of(game), id_of(other)}
    assert {item["id"] for item in items} == {event["id"] for event in events}
    with open_stream(marvin, "text/event-stream", events[1]["id"]) as (_, chunks):
        again = [next(chunks) for _ in range(2)]
    assert [event["id"] in chunk for event, chunk in zip(events, again, strict=True)] == [True, True]


@pytest.mark.slow
def test_an_end_in_a_long_poll_has_the_fields_of_a_turn(service: Service, ada: Caller, marvin: Caller):
    game = service.seat_and_start(marvin, ada)
    [turn] = poll_turns(marvin)
    service.play(game, [marvin, ada], until="finished")  # all but the score
    found: list[list[Json]] = []
    poll = threading.Thread(target=lambda: found.append(poll_turns(marvin, 20, last_id=turn["id"])))
    poll.start()
    score_game(service.parts, id_of(game))
    while poll.is_alive():
        service.project(game)
        poll.join(0.05)
    [end] = found[0]
    assert end.keys() == turn.keys()
    assert (end["type"], end["game"], end["seat"], end["legal"]) == ("finished", id_of(game), 0, [])
    assert end["view"]["result"]["ranking"]


def test_the_end_of_the_game_of_the_last_event_id_is_not_missed(service: Service, ada: Caller, marvin: Caller):
    game = service.seat_and_start(marvin, ada)
    [turn] = poll_turns(marvin)
    service.play(game, [marvin, ada])
    service.project(game)
    assert poll_turns(marvin) == []
    [end] = poll_turns(marvin, last_id=turn["id"])
    assert (end["type"], end["view"]["status"]) == ("finished", "finished")
    with open_stream(marvin, "application/x-ndjson", turn["id"]) as (_, chunks):
        assert json.loads(next(chunks)) == end
    assert poll_turns(marvin, last_id=end["id"]) == [], "the client has it"
    assert poll_turns(service.new_player("Eve"), last_id=turn["id"]) == []


@pytest.mark.parametrize("last_id", ["", "-", "nosuchgame-7", "x" * 5000, "\xe9-1", "{p1}-*"])
def test_any_last_event_id_is_answered(service: Service, ada: Caller, last_id: str):
    game = service.seat_and_start(ada, service.new_player("Ben"))
    assert [item["game"] for item in poll_turns(ada, last_id=last_id)] == [id_of(game)]


def next_of(answer: TestResponse) -> str:
    """The address of the `Link` header."""
    found = re.fullmatch('<([^>]+)>; rel="next"', answer.headers["Link"])
    assert found
    return found[1]


def test_the_link_of_a_poll_leads_to_what_happened_since_even_if_nothing_had_happened(service: Service, ada: Caller):
    answer = ada.get("/v1/turns")
    assert answer.json == []
    game = service.seat_and_start(ada, service.new_player("Ben"))
    answer = ada.get(next_of(answer))
    assert [(item["type"], item["game"]) for item in answer.json] == [
        ("started", id_of(game)),
        ("your_turn", id_of(game)),
    ]
    assert [item["type"] for item in ada.get(next_of(answer)).json] == ["your_turn"]
    assert [item["type"] for item in ada.get(f"/v1/turns?after={answer.json[-1]['id']}").json] == ["your_turn"]


@pytest.mark.parametrize("media_type", ["application/x-ndjson", "text/event-stream"])
def test_a_stream_that_delivered_nothing_can_be_resumed(service: Service, ada: Caller, media_type: str):
    with open_stream(ada, media_type) as (answer, _):
        following = next_of(answer)
    game = service.seat_and_start(ada, service.new_player("Ben"))
    answer = ada.get(following, {"Accept": media_type})
    chunks = (chunk.decode() for chunk in answer.iter_encoded())
    next(chunks)
    assert '"type": "started"' in (first := next(chunks))
    assert id_of(game) in first
    answer.close()


def test_signs_of_life_tell_an_event_source_where_to_go_on(service: Service, ada: Caller):
    answer = ada.get("/v1/turns", {"Accept": "text/event-stream"})
    sign = next(answer.iter_encoded()).decode()
    answer.close()
    position = dict(line.split(": ", 1) for line in sign.strip().split("\n"))["id"]
    service.seat_and_start(ada, service.new_player("Ben"))
    assert [item["type"] for item in poll_turns(ada, last_id=position)] == ["started", "your_turn"]


def test_the_header_precedes_the_query(service: Service, ada: Caller):
    """A browser connects again with the address that it has, and the header that says how far it has come."""
    service.seat_and_start(ada, service.new_player("Ben"))
    [turn] = poll_turns(ada)
    items = ada.get("/v1/turns?after=0", {"Last-Event-ID": turn["id"]}).json
    assert [item["type"] for item in items] == ["your_turn"]
    assert [item["type"] for item in ada.get("/v1/turns?after=0").json] == ["started", "your_turn"]


def test_every_kind_of_item_has_the_same_fields(service: Service, ada: Caller, turn_schema: Draft202012Validator):
    ben = service.new_player("Ben")
    game, other = service.seat_and_start(ada, ben), service.open_game(ada, seats=2)
    ben.post(f"{other}/seats")
    service.project(other)
    version = service.version(game)
    ben.post(f"{game}/intentions", ben.get(f"{game}/legal").json[0])
    ben.post(f"{game}/rewinds", {"version": version})
    items = ada.get("/v1/turns?after=0").json
    assert {item["type"] for item in items} == {"started", "your_turn", "rewind_proposed", "table_full"}
    for item in items:
        turn_schema.validate(item)
        assert item.keys() == items[0].keys()


def test_polls_that_follow_the_link_get_all_news_page_by_page(service: Service, ada: Caller):
    answer = ada.get("/v1/turns?limit=2")
    games = [id_of(service.seat_and_start(ada, service.new_player("Ben"))) for _ in range(5)]
    pages = []
    for _ in range(4):
        answer = ada.get(next_of(answer))
        pages.append([item["game"] for item in answer.json if item["type"] == "started"])
    assert pages == [games[:2], games[2:4], games[4:], []]


def test_a_poll_is_a_page_of_what_waits_and_its_link_leads_to_the_rest(service: Service, ada: Caller):
    games = [id_of(service.seat_and_start(ada, service.new_player("Ben"))) for _ in range(5)]
    answer, pages = ada.get("/v1/turns?limit=2"), []
    for _ in range(4):
        pages.append([item["game"] for item in answer.json])
        answer = ada.get(next_of(answer))
    assert [len(page) for page in pages] == [2, 2, 1, 2], "after the last page the first one follows"
    assert sorted(pages[0] + pages[1] + pages[2]) == sorted(games)
    assert pages[3] == pages[0]


def test_what_others_wait_for_comes_before_invitations(service: Service, ada: Caller):
    host = service.new_player("Ben")
    game = service.seat_and_start(ada, host)
    for _ in range(3):
        service.project(service.open_game(host, invited=[ada.id]))
    assert [item["game"] for item in ada.get("/v1/turns?limit=1").json] == [id_of(game)]
    kinds = [item["type"] for item in ada.get("/v1/turns").json]
    assert kinds == ["your_turn", "invitation", "invitation", "invitation"]


def test_the_last_page_does_not_wait(service: Service, ada: Caller):
    service.seat_and_start(ada, service.new_player("Ben"))
    [item] = ada.get("/v1/turns").json
    after = f"0-{(1 << 53)}-{item['game']}-your_turn"
    answer = ada.get(f"/v1/turns?wait=30&cursor={after}")
    assert (answer.status_code, answer.json) == (200, [])
    assert "cursor" not in answer.headers["Link"]


def test_a_game_that_moves_on_between_the_look_and_the_answer_is_told_as_it_is(
    service: Service, ada: Caller, monkeypatch: pytest.MonkeyPatch
):
    ben = service.new_player("Ben")
    game = service.seat_and_start(ada, ben)
    [before] = ada.get("/v1/turns").json
    heads = service.parts.log.heads([id_of(game)])
    ben.post(f"{game}/intentions", ben.get(f"{game}/legal").json[0])
    monkeypatch.setattr(service.parts.log, "heads", lambda games: heads)
    [item] = ada.get("/v1/turns").json
    assert item["version"] == item["view"]["version"] == before["version"] + 1


@pytest.mark.parametrize("media_type", ["application/x-ndjson", "text/event-stream"])
def test_a_stream_ends_with_a_last_word_when_its_process_stops(service: Service, media_type: str):
    process = Service(service.parts)
    reader = process.new_player("Reader")
    with open_stream(reader, media_type) as (_, chunks):
        process.app.live.stop()
        [text] = chunks
    end = json.loads(text.partition("data: ")[2] if media_type == "text/event-stream" else text)
    assert (end["type"], end["reason"]) == ("end", "restarting")
    description_of(service.app).validator(ApiDescription.ref("InboxEnd")).validate(end)
    assert ("id: " + end["id"] in text) == (media_type == "text/event-stream")
    game = service.seat_and_start(service.new_player("Other"), reader.through(service))
    items = poll_turns(reader.through(service), last_id=end["id"])
    assert {"started", "your_turn"} == {item["type"] for item in items if item["game"] == id_of(game)}
