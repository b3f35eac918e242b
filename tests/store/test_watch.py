"""The watch over a store: which store is taken, which is refused, and what one that cannot be used does to commands."""

import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from secrets import token_hex
from time import sleep

import pytest
from redis import Redis
from redis.exceptions import OutOfMemoryError, RedisError, ResponseError

from events import IdempotencyKey, RedisLog, first_link
from service.run.up import ROOT
from store.breaker import Breaker
from store.cluster.epochs import epochs_at
from store.faults import FAULTS, StoreUnavailable, fault_of
from store.identity import MAX_REPLACED, Epoch, accept_store, create_epoch
from store.keys import Keys
from store.server import connect
from store.watch import Watch
from tests.events.stories import DIGEST, ready, write

PATIENT_SECONDS = 60.0


class Process:
    """A process that uses a store: its watch, and a client under it."""

    def __init__(self, url: str, keys: Keys, expected: str = "") -> None:
        prepare = partial(create_epoch, keys=keys)
        self.accepted = 0
        self.watch = Watch(url, keys, PATIENT_SECONDS, expected, prepare)
        self.watch.on_acceptance = self._count
        self.redis = connect(url, seconds=PATIENT_SECONDS)
        self.watch.guard(self.redis)
        self.log = RedisLog(self.redis, keys, saw=self.watch.saw)

    def _count(self) -> None:
        self.accepted += 1

    def close(self) -> None:
        self.watch.stop()
        self.redis.close()


@pytest.fixture
def keys() -> Keys:
    return Keys(f"{token_hex(4)}:", 2)


@pytest.fixture
def operator(own_server) -> Iterator[Redis]:
    """A client that nothing watches."""
    with Redis.from_url(own_server.url) as client:
        yield client


@pytest.fixture
def begin(own_server, keys) -> Iterator[Callable[..., Process]]:
    """Begins a process."""
    with ExitStack() as stack:
        yield lambda **options: stack.enter_context(closing(Process(own_server.url, keys, **options)))


@pytest.fixture
def process(begin):
    """A process that has met its store."""
    started = begin()
    assert started.watch.look() is None
    return started


def lose_everything(operator: Redis, keys: Keys) -> None:
    operator.delete(*operator.keys(f"{keys.prefix}*"))


def test_a_new_store_gets_an_epoch_once_and_all_processes_take_it(process, begin):
    other = begin()
    assert other.watch.look() is None
    assert other.watch.epoch == process.watch.epoch
    assert len(process.watch.epoch) == 16


def test_a_look_changes_nothing_in_the_store(process, operator, keys):
    before = operator.info("persistence")["rdb_changes_since_last_save"]
    assert [process.watch.look() for _ in range(3)] == [None] * 3
    assert operator.info("persistence")["rdb_changes_since_last_save"] == before
    assert operator.keys(f"{keys.prefix}*") == [keys.epoch.encode()]


def test_a_store_that_lost_everything_is_refused_until_an_operator_accepts_it(process, operator, keys):
    lose_everything(operator, keys)
    assert [process.watch.look(), process.watch.look()] == ["foreign", "foreign"]
    assert process.accepted == 0
    epoch = accept_store(operator, keys)
    assert process.watch.look() is None
    assert (process.watch.epoch, process.accepted) == (epoch, 1)


def test_a_store_that_another_process_took_for_new_is_still_refused(process, operator, begin, keys):
    lose_everything(operator, keys)
    assert begin().watch.look() is None
    assert process.watch.look() == "foreign"
    accept_store(operator, keys)
    assert process.watch.look() is None


def test_a_store_that_comes_back_with_its_data_is_taken_again(process, operator, keys):
    kept = operator.get(keys.epoch)
    lose_everything(operator, keys)
    assert process.watch.look() == "foreign"
    operator.set(keys.epoch, kept)
    assert process.watch.look() is None
    assert process.accepted == 0


def test_an_earlier_acceptance_in_the_place_of_a_third_store_does_not_count(process, operator, keys):
    operator.set(keys.epoch, "0123456789abcdef accepted fedcba9876543210")
    assert process.watch.look() == "foreign"
    accept_store(operator, keys)
    assert process.watch.look() is None


def test_accepting_a_store_that_lost_nothing_does_no_harm(process, operator, keys):
    accept_store(operator, keys)
    assert process.watch.look() is None


def test_a_process_that_did_not_look_while_the_store_was_empty_takes_it_once_another_has(
    process, begin, operator, keys
):
    busy = begin()
    assert busy.watch.look() is None
    lose_everything(operator, keys)
    assert process.watch.look() == "foreign"
    accept_store(operator, keys)
    assert busy.watch.look() == "foreign", "it might be the accepted store of somebody else"
    assert process.watch.look() is None
    assert busy.watch.look() is None


