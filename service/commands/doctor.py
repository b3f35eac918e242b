"""`wonderful doctor`: what is wrong with the service, and what mends it. It only reads."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

import click

from service.backend import check_urls
from service.diagnosis.checks import CHECKS, CONSEQUENCES
from service.diagnosis.findings import Finding, Status, examine, exit_status, follows
from service.diagnosis.reading import read_facts
from service.redacting import redacted
from service.settings import Settings

MARKS = {
    Status.SOUND: " ",
    Status.SKIPPED: "-",
    Status.WARNING: "!",
    Status.BROKEN: "x",
    Status.UNKNOWN: "?",
}


def diagnose(settings: Settings, as_json: bool, verbose: bool) -> int:
    """Print what the checks say; the exit status: 0 sound, 1 warnings, 2 broken, 3 a check could not tell.

    Raises SettingsError for options of a URL that cannot be used.
    """
    check_urls(settings)
    findings = examine(CHECKS, read_facts(settings))
    if as_json:
        click.echo(json.dumps(report(findings), indent=2, ensure_ascii=False))
    else:
        for line in lines(findings, verbose):
            click.echo(redacted(line))
    return exit_status(findings)


def report(findings: Sequence[Finding]) -> dict[str, Any]:
    """The findings as JSON: `status` is that of the whole, and `exit_status` that of the command."""
    causes = follows(findings, CONSEQUENCES)
    return {
        "status": _worst(findings).value,
        "exit_status": exit_status(findings),
        "checks": [
            {
                "id": finding.check.id,
                "title": finding.check.title,
                "status": finding.status.value,
                "follows": causes.get(finding.check.id),
                "problems": [
                    {name: redacted(text) for name, text in problem._asdict().items()} for problem in finding.problems
                ],
                "why": redacted(finding.why) or None,
                "sampled": finding.sampled or None,
            }
            for finding in findings
        ],
    }


def lines(findings: Sequence[Finding], verbose: bool) -> list[str]:
    """The findings for people: each problem, what could not be told by its reason, and a count of what is sound.

    What follows of another one, as a rule, stands behind that one in one line.

    `verbose`: a line for each check that is sound or does not apply, too.
    """
    shown, causes = [], follows(findings, CONSEQUENCES)
    for finding in findings:
        own, head = finding.check.id, f"{finding.check.id} {finding.check.title}"
        if own in causes:
            continue
        shown += problem_lines([finding])
        others = [f"{each.check.id} {each.check.title}" for each in findings if causes.get(each.check.id) == own]
        if others:
            shown.append(f"      As a rule, these follow of it: {', '.join(others)}.")
        if verbose and finding.status in (Status.SOUND, Status.SKIPPED):
            state = "does not apply here" if finding.status == Status.SKIPPED else "sound"
            shown.append(f"{MARKS[finding.status]} {head}: {state}")
        if finding.sampled:
            shown.append(f"  {head}: {finding.sampled}.")
    for why in dict.fromkeys(finding.why for finding in findings if finding.why):
        ids = [finding.check.id for finding in findings if finding.why == why]
        shown.append(f"? {', '.join(ids)} could not tell: {why}.")
    return [*shown, _summary(findings)]


def problem_lines(findings: Iterable[Finding]) -> list[str]:
    """Each problem of the findings, and what mends it."""
    return [
        line
        for finding in findings
        for problem in finding.problems
        for line in (
            f"{MARKS[problem.status]} {finding.check.id} {finding.check.title}: {problem.what}.",
            f"      → {problem.mend}",
        )
    ]


def _summary(findings: Sequence[Finding]) -> str:
    counts = {status: [finding.status for finding in findings].count(status) for status in Status}
    words = {
        Status.BROKEN: "broken",
        Status.WARNING: "with a warning",
        Status.UNKNOWN: "could not tell",
        Status.SOUND: "sound",
    }
    parts = [f"{counts[status]} {word}" for status, word in words.items() if counts[status]]
    return f"{len(findings) - counts[Status.SKIPPED]} checks: {', '.join(parts)}."


def _worst(findings: Sequence[Finding]) -> Status:
    order = (Status.UNKNOWN, Status.BROKEN, Status.WARNING)
    found = {finding.status for finding in findings}
    return next((status for status in order if status in found), Status.SOUND)
