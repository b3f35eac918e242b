"""Effects as jobs: one at a time however often it is enqueued, and another one when its worker died."""

import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from secrets import token_hex
from threading import Barrier

import pytest
from rq import SimpleWorker
from rq.job import Job, JobStatus

import game as rules
from projections.effects import Effect, account_behind
from projections.games import Loaded, without_events
from service.backend import Backend
from service.jobs.bot_turns import SLICE_SECONDS
from service.jobs.lanes import TAKEN_MS, take, taken_key
from service.jobs.postponing import TIMED_ROOM
from service.jobs.queues import (
    FAILED_JOB_SECONDS,
    HEARTBEAT_SECONDS,
    JOB_TIMEOUT_SECONDS,
    LOST_MS,
    SILENCE_MS,
    Backlog,
    Queues,
    due_jobs,
)
from service.jobs.worker_names import process_table, worker_name
from service.run.worker import enqueue_due
from service.settings import Settings
from tests.service.client import Caller, Service, id_of

GAME = f"game{token_hex(4)}"
BOTS = Effect("bots", GAME, 17)
FIRST, SECOND = f"bots-ada-{GAME}-v17-r1", f"bots-ada-{GAME}-v17-r2"
AT_ONCE = ("clock", "abandon", "score")


def table(*bots: str) -> Loaded:
    """A game of Ada and bots that has just begun: all are due."""
    state = rules.fold(rules.new({"seats": 1 + len(bots), "bots": list(bots)}, seed=1))
    return Loaded(state._replace(seats=(state.seats[0]._replace(player="ada"), *state.seats[1:])), b"")


@pytest.fixture
def queues(parts: Backend, settings: Settings) -> Iterator[Queues]:
    """Queues on keys of this test's own; their jobs are deleted afterwards, also those that a worker has.

    Every game is one of Ada and a greedy bot.
    """
    made = Queues(settings, lambda game: table("greedy"))
    yield made
    left = [
        *made.redis.scan_iter(f"rq:*{GAME}*", count=1000),
        *made.redis.scan_iter(f"rq:*{settings.key_prefix}*", count=1000),
    ]
    if left:
        made.redis.delete(*left)
    made.redis.close()


def take_first_job(queues: Queues) -> Job:
    """Take the first job from the queue, as a worker does just before it begins."""
    return Job.fetch(queues.lanes["quick"].pop_job_id() or "", connection=queues.redis)


def begin_first_job(queues: Queues, worker: str) -> None:
    """Take the first job and mark it as begun by a worker."""
    job = take_first_job(queues)
    with queues.redis.pipeline() as pipe:
        job.prepare_for_execution(worker, pipeline=pipe)
        pipe.execute()


def work_first_job(queues: Queues) -> None:
    """Do the first job of the queue as a worker does."""
    job = take_first_job(queues)
    worker = SimpleWorker([queues.lanes["quick"]], name=worker_name(), connection=queues.redis)
    worker.execute_job(job, queues.lanes["quick"])
    queues.redis.delete(worker.key)


def test_a_job_is_named_by_function_account_game_version_and_attempt(queues: Queues):
    queues.enqueue(BOTS)
    queues.enqueue(Effect("score", GAME, 560))
    assert queues.lanes["quick"].job_ids == [FIRST, f"score-ada-{GAME}-v560-r1"]


def test_a_job_holds_its_function_its_game_and_its_time_limit(queues: Queues):
    queues.enqueue(BOTS)
    [job] = queues.lanes["quick"].jobs
    assert (job.func_name, job.args, job.timeout) == ("service.jobs.bots", (GAME,), JOB_TIMEOUT_SECONDS)


def test_an_effect_enqueued_again_while_its_job_waits_is_one_job(queues: Queues):
    for _ in range(5):
        queues.enqueue(BOTS)
    assert queues.lanes["quick"].job_ids == [FIRST]


