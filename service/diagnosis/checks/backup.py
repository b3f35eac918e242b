"""The check of what verifications of the backup have found."""

from collections.abc import Iterator

from service.backup.status import Outcome
from service.diagnosis.checks.host import because
from service.diagnosis.facts import Facts
from service.diagnosis.findings import Check, Problem, broken, warning
from service.diagnosis.texts import duration

OLD_VERIFICATION_SECONDS = 13 * 3600
"""One every six hours should have found the backup sound."""
FIRST_VERIFICATION_SECONDS = 900
"""A new backup is verified at once, and that takes some minutes if it has 100,000 games."""


def _verified_backup(facts: Facts) -> Iterator[Problem]:
    assert facts.backup
    folder, verified = facts.settings.backup_dir, facts.backup.verified
    look = f"run `wonderful backup verify {folder}`, and restore what it names as docs/operating.md says"
    if verified is None:
        if (facts.clock.ms - facts.backup.oldest_ms) / 1000 > FIRST_VERIFICATION_SECONDS:
            yield warning(f"the backup in {folder} is not verified yet", "see that `wonderful backup --follow` runs")
    elif verified.outcome == Outcome.BROKEN:
        yield broken(f"the backup in {folder} is broken{because(verified.why)}", look)
    elif (age := (facts.clock.ms - verified.sound_ms) / 1000) > OLD_VERIFICATION_SECONDS:
        last = f"was found sound last {duration(age)} ago" if verified.sound_ms else "was never found sound"
        yield warning(f"the backup in {folder} {last}{because(verified.why)}", look)


CHECKS = (
    Check(
        "D31",
        "verified backup",
        "the last verification of the backup found it broken, or none of the last 13 hours found it sound; a new "
        "backup has 15 minutes for the first one",
        ("clock",),
        _verified_backup,
        applies=lambda facts: facts.backup is not None,
    ),
)
