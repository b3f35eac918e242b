"""Checks of the web service, of this machine's clock, and of the data folder of the embedded server."""

from collections.abc import Iterator

from rich.filesize import decimal

from events.answering import OUTAGE_MS
from service.diagnosis.facts import Facts, Folder
from service.diagnosis.findings import Check, Problem, broken, warning
from service.diagnosis.texts import duration, some

MAX_CLOCK_SECONDS = 2.0
"""A clock that is further apart is worth a look; `docs/operating.md` says what it does."""
LITTLE_SPACE = 64_000_000
"""Bytes: a server with less room on its disk soon takes no writes."""
SPARE_SPACE = 256_000_000
"""Bytes that should be left after a rewrite of the append-only file."""
OLD_BACKUP_SECONDS = 60.0
"""A backup that follows the store has nothing older than some seconds, also while nobody plays."""
OLD_COPY_SECONDS = 300.0
"""So far may the copy in the bucket be behind."""
START = "start the service: `wonderful up`, or gunicorn as in the Procfile"


def _beat_age(facts: Facts) -> float | None:
    """Seconds since a web process beat last; None if none ever has."""
    beat_ms = facts.answers.beat_ms
    return None if beat_ms is None else (facts.clock.ms - beat_ms) / 1000


def _beats(facts: Facts) -> Iterator[Problem]:
    age = _beat_age(facts)
    if age is None:
        yield warning("no web process has told the store that it answers", START)
    elif age * 1000 > OUTAGE_MS:
        yield broken(f"no web process of any host has answered for {duration(age)}, and no clock runs", START)


def _web(facts: Facts) -> Iterator[Problem]:
    web, age = facts.web, None if "answers" in facts.unread else _beat_age(facts)
    if not web.status:
        is_elsewhere = age is not None and age * 1000 <= OUTAGE_MS
        report = warning if is_elsewhere else broken
        elsewhere = ", although a web process beats: on another host, or at another address" if is_elsewhere else ""
        yield report(
            f"no web service answers at {web.url} ({web.detail}){elsewhere}",
            "set HOST and PORT as the service has them, or start it" if is_elsewhere else START,
        )
    elif web.status != 200:
        yield broken(
            f"{web.url}/readyz answers {web.status}: {web.detail or 'it says no more'}",
            "look at the checks of the store above, and at the log of the web processes",
        )
    elif web.detail:
        yield warning(f"{web.url}/readyz is ready with a fault: {web.detail}", "look at the stores that it names")


def _clock(facts: Facts) -> Iterator[Problem]:
    lead = facts.clock.host - facts.clock.store
    if abs(lead) > MAX_CLOCK_SECONDS + facts.clock.answer_seconds:
        direction = "ahead of" if lead > 0 else "behind"
        yield warning(
            f"the clock of this host is {duration(abs(lead))} {direction} that of the store, so countdowns in "
            "browsers are wrong",
            "set both by NTP",
        )


def _folder(facts: Facts) -> Iterator[Problem]:
    folder = _of_embedded(facts)
    if not folder.exists:
        yield broken(f"there is no data folder {folder.path}", "go where the service runs, or set DATA_DIR")
        return
    if not folder.has_data:
        yield broken(
            f"the data folder {folder.path} holds no store", "go where the service runs, or set DATA_DIR or REDIS_URL"
        )
    if not folder.is_ours:
        yield warning(
            f"the data folder {folder.path} belongs to user {folder.owner}, and not to you",
            "run commands as the user of the service, otherwise they leave files that it cannot read",
        )
    if folder.strangers:
        yield broken(
            f"files in {folder.path} belong to another user than the folder: {some(folder.strangers)}",
            f"chown -R {folder.owner} {folder.path}",
        )
    if folder.mode & 0o077:
        yield warning(
            f"other users of this machine may look into {folder.path} (mode {folder.mode:o}), and so into hands",
            f"chmod 700 {folder.path}",
        )