def test_two_projectors_that_enqueue_an_effect_at_the_same_moment_make_one_job(queues: Queues, settings: Settings):
    other, together = Queues(settings, lambda game: table("greedy")), Barrier(2)

    def enqueue(projector: Queues) -> None:
        for version in range(30):
            together.wait(60)
            projector.enqueue(BOTS._replace(version=version))

    with ThreadPoolExecutor() as threads:
        list(threads.map(enqueue, (queues, other)))
    assert queues.lanes["quick"].job_ids == [f"bots-ada-{GAME}-v{version}-r1" for version in range(30)]
    other.redis.close()


def test_effects_with_a_time_are_postponed_while_many_jobs_of_their_account_wait(queues: Queues):
    for version in range(TIMED_ROOM.own):
        assert queues.enqueue(Effect("clock", GAME, version, 1_000)) == 0
    assert queues.enqueue(Effect("clock", GAME, TIMED_ROOM.own, 1_000)) > 0
    assert queues.enqueue(BOTS) == 0, "what is due at once is never postponed"
    assert len(queues.lanes["quick"].job_ids) == TIMED_ROOM.own + 1


def test_an_effect_with_a_time_is_a_job_of_the_version_it_was_derived_from(queues: Queues):
    """The clocks of two seats may run out in the same phase, the second while the job of the first still runs."""
    queues.enqueue(Effect("clock", GAME, 17, 1_000))
    queues.enqueue(Effect("clock", GAME, 18, 1_001))
    assert queues.lanes["quick"].job_ids == [f"clock-ada-{GAME}-v17-r1", f"clock-ada-{GAME}-v18-r1"]


def test_effects_of_other_versions_are_jobs_of_their_own(queues: Queues):
    queues.enqueue(BOTS)
    queues.enqueue(BOTS._replace(version=20))
    assert queues.lanes["quick"].job_ids == [FIRST, f"bots-ada-{GAME}-v20-r1"]


def test_a_job_of_a_living_worker_is_not_enqueued_again(queues: Queues):
    queues.enqueue(BOTS)
    begin_first_job(queues, "alive")
    queues.beat("alive")
    queues.enqueue(BOTS)
    assert queues.lanes["quick"].job_ids == []


def test_a_job_whose_worker_died_gets_another_attempt(queues: Queues):
    queues.enqueue(BOTS)
    begin_first_job(queues, "dead")
    queues.enqueue(BOTS)
    assert queues.lanes["quick"].job_ids == [SECOND]
    queues.enqueue(BOTS)
    assert queues.lanes["quick"].job_ids == [SECOND]


def test_the_attempt_after_a_second_dead_worker_is_the_third(queues: Queues):
    queues.enqueue(BOTS)
    for _ in range(2):
        begin_first_job(queues, "dead")
        queues.enqueue(BOTS)
    assert queues.lanes["quick"].job_ids == [f"bots-ada-{GAME}-v17-r3"]


def set_queued(job: Job, seconds_ago: float) -> None:
    job.enqueued_at = datetime.now(UTC) - timedelta(seconds=seconds_ago)
    job.save()


def test_a_job_that_was_taken_from_the_queue_and_never_begun_gets_another_attempt(queues: Queues):
    queues.enqueue(BOTS)
    job = take_first_job(queues)
    queues.enqueue(BOTS)
    assert queues.lanes["quick"].job_ids == [], "a worker may begin it at any moment"
    set_queued(job, SILENCE_MS / 1000 + 1)
    queues.enqueue(BOTS)
    assert queues.lanes["quick"].job_ids == [SECOND]
    assert 0 < queues.redis.ttl(job.key) <= FAILED_JOB_SECONDS, "nothing of it stays for ever"


