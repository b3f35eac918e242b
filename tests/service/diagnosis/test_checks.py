"""Each check of `wonderful doctor` finds its fault in facts, and says nothing of sound ones."""

import re
from typing import Any

import pytest

from events.answering import Answers
from projections.effects import Effect
from service.backup.status import Outcome, Saved, Verified
from service.commands.doctor import lines
from service.diagnosis.checks import CHECKS, CONSEQUENCES
from service.diagnosis.facts import (
    ArchiveFacts,
    Clock,
    Damage,
    DueGame,
    DueGames,
    Facts,
    Feed,
    Layout,
    ListFacts,
    Server,
    Timers,
    Web,
)
from service.diagnosis.findings import Status, examine, exit_status, follows
from store.identity import Epoch
from tests.service.diagnosis.sound import FACTS, FORMER, NOW, NOW_MS, OWN, facts, folder, lane, server, settings

WARNING, BROKEN = Status.WARNING, Status.BROKEN
NO_FILE = "it has no append-only file (set appendonly yes)"
REFUSED = Web("http://h", 0, "refused")
CLOSED = folder(closed="Permission denied", is_locked=False)
FULL_QUEUES = Server("q", used_bytes=9, max_bytes=9)
FULL = {"max_bytes": 10**8}
BOTS, CLOCK = Effect("bots", "k3jx", 17), Effect("clock", "k3jx", 17, NOW_MS - 60_000)
ON_A_CLUSTER = settings(REDIS_URL="cluster://a:6379", RQ_REDIS_URL="redis://b:6379")
PUBLIC = {"HOST": "0.0.0.0", "TRUSTED_PROXIES": "10.0.0.1", "PUBLIC_URL": "https://play.example.org"}
ACCEPTED = FACTS.identity._replace(epoch=Epoch(f"{OWN} accepted {FORMER}"))
DUE = DueGames((DueGame(BOTS, NOW_MS - 31_000, False),), 1)
WITH_BACKUP = settings(BACKUP_DIR="/b")
EMPTY: dict[str, Any] = {"layout": Layout(None), "identity": FACTS.identity._replace(epoch=Epoch())}
LOST = EMPTY | {"folder": folder(epoch="")}
WITH_ARCHIVE = settings(ARCHIVE_URL="file:/a")
LIST = ListFacts(3, 2, NOW_MS)
ARCHIVE = ArchiveFacts("/a", free_bytes=10**11, games=3, sampled=3)


def copied(ms: int, problem: str = "") -> dict[str, Any]:
    saved = Saved(NOW_MS, 1, 9, copied_ms=ms, copy_problem=problem)
    return {"settings": settings(BACKUP_DIR="/b", BACKUP_BUCKET="s3://b"), "backup": saved}


def with_free(free_bytes: int) -> dict[str, Any]:
    """A backup of two bases, and what its disk has left."""
    return {"settings": WITH_BACKUP, "backup": Saved(NOW_MS, 2, 1800 * 10**6), "backup_free_bytes": free_bytes}


def verified(last: Verified | None) -> dict[str, Any]:
    """A backup that follows the store, with its last verification."""
    return {"settings": WITH_BACKUP, "backup": Saved(NOW_MS, 1, 9, verified=last)}


