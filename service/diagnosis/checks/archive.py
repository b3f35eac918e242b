"""The check of the archive, as this host sees it."""

from collections.abc import Iterator

from rich.filesize import decimal

from service.diagnosis.checks.host import LITTLE_SPACE
from service.diagnosis.facts import Facts
from service.diagnosis.findings import Check, Problem, broken, warning
from service.diagnosis.texts import count, some


def _archive(facts: Facts) -> Iterator[Problem]:
    archive, where = facts.archive, facts.archive.where
    games = f"{count(archive.games, 'game')} archived"
    if not where:
        yield broken(
            f"{games}, and ARCHIVE_URL is not set, so nobody can read them",
            "set ARCHIVE_URL to the folder or the bucket of the archive",
        )
    elif archive.fault:
        yield broken(
            f"{archive.fault} (ARCHIVE_URL), {games}",
            "of a folder, mount its disk, or restore it, and make that of a new archive as the user of the service; of "
            "a bucket, look at its name, its keys and its endpoint in the environment of the service",
        )
    elif archive.missing:
        yield broken(
            f"of {count(archive.sampled, 'archived game')} {len(archive.missing)} cannot be read in {where}: "
            f"{some(archive.missing)}",
            "restore their files from a backup, or set ARCHIVE_URL to where they are",
        )
    elif not archive.is_writable:
        yield warning(f"this user may not write into {where}", "run the command as the user of the service")
    elif archive.free_bytes is not None and archive.free_bytes < LITTLE_SPACE:
        yield warning(
            f"the disk of {where} has {decimal(archive.free_bytes)} left, so games soon stay in the store",
            "free space on it, or move the archive to a larger disk",
        )
    if archive.refused:
        game, why = next(iter(archive.refused.items()))
        yield warning(
            f"{count(len(archive.refused), 'game')} could not be archived: {some(sorted(archive.refused))}; "
            f"of {game}: {why}",
            "`wonderful inspect GAME` says what is wrong with a game; `wonderful archive` tries again",
        )


def _sampled(facts: Facts) -> str:
    looked_at, games = facts.archive.sampled, facts.archive.games
    return f"looked for the files of {looked_at:,} of {count(games, 'archived game')}" if 0 < looked_at < games else ""


CHECKS = (
    Check(
        "D30",
        "archive",
        "the folder or bucket of `ARCHIVE_URL` is missing, full or lacks files, or a game could not be archived",
        ("archive",),
        _archive,
        applies=lambda facts: bool(facts.archive.where) or facts.archive.games > 0,
        sampled=_sampled,
    ),
)
