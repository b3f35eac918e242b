"""A stream that goes on where the last one broke off: nothing is lost, nothing is told twice."""

from random import Random

import pytest

from tests.service.api.live.following import NDJSON, follow, versions
from tests.service.client import Caller, Json, Service, id_of, pick_intention


def act(caller: Caller, game: str, rng: Random) -> None:
    """Send any intention, if the game waits for one."""
    if legal := caller.get(f"{game}/legal").json:
        assert caller.post(f"{game}/intentions", pick_intention(legal, rng)).status_code == 201


@pytest.mark.slow
def test_a_client_whose_connection_breaks_again_and_again_has_every_event_once(service: Service):
    game, callers = service.start_game(2)
    rng, found = Random(3), []
    with follow(callers[0], game) as stream:
        last = stream.next()["version"]
    first = last
    for _ in range(25):
        act(callers[0], game, rng)
        with follow(callers[0], game, kind=NDJSON, last_id=last) as stream:
            assert stream.next()["type"] == "table", "in place of the frame"
            for caller in callers:
                act(caller, game, rng)
            for item in stream.until(rng.randint(last + 1, service.version(game))):
                if item["type"] == "event":
                    found.append(item)
                    last = item["version"]
    assert versions(found) == [*range(first + 1, last + 1)]
    page = callers[0].get(f"{game}/events?after={first}&limit={len(found)}").json
    assert [{"type": "event"} | event for event in page] == found


def test_a_header_takes_precedence_over_the_query_and_counts_only_as_a_version(service: Service):
    game, (ada, _) = service.start_game(2)

    def begin(query: str, last_id: object = None) -> Json:
        with follow(ada, game, query, last_id=last_id) as stream:
            stream_begin = stream.next()
            return stream_begin if stream_begin["type"] != "table" else stream.next()

    assert begin("?after=0")["version"] == 1
    assert begin("?after=1", last_id=3)["version"] == 4
    assert begin("?after=1", last_id="") == begin("?after=1")
    for garbage in ("x", "-1", "1.5", "٣", "9" * 17, f"{game}-3", "3 OR 1", "%00"):
        assert begin("", last_id=garbage)["type"] == "frame", garbage
        assert begin("?after=1", last_id=garbage)["version"] == 2, garbage


@pytest.mark.parametrize("last_id", [6, 7, 1000, 2**53 - 1])
def test_a_cursor_from_the_future_or_of_another_game_gets_the_whole_game(last_id: int, service: Service):
    game, (ada, ben) = service.start_game(2)
    with follow(ada, game, last_id=last_id) as stream:
        resync = stream.next()
        assert (resync["type"], resync["version"], resync["view"]) == ("resync", 5, ada.get(game).json)
        act(ben, game, Random(1))
        assert versions(stream.until(6)) == [6]