FAULTS: list[tuple[str, Status, str, dict[str, Any]]] = [
    ("D01", WARNING, "HOST=0.0.0.0 lets other machines in", {"settings": settings(**PUBLIC | {"TRUSTED_PROXIES": ""})}),
    ("D01", WARNING, "TRUSTED_PROXIES names none", {"settings": settings(PUBLIC_URL="https://play.example.org")}),
    ("D02", WARNING, "PUBLIC_URL is empty", {"settings": settings(**PUBLIC | {"PUBLIC_URL": ""})}),
    ("D03", WARNING, "LIMITS=none", {"settings": settings(**PUBLIC, LIMITS="none")}),
    ("D04", WARNING, "OPERATORS names ada", {"settings": settings(OPERATORS="ada"), "operators": {"ada": False}}),
    ("D05", BROKEN, "is Redis 6.0.16", {"servers": server(version=(6, 0, 16))}),
    ("D05", BROKEN, "is a replica", {"servers": server(is_replica=True)}),
    ("D05", BROKEN, "a node of a cluster", {"servers": server(is_cluster=True)}),
    ("D06", BROKEN, "has no append-only file", {"servers": server(faults=(NO_FILE,))}),
    (
        "D06",
        WARNING,
        "as ALLOW_VOLATILE=1 allows",
        {
            "settings": settings(ALLOW_VOLATILE="1"),
            "servers": server(faults=("it may evict keys (maxmemory-policy is allkeys-lru, set noeviction)",)),
        },
    ),
    ("D06", WARNING, "appendfsync no", {"servers": server(appendfsync="no")}),
    ("D07", BROKEN, "could not write to its append-only file", {"servers": server(last_write="err")}),
    ("D07", WARNING, "could not rewrite", {"servers": server(last_rewrite="err")}),
    ("D08", BROKEN, "uses 96.0 MB of its maxmemory of 100.0 MB", {"servers": server(used_bytes=96 * 10**6, **FULL)}),
    ("D08", WARNING, "uses 81.0 MB of its maxmemory", {"servers": server(used_bytes=81 * 10**6, **FULL)}),
    ("D08", WARNING, "has maxmemory 7.0 GB on a machine with 10.0 GB", {"servers": server(max_bytes=7 * 10**9)}),
    ("D09", BROKEN, "takes 0.4 s to answer", {"clock": Clock(NOW, NOW, 0.4)}),
    ("D09", WARNING, "has 8000 clients", {"servers": server(clients=8000)}),
    ("D10", BROKEN, "no replica follows", {"settings": ON_A_CLUSTER, "faults": ("no replica follows a: add one",)}),
    ("D11", BROKEN, "the store has no epoch", {"identity": FACTS.identity._replace(epoch=Epoch())}),
    ("D11", BROKEN, "STORE_EPOCH is 77", {"settings": settings(STORE_EPOCH="77")}),
    ("D11", WARNING, "has accepted", {"settings": settings(STORE_EPOCH=FORMER), "identity": ACCEPTED}),
    ("D11", BROKEN, "the file `epoch` in the data folder says 77", {"folder": folder(epoch="77")}),
    ("D11", BROKEN, "have another epoch", {"settings": ON_A_CLUSTER, "folder": None, "copies": frozenset((OWN, ""))}),
    ("D12", BROKEN, "has seen the pointer 7-0", {"identity": FACTS.identity._replace(missed=(7, 0))}),
    ("D12", BROKEN, "has lost it", {"identity": FACTS.identity._replace(lacks_missed=True)}),
    ("D11", BROKEN, f"the store is empty, and the file `epoch` in the data folder says that {OWN}", EMPTY),
    ("D11", BROKEN, "/b holds the backup of 77: it has lost", LOST | {"settings": WITH_BACKUP, "backup_epoch": "77"}),
    ("D11", BROKEN, "the backup of another store, of the epoch 77", {"settings": WITH_BACKUP, "backup_epoch": "77"}),
    ("D13", WARNING, "the store is new", LOST),
    ("D13", BROKEN, "was cut short", {"layout": Layout(0, 32)}),
    ("D13", BROKEN, "PARTITIONS is 3", {"settings": settings(PARTITIONS="3")}),
    ("D14", BROKEN, "no projector has read the log yet", {"feeds": (Feed(0, None), Feed(1, None))}),
    ("D14", BROKEN, "no projector has read the log for 11 s", {"feeds": (Feed(0, 11_000), Feed(1, 12_000))}),
    ("D15", WARNING, "7 pointers in 1 partition not projected yet", {"feeds": (Feed(0, 0, NOW_MS - 11_000, 7),)}),
    ("D16", BROKEN, "no job does it, the longest for 31 s: k3jx", {"due": DUE}),
    ("D17", BROKEN, "k3jx (entry 9)", {"damage": Damage((("k3jx", "9"),), 5, 5)}),
    ("D18", BROKEN, "nothing has happened, the longest for 60 s: k3jx", {"timers": Timers((CLOCK,), 1)}),
    ("D19", BROKEN, "no worker lives in the lane quick", {"lanes": lane("quick", workers=0)}),
    ("D19", WARNING, "no worker lives in the lane slow", {"lanes": lane("slow", workers=0)}),
    ("D19", BROKEN, "3 jobs waiting", {"lanes": lane("slow", workers=0, waiting=3, oldest=99.0)}),
    ("D20", WARNING, "in the lane slow waits for 31 s", {"lanes": lane("slow", waiting=3, oldest=31.0)}),
    ("D21", WARNING, "1 job of the lane slow failed", {"lanes": lane("slow", failed=("slow_bots-ada-k3jx-v17-r1",))}),
    ("D22", BROKEN, "is a replica", {"settings": ON_A_CLUSTER, "jobs_server": Server("q", is_replica=True)}),
    ("D22", BROKEN, "RQ does not run", {"settings": ON_A_CLUSTER, "jobs_server": Server("q", is_cluster=True)}),
    ("D22", BROKEN, "no memory left", {"settings": ON_A_CLUSTER, "jobs_server": FULL_QUEUES}),
    ("D23", BROKEN, "no web process of any host has answered for 4.0 s", {"answers": Answers(NOW_MS - 4000)}),
    ("D23", WARNING, "no web process has told", {"answers": Answers()}),
    ("D24", WARNING, "although a web process beats", {"web": REFUSED}),
    ("D24", BROKEN, "no web service answers", {"web": REFUSED, "answers": Answers(NOW_MS - 4000)}),
    ("D24", BROKEN, "/readyz answers 503: the store is gone", {"web": Web("http://h", 503, "the store is gone")}),
    ("D24", WARNING, "is ready with a fault", {"web": Web("http://h", 200, "the job store", "ready", "gone")}),
    ("D25", WARNING, "60 s ahead of", {"clock": Clock(NOW, NOW + 60, 0.001)}),
    ("D25", WARNING, "60 s behind", {"clock": Clock(NOW, NOW - 60, 0.001)}),
    ("D26", BROKEN, "there is no data folder", {"folder": folder(exists=False, has_data=False, is_locked=False)}),
    ("D26", BROKEN, "holds no store", {"folder": folder(has_data=False)}),
    ("D26", WARNING, "belongs to user 7", {"folder": folder(is_ours=False, owner=7)}),
    ("D26", BROKEN, "appendonlydir/a", {"folder": folder(strangers=("appendonlydir/a",))}),
    ("D26", WARNING, "mode 755", {"folder": folder(mode=0o755)}),
    ("D27", BROKEN, "no server has the data folder", {"folder": folder(is_locked=False)}),
    ("D27", WARNING, "is being started", {"folder": folder(pid=None)}),
    ("D27", BROKEN, "process 17, which should have it", {"folder": folder(pid_lives=False)}),
    ("D27", WARNING, "cannot be read: Permission denied", {"folder": CLOSED}),
    ("D28", BROKEN, "63.0 MB left", {"folder": folder(free_bytes=63 * 10**6)}),
    ("D28", WARNING, "needs up to 1.0 GB", {"folder": folder(free_bytes=10**9, log_bytes=10**9)}),
    ("D29", BROKEN, "nothing is saved in /b", {"settings": WITH_BACKUP}),
    ("D29", BROKEN, "is 61 s old: disk", {"settings": WITH_BACKUP, "backup": Saved(NOW_MS - 61_000, 1, 9, "disk")}),
    ("D29", WARNING, "1.0 GB left; a new base needs up to 900.0 MB", with_free(10**9)),
    ("D29", BROKEN, "63.0 MB left", with_free(63 * 10**6)),
    ("D29", WARNING, "in s3://b is 5 min older than that in /b: key", copied(NOW_MS - 301_000, "key")),
    ("D29", WARNING, "in s3://b is not there yet", copied(0)),
    ("D32", BROKEN, "of 3 finished games is published: why", {"public_list": LIST._replace(refused="why")}),
    ("D32", WARNING, "is 2 h old, of 2 games", {"public_list": LIST._replace(signed_ms=NOW_MS - 7_300_000)}),
    ("D30", BROKEN, "3 games archived, and ARCHIVE_URL is not set", {"archive": ARCHIVE._replace(where="")}),
    *[
        ("D30", status, words, {"settings": WITH_ARCHIVE, "archive": ARCHIVE._replace(**changes)})
        for status, words, changes in (
            (BROKEN, "there is no folder /a (ARCHIVE_URL), 3 games", {"fault": "there is no folder /a"}),
            (BROKEN, "1 cannot be read in /a: k3jx", {"missing": ("k3jx",)}),
            (WARNING, "may not write into /a", {"is_writable": False}),
            (WARNING, "has 63.0 MB left", {"free_bytes": 63 * 10**6}),
            (WARNING, "1 game could not be archived: k3jx; of k3jx: why", {"refused": {"k3jx": "why"}}),
        )
    ],
    ("D31", WARNING, "is not verified yet", verified(None)),
    ("D31", BROKEN, "is broken: game a: bad", verified(Verified(Outcome.BROKEN, NOW_MS, NOW_MS, "game a: bad"))),
    ("D31", WARNING, "was never found sound: full", verified(Verified(Outcome.INCONCLUSIVE, NOW_MS, 0, "full"))),
    ("D31", WARNING, "sound last 14 h ago", verified(Verified(Outcome.SOUND, NOW_MS, NOW_MS - 14 * 3_600_000))),
]  # fmt: skip


