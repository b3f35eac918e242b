"""The check of a whole store: it names what is broken, and is patient with people who play meanwhile."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from secrets import token_hex
from typing import Any

import pytest

from events.chain import first_link, link
from events.redis_log import parse_rows
from service.accounts.handles import skeleton
from service.backend import Backend
from service.backup.status import Outcome
from service.diagnosis.opening import open_to_read
from service.diagnosis.whole_store import check
from service.diagnosis.whole_store.check import MAX_NAMED, Report, check_store
from service.diagnosis.whole_store.logs import CheckedLog, StoredLog, judge_logs
from tests.conftest import delete_keys
from tests.service.client import Caller, Service, ended_processes, id_of
from tests.service.diagnosis.conftest import backend_at, follow
from tests.service.meanwhile import meanwhile

Row = dict[bytes, bytes]
VERSION = 7
"""Of the entry that is changed."""


class Store:
    """A store of its own: a finished game, one under way, an open one, and their players."""

    def __init__(self, parts: Backend) -> None:
        self.parts, self.redis, self.keys = parts, parts.redis, parts.keys
        self.service = Service(parts)
        over, self.callers = self.service.start_game(2)
        self.service.play(over, self.callers)
        self.playing_path, self.players = self.service.start_game(2)
        self.open_path = self.service.open_game(self.callers[0])
        follow(parts, self.service)
        self.over, self.playing, self.open = id_of(over), id_of(self.playing_path), id_of(self.open_path)
        self.ada: Caller = self.callers[0]

    def check(self, judge: check.Judge = lambda logs: ([*judge_logs([log])] for log in logs)) -> Report:
        report = Report()
        with open_to_read(self.parts.settings) as opened:
            check_store(opened, report, judge, lambda logs: ())
        return report

    @contextmanager
    def kept(self, *keys: str) -> Iterator[None]:
        """These keys are as they were after the block."""
        dumps: list[Any] = [self.redis.dump(key) for key in keys]
        try:
            yield
        finally:
            for key, dump in zip(keys, dumps, strict=True):
                self.redis.delete(key)
                if dump is not None:
                    self.redis.restore(key, 0, dump)

    def rewrite(self, game: str, change: Callable[[list[Any]], None], is_chain_right: bool = False) -> None:
        """Change the rows of a log. `is_chain_right`: hashes are made anew, so that nobody sees it from the chain."""
        stream = self.keys.stream(game)
        rows: Any = self.redis.xrange(stream)
        change(rows)
        if is_chain_right:
            computed = first_link(game)
            for (_, row), entry in zip(rows, parse_rows(game, rows), strict=True):
                computed = link(computed, entry)
                row[b"hash"] = row[b"hash"] and computed
        self.redis.delete(stream)
        for entry_id, row in rows:
            self.redis.xadd(stream, row, id=entry_id)


@pytest.fixture(scope="module")
def store(redis_url: str) -> Iterator[Store]:
    parts = backend_at(redis_url, f"test-{token_hex(6)}:", ALLOW_VOLATILE="1")
    with ended_processes():
        yield Store(parts)
    delete_keys(parts)
    parts.close()


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "LOOK_SECONDS", 0.0)


def test_a_store_that_was_played_in_is_sound(store: Store):
    report = store.check()
    assert (report.outcome, report.faults, report.whys) == (Outcome.SOUND, [], [])
    assert (report.games, report.accounts, report.tokens) == (3, 4, 4)
    assert report.events == sum(
        store.redis.xlen(store.keys.stream(game)) for game in (store.over, store.playing, store.open)
    )


def flip(rows: list[Any]) -> None:
    data = rows[VERSION - 1][1][b"data"]
    rows[VERSION - 1][1][b"data"] = data[:-1] + bytes([data[-1] ^ 1])


def change_head(rows: list[Any]) -> None:
    rows[-1][1][b"hash"] = bytes(32)


def lose_salt(rows: list[Any]) -> None:
    next(row for _, row in rows if row[b"salt"])[b"salt"] = b""


def lose_entry(rows: list[Any]) -> None:
    del rows[VERSION - 1]


def lose_newest_append(rows: list[Any]) -> None:
    rows.pop()
    while not rows[-1][1][b"hash"]:
        rows.pop()


def score_otherwise(rows: list[Any]) -> None:
    assert rows[-1][1][b"name"] == b"game_scored"
    rows[-1][1][b"data"] = rows[-1][1][b"data"].replace(b"1", b"2")


def name_event_of_tomorrow(rows: list[Any]) -> None:
    rows[-1][1][b"name"] = b"card_borrowed"


def name_ruleset_of_tomorrow(rows: list[Any]) -> None:
    rows[0][1][b"data"] = rows[0][1][b"data"].replace(b'"ruleset":"', b'"ruleset":"new-')


def name_option_of_tomorrow(rows: list[Any]) -> None:
    rows[0][1][b"data"] = rows[0][1][b"data"].replace(b'"options":{', b'"options":{"a_night":true,')


@pytest.mark.parametrize(
    ("change", "is_chain_right", "words"),
    [
        (flip, False, "entry 7: "),
        (change_head, False, "its hash does not fit"),
        (lose_salt, False, "its hash does not fit"),
        (lose_salt, True, ": order: the salt has another length"),
        (lose_entry, False, "entry 7: it is missing"),
        (lose_newest_append, False, "its snapshot is at version"),
        (score_otherwise, True, ": score: the rules make another event here"),
    ],
)
def test_a_game_that_is_not_what_was_played_is_named(
    store: Store, change: Callable[[list[Any]], None], is_chain_right: bool, words: str
):
    with store.kept(store.keys.stream(store.over)):
        store.rewrite(store.over, change, is_chain_right)
        report = store.check()
    [fault] = report.faults
    assert (report.outcome, report.broken, fault.what) == (Outcome.BROKEN, 1, f"game {store.over}")
    assert words in fault.fault


@pytest.mark.parametrize("change", [name_event_of_tomorrow, name_ruleset_of_tomorrow, name_option_of_tomorrow])
def test_what_a_newer_program_wrote_is_not_called_broken(store: Store, change: Callable[[list[Any]], None]):
    with store.kept(store.keys.stream(store.over)):
        store.rewrite(store.over, change, is_chain_right=True)
        report = store.check()
    assert (report.outcome, report.faults) == (Outcome.INCONCLUSIVE, [])
    assert report.whys[0].startswith(f"game {store.over}: ")


def handle_of(caller: Caller) -> str:
    return str(caller.get("/v1/players/me").json["handle"])


CHANGES: dict[str, tuple[Callable[[Store], str], Callable[[Store, str], object], list[str]]] = {
    "account gone": (
        lambda store: store.keys.owned(store.ada.id, "player"),
        lambda store, key: store.redis.delete(key),
        ["has tokens, and no name or no kind", "token ", "handle ", "game "],
    ),
    "unreadable account": (
        lambda store: store.keys.owned(store.ada.id, "player"),
        lambda store, key: store.redis.hset(key, "name", b"\xff"),
        ["its record cannot be read"],
    ),
    "unreadable token": (
        lambda store: store.keys.owned(store.ada.id, "tokens"),
        lambda store, key: store.redis.hset(key, store.redis.hkeys(key)[0], b"{}"),
        ["a token of it cannot be read"],
    ),
    "handle of nobody": (
        lambda store: store.keys.lobby("handles"),
        lambda store, key: store.redis.hset(key, "nobody", "nobody00"),
        ["it leads to the account nobody00, which does not exist"],
    ),
    "handle of somebody else": (
        lambda store: store.keys.lobby("handles"),
        lambda store, key: store.redis.hset(key, skeleton(handle_of(store.ada)), store.callers[1].id),
        ["does not lead to it"],
    ),
    "hash of nobody": (
        lambda store: store.keys.owned("ab" * 32, "token"),
        lambda store, key: store.redis.set(key, "nobody00 12345678"),
        ["it leads to the account nobody00"],
    ),
    "snapshot of another head": (
        lambda store: store.keys.snapshot(store.over),
        lambda store, key: store.redis.hset(key, "head", bytes(32)),
        ["the head of its snapshot is not the hash of entry"],
    ),
    "lost seed": (
        lambda store: store.keys.seed(store.open),
        lambda store, key: store.redis.delete(key),
        ["its server seed is missing"],
    ),
    "another seed": (
        lambda store: store.keys.seed(store.open),
        lambda store, key: store.redis.set(key, "00" * 32),
        ["its server seed is not the one committed to"],
    ),
}


@pytest.mark.parametrize("name", CHANGES)
def test_what_does_not_agree_with_the_rest_is_named(store: Store, name: str):
    name_key, change, words = CHANGES[name]
    key = name_key(store)
    with store.kept(key):
        change(store, key)
        report = store.check()
    assert report.outcome == Outcome.BROKEN
    told = "\n".join(f"{fault.what}: {fault.fault}" for fault in report.faults)
    assert all(word in told for word in words), told


def test_a_registration_that_was_cut_short_breaks_nothing(store: Store):
    player, handles = store.keys.owned("unborn00", "player"), store.keys.lobby("handles")
    pointer = store.keys.owned("cd" * 32, "token")
    with store.kept(player, handles, pointer):
        store.redis.hset(player, "name", "Una")
        store.redis.hset(handles, "unborn", "unborn00")
        store.redis.hset(handles, "taken", "")  # an operator has taken it away
        store.redis.set(pointer, "unborn00 cdcdcdcd")
        assert store.check().outcome == Outcome.SOUND


def test_a_token_that_ends_during_the_check_breaks_nothing(store: Store, monkeypatch: pytest.MonkeyPatch):
    pointer = store.keys.owned("ef" * 32, "token")
    store.redis.set(pointer, "nobody00 efefefef")
    meanwhile(monkeypatch, "service.diagnosis.whole_store.check.hashes_of_tokens", lambda: store.redis.delete(pointer))
    assert store.check().outcome == Outcome.SOUND


def test_a_deleted_account_may_have_sat_at_tables(store: Store):
    key = store.keys.owned(store.ada.id, "player")
    with store.kept(key, store.keys.owned(store.ada.id, "tokens")):
        store.redis.hset(key, mapping={"name": "", "deleted_ms": 1})
        store.redis.hdel(key, "handle")
        store.redis.delete(store.keys.owned(store.ada.id, "tokens"))
        assert store.check().outcome == Outcome.SOUND


def test_a_game_that_the_lists_show_and_that_has_no_log_is_named(store: Store):
    with store.kept(store.keys.stream(store.over)):
        store.redis.delete(store.keys.stream(store.over))
        report = store.check()
    assert [(fault.what, fault.fault) for fault in report.faults] == [
        (f"game {store.over}", "the lists show it, and it has no log")
    ]


def test_games_that_move_on_during_the_check_are_sound(store: Store):
    def judge(logs: Iterator[StoredLog]) -> Iterator[Sequence[CheckedLog]]:
        for log in [*logs]:
            for caller in store.players:
                caller.post(f"{store.playing_path}/intentions", caller.get(f"{store.playing_path}/legal").json[0])
            yield judge_logs([log])

    before = store.service.version(store.playing_path)
    assert store.check(judge).outcome == Outcome.SOUND
    assert store.service.version(store.playing_path) > before


@pytest.mark.parametrize(("changed", "why"), [({"seed": None}, "server seed"), ({"rows": ()}, "it has no log")])
def test_what_was_read_while_it_changed_is_looked_at_again(store: Store, changed: dict[str, Any], why: str):
    def judge(logs: Iterator[StoredLog]) -> Iterator[Sequence[CheckedLog]]:
        checked = judge_logs([log._replace(**changed) for log in logs])
        assert any(why in log.fault for log in checked)
        yield checked

    report = store.check(judge)
    assert (report.outcome, report.games) == (Outcome.SOUND, 3)


def test_a_report_names_some_faults_and_counts_all(store: Store):
    handles = store.keys.lobby("handles")
    with store.kept(handles):
        store.redis.hset(handles, mapping={f"h{number}": "nobody00" for number in range(MAX_NAMED + 9)})
        report = store.check()
    for number in range(MAX_NAMED + 9):
        report.could_not_tell(f"game {number}: no file")
    assert (len(report.faults), len(report.whys), report.broken) == (MAX_NAMED, MAX_NAMED, MAX_NAMED + 9)


def test_a_store_that_this_program_cannot_read_is_not_called_broken(store: Store):
    with store.kept(store.keys.partitions):
        for value, words in (("0", "a move to other partitions was cut short"), (None, "it holds no store")):
            if value is None:
                store.redis.delete(store.keys.partitions)
            else:
                store.redis.set(store.keys.partitions, value)
            report = store.check()
            assert report.outcome == Outcome.INCONCLUSIVE
            assert words in report.whys[0]
