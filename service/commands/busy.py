"""`wonderful busy`: who uses most of the limits, for the operator."""

import click

from service.commands.store import open_store
from service.limits.policies import with_quotas
from service.limits.usage import Usage, busiest
from service.settings import Settings, StartError

SHOWN = 20
HEAD = f"{'used':>6}  {'limit':22}{'left':>7}{'of':>7}{'in':>8}  who"


def show_busy(settings: Settings) -> None:
    """Print a line for each of the busiest accounts and addresses. Raises StartError."""
    if settings.limits is None:
        raise StartError("LIMITS is none, so nothing is counted")
    with open_store(settings, reads=True) as backend:
        click.echo(HEAD)
        for usage in busiest(backend.redis, backend.keys, with_quotas(settings.limits).values(), SHOWN):
            click.echo(line(usage))


def line(usage: Usage) -> str:
    """One account or address, and its limit."""
    numbers = f"{usage.left:7}{usage.quota:7}{usage.policy.window:6} s"
    return f"{usage.share:6.0%}  {usage.policy.name:22}{numbers}  {usage.policy.per} {usage.subject}"