@pytest.mark.parametrize(("id", "status", "words", "changes"), FAULTS, ids=[f"{each[0]} {each[2]}" for each in FAULTS])
def test_a_check_finds_its_fault(id: str, status: Status, words: str, changes: dict[str, Any]):
    [finding] = [each for each in examine(CHECKS, facts(**changes)) if each.check.id == id]
    assert finding.status == status, finding
    assert words in " ".join(problem.what for problem in finding.problems)
    assert all(problem.mend for problem in finding.problems)


@pytest.mark.parametrize("changes", [{}, {"folder": None}, {"settings": settings(**PUBLIC)}])
def test_nothing_is_said_of_what_is_sound(changes: dict[str, Any]):
    findings = examine(CHECKS, facts(**changes))
    assert [each for each in findings if each.status not in (Status.SOUND, Status.SKIPPED)] == []
    assert exit_status(findings) == 0


@pytest.mark.parametrize(
    "changes",
    [
        {"due": DueGames((DueGame(BOTS, NOW_MS - 99_000, True),), 1)},  # a job does it
        {"due": DueGames((DueGame(BOTS, NOW_MS - 29_000, False),), 1)},  # a sweep may still schedule it
        {"settings": settings(SWEEP_SECONDS="60"), "due": DUE},
        {"settings": settings(STORE_EPOCH=OWN), "identity": ACCEPTED},
        {"folder": folder(epoch=FORMER), "identity": ACCEPTED},
        {"feeds": (Feed(0, 99_000), Feed(1, 200))},  # another projector has it
        {"feeds": (Feed(0, 0, NOW_MS - 9000, 7),)},
        {"settings": WITH_ARCHIVE, "archive": ARCHIVE},
        {
            "settings": settings(BACKUP_DIR="/b", BACKUP_BUCKET="s3://b"),
            "backup": Saved(NOW_MS, 1, 9, verified=Verified(Outcome.SOUND, NOW_MS, NOW_MS), copied_ms=NOW_MS - 290_000),
        },
        verified(Verified(Outcome.INCONCLUSIVE, NOW_MS, NOW_MS - 7 * 3_600_000, "it ended with status -9")),
        {"settings": WITH_BACKUP, "backup": Saved(NOW_MS, 1, 9, oldest_ms=NOW_MS - 800_000)},  # it is being verified
        {"clock": Clock(NOW, NOW + 2.5, 1.0), "settings": settings(STORE_SECONDS="9")},  # so long was the answer
    ],
)
def test_what_may_still_be_right_is_no_fault(changes: dict[str, Any]):
    assert exit_status(examine(CHECKS, facts(**changes))) == 0


