"""Following an inbox: a stream wakes up by notices, by time, and otherwise gives signs of life."""

import pytest
from redis.exceptions import BusyLoadingError

from service.games.inbox import following, inbox
from service.games.inbox.following import first_items, follow_inbox
from service.games.wakeups import Waiter, Wakeups
from tests.service.client import Caller, Service, id_of
from tests.service.games.inbox.reading import inbox_of


def never() -> bool:
    """The process does not stop."""
    return False


def test_a_stream_ends_when_the_process_stops(service: Service, ada: Caller):
    wakeups = Wakeups(service.parts.settings.redis_url or "", service.parts.keys)
    with wakeups.waiting(ada.id) as waiter:
        wakeups.stop()
        assert waiter.is_set()
        assert [*follow_inbox(inbox_of(service, ada), waiter, wakeups.is_stopped)] == []


def test_a_poll_does_not_wait_when_the_process_stops(service: Service, ada: Caller):
    class Impatient(Waiter):
        """May not be waited for."""

        def wait(self, timeout: float | None = None) -> bool:
            raise AssertionError("it waits")

    assert first_items(inbox_of(service, ada), Impatient(), lambda: True, 30, 50).items == []


def test_a_stream_ends_cleanly_when_the_store_does_not_answer(
    service: Service, ada: Caller, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(following, "KEEP_ALIVE_SECONDS", 0.01)
    monkeypatch.setattr(following, "LOOK_SECONDS", 0.01)
    stream = follow_inbox(inbox_of(service, ada), Waiter(), never)
    assert next(stream) is None

    def unavailable(player: str) -> list[str]:
        raise BusyLoadingError("the store reads its data")

    monkeypatch.setattr(service.parts.lobby, "pending_games", unavailable)
    assert [*stream] == []


def test_a_stream_wakes_up_when_the_time_of_one_of_its_games_has_come(service: Service, ada: Caller):
    game, now = service.open_game(ada, open_seconds=1000), [0.0]
    service.project(game)
    now[0] = service.parts.games.load(id_of(game)).opened_ms + 899_990

    class Passing(Waiter):
        """Time passes while it waits."""

        def wait(self, timeout: float | None = None) -> bool:
            now[0] += 1000 * (timeout or 0)
            return False

    for item in (
        next(follow_inbox(inbox_of(service, ada, now_ms=lambda: now[0]), Passing(), never)),
        first_items(inbox_of(service, ada, now_ms=lambda: now[0]), Passing(), never, 30, 50).items[0],
    ):
        assert item
        assert item.kind == "expiring"


def test_a_stream_gives_signs_of_life_and_finds_what_it_was_not_notified_of(
    service: Service, ada: Caller, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(following, "KEEP_ALIVE_SECONDS", 0.01)
    monkeypatch.setattr(following, "LOOK_SECONDS", 0.01)
    stream = follow_inbox(inbox_of(service, ada), Waiter(), never)
    assert [next(stream), next(stream)] == [None, None]
    service.seat_and_start(ada, service.new_player("Ben"))
    kinds = [item.kind for item in (next(stream) for _ in range(4)) if item]
    assert kinds == ["started", "your_turn"]


def test_constant_notices_of_games_without_news_do_not_silence_a_stream(
    service: Service, ada: Caller, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(following, "KEEP_ALIVE_SECONDS", 0.02)

    class Noisy(Waiter):
        """Always set."""

        def take(self) -> set[str] | None:
            return {"nosuchgame"}

    waiter = Noisy()
    waiter.set()
    assert next(follow_inbox(inbox_of(service, ada), waiter, never)) is None


def test_a_poll_that_waits_in_vain_is_empty(service: Service, ada: Caller):
    assert first_items(inbox_of(service, ada), Waiter(), never, 0.01, 50).items == []


def test_a_stream_delivers_all_news_and_then_what_waits_also_in_several_reads(
    service: Service, ada: Caller, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(inbox, "MAX_NEWS_AT_ONCE", 2)
    position = str(inbox_of(service, ada).position)
    games = [id_of(service.seat_and_start(ada, service.new_player("Ben"))) for _ in range(5)]
    stream = follow_inbox(inbox_of(service, ada, position), Waiter(), never)
    items = [item for item in (next(stream) for _ in range(10)) if item]
    assert [item.data["game"] for item in items if item.kind == "started"] == games
    assert sorted(item.data["game"] for item in items if item.kind == "your_turn") == sorted(games)