def _lock(facts: Facts) -> Iterator[Problem]:
    folder = _of_embedded(facts)
    if folder.closed:
        yield warning(
            f"the files `lock` and `epoch` in {folder.path} cannot be read: {folder.closed}",
            "run the command as the user of the service",
        )
    elif folder.has_data and not folder.is_locked:
        yield broken(
            f"no server has the data folder {folder.path}",
            "start `wonderful up`; if it runs, its log says why it cannot start the server",
        )
    elif folder.is_locked and folder.pid is None:
        yield warning(f"a server is being started on {folder.path}", "look again in some seconds")
    elif folder.is_locked and not folder.pid_lives:
        yield broken(
            f"{folder.path} is locked, and process {folder.pid}, which should have it, does not run here",
            "find who has its file `lock` open (`fuser`), such as a server in another container",
        )


def _disk(facts: Facts) -> Iterator[Problem]:
    folder = _of_embedded(facts)
    if folder.free_bytes < LITTLE_SPACE:
        yield broken(
            f"the disk of {folder.path} has {decimal(folder.free_bytes)} left, and soon takes no writes",
            "free space on it",
        )
    elif folder.free_bytes < folder.log_bytes + SPARE_SPACE:
        yield warning(
            f"the disk of {folder.path} has {decimal(folder.free_bytes)} left; a rewrite of the append-only file needs "
            f"up to {decimal(folder.log_bytes)}, and {decimal(SPARE_SPACE)} should be left then",
            "free space on it, or move DATA_DIR to a larger disk",
        )


def _backup(facts: Facts) -> Iterator[Problem]:
    folder, saved = facts.settings.backup_dir, facts.backup
    start = "start `wonderful backup --follow`, or `wonderful up`, and look at what it prints"
    if saved is None:
        yield broken(f"nothing is saved in {folder}", start)
        return
    base_bytes = saved.bytes // saved.pairs
    if facts.backup_free_bytes < base_bytes + SPARE_SPACE:
        report = broken if facts.backup_free_bytes < LITTLE_SPACE else warning
        yield report(
            f"the disk of {folder} has {decimal(facts.backup_free_bytes)} left; a new base needs up to "
            f"{decimal(base_bytes)}, and {decimal(SPARE_SPACE)} should be left then",
            "free space on it, set BACKUP_GB lower, or move BACKUP_DIR to a larger disk",
        )
    if (age := (facts.clock.ms - saved.saved_ms) / 1000) > OLD_BACKUP_SECONDS:
        yield broken(f"the newest second in {folder} is {duration(age)} old{because(saved.problem)}", start)
    elif saved.copied_ms is not None and (behind := (saved.saved_ms - saved.copied_ms) / 1000) > OLD_COPY_SECONDS:
        newest = f"is {duration(behind)} older than that in {folder}" if saved.copied_ms else "is not there yet"
        yield warning(
            f"the newest second in {facts.settings.backup_bucket} {newest}{because(saved.copy_problem)}",
            "look at the bucket, its keys and its endpoint, and at what `wonderful backup --follow` prints",
        )


def because(problem: str) -> str:
    """A problem as the end of a sentence."""
    return f": {problem}" if problem else ""


def _of_embedded(facts: Facts) -> Folder:
    assert facts.folder
    return facts.folder


def _has_folder(facts: Facts) -> bool:
    return facts.folder is not None and facts.folder.exists


CHECKS = (
    Check("D23", "beats", "no web process has answered for 3 s, on any host", ("clock", "answers"), _beats),
    Check("D24", "web service here", "nobody answers at `HOST`:`PORT`, or `/readyz` names a fault", (), _web),
    Check("D25", "clock of this host", "it is more than 2 s from that of the store", ("clock",), _clock),
    Check(
        "D26",
        "data folder",
        "it is missing or empty, belongs to somebody else in part, or others may look into it",
        (),
        _folder,
        applies=lambda facts: facts.folder is not None,
    ),
    Check(
        "D27",
        "embedded server",
        "no server runs on the data folder, the lock belongs to no process, or this user may not look",
        (),
        _lock,
        applies=_has_folder,
    ),
    Check(
        "D28",
        "disk of the data folder",
        "less than 64 MB are free, or less than a rewrite needs and 256 MB",
        (),
        _disk,
        applies=_has_folder,
    ),
    Check(
        "D29",
        "backup",
        "`BACKUP_DIR` holds nothing, or nothing of the last minute, or its disk is nearly full; or `BACKUP_BUCKET` is "
        "five minutes behind it",
        ("clock",),
        _backup,
        applies=lambda facts: facts.settings.backup_dir is not None,
    ),
)
