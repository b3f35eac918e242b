"""A game live: first the whole game, then every event as the viewer may see it, and what changes beside the log."""

import json
import threading
import time

import pytest
from jsonschema_rs import Draft202012Validator

from service.jobs.bot_turns import play_bots
from tests.api_description import ApiDescription
from tests.service.api.live.following import EVENT_STREAM, NDJSON, follow, reading, versions
from tests.service.checked_client import description_of
from tests.service.client import Caller, Json, Service, assert_problem, id_of


@pytest.mark.parametrize("kind", [EVENT_STREAM, NDJSON])
def test_a_stream_begins_with_the_whole_game_and_goes_on_with_events(kind: str, service: Service):
    game, (ada, ben) = service.start_game(2)
    with follow(ada, game, kind=kind) as stream:
        frame = stream.next()
        assert stream.answer.mimetype == kind
        assert (frame["type"], frame["version"], frame["seat"]) == ("frame", service.version(game), 0)
        assert frame["view"] == ada.get(game).json
        assert frame["legal"] == ada.get(f"{game}/legal").json
        assert frame["presence"] == {"seats": [0], "spectators": 0}
        drafted = ben.move(game).json["events"] + ada.move(game).json["events"]
        told = stream.until(service.version(game))
    assert versions(told) == [event["version"] for event in drafted] == [6, 7, 8]
    assert told[1]["data"]["card"]
    assert told[0]["data"] == {}, "the other player's pick"


@pytest.mark.slow
def test_a_stream_is_told_the_events_that_the_page_shows(service: Service):
    game, (ada, ben) = service.start_game(2)
    first = service.version(game)
    with follow(ada, game, "?lang=fr") as stream, follow(ben, game) as other:
        service.play(game, [ada, ben], until="planning")
        service.play(game, [ada, ben], until="draft")
        last = service.version(game)
        for caller, found, query in ((ada, stream, "&lang=fr"), (ben, other, "")):
            page = caller.get(f"{game}/events?after={first}&limit=1000{query}").json
            events = [item for item in found.until(last) if item["type"] == "event"]
            assert [{"type": "event"} | event for event in page] == events


@pytest.mark.slow
def test_items_fit_their_schemas(service: Service):
    description = description_of(service.app)
    names = {"frame": "FrameItem", "view": "ViewItem", "table": "TableItem", "reaction": "ReactionItem"}
    names |= {"resync": "ResyncItem", "end": "EndItem", "event": "GameEvent"}
    validators: dict[str, Draft202012Validator] = {
        kind: description.validator(ApiDescription.ref(name)) for kind, name in names.items()
    }
    game, (ada, ben) = service.start_game(2)
    with follow(ada, game, "?include=view,legal") as stream, reading(stream) as items:
        service.play(game, [ada, ben], until="planning")
        ben.post(f"{game}/reactions", {"reaction": "hello"})
        number = ada.post(f"{game}/rewinds", {"version": 9}).json["number"]
        while not {"table", "reaction"} <= {item["type"] for item in items}:
            time.sleep(0.01)
        ben.post(f"{game}/rewinds/{number}/accept")
        service.play(game, [ada, ben])
    assert {item["type"] for item in items} == {"frame", "event", "view", "table", "reaction", "resync", "end"}
    for item in items:
        shown = {key: value for key, value in item.items() if (key, item["type"]) != ("type", "event")}
        validators[item["type"]].validate(shown)


def test_a_client_that_folds_nothing_gets_view_and_legal_after_each_append(service: Service):
    game, (ada, ben) = service.start_game(2)
    with follow(ada, game, "?include=legal,view") as stream, follow(ben, game, "?include=view") as other:
        version = ben.move(game).json["version"]
        item = stream.next("view")
        assert (item["version"], item["view"]) == (version, ada.get(game).json)
        assert item["legal"] == ada.get(f"{game}/legal").json
        assert other.next("view").keys() == {"type", "version", "view"}
    with follow(ada, game, "?include=view", last_id=version) as stream:
        assert [stream.next()["type"], stream.next()["type"]] == ["table", "view"], "it may have been lost"


def test_a_spectator_sees_no_secret_and_has_no_legal_intentions(service: Service):
    game, (ada, ben) = service.start_game(2)
    eve = service.new_player("Eve")
    with follow(eve, game) as stream:
        frame = stream.next()
        assert (frame["seat"], frame["view"]["hand"], frame["legal"]) == (None, [], [])
        ada.move(game)
        ben.move(game)
        assert [item["data"].keys() for item in stream.until(8)[:2]] == [set(), set()]


def test_the_table_is_told_when_somebody_comes_or_goes_and_when_a_rewind_waits(service: Service):
    game, (ada, ben) = service.start_game(2)
    version = ada.move(game).json["version"]
    with follow(ada, game) as stream:
        assert stream.next()["presence"] == {"seats": [0], "spectators": 0}
        with follow(ben, game), follow(service.new_player(), game):
            while (table := stream.next("table"))["presence"] != {"seats": [0, 1], "spectators": 1}:
                pass
        while stream.next("table")["presence"] != {"seats": [0], "spectators": 0}:
            pass
        ada.post(f"{game}/rewinds", {"version": version - 1})
        rewind = stream.next("table")["rewind"]
        assert rewind == ada.get(game).json["rewind"]
        ben.post(f"{game}/rewinds/1/decline")
        assert stream.next("table")["rewind"] is None
    assert table.keys() == {"type", "presence", "clocks", "can_return", "rewind", "expires_at", "rematch", "names"}


