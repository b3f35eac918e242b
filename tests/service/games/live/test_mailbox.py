"""A mailbox is bounded: a client that does not take what is there is cut off, and told so as the last item."""

import json
import threading
from typing import Any

import pytest

from service.games.live import mailbox as module
from service.games.live.items import Item, make_item
from service.games.live.mailbox import Mailbox


def event(version: int, text: str = "") -> Item:
    return make_item("event", {"version": version, "text": text}, version)


def values(items: list[Item] | None) -> list[Any]:
    assert items is not None
    return [json.loads(item.text) for item in items]


def end(reason: str, version: int) -> dict[str, Any]:
    return {"type": "end", "reason": reason, "version": version}


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Mailbox:
    """A mailbox with room for 200 characters."""
    monkeypatch.setattr(module, "MAX_WAITING_CHARACTERS", 200)
    return Mailbox(4)


def test_items_are_taken_in_order_and_once():
    box = Mailbox(0)
    box.put([event(1), event(2)])
    box.put([event(3)])
    assert [item.version for item in box.take(0) or ()] == [1, 2, 3]
    assert box.take(0) == []


def test_taking_waits_for_an_item():
    box = Mailbox(0)
    threading.Timer(0.02, lambda: box.put([event(1)])).start()
    assert [item.version for item in box.take(10) or ()] == [1]


def test_after_the_last_items_there_is_nothing():
    box = Mailbox(0)
    box.put([event(1)], last=True)
    assert box.put([event(2)])
    assert [item.version for item in box.take(0) or ()] == [1]
    assert box.take(10) is None


def test_a_client_that_takes_nothing_is_cut_off_and_can_go_on_from_what_it_has(small: Mailbox):
    assert small.put([event(5, "x" * 150)])
    assert not small.put([event(6, "x" * 150)])
    assert small.put([event(7)]), "nothing more is kept for it"
    assert values(small.take(0)) == [end("slow", 4)]
    assert small.take(0) is None


def test_a_client_that_took_something_goes_on_from_there(small: Mailbox):
    small.put([event(5)])
    small.take(0)
    small.put([event(6, "x" * 150)])
    small.put([event(7, "x" * 150)])
    assert values(small.take(0)) == [end("slow", 5)]


def test_one_item_may_be_larger_than_the_mailbox(small: Mailbox):
    assert small.put([event(5, "x" * 1000)])
    assert values(small.take(0))[0]["version"] == 5


def test_an_end_follows_what_waits(small: Mailbox):
    small.put([event(5), make_item("table", {})])
    small.end("restarting")
    assert values(small.take(0))[-1] == end("restarting", 5)
    assert small.take(0) is None
    empty = Mailbox(9)
    empty.end("restarting")
    assert values(empty.take(0)) == [end("restarting", 9)]
