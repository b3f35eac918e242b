"""Verification over HTTP: you send an exported log and get a verdict; nothing is stored."""

import gzip
import json
from collections.abc import Callable, Iterator

import pytest
from rq.job import Job

from events.entry import canonical
from service.accounts import Player
from service.jobs.queues import Queues
from service.jobs.time_limit import TimeLimitExceeded
from service.jobs.verifications import (
    LIMIT_SECONDS,
    ROOM,
    WAITING_SECONDS,
    Verifications,
    check,
    check_queued,
    check_within,
)
from tests.game.play import Play
from tests.projections.archive import log_lines, record_fork
from tests.service.client import Caller, Service, assert_problem, id_of

PATH = "/v1/verifications"
AS_LOG = {"Content-Type": "application/x-ndjson"}


@pytest.fixture
def log(service: Service, finished: tuple[str, list[Caller]]) -> bytes:
    game, (ada, _) = finished
    return ada.get(f"{game}/log").data


def test_the_log_of_a_finished_game_is_correct_and_known_here(service: Service, finished, log: bytes):
    game, (ada, _) = finished
    answer = ada.send(PATH, log, AS_LOG)
    assert answer.status_code == 200
    verdict = answer.json
    assert (verdict["ok"], verdict["fault"], verdict["here"]) == (True, None, "same")
    assert verdict["game"] == id_of(game)
    view = ada.get(game).json
    assert (verdict["events"], verdict["assisted"], verdict["origin"]) == (view["version"], False, None)
    assert verdict["result"]["ranking"] == view["result"]["ranking"]
    assert log.decode().splitlines()[-1].find(verdict["head"]) > 0


def test_an_altered_line_is_named(service: Service, ada: Caller, log: bytes):
    lines = log.split(b"\n")
    at = next(i for i, line in enumerate(lines) if b'"name":"card_slated"' in line)
    lines[at] = lines[at].replace(b'"seat":0', b'"seat":X').replace(b'"seat":1', b'"seat":0').replace(b"X", b"1")
    verdict = ada.send(PATH, b"\n".join(lines), AS_LOG).json
    assert not verdict["ok"]
    assert verdict["fault"]["kind"] == "chain"
    assert verdict["fault"]["line"] <= at + 1 <= verdict["fault"]["last"]
    assert verdict["here"] == "unknown"


@pytest.mark.parametrize(
    ("raw", "line"),
    [(b"", 1), (b"nonsense", 1), (b"\xff\xfe\x00", 1), (b"\x00" * 5000, 1), (b"[" * 50_000, 1), (b'{"a":1}\n' * 9, 1)],
    ids=lambda value: repr(value)[:16],
)
def test_a_body_that_is_no_log_gets_a_verdict_too(ada: Caller, raw: bytes, line: int):
    verdict = ada.send(PATH, raw, AS_LOG).json
    assert (verdict["ok"], verdict["fault"]["kind"], verdict["fault"]["line"]) == (False, "encoding", line)