def test_what_a_process_adds_to_an_epoch_it_adds_again_until_it_is_there(process, begin, operator, keys):
    busy = begin()
    assert busy.watch.look() is None
    lose_everything(operator, keys)
    assert process.watch.look() == "foreign"
    epoch = accept_store(operator, keys)
    assert process.watch.look() is None
    operator.set(keys.epoch, f"{epoch} accepted ")  # as another process wrote it, which knew less
    assert busy.watch.look() == "foreign"
    assert process.watch.look() is None
    assert busy.watch.look() is None


def test_a_process_that_saw_an_empty_store_takes_no_other_that_was_empty_once(process, operator, keys):
    lose_everything(operator, keys)
    assert process.watch.look() == "foreign"
    of_another_service = Epoch("fedcba9876543210 accepted ").successor()
    operator.set(keys.epoch, of_another_service)
    assert process.watch.look() == "foreign"
    assert operator.get(keys.epoch).decode() == of_another_service


def test_a_process_that_did_not_look_between_two_acceptances_takes_the_second(process, operator, keys):
    accept_store(operator, keys)
    accept_store(operator, keys)
    assert process.watch.look() is None


def test_an_epoch_keeps_the_newest_of_those_in_whose_place_it_stands(process, operator, keys):
    accepted = [process.watch.epoch, *(accept_store(operator, keys) for _ in range(MAX_REPLACED + 2))]
    stored = Epoch(operator.get(keys.epoch).decode())
    assert (stored.own, stored.replaced) == (accepted[-1], tuple(accepted[-2 : -2 - MAX_REPLACED : -1]))


def test_a_log_that_ends_before_what_a_process_has_seen_is_refused(process, operator, keys):
    write(process.log, "g", ready(0))
    assert process.watch.look() is None
    feed = keys.feed(keys.partition("g"))
    [(newest, _)] = operator.xrange(feed)
    operator.xdel(feed, newest)
    assert process.watch.look() == "older"
    accept_store(operator, keys)
    assert process.watch.look() is None


def test_a_process_knows_what_it_has_appended_before_it_looks_again(process, operator, keys):
    write(process.log, "g", ready(0))
    operator.delete(keys.feed(keys.partition("g")))
    assert process.watch.look() == "older"


def test_what_one_process_misses_all_others_refuse_even_new_ones(process, begin, operator, keys):
    other = begin()
    assert other.watch.look() is None
    write(process.log, "g", ready(0))
    operator.delete(keys.feed(keys.partition("g")))
    assert [process.watch.look(), other.watch.look()] == ["older", "older"]
    assert begin().watch.look() == "older"
    accept_store(operator, keys)
    assert [process.watch.look(), other.watch.look(), begin().watch.look()] == [None] * 3


def test_a_log_that_lost_its_end_and_went_on_is_refused_by_all(process, begin, operator, keys):
    other = begin()
    write(process.log, "g", ready(0))
    assert other.watch.look() is None
    write(process.log, "g", ready(1))
    feed = keys.feed(keys.partition("g"))
    lost = operator.xrevrange(feed, count=1)[0]
    operator.xdel(feed, lost[0])
    beside = next(name for name in "abcdef" if keys.partition(name) == keys.partition("g"))
    write(other.log, beside, ready(2))  # it never saw what is lost
    assert other.watch.look() is None
    assert [process.watch.look(), other.watch.look()] == ["older", "older"]
    assert begin().watch.look() == "older"
    accept_store(operator, keys)
    assert [process.watch.look(), other.watch.look(), begin().watch.look()] == [None] * 3


def test_a_pointer_that_was_trimmed_is_not_missed(process, operator, keys):
    write(process.log, "g", ready(0))
    feed = keys.feed(keys.partition("g"))
    operator.xadd(feed, {"game": "h", "version": 1})
    operator.xtrim(feed, maxlen=1)
    assert process.watch.look() is None


def test_what_an_older_version_noted_as_missed_still_counts(process, operator, keys):
    operator.set(keys.missed, "99999999999999-0")
    assert process.watch.look() == "older"


def test_another_store_is_not_told_what_a_process_misses(process, operator, keys):
    write(process.log, "g", ready(0))
    lose_everything(operator, keys)
    create_epoch(operator, keys)
    assert process.watch.look() == "foreign"
    assert operator.keys(f"{keys.prefix}*") == [keys.epoch.encode()]