def test_no_clock_is_overdue_while_the_service_does_not_answer():
    silent = facts(timers=Timers((CLOCK,), 1), answers=Answers(CLOCK.after_ms - 1))
    [timers] = [each for each in examine(CHECKS, silent) if each.check.id == "D18"]
    assert timers.status == Status.SOUND


def test_a_check_that_lacks_facts_could_not_tell_and_the_others_do():
    findings = examine(CHECKS, facts(unread={"feeds": "the store does not answer in time"}, folder=folder(mode=0o755)))
    unknown = {each.check.id for each in findings if each.status == Status.UNKNOWN}
    assert unknown == {"D14", "D15"}
    assert {each.why for each in findings if each.check.id in unknown} == {"the store does not answer in time"}
    assert exit_status(findings) == 3, "the highest counts"


@pytest.mark.parametrize(
    ("cause", "others", "changes"),
    [
        (
            "D28",
            ["D23 beats", "D24 web service here", "D27 embedded server"],
            {"folder": folder(is_locked=False, free_bytes=0), "web": REFUSED, "answers": Answers(NOW_MS - 4000)},
        ),
        (
            "D11",
            ["D24 web service here"],
            EMPTY | {"web": Web("http://h", 503, "the store has lost its data")},
        ),
    ],
)
def test_what_follows_of_something_broken_stands_in_one_line_behind_it(
    cause: str, others: list[str], changes: dict[str, Any]
):
    findings = examine(CHECKS, facts(**changes))
    assert follows(findings, CONSEQUENCES) == {other[:3]: cause for other in others}
    first, mend, consequences, _ = lines(findings, verbose=False)
    assert first.startswith(f"x {cause} ")
    assert mend.startswith("      → ")
    assert consequences == f"      As a rule, these follow of it: {', '.join(others)}."
    assert exit_status(findings) == 2, "they count all the same"