def test_a_truncated_log_lacks_its_end(ada: Caller, log: bytes):
    fault = ada.send(PATH, log[: len(log) // 2].rpartition(b"\n")[0], AS_LOG).json["fault"]
    assert (fault["kind"], fault["detail"]) == ("encoding", "the end is missing")


def test_a_log_that_a_program_has_changed_is_told_how(ada: Caller, log: bytes):
    for body, reason in ((log.replace(b"\n", b"\r\n"), "CR LF"), (b"\xef\xbb\xbf" + log, "byte-order mark")):
        fault = ada.send(PATH, body, AS_LOG).json["fault"]
        assert (fault["kind"], fault["line"]) == ("encoding", 1)
        assert reason in fault["detail"]


def test_an_unknown_schema_or_ruleset_is_refused(ada: Caller, log: bytes):
    header, _, rest = log.partition(b"\n")
    for changes, code in (({"schema": 2}, "unknown_schema"), ({"ruleset": "base-7"}, "unknown_ruleset")):
        other = canonical(json.loads(header) | changes).encode()
        assert_problem(ada.send(PATH, other + b"\n" + rest, AS_LOG), 422, code)


@pytest.mark.slow
def test_a_compressed_log_is_not_unpacked(ada: Caller):
    bomb = gzip.compress(b"\n" * 100_000_000)
    assert_problem(ada.send(PATH, bomb, AS_LOG | {"Content-Encoding": "gzip"}), 415, "encoded_body")
    fault = ada.send(PATH, bomb, AS_LOG).json["fault"]
    assert (fault["line"], fault["detail"]) == (1, "compressed: unpack it first")


def test_a_huge_log_is_refused_unread(ada: Caller, service: Service):
    limit = service.parts.settings.max_log_bytes
    assert_problem(ada.send(PATH, b"x" * (limit + 1), AS_LOG), 413, "body_too_large")


# Long logs: workers verify them


@pytest.fixture
def alone(service: Service) -> Iterator[Service]:
    """Another process on the same store. Nobody works on its queues, and its requests do not wait for a worker."""
    made = service.another_process()
    queues = Queues(service.parts.settings)
    made.app.verifications = Verifications(queues, patience_seconds=0.0)
    yield made
    queues.lanes["verifications"].delete(delete_jobs=True)
    if stored := stored_logs(made):
        queues.redis.delete(*stored)
    queues.redis.close()


@pytest.fixture
def ben(alone: Service) -> Caller:
    """A player who sends requests to that process."""
    return alone.new_player("Ben")


def stored_logs(service: Service) -> list[bytes]:
    """The keys of the logs that wait for a worker."""
    return [*service.parts.redis.scan_iter(f"{service.parts.settings.key_prefix}verifications:log:*", count=1000)]


def player_of(service: Service, caller: Caller) -> Player:
    """The account of a caller."""
    found = service.parts.accounts.by_id(caller.id)
    assert found
    return found


def test_a_short_log_is_verified_at_once_and_a_long_one_by_a_worker(ada: Caller, ben: Caller, log: bytes):
    short = log[:2_000].rpartition(b"\n")[0]
    assert ben.send(PATH, short, AS_LOG).json["fault"]["detail"] == "the end is missing"
    assert ben.send(PATH, log, AS_LOG).status_code == 202
    assert ada.send(PATH, log, AS_LOG).json["ok"], "the request waits for a worker"


@pytest.mark.parametrize("limit_seconds", [0.001 * ms for ms in range(1, 13)])
def test_a_correct_log_is_never_found_faulty_because_the_time_ends(
    service: Service, ada: Caller, log: bytes, limit_seconds: float
):
    checked = check_within(limit_seconds, service.parts, player_of(service, ada), log)
    assert checked is None or checked.answer["ok"]


def test_a_log_that_takes_longer_than_expected_is_left_to_a_worker(service: Service, ada: Caller, log: bytes):
    assert check_within(0.001, service.parts, player_of(service, ada), log) is None


def test_a_worker_that_runs_out_of_time_gives_no_verdict(alone: Service, ben: Caller, log: bytes):
    ben.send(PATH, log, AS_LOG)
    [key] = stored_logs(alone)
    with pytest.raises(TimeLimitExceeded):
        check_queued(alone.parts, alone.parts.redis, ben.id, key.decode(), seconds=0.002)


def test_a_log_that_is_gone_before_a_worker_takes_it_gets_no_verdict(alone: Service, ben: Caller, log: bytes):
    address = ben.send(PATH, log, AS_LOG).headers["Location"]
    alone.parts.redis.delete(*stored_logs(alone))
    alone.work("verifications")
    failed = ben.get(address).json
    assert (failed["status"], failed["verdict"]) == ("failed", None)


def test_a_fork_is_left_to_a_worker_for_its_origin_may_be_long(service: Service, ada: Caller, log: bytes):
    fork, _ = record_fork(Play(4, 3))
    player, lines = player_of(service, ada), b"".join(log_lines(fork))
    assert check_within(10.0, service.parts, player, log).answer["ok"]
    assert check_within(10.0, service.parts, player, lines) is None
    assert check(service.parts, player, lines).answer["ok"]


def test_a_log_that_no_worker_has_time_for_is_fetched_later(alone: Service, ben: Caller, log: bytes):
    answer = ben.send(PATH, log, AS_LOG)
    assert answer.status_code == 202, answer.text
    address = answer.headers["Location"]
    assert answer.json == {"id": address.rsplit("/", 1)[1], "status": "pending"}
    pending = ben.get(address)
    assert (pending.json["status"], pending.json["verdict"]) == ("pending", None)
    assert pending.headers["Retry-After"] == "1"
    alone.work("verifications")
    done = ben.get(address)
    assert (done.json["status"], done.json["verdict"]["ok"]) == ("done", True)
    assert "Retry-After" not in done.headers


def test_a_process_that_stops_lets_no_request_wait(alone: Service, ben: Caller, log: bytes):
    queues = Queues(alone.parts.settings)
    alone.app.verifications = Verifications(queues, patience_seconds=600.0)
    alone.app.wakeups.stop()
    assert ben.send(PATH, log, AS_LOG).status_code == 202
    queues.redis.close()


def test_the_verdict_that_is_fetched_names_what_is_unknown(alone: Service, ben: Caller, log: bytes):
    header, _, rest = log.partition(b"\n")
    other = canonical(json.loads(header) | {"ruleset": "base-7"}).encode() + b"\n" + rest
    address = ben.send(PATH, other, AS_LOG).headers["Location"]
    alone.work("verifications")
    assert_problem(ben.get(address), 422, "unknown_ruleset")


def test_only_the_player_that_sent_a_log_can_fetch_its_verdict(service: Service, ben: Caller, log: bytes):
    address = ben.send(PATH, log, AS_LOG).headers["Location"]
    assert_problem(service.new_player("Eve").get(address), 404, "no_such_verification")
    assert_problem(ben.get(f"{PATH}/nonsense"), 404, "no_such_verification")


def test_a_log_is_forgotten_once_it_is_verified_and_also_if_nobody_verifies_it(alone: Service, ben: Caller, log: bytes):
    answer = ben.send(PATH, log, AS_LOG)
    queues = Queues(alone.parts.settings)
    [key] = stored_logs(alone)
    assert 0 < queues.redis.ttl(key) <= WAITING_SECONDS + LIMIT_SECONDS
    [job] = queues.lanes["verifications"].jobs
    assert 0 < queues.redis.ttl(job.key) <= WAITING_SECONDS
    queues.redis.close()
    alone.work("verifications")
    assert stored_logs(alone) == []
    assert ben.get(answer.headers["Location"]).json["status"] == "done"


def test_few_accounts_cannot_fill_the_lane_for_the_others(alone: Service, log: bytes):
    callers = [alone.new_player(f"Player {number}") for number in range(ROOM.crowd // ROOM.own)]
    for caller in callers:
        assert [caller.send(PATH, log, AS_LOG).status_code for _ in range(ROOM.own)] == [202] * ROOM.own
        refused = caller.send(PATH, log, AS_LOG)
        assert_problem(refused, 503, "too_busy")
        assert refused.headers["Retry-After"] == "5"
    late = alone.new_player("Eve")
    assert [late.send(PATH, log, AS_LOG).status_code for _ in range(2)] == [202, 503], "one each in a crowd"


def test_a_verification_whose_worker_died_is_to_be_sent_again(alone: Service, ben: Caller, log: bytes):
    queues = Queues(alone.parts.settings)
    address = ben.send(PATH, log, AS_LOG).headers["Location"]
    begin(queues, "dead")
    assert ben.get(address).json["status"] == "failed"
    alone.app.verifications = Verifications(queues, once(lambda: begin(queues, "dead")))
    assert_problem(ben.send(PATH, log, AS_LOG), 503, "too_busy")
    queues.redis.close()


def begin(queues: Queues, worker: str) -> None:
    """Take the first log and mark it as begun by a worker."""
    job = Job.fetch(queues.lanes["verifications"].pop_job_id() or "", connection=queues.redis)
    with queues.redis.pipeline() as pipe:
        job.prepare_for_execution(worker, pipeline=pipe)
        pipe.execute()


def once(action: Callable[[], None]) -> Callable[[float], None]:
    """A pause in which something happens the first time."""
    left = [action]
    return lambda seconds: left.pop()() if left else None
