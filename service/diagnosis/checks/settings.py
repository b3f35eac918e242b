"""Checks of the settings, as this host reads them: who reaches the service, and what they may do."""

from collections.abc import Iterator

from service.diagnosis.facts import Facts
from service.diagnosis.findings import Check, Problem, warning
from service.run.up import is_local


def is_open_to_others(facts: Facts) -> bool:
    """Whether other machines reach the service, by itself or through a proxy."""
    settings = facts.settings
    return not is_local(settings.host) or bool(settings.trusted_proxies or settings.public_url)


def _way_in(facts: Facts) -> Iterator[Problem]:
    settings = facts.settings
    if not is_local(settings.host) and not settings.trusted_proxies:
        yield warning(
            f"HOST={settings.host} lets other machines in, and TRUSTED_PROXIES names no proxy before the service, "
            "which bounds neither slow requests nor connections itself",
            "set HOST=127.0.0.1, put a proxy before it (deploy/nginx.conf) and name it in TRUSTED_PROXIES",
        )
    elif settings.public_url and not settings.trusted_proxies:
        yield warning(
            "PUBLIC_URL says that a proxy stands before the service, and TRUSTED_PROXIES names none, so all players "
            "have the address of the proxy",
            "set TRUSTED_PROXIES to its address, such as 127.0.0.1, or to unix",
        )


def _public_url(facts: Facts) -> Iterator[Problem]:
    if not facts.settings.public_url:
        yield warning(
            "PUBLIC_URL is empty, so messages of webhooks have no links",
            "set PUBLIC_URL to the address at which people find the service",
        )


def _newcomers(facts: Facts) -> Iterator[Problem]:
    if facts.settings.limits is None and facts.settings.registration == "open":
        yield warning(
            "REGISTRATION=open and LIMITS=none let anybody make any number of accounts and games",
            "leave LIMITS empty, or set REGISTRATION to proof or closed",
        )


def _operators(facts: Facts) -> Iterator[Problem]:
    for operator, is_known in facts.operators.items():
        if not is_known:
            yield warning(
                f"OPERATORS names {operator}, which is no account of this store, or a deleted one",
                "correct OPERATORS",
            )


CHECKS = (
    Check(
        "D01",
        "way in",
        "`HOST` lets other machines in without a proxy, or the proxy is not named in `TRUSTED_PROXIES`",
        (),
        _way_in,
    ),
    Check(
        "D02",
        "public address",
        "others reach the service, and `PUBLIC_URL` is empty",
        (),
        _public_url,
        applies=is_open_to_others,
    ),
    Check(
        "D03",
        "newcomers",
        "others reach the service, and neither `REGISTRATION` nor `LIMITS` bounds new accounts",
        (),
        _newcomers,
        applies=is_open_to_others,
    ),
    Check(
        "D04",
        "operators",
        "`OPERATORS` names what is no account of the store",
        ("layout", "operators"),
        _operators,
        applies=lambda facts: bool(facts.settings.operators),
    ),
)