def test_the_table_can_be_read_without_a_stream(service: Service):
    game, (ada, ben) = service.start_game(2)
    with follow(ada, game) as stream:
        frame = stream.next()
        answer = ben.get(f"{game}/table")
        assert {"type": "frame", **answer.json}.items() <= frame.items()
        assert answer.headers["Cache-Control"] == "private, no-store"
        assert "ETag" not in answer.headers
    assert ben.get(f"{game}/table").json["presence"] == {"seats": [], "spectators": 0}
    assert_problem(ben.get("/v1/games/unknown2/table"), 404, "no_such_game")


@pytest.mark.slow
def test_a_stream_ends_with_the_finished_game(service: Service):
    game, (ada, ben) = service.start_game(2)
    with follow(ada, game) as stream, reading(stream) as items:
        service.play(game, [ada, ben])
    last = service.version(game)
    assert items[-2]["name"] == "game_scored"
    assert items[-1] == {"type": "end", "reason": "finished", "version": last}
    assert versions(items) == [*range(items[0]["version"] + 1, last + 1)]
    with follow(ben, game) as stream:
        frame, end = stream
    assert (frame["view"]["status"], end) == ("finished", items[-1])


def test_a_stream_ends_when_the_game_is_abandoned(service: Service):
    game, (ada, ben) = service.start_game(2)
    with follow(service.new_player(), game) as stream:
        ben.ask("DELETE", f"{game}/seats/me")
        ada.post(f"{game}/abort")
        assert [*stream][-1] == {"type": "end", "reason": "abandoned", "version": service.version(game)}


def test_a_player_who_resigns_while_following_sees_nothing_of_the_bot(service: Service):
    game, (ada, _) = service.start_game(2)
    with follow(ada, game, "?include=view,legal") as stream:
        stream.next()
        ada.ask("DELETE", f"{game}/seats/me")
        play_bots(service.parts, id_of(game))
        hidden = service.parts.games.load(id_of(game)).state.seats[0]
        items = [*stream.until(service.version(game)), stream.next("view")]
    pick = next(item for item in items if item.get("name") == "card_drafted")
    assert (pick["actor"], pick["data"]) == ("bot:greedy", {})
    views = [item for item in items if item["type"] == "view"]
    assert [(view["view"]["seat"], view["legal"]) for view in views] == [(None, [])] * len(views)
    assert not [card for card in (*hidden.hand, hidden.picked) if json.dumps(card) in json.dumps(items)]


@pytest.mark.parametrize("accepted", ["text/html", "application/xml", "application/json;q=0"])
def test_events_in_another_form_are_not_acceptable(accepted: str, service: Service, ada: Caller):
    game = service.open_game(ada)
    assert_problem(ada.get(f"{game}/events", {"Accept": accepted}), 406, "not_acceptable")


@pytest.mark.parametrize("query", ["include=hand", "include=", "include=view,", "after=-1", "after=x", "cursor=1"])
def test_an_invalid_query_is_refused(query: str, service: Service, ada: Caller):
    game = service.open_game(ada)
    assert_problem(ada.get(f"{game}/events?{query}", {"Accept": NDJSON}), 422, "invalid_query")


def test_a_stream_needs_a_game(ada: Caller):
    assert_problem(ada.get("/v1/games/unknown2/events", {"Accept": EVENT_STREAM}), 404, "no_such_game")


def test_a_head_request_leaves_no_stream_behind(service: Service, ada: Caller):
    game = service.open_game(ada)
    answer = ada.ask("HEAD", f"{game}/events", {"Accept": EVENT_STREAM})
    assert (answer.status_code, answer.data) == (200, b"")
    answer.close()
    assert ada.get(f"{game}/table").json["presence"] == {"seats": [], "spectators": 0}


@pytest.mark.slow
def test_an_account_has_so_many_streams_at_most(service: Service, ada: Caller, monkeypatch: pytest.MonkeyPatch):
    policies = service.parts.limits.policies
    monkeypatch.setitem(policies, "streams", policies["streams"]._replace(quota=2))
    game = service.open_game(ada)
    with follow(ada, game), follow(ada, game):
        for path in (f"{game}/events", "/v1/turns"):
            refused = ada.get(path, {"Accept": NDJSON})
            assert_problem(refused, 429, "too_many_streams")
            assert int(refused.headers["Retry-After"]) > 0
            assert refused.headers["RateLimit-Policy"].startswith('"requests";')
            assert refused.headers["RateLimit-Policy"].endswith('"streams";q=2;qu="concurrent-requests"')
        assert ada.get(f"{game}/events").status_code == 200, "the page is no stream"
        with follow(service.new_player(), game):
            pass
    for _ in range(3):
        ada.get("/v1/turns", {"Accept": NDJSON}).close()
    with follow(ada, game) as stream:
        assert stream.next()["type"] == "frame"


def test_many_streams_of_one_game_are_told_the_same(service: Service):
    game, (ada, ben) = service.start_game(2)
    found: list[list[Json]] = []

    def read() -> None:
        with follow(service.new_player(), game) as stream:
            found.append(stream.until(8))

    threads = [threading.Thread(target=read) for _ in range(12)]
    for thread in threads:
        thread.start()
    while ada.get(f"{game}/table").json["presence"]["spectators"] < len(threads):
        pass
    ada.move(game)
    ben.move(game)
    for thread in threads:
        thread.join(60)
    events = [[item for item in items if item["type"] == "event"] for items in found]
    assert events == [events[0]] * 12
    assert versions(events[0]) == [6, 7, 8]