def test_a_client_that_is_too_far_behind_gets_the_whole_game(service: Service, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("service.games.live.hub.MAX_EVENTS_BEHIND", 4)
    monkeypatch.setattr("service.games.live.news.MAX_EVENTS_BEHIND", 4)
    game, (ada, _) = service.start_game(2)
    with follow(ada, game, last_id=0) as stream:
        assert stream.next()["type"] == "resync"
    with follow(ada, game, last_id=1) as stream:
        assert versions(stream.until(5)) == [2, 3, 4, 5]


def test_after_a_rewind_the_whole_game_follows_as_it_then_was(service: Service):
    game, (ada, ben) = service.start_game(2)
    rng = Random(1)
    with follow(ada, game) as stream, follow(ben, game, kind=NDJSON, last_id=5) as other:
        act(ada, game, rng)
        ada.post(f"{game}/rewinds", {"version": 5})
        ben.post(f"{game}/rewinds/1/accept")
        before = ada.get(game).json
        act(ben, game, rng)
        items = stream.until(service.version(game))
        at = next(at for at, item in enumerate(items) if item.get("name") == "rewound")
        assert (items[at + 1]["type"], items[at + 1]["version"]) == ("resync", items[at]["version"])
        assert items[at + 1]["view"] == before
        assert versions(items[at + 2 :]) == [service.version(game)]
        assert versions(items) == versions(other.until(service.version(game))) == [*range(6, service.version(game) + 1)]
    rewound = items[at]["version"]
    with follow(ada, game, last_id=rewound - 1) as stream:
        again = stream.until(service.version(game))
        assert [item["type"] for item in again] == ["table", "event", "resync", "event"]
        assert again[2]["view"] == before
    with follow(ada, game, last_id=rewound) as stream:
        assert stream.next()["type"] == "resync", "the client may have missed it"


def test_a_client_that_missed_several_rewinds_gets_the_whole_game_once(
    service: Service, monkeypatch: pytest.MonkeyPatch
):
    game, (ada, ben) = service.start_game(2)
    for number in (1, 2):
        act(ada, game, Random(1))
        ada.post(f"{game}/rewinds", {"version": 5})
        ben.post(f"{game}/rewinds/{number}/accept")
    act(ben, game, Random(1))
    folds = []
    fold = service.parts.games.state_at
    monkeypatch.setattr(service.parts.games, "state_at", lambda *args: folds.append(args) or fold(*args))
    with follow(ada, game, last_id=5) as stream:
        resync = stream.next()
        assert (resync["type"], resync["view"]) == ("resync", ada.get(game).json)
    assert folds == []
    with follow(ada, game, last_id=10) as stream:
        assert versions(stream.until(service.version(game))) == [*range(11, service.version(game) + 1)]
    assert len(folds) == 1, "one rewind is told"


@pytest.mark.slow
def test_at_the_end_of_a_game_that_is_over_there_is_nothing_more(service: Service, finished: tuple[str, list[Caller]]):
    game, (ada, _) = finished
    last = service.version(game)
    answer = ada.get(f"{game}/events", {"Accept": "text/event-stream", "Last-Event-ID": str(last)})
    assert (answer.status_code, answer.data) == (204, b"")
    assert ada.get(f"{game}/events?after={last}", {"Accept": NDJSON}).status_code == 204
    with follow(ada, game, last_id=last - 1) as stream:
        assert [item["type"] for item in stream] == ["table", "event", "end"]
    with follow(ada, game, last_id=last + 1) as stream:
        assert [item["type"] for item in stream] == ["resync", "end"]
    with follow(ada, game, "?after=0") as stream:
        assert versions([*stream]) == [*range(1, last + 1)]


def test_what_another_process_writes_is_told_although_this_one_has_an_old_state(service: Service):
    other = service.another_process()
    game, (ada, ben) = service.start_game(2)
    elsewhere = [caller.through(other) for caller in (ada, ben)]
    other.parts.games.load(id_of(game))
    with follow(ada, game) as here, follow(elsewhere[0], game) as there:
        for caller in (*elsewhere, ada, ben, *elsewhere):
            act(caller, game, Random(2))
        last = service.version(game)
        found = [versions(stream.until(last)) for stream in (here, there)]
    assert found == [[*range(6, last + 1)]] * 2


@pytest.mark.slow
def test_presence_is_shared_by_all_processes_and_a_killed_one_fades(service: Service):
    other = service.another_process()
    game, (ada, ben) = service.start_game(2)
    with follow(ada, game) as here, follow(ben.through(other), game) as there:
        for stream in (here, there):
            while stream.next()["presence"] != {"seats": [0, 1], "spectators": 0}:
                pass  # each process stores soon who follows there, and is told soon of the others
    key = service.parts.keys.presence(id_of(game))
    while service.parts.redis.exists(key):
        pass
    service.parts.redis.hset(key, "killed", "[1e12, [1], []]")
    assert ada.get(f"{game}/table").json["presence"]["seats"] == [1]
    service.parts.redis.hset(key, "killed", "[1, [1], []]")
    assert ada.get(f"{game}/table").json["presence"]["seats"] == []
    with follow(ada, game) as stream:
        assert stream.next()["presence"]["seats"] == [0]
        while service.parts.redis.ttl(key) < 0:  # the field of this process is stored soon
            pass


@pytest.mark.slow
def test_a_lost_pubsub_connection_loses_no_event(service: Service):
    game, callers = service.start_game(2)
    redis, rng = service.parts.redis, Random(4)
    with follow(callers[0], game) as stream:
        for _ in range(6):
            for client in redis.client_list(_type="pubsub"):
                redis.client_kill_filter(_id=client["id"])
            for caller in callers:
                act(caller, game, rng)
        assert versions(stream.until(service.version(game))) == [*range(6, service.version(game) + 1)]


def test_a_store_that_lost_its_last_second_leads_to_a_resync(service: Service):
    """The server died with `appendfsync everysec`, and the game went on differently."""
    game, (ada, ben) = service.start_game(2)
    act(ada, game, Random(1))
    key = service.parts.keys.stream(id_of(game))
    with follow(ben, game) as stream:
        assert stream.next()["version"] == 6
        [*kept, _] = service.parts.redis.xrange(key)
        with service.parts.redis.pipeline(transaction=True) as pipe:  # the reader sees no half of it
            pipe.delete(key)
            for entry_id, fields in kept:
                pipe.xadd(key, fields, id=entry_id)
            pipe.execute()
        for caller in (ben, ada):
            act(caller, game, Random(5))
        resync = stream.next("resync")
        assert resync["view"] == ben.get(f"{game}?at={resync['version']}").json


def test_the_streams_of_a_game_that_the_store_lost_end(service: Service, ada: Caller):
    """The server died with `appendfsync everysec` just after the game was opened."""
    game = service.open_game(ada)
    with follow(ada, game) as stream:
        assert stream.next()["version"] == 2
        service.parts.redis.delete(service.parts.keys.stream(id_of(game)))
        service.parts.redis.publish(service.parts.keys.wake, f"{id_of(game)} 2")
        assert stream.next() == {"type": "end", "reason": "no_access", "version": 2}
        assert [*stream] == []
