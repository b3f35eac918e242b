"""Findings: what the checks of a service say of its facts."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from service.diagnosis.facts import Facts


class Status(StrEnum):
    """How a check came out. `unknown`: what it needs could not be read. `skipped`: it does not apply here."""

    SOUND = "sound"
    WARNING = "warning"
    BROKEN = "broken"
    UNKNOWN = "unknown"
    SKIPPED = "skipped"


EXIT_STATUS = {Status.SKIPPED: 0, Status.SOUND: 0, Status.WARNING: 1, Status.BROKEN: 2, Status.UNKNOWN: 3}


class Problem(NamedTuple):
    """`what` is wrong, in one sentence, and the command or setting that mends it. `status`: WARNING or BROKEN."""

    status: Status
    what: str
    mend: str


def warning(what: str, mend: str) -> Problem:
    """A problem that people do not notice yet, or that only some of them do."""
    return Problem(Status.WARNING, what, mend)


def broken(what: str, mend: str) -> Problem:
    """A problem because of which the service does not do what it should."""
    return Problem(Status.BROKEN, what, mend)


class Check(NamedTuple):
    """A check of the service.

    `id`: never used again for something else. `title`: what it looks at. `finds`: what it reports, for the guide.
    `needs`: the fields of Facts that it judges. `judge`: the problems. `applies`: whether there is anything to judge.
    `sampled`: what it looked at, if that was not all.
    """

    id: str
    title: str
    finds: str
    needs: tuple[str, ...]
    judge: Callable[[Facts], Iterable[Problem]]
    applies: Callable[[Facts], bool] = lambda facts: True
    sampled: Callable[[Facts], str] = lambda facts: ""


class Finding(NamedTuple):
    """What a check says. `why`: what could not be read; empty unless the status is UNKNOWN. `sampled`: as of Check."""

    check: Check
    status: Status
    problems: tuple[Problem, ...] = ()
    why: str = ""
    sampled: str = ""


def examine(checks: Sequence[Check], facts: Facts) -> list[Finding]:
    """What the checks say, in their order."""
    return [_examine(check, facts) for check in checks]


def follows(findings: Iterable[Finding], consequences: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """The ids of checks with problems that come of another one, with the id of that one.

    `consequences`: id of a cause → ids of what follows when it is broken; the first cause counts.
    """
    status = {finding.check.id: finding.status for finding in findings}
    found = dict[str, str]()
    for cause, ids in consequences.items():
        if status.get(cause) == Status.BROKEN and cause not in found:
            for other in ids:
                if status.get(other) in (Status.BROKEN, Status.WARNING):
                    found.setdefault(other, cause)
    return found


def exit_status(findings: Iterable[Finding]) -> int:
    """0: all is sound. 1: warnings. 2: something is broken. 3: a check could not tell. The highest counts."""
    return max((EXIT_STATUS[finding.status] for finding in findings), default=0)


def _examine(check: Check, facts: Facts) -> Finding:
    if not check.applies(facts):
        return Finding(check, Status.SKIPPED)
    missing = dict.fromkeys(facts.unread[part] for part in check.needs if part in facts.unread)
    if missing:
        return Finding(check, Status.UNKNOWN, why="; ".join(missing))
    problems = tuple(check.judge(facts))
    worst = max((problem.status for problem in problems), key=EXIT_STATUS.__getitem__, default=Status.SOUND)
    return Finding(check, worst, problems, sampled=check.sampled(facts))
