"""Verification over HTTP: you send an exported log and get a verdict; nothing is stored."""

import gzip
import json
import time
from collections.abc import Callable

import pytest
from rq.job import Job

from events.codec import canonical
from service.api.current import VERIFICATIONS, WAKEUPS
from service.jobs import verifications as module
from service.jobs.lanes import Room
from service.jobs.queues import Queues
from service.jobs.verifications import Verifications, check_at_once
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


def test_a_compressed_log_is_not_unpacked(ada: Caller):
    bomb = gzip.compress(b"\n" * 100_000_000)
    assert_problem(ada.send(PATH, bomb, AS_LOG | {"Content-Encoding": "gzip"}), 415, "encoded_body")
    fault = ada.send(PATH, bomb, AS_LOG).json["fault"]
    assert (fault["line"], fault["detail"]) == (1, "compressed: unpack it first")


def test_a_huge_log_is_refused_unread(ada: Caller, service: Service):
    limit = service.parts.settings.max_log_bytes
    assert_problem(ada.send(PATH, b"x" * (limit + 1), AS_LOG), 413, "body_too_large")


def test_a_verification_needs_a_token(service: Service):
    assert_problem(service.app.test_client().post(PATH, data=b""), 401, "token_missing")


# Long logs: workers verify them


@pytest.fixture
def without_workers(service: Service, monkeypatch: pytest.MonkeyPatch) -> Queues:
    """The queues, and nobody works on them: a request waits in vain, but not for long."""
    queues = Queues(service.parts.settings)
    monkeypatch.setattr(module, "PATIENCE_SECONDS", 0.05)
    monkeypatch.setitem(service.app.extensions, VERIFICATIONS, Verifications(queues))
    return queues


@pytest.fixture(autouse=True)
def nothing_waits(service: Service) -> None:
    """What a test before left is not done by this one."""
    queues = Queues(service.parts.settings)
    queues.lanes["verifications"].delete(delete_jobs=True)
    for key in queues.redis.scan_iter(f"{service.parts.settings.key_prefix}verifications:log:*", count=1000):
        queues.redis.delete(key)