def test_a_repeated_append_is_no_news_of_the_log(process):
    write(process.log, "g", ready(0))
    again = process.log.append("g", ready(0), 0, first_link("g"), IdempotencyKey("player:0", DIGEST))
    assert again.known
    assert process.watch.look() is None


def test_a_process_that_expects_an_epoch_makes_none_and_takes_no_other(begin, operator, keys):
    expecting = begin(expected="00112233aabbccdd")
    assert expecting.watch.look() == "foreign"
    assert operator.keys(f"{keys.prefix}*") == []
    create_epoch(operator, keys)
    assert expecting.watch.look() == "foreign"
    accept_store(operator, keys)
    assert expecting.watch.look() is None


def test_a_new_connection_to_a_store_that_lost_its_data_sends_no_command(process, operator, keys):
    process.redis.set(f"{keys.prefix}some", "data")
    lose_everything(operator, keys)
    process.redis.connection_pool.disconnect()
    with pytest.raises(StoreUnavailable, match="lost its data"):
        process.redis.set(f"{keys.prefix}some", "data")
    assert operator.keys(f"{keys.prefix}*") == []


@contextmanager
def full(server: Redis) -> Iterator[None]:
    """The server has no memory left for the block."""
    server.config_set("maxmemory", 1)
    try:
        yield
    finally:
        server.config_set("maxmemory", 0)


def test_without_a_thread_that_looks_a_fault_refuses_nothing(process, operator):
    assert process.redis.ping() is True
    with full(operator):
        assert process.watch.look() == "no_memory"
    assert process.redis.ping() is True
    process.watch.start(PATIENT_SECONDS, start_thread=lambda run: None)
    with pytest.raises(StoreUnavailable, match="memory"):
        process.redis.ping()


class Slow(Breaker):
    """Of a store whose answers take longer than a quarter of 0.1 s."""

    def _try_out(self) -> str | None:
        sleep(0.03)
        return None


@pytest.mark.parametrize(("slow_is_fault", "fault"), [(True, "slow"), (False, None)])
def test_two_slow_answers_in_a_row_are_a_fault_where_somebody_waits(own_server, keys, slow_is_fault, fault):
    breaker = Slow(own_server.url, 0.1, f"{keys.prefix}none")
    breaker.start(PATIENT_SECONDS, start_thread=lambda run: None, slow_is_fault=slow_is_fault)
    assert [breaker.look(), breaker.look()] == [None, fault]
    assert ("an answer took 0." in breaker.error) == slow_is_fault


def test_a_primary_that_takes_no_writes_is_at_fault(process, operator, keys):
    assert [*epochs_at(operator, keys, [0, 1])] == [0, 1]
    with full(operator), pytest.raises(OutOfMemoryError):
        epochs_at(operator, keys, [0, 1])


def test_what_the_preparation_finds_wrong_is_no_fault_of_the_moment(own_server, keys):
    def prepare(redis: Redis) -> None:
        raise RuntimeError("no append-only file")

    watch = Watch(own_server.url, keys, PATIENT_SECONDS, prepare=prepare)
    with pytest.raises(RuntimeError, match="append-only"):
        watch.look()


def test_a_server_that_takes_no_writes_is_at_fault(process, operator):
    with full(operator):
        assert process.watch.look() == "no_memory"
    assert process.watch.look() is None


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("MISCONF Valkey is configured to save RDB snapshots", "no_disk"),
        ("Command # 2 (SET none 1 XX) of pipeline caused error: MISCONF Errors writing to the AOF file", "no_disk"),
        ("MASTERDOWN Link with MASTER is down", "read_only"),
        ("NOREPLICAS Not enough good replicas to write.", "refusing"),
    ],
)
def test_error_answers_without_a_class_of_their_own_are_told_apart(text: str, fault: str):
    assert fault_of(ResponseError(text)) == fault


def test_the_guide_for_operators_has_every_fault():
    guide = (ROOT / "docs" / "operating.md").read_text("utf-8")
    assert [sentence for sentence in FAULTS.values() if f"| {sentence} |" not in guide] == []


def test_a_server_on_a_unix_socket_that_takes_no_more_connections_is_silent_and_not_gone(tmp_path):
    with ExitStack() as ending:
        listener = ending.enter_context(socket.socket(socket.AF_UNIX))
        listener.bind(str(tmp_path / "s"))
        listener.listen(0)
        waiting = ending.enter_context(socket.socket(socket.AF_UNIX))
        waiting.connect(str(tmp_path / "s"))  # there is room for no other
        with pytest.raises(RedisError) as caught:
            connect(f"unix://{tmp_path}/s", retries=0, seconds=0.2).ping()
    assert fault_of(caught.value) == "silent"
