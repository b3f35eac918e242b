"""The check of the archive, as this host has it."""

from collections.abc import Iterator

from rich.filesize import decimal

from service.diagnosis.checks.host import LITTLE_SPACE
from service.diagnosis.facts import Facts
from service.diagnosis.findings import Check, Problem, broken, warning
from service.diagnosis.texts import count, some


def _archive(facts: Facts) -> Iterator[Problem]:
    archive, folder = facts.archive, facts.settings.archive_folder
    games = f"{count(archive.games, 'game')} archived"
    if folder is None:
        yield broken(
            f"{games}, and ARCHIVE_URL is not set, so nobody can read them",
            "set ARCHIVE_URL to the folder of the archive",
        )
    elif not archive.is_there:
        yield broken(
            f"there is no folder {folder} (ARCHIVE_URL), {games}",
            "mount its disk, or restore it; for a new archive, make the folder as the user of the service",
        )
    elif archive.missing:
        yield broken(
            f"of {count(archive.sampled, 'archived game')} {len(archive.missing)} cannot be read in {folder}: "
            f"{some(archive.missing)}",
            "restore their files from a backup of the folder, or set ARCHIVE_URL to the folder that has them",
        )
    elif not archive.is_writable:
        yield warning(f"this user may not write into {folder}", "run the command as the user of the service")
    elif archive.free_bytes < LITTLE_SPACE:
        yield warning(
            f"the disk of {folder} has {decimal(archive.free_bytes)} left, so games soon stay in the store",
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
        "the folder of `ARCHIVE_URL` is missing, full or lacks files, or a game could not be archived",
        ("archive",),
        _archive,
        applies=lambda facts: facts.settings.archive_folder is not None or facts.archive.games > 0,
        sampled=_sampled,
    ),
)