def test_a_full_disk_of_the_store_hides_no_other_full_disk():
    findings = examine(CHECKS, facts(folder=folder(free_bytes=0), **with_free(0)))
    assert follows(findings, CONSEQUENCES) == {}
    assert sum(" has 0 bytes left" in line for line in lines(findings, verbose=False)) == 2


def test_the_highest_status_counts():
    for changes, status in (({}, 0), ({"folder": folder(mode=0o755)}, 1), ({"folder": folder(is_locked=False)}, 2)):
        assert exit_status(examine(CHECKS, facts(**changes))) == status


def test_what_was_only_sampled_says_so():
    some = facts(due=DueGames(DUE.sample, 900), timers=Timers((), 7), damage=Damage((), 200_000, 900_000))
    sampled = [each for each in examine(CHECKS, some) if each.sampled]
    told = {each.check.id: each.sampled for each in sampled}
    assert told == {
        "D16": "looked at 1 of 900 games that wait for a job",
        "D17": "looked at 200,000 of 900,000 keys",
        "D18": "looked at the first 0 of 7 timers",
    }
    shown = [f"  {each.check.id} {each.check.title}: {each.sampled}." for each in sampled]
    assert [line for line in lines(examine(CHECKS, some), verbose=False) if "looked at" in line] == shown


def test_ids_count_up_and_every_check_has_a_fault_here():
    ids = [check.id for check in CHECKS]
    assert ids == [f"D{number:02}" for number in range(1, len(CHECKS) + 1)]
    assert {*ids} == {each[0] for each in FAULTS}


def test_every_check_needs_fields_that_there_are():
    for check in CHECKS:
        assert {*check.needs} <= {*Facts._fields}, check.id
        assert not re.search(r"\.$", check.finds), check.id
