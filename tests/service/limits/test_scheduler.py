"""RequestScheduler: who computes in a web process, who waits, and what gives a turn back."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import copy_context
from threading import Event
from time import monotonic

import pytest

from service.limits.level import LimitExceeded
from service.limits.policies import POLICIES
from service.limits.scheduler import ALONE_SECONDS, STUCK_SECONDS, RequestScheduler, aside, in_turns, read_claim
from store.patience import store_deadline
from tests.end_to_end.running import await_true


class Room:
    """Requests in threads of their own. `inside`: who computes now, in order of their turns."""

    def __init__(self, pool: ThreadPoolExecutor, turns: RequestScheduler) -> None:
        self.pool, self.turns = pool, turns
        self.inside: list[str] = []
        self.began: list[str] = []
        self._answers: dict[str, Event] = {}

    def send(self, name: str, account: str | None, address: str | None, work: Callable[[], None] | None = None) -> None:
        """A request arrives; `work`: what it does before it computes until `answer`."""
        self._answers[name] = Event()
        self.pool.submit(self._serve, name, account, address, work)
        await_true(lambda: name in self.began)

    def answer(self, name: str) -> None:
        """Let it answer."""
        self._answers[name].set()

    def _serve(self, name: str, account: str | None, address: str | None, work: Callable[[], None] | None) -> None:
        self.began.append(name)
        turn = self.turns.take(account, address)
        if work:
            work()
        self.inside.append(name)
        self._answers[name].wait()
        self.inside.remove(name)
        if turn:
            turn.end()

    def await_inside(self, *names: str) -> None:
        """Wait until exactly these compute."""
        await_true(lambda: sorted(self.inside) == sorted(names))

    def end(self) -> None:
        """Let all answer."""
        for each in self._answers.values():
            each.set()


@pytest.fixture(autouse=True)
def one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also of an account that is alone: it shows the order best."""
    monkeypatch.setattr("service.limits.scheduler.AT_ONCE_ALONE", 1)


@pytest.fixture
def room() -> Iterator[Room]:
    """A process with three places in each line."""
    with ThreadPoolExecutor(30) as pool:
        made = Room(pool, RequestScheduler(POLICIES["waiting"]._replace(quota=3)))
        yield made
        made.end()


def waiting(room: Room, line: str) -> int:
    """How many wait in a line."""
    found = room.turns._lines.get(line)
    return len(found.waiting) if found else 0


def send_and_wait(room: Room, name: str, account: str | None, address: str | None, line: str) -> None:
    """A request that has to wait in a line."""
    before = waiting(room, line)
    room.send(name, account, address)
    await_true(lambda: waiting(room, line) == before + 1)


def test_requests_of_one_account_have_their_turn_one_after_the_other(room: Room):
    room.send("first", "eve", None)
    room.await_inside("first")
    send_and_wait(room, "second", "eve", None, "account eve")
    send_and_wait(room, "third", "eve", None, "account eve")
    room.answer("first")
    room.await_inside("second")
    room.answer("second")
    room.await_inside("third")


def test_another_account_does_not_wait(room: Room):
    room.send("flood", "eve", "203.0.113.9")
    send_and_wait(room, "more", "eve", "203.0.113.9", "account eve")
    room.send("other", "ada", "198.51.100.7")
    room.await_inside("flood", "other")


def test_many_accounts_of_one_address_share_its_turns_and_a_neighbour_waits_for_few(room: Room):
    address, line = "203.0.113.9", "address 203.0.113.9"
    room.send("flood", "eve", address)
    room.await_inside("flood")
    send_and_wait(room, "second account", "eva", address, line)
    send_and_wait(room, "neighbour", "ada", address, line)
    send_and_wait(room, "more", "eva", address, "account eva")
    room.send("elsewhere", "bob", "198.51.100.7")
    room.await_inside("flood", "elsewhere")
    room.answer("flood")
    room.await_inside("second account", "elsewhere")
    room.answer("second account")
    room.await_inside("neighbour", "elsewhere")