def test_a_job_that_waited_for_long_and_was_taken_just_now_is_as_good_as_begun(queues: Queues):
    queues.enqueue(BOTS)
    set_queued(Job.fetch(FIRST, connection=queues.redis), 3600)
    queue = queues.lanes["quick"].key
    assert take(queues.redis, queue) == FIRST
    assert queues.outcome(FIRST) == ("pending", None)
    queues.enqueue(BOTS)
    assert queues.lanes["quick"].job_ids == []
    queues.redis.pexpire(taken_key(queue, FIRST), TAKEN_MS - SILENCE_MS - 1)
    assert queues.outcome(FIRST) == ("pending", None), "a client learns of it only after a minute"
    queues.enqueue(BOTS)
    assert queues.lanes["quick"].job_ids == [SECOND], "what has to be done does not wait for that"
    queues.redis.delete(taken_key(queue, FIRST))
    assert queues.outcome(FIRST) == ("failed", None)


def test_a_job_that_ends_with_its_worker_while_somebody_looks_at_it_is_done(
    queues: Queues, monkeypatch: pytest.MonkeyPatch
):
    """Between the look at the job and the look at its worker, the worker does it and stops."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    queues.enqueue(BOTS)
    begin_first_job(queues, f"{socket.gethostname()}-{process_table()}-{process.pid}-1")
    begun = Job.fetch(FIRST, connection=queues.redis)
    look = queues.is_live

    def look_late(job: Job) -> bool:
        begun.set_status(JobStatus.FINISHED)
        return look(job)

    monkeypatch.setattr(queues, "is_live", look_late)
    assert queues.outcome(FIRST) == ("done", None)


@pytest.mark.parametrize("wrong_seconds", [-5.0, 5.0])
def test_a_job_is_queued_at_the_time_of_the_store_whatever_the_host_says(
    wrong_seconds: float, queues: Queues, monkeypatch: pytest.MonkeyPatch
):
    """RQ has its own look at the clock."""
    wrong = datetime.now(UTC) + timedelta(seconds=wrong_seconds)
    monkeypatch.setattr("rq.queue.now", lambda: wrong)
    queues.enqueue(BOTS)
    assert 0 <= queues.backlog("quick").oldest < 2
    take_first_job(queues)
    queues.enqueue(BOTS)
    assert queues.lanes["quick"].job_ids == [], "a worker may begin it at any moment"


def test_a_job_that_an_older_version_queued_on_a_host_that_is_ahead_is_not_waited_for(queues: Queues):
    queues.enqueue(BOTS)
    job = take_first_job(queues)
    job.enqueued_at = datetime.now(UTC) + timedelta(seconds=60)
    job.save()
    queues.enqueue(BOTS)
    assert queues.lanes["quick"].job_ids == [SECOND]


def test_a_job_that_was_taken_and_has_no_time_is_not_waited_for(queues: Queues):
    queues.enqueue(BOTS)
    queues.redis.hdel(take_first_job(queues).key, "enqueued_at")
    queues.enqueue(BOTS)
    assert queues.lanes["quick"].job_ids == [SECOND]


def test_a_worker_in_a_container_with_our_host_name_keeps_its_job_while_its_heart_beats(
    queues: Queues, settings: Settings
):
    name = f"{socket.gethostname()}-0badcafe-999999999-1"
    queues.enqueue(BOTS)
    begin_first_job(queues, name)
    queues.beat(name)
    queues.enqueue(BOTS)
    assert queues.lanes["quick"].job_ids == []
    assert queues.redis.delete(f"{settings.key_prefix}worker:{name}") == 1
    queues.enqueue(BOTS)
    assert queues.lanes["quick"].job_ids == [SECOND]


def test_a_worker_of_this_machine_that_was_killed_loses_its_job_at_once(queues: Queues):
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    name = f"{socket.gethostname()}-{process_table()}-{process.pid}-1"
    queues.enqueue(BOTS)
    begin_first_job(queues, name)
    queues.beat(name)
    queues.enqueue(BOTS)
    assert queues.lanes["quick"].job_ids == [SECOND], "although its heartbeat is recent"


def test_a_failed_job_is_kept_for_a_while_and_tried_again_under_the_next_number(queues: Queues):
    """This worker does not know the job: a newer version of the service queued it."""
    unknown = Effect("celebrate", GAME, 17)
    queues.enqueue(unknown)
    work_first_job(queues)
    failed = Job.fetch(f"celebrate-ada-{GAME}-v17-r1", connection=queues.redis)
    assert failed.get_status() == JobStatus.FAILED
    assert 0 < queues.redis.ttl(failed.key) <= FAILED_JOB_SECONDS
    queues.enqueue(unknown)
    assert queues.lanes["quick"].job_ids == [f"celebrate-ada-{GAME}-v17-r2"]


def test_a_heartbeat_lasts_some_seconds_and_belongs_to_one_worker(queues: Queues, settings: Settings):
    queues.beat("one")
    [key] = queues.redis.scan_iter(f"{settings.key_prefix}worker:*", count=1000)
    assert key.decode().endswith("worker:one")
    assert 1000 * HEARTBEAT_SECONDS < queues.redis.pttl(key) <= SILENCE_MS


def test_a_client_learns_of_a_worker_on_another_host_that_is_silent_only_after_a_minute(
    queues: Queues, settings: Settings
):
    """A busy host may be late with its heartbeat, and its worker still do the job."""
    elsewhere = "other-12345678-7-1"
    queues.enqueue(BOTS)
    begin_first_job(queues, elsewhere)
    queues.beat(elsewhere)
    assert queues.outcome(FIRST) == ("pending", None)
    queues.redis.delete(f"{settings.key_prefix}worker:{elsewhere}")
    assert queues.outcome(FIRST) == ("pending", None)
    queues.enqueue(BOTS)
    assert queues.lanes["quick"].job_ids == [SECOND], "what has to be done does not wait for it"
    seen = f"{settings.key_prefix}worker-seen:{elsewhere}"
    assert SILENCE_MS < queues.redis.pttl(seen) <= LOST_MS
    queues.redis.delete(seen)
    assert queues.outcome(FIRST) == ("failed", None)


@pytest.fixture
def queues_here(service: Service) -> Iterator[Queues]:
    """The queues of the service."""
    made = Queues(service.parts.settings, service.parts.games.load)
    yield made
    made.lanes["quick"].delete(delete_jobs=True)
    made.redis.close()


def test_a_worker_does_the_job_in_the_queue_and_leaves_nothing_behind(
    service: Service, queues_here: Queues, ada: Caller
):
    game = service.seat_and_start(ada, bots=["random", "greedy", "random"])
    enqueue_due(service.parts, queues_here, id_of(game))
    service.work("quick")
    assert ada.get(game).json["waiting_on"] == [0]
    assert queues_here.lanes["quick"].job_ids == []
    assert not jobs_of(queues_here, game), "so that the name is free again"


def test_quick_and_slow_bots_of_a_table_are_jobs_in_two_lanes(queues: Queues, settings: Settings):
    mixed = Queues(settings, lambda game: table("search", "greedy", "planner"))
    mixed.enqueue(BOTS)
    mixed.redis.close()
    assert queues.lanes["quick"].job_ids == [FIRST]
    [job] = queues.lanes["slow"].jobs
    assert (job.id, job.func_name, job.args) == (f"slow_{FIRST}", "service.jobs.slow_bots", (GAME, 17))


@pytest.mark.parametrize(
    ("bots", "lanes"),
    [
        ((), []),
        (("random", "greedy"), ["quick"]),
        (("planner",), ["slow"]),
        (("search",), ["slow"]),
        (("master",), ["slow"]),
    ],
)
def test_only_the_lanes_of_bots_that_are_due_get_a_job(bots: tuple[str, ...], lanes: list[str]):
    assert [job.lane for job in due_jobs(BOTS, table(*bots))] == lanes


@pytest.mark.parametrize("player", [None, "ada"], ids=["nobody", "a player who is away"])
def test_quick_bots_of_a_table_at_which_no_account_plays_are_in_the_slow_lane(player: str | None):
    loaded = table("greedy", "search")
    bots_only = (
        loaded.state.seats[0]._replace(player=player, bot="random", away=bool(player)),
        *loaded.state.seats[1:],
    )
    jobs = due_jobs(BOTS, Loaded(loaded.state._replace(seats=bots_only), b""))
    assert [(job.lane, job.function) for job in jobs] == [("slow", "bots"), ("slow", "slow_bots")]


def test_what_is_due_at_once_is_quick_and_a_departure_from_many_games_is_not():
    lanes = {name: [job.lane for job in due_jobs(Effect(name, GAME, 17), table("search"))] for name in AT_ONCE}
    assert [*lanes.values()] == [["quick"]] * 3
    assert [(job.lane, job.prefix) for job in due_jobs(Effect("depart", "ada", 0), without_events("ada"))] == [
        ("slow", "depart-ada-ada-v0")
    ]


def test_the_account_behind_a_game_is_its_opener_or_its_first_player():
    alone = rules.fold(rules.new({"seats": 1, "bots": ["search"]}, seed=1))
    assert account_behind(alone) == "player-0"
    assert account_behind(table("search").state) == "ada"
    assert account_behind(rules.State()) == "nobody"


def test_a_job_that_is_not_done_waits_again_under_its_name(
    service: Service, queues_here: Queues, ada: Caller, monkeypatch: pytest.MonkeyPatch
):
    """Four bots plan: that is more than one append, and here a job ends after each."""
    monkeypatch.setitem(SLICE_SECONDS, "quick", 0.0)
    game = service.seat_and_start(ada, bots=["greedy"] * 4)
    while ada.get(game).json["phase"] == "draft":
        service.run_jobs(game)
        assert ada.post(f"{game}/intentions", ada.get(f"{game}/legal").json[0]).status_code == 201
    enqueue_due(service.parts, queues_here, id_of(game))
    [name] = queues_here.lanes["quick"].job_ids
    service.work("quick", most=1)
    enqueue_due(service.parts, queues_here, id_of(game))
    assert queues_here.lanes["quick"].job_ids == [name]
    service.work("quick")
    assert ada.get(game).json["waiting_on"] == [0]
    assert not jobs_of(queues_here, game), "nothing is left of it"


def test_what_becomes_due_while_a_job_ends_is_not_lost(service: Service, queues_here: Queues, ada: Caller):
    """It may have the name of this very job, which the projector took for being under way."""
    ben = service.new_player("Ben")
    game = service.seat_and_start(ada, ben, bots=["greedy"])
    enqueue_due(service.parts, queues_here, id_of(game))
    [name] = queues_here.lanes["quick"].job_ids

    def leave_and_look(id: str) -> None:
        assert ben.ask("DELETE", f"{game}/seats/me").status_code == 204, "a bot plays on"
        enqueue_due(service.parts, queues_here, id)

    service.work("quick", most=1, after_move=leave_and_look)
    assert queues_here.lanes["quick"].job_ids == [name]
    service.work("quick")
    assert ada.get(game).json["waiting_on"] == [0]


def jobs_of(queues: Queues, game: str) -> list[bytes]:
    """The jobs of a game that the store has."""
    return [*queues.redis.scan_iter(f"rq:job:*{id_of(game)}*", count=1000)]


def test_the_backlog_counts_jobs_accounts_and_workers(queues: Queues):
    for game in (GAME, f"{GAME}b"):
        queues.enqueue(BOTS._replace(game=game))
    backlog = queues.backlog("quick")
    assert (backlog.workers, backlog.waiting, backlog.accounts) == (0, 2, 1)
    assert 0 < backlog.oldest < 60
    assert queues.backlog("slow") == Backlog(0, 0, 0, 0.0)


def test_one_job_for_webhooks_waits_at_most_and_one_that_runs_does_not_count(queues: Queues):
    queues.enqueue_webhooks()
    queues.enqueue_webhooks()
    assert queues.lanes["webhooks"].count == 1
    queues.lanes["webhooks"].pop_job_id()
    queues.enqueue_webhooks()
    assert queues.lanes["webhooks"].count == 1
    queues.lanes["webhooks"].delete(delete_jobs=True)