@pytest.fixture
def asked(service: Service, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many bytes each log has that waited for a worker."""
    sizes: list[int] = []
    enqueue = Verifications.enqueue

    def count(self: Verifications, player, body: bytes) -> str:
        sizes.append(len(body))
        return enqueue(self, player, body)

    monkeypatch.setattr(Verifications, "enqueue", count)
    return sizes


def test_a_short_log_is_verified_at_once_and_a_long_one_by_a_worker(
    ada: Caller, log: bytes, asked: list[int], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(module, "SECONDS_PER_BYTE", module.WEB_LIMIT_SECONDS / (len(log) - 1))
    short = log[:10_000].rpartition(b"\n")[0]
    assert ada.send(PATH, short, AS_LOG).json["fault"]["detail"] == "the end is missing"
    assert asked == []
    assert ada.send(PATH, log, AS_LOG).json["ok"]
    assert asked == [len(log)]


@pytest.mark.slow
def test_a_short_log_that_takes_longer_than_expected_goes_to_a_worker(
    ada: Caller, log: bytes, asked: list[int], monkeypatch: pytest.MonkeyPatch
):
    verify = module.verify

    def verify_slowly(lines):
        busy_until = time.process_time() + 0.2
        while time.process_time() < busy_until:
            sum(range(10_000))
        return verify(lines)

    monkeypatch.setattr(module, "verify", verify_slowly)
    assert ada.send(PATH, b"nonsense", AS_LOG).json["fault"]["kind"] == "encoding"
    assert asked == [len(b"nonsense")]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # hypothesis listens to the collector
@pytest.mark.parametrize("limit_seconds", [0.001 * ms for ms in range(1, 13)])
def test_a_correct_log_is_never_found_faulty_because_the_time_ends(
    service: Service, ada: Caller, log: bytes, monkeypatch: pytest.MonkeyPatch, limit_seconds: float
):
    monkeypatch.setattr(module, "SECONDS_PER_BYTE", 0.0)
    monkeypatch.setattr(module, "WEB_LIMIT_SECONDS", limit_seconds)
    checked = check_at_once(service.parts, service.parts.accounts.by_id(ada.id), log)
    assert checked is None or checked.answer["ok"]


def test_a_worker_that_runs_out_of_time_gives_no_verdict(
    service: Service, ada: Caller, log: bytes, without_workers: Queues, monkeypatch: pytest.MonkeyPatch
):
    address = ada.send(PATH, log, AS_LOG).headers["Location"]
    monkeypatch.setattr(module, "LIMIT_SECONDS", 0.002)
    service.work("verifications")
    failed = ada.get(address).json
    assert (failed["status"], failed["verdict"]) == ("failed", None)


def test_a_short_fork_is_left_to_a_worker_for_its_origin_may_be_long(
    service: Service, ada: Caller, log: bytes, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(module, "WEB_LIMIT_SECONDS", 10.0)
    player = service.parts.accounts.by_id(ada.id)
    verdict = module.verify(log.splitlines(keepends=True))
    assert check_at_once(service.parts, player, log).answer["ok"]
    monkeypatch.setattr(module, "verify", lambda lines: verdict._replace(origin={"game": "abcdefgh", "version": 9}))
    assert check_at_once(service.parts, player, log) is None


def test_a_log_that_no_worker_has_time_for_is_fetched_later(
    service: Service, ada: Caller, log: bytes, without_workers: Queues
):
    answer = ada.send(PATH, log, AS_LOG)
    assert answer.status_code == 202, answer.text
    address = answer.headers["Location"]
    assert answer.json == {"id": address.rsplit("/", 1)[1], "status": "pending"}
    pending = ada.get(address)
    assert (pending.json["status"], pending.json["verdict"]) == ("pending", None)
    assert pending.headers["Retry-After"] == "1"
    service.work("verifications")
    done = ada.get(address)
    assert (done.json["status"], done.json["verdict"]["ok"]) == ("done", True)
    assert "Retry-After" not in done.headers


def test_a_process_that_stops_lets_no_request_wait(
    service: Service, ada: Caller, log: bytes, without_workers: Queues, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(module, "PATIENCE_SECONDS", 600.0)
    monkeypatch.setattr(service.app.extensions[WAKEUPS], "is_stopped", lambda: True)
    assert ada.send(PATH, log, AS_LOG).status_code == 202


def test_the_verdict_that_is_fetched_names_what_is_unknown(
    service: Service, ada: Caller, log: bytes, without_workers: Queues
):
    header, _, rest = log.partition(b"\n")
    other = canonical(json.loads(header) | {"ruleset": "base-7"}).encode() + b"\n" + rest
    address = ada.send(PATH, other, AS_LOG).headers["Location"]
    service.work("verifications")
    assert_problem(ada.get(address), 422, "unknown_ruleset")


def test_only_the_player_that_sent_a_log_can_fetch_its_verdict(
    service: Service, ada: Caller, log: bytes, without_workers: Queues
):
    address = ada.send(PATH, log, AS_LOG).headers["Location"]
    assert_problem(service.new_player("Eve").get(address), 404, "no_such_verification")
    assert_problem(ada.get(f"{PATH}/nonsense"), 404, "no_such_verification")


def test_a_log_is_forgotten_once_it_is_verified_and_also_if_nobody_verifies_it(
    service: Service, ada: Caller, log: bytes, without_workers: Queues
):
    def stored() -> list[bytes]:
        return [*without_workers.redis.scan_iter(f"{service.parts.settings.key_prefix}verifications:log:*", count=1000)]

    answer = ada.send(PATH, log, AS_LOG)
    [key] = stored()
    assert 0 < without_workers.redis.ttl(key) <= module.WAITING_SECONDS + module.LIMIT_SECONDS
    [job] = without_workers.lanes["verifications"].jobs
    assert 0 < without_workers.redis.ttl(job.key) <= module.WAITING_SECONDS
    service.work("verifications")
    assert stored() == []
    assert ada.get(answer.headers["Location"]).json["status"] == "done"


@pytest.mark.slow
def test_few_accounts_cannot_fill_the_lane_for_the_others(
    service: Service, ada: Caller, log: bytes, without_workers: Queues, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(module, "ROOM", Room(own=2, crowd=3, most=4))
    ben, cy = service.new_player("Ben"), service.new_player("Cy")
    assert [ada.send(PATH, log, AS_LOG).status_code for _ in range(2)] == [202, 202]
    refused = ada.send(PATH, log, AS_LOG)
    assert_problem(refused, 503, "too_busy")
    assert refused.headers["Retry-After"] == "5"
    assert [ben.send(PATH, log, AS_LOG).status_code for _ in range(2)] == [202, 503]
    assert [cy.send(PATH, log, AS_LOG).status_code for _ in range(2)] == [202, 503]


def test_a_verification_whose_worker_died_is_to_be_sent_again(
    service: Service, ada: Caller, log: bytes, without_workers: Queues, monkeypatch: pytest.MonkeyPatch
):
    address = ada.send(PATH, log, AS_LOG).headers["Location"]
    begin(without_workers, "dead")
    assert ada.get(address).json["status"] == "failed"
    monkeypatch.setitem(
        service.app.extensions,
        VERIFICATIONS,
        Verifications(without_workers, once(lambda: begin(without_workers, "dead"))),
    )
    assert_problem(ada.send(PATH, log, AS_LOG), 503, "too_busy")


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
