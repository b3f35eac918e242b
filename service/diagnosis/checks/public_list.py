"""The check of the public list of finished games."""

from collections.abc import Iterator

from service.diagnosis.facts import Facts
from service.diagnosis.findings import Check, Problem, broken, warning
from service.diagnosis.texts import count, duration

OLD_CHECKPOINT_SECONDS = 7200
"""One is signed each hour."""


def _public_list(facts: Facts) -> Iterator[Problem]:
    found, age = facts.public_list, (facts.clock.ms - facts.public_list.signed_ms) / 1000
    if found.refused:
        yield broken(
            f"nothing new of {count(found.games, 'finished game')} is published: {found.refused}",
            "`wonderful list` shows what was published, and `wonderful list resume` goes on; witnesses are named in "
            "WITNESS_POLICY",
        )
    elif age > OLD_CHECKPOINT_SECONDS:
        yield warning(
            f"the newest checkpoint is {duration(age)} old, of {count(found.signed, 'game')}",
            "workers of the lane slow sign one each hour: look whether one runs, and at its log",
        )


CHECKS = (
    Check(
        "D32",
        "public list",
        "nothing new is published, because the store is an older one or witnesses do not sign; or no checkpoint was "
        "signed for 2 hours",
        ("clock", "public_list"),
        _public_list,
        applies=lambda facts: bool(facts.public_list.signed_ms or facts.public_list.refused),
    ),
)