def test_who_is_alone_has_two_turns_at_once_and_among_others_one(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("service.limits.scheduler.AT_ONCE_ALONE", 2)
    moment = 0.0
    with ThreadPoolExecutor(10) as pool:
        room = Room(pool, RequestScheduler(POLICIES["waiting"], now=lambda: moment))
        for name in ("first", "second"):
            room.send(name, "eve", "203.0.113.9")
        room.await_inside("first", "second")
        room.send("other", "ada", "198.51.100.7")
        room.await_inside("first", "second", "other")
        send_and_wait(room, "third", "eve", "203.0.113.9", "account eve")
        room.answer("first")
        room.answer("other")
        room.await_inside("second")
        room.answer("second")
        room.await_inside("third")
        send_and_wait(room, "fourth", "eve", "203.0.113.9", "account eve")
        moment = ALONE_SECONDS
        room.answer("third")
        room.await_inside("fourth")
        room.send("fifth", "eve", "203.0.113.9")
        room.await_inside("fourth", "fifth")
        room.end()


def test_requests_without_an_account_take_turns_by_address(room: Room):
    room.send("first", None, "203.0.113.9")
    room.await_inside("first")
    send_and_wait(room, "second", None, "203.0.113.9", "nobody 203.0.113.9")
    room.send("stranger", None, "198.51.100.7")
    room.await_inside("first", "stranger")


def test_this_machine_without_an_account_never_waits(room: Room):
    for number in range(5):
        room.send(f"{number}", None, None)
    room.await_inside(*map(str, range(5)))


def test_what_waits_is_bounded(room: Room):
    room.send("first", "eve", None)
    room.await_inside("first")
    for number in range(3):
        send_and_wait(room, f"{number}", "eve", None, "account eve")
    with pytest.raises(LimitExceeded) as refused:
        room.turns.take("eve", None)
    assert (refused.value.level.policy.name, refused.value.level.quota) == ("waiting", 3)
    room.end()
    await_true(lambda: not room.turns._lines)


def test_a_request_that_waits_for_news_gives_its_turn_back_and_then_waits_for_it(room: Room):
    news, left = Event(), Event()

    def wait() -> None:
        with aside():
            left.set()
            news.wait()

    room.send("poll", "eve", None, wait)
    left.wait()
    room.send("second", "eve", None)
    room.await_inside("second")
    news.set()
    await_true(lambda: waiting(room, "account eve") == 1)
    room.answer("second")
    room.await_inside("poll")


@contextmanager
def store_takes(over: Event) -> Iterator[None]:
    """A wait for the store."""
    waits = store_deadline()
    began = waits.begin()
    over.wait()
    yield
    waits.end(began)


def test_a_request_that_waits_long_for_the_store_loses_its_turn(room: Room):
    over = Event()

    def ask() -> None:
        with store_takes(over):
            pass

    room.send("slow", "eve", None, ask)
    room.send("second", "eve", None)
    room.await_inside("second")
    over.set()
    room.await_inside("slow", "second")


def test_a_busy_process_takes_no_turn_from_those_that_wait_for_the_store():
    over = Event()
    with ThreadPoolExecutor(4) as pool:
        # By this clock each wait takes ten times as long as it should: the process has no time.
        room = Room(pool, RequestScheduler(POLICIES["waiting"], now=lambda: 10 * monotonic()))

        def ask() -> None:
            with store_takes(over):
                pass

        room.send("first", "eve", None, ask)
        send_and_wait(room, "second", "eve", None, "account eve")
        Event().wait(10 * STUCK_SECONDS)
        before = [*room.inside]
        over.set()
        await_true(lambda: bool(room.inside))
        after = [*room.inside]
        room.end()
    assert (before, after) == ([], ["first"])


def test_pieces_of_an_answer_that_is_sent_are_each_made_in_a_turn(room: Room):
    made = list[str]()

    def send(name: str) -> None:
        turn = room.turns.take("eve", None)
        assert turn
        turn.end()  # the answer begins
        made.extend(in_turns(f"{name} {number}" for number in range(2)))

    room.send("other", "eve", None)
    room.await_inside("other")
    sending = room.pool.submit(lambda: copy_context().run(send, "log"))
    await_true(lambda: waiting(room, "account eve") == 1)
    assert made == []
    room.answer("other")
    sending.result()
    assert made == ["log 0", "log 1"]
    assert not room.turns._lines


def test_nothing_is_kept_of_those_that_have_gone(room: Room):
    for number in range(3):
        turn = room.turns.take(f"eve {number}", "203.0.113.9")
        assert turn
        turn.end()
        turn.end()
    assert not room.turns._lines


def test_a_claim_is_read_from_the_head_alone():
    body = b"\r\nAuthorization: Bearer stolen\r\n"
    claim = read_claim(b"POST / HTTP/1.1\r\nX-Forwarded-For: 1.2.3.4\r\nx-forwarded-for: 5.6.7.8\r\n\r\n" + body)
    assert (claim.token, claim.forwarded) == ("", " 1.2.3.4, 5.6.7.8")
    assert read_claim(b"GET / HTTP/1.1\r\nauthorization:  bearer abc\r\n\r\n").token == "abc"
