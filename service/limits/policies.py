"""The limits as data: names, quotas, windows, and what each is for."""

import re
from collections.abc import Mapping
from typing import NamedTuple

ACCOUNT, ADDRESS, SERVICE = "account", "address", "service"
PER = (ACCOUNT, ADDRESS, SERVICE)
MINUTE, HOUR = 60, 3600
MAX_QUOTA = 1_000_000_000


class Policy(NamedTuple):
    """A limit. `per`: whose it is. `window`: seconds in which an empty bucket fills; None: of what is held at once.

    `leased`: whether a process may draw tokens ahead (`buckets.py`). `seconds`: when to try again, if nothing says so.
    """

    name: str
    per: str
    quota: int
    window: int | None
    meaning: str
    leased: bool = False
    seconds: int = 10


POLICIES: dict[str, Policy] = {
    policy.name: policy
    for policy in (
        Policy("requests", ACCOUNT, 1200, 20, "Requests with a token; each accepted intention adds 4.", True),
        Policy(
            "intentions", ACCOUNT, 1200, MINUTE, "Intentions that are refused, or that only change a setting.", True
        ),
        Policy("decisions", ACCOUNT, 600, MINUTE, "Decisions of strategies for tables elsewhere."),
        Policy("verifications", ACCOUNT, 60, 10 * MINUTE, "Verified logs."),
        Policy("streams", ACCOUNT, 50, None, "Streams that are open, of games and of the inbox together."),
        Policy("long_polls", ACCOUNT, 50, None, "Requests that wait for news, with wait."),
        Policy("new_games", ACCOUNT, 600, 10 * MINUTE, "Games that you open, forks and rematches included."),
        Policy("open_games", ACCOUNT, 100, None, "Games that you have opened and that have not started."),
        Policy("running_games", ACCOUNT, 1000, None, "Games that you have opened and that are under way."),
        Policy("address_requests", ADDRESS, 6000, 20, "Requests with a token, of all accounts.", True),
        Policy("anonymous_requests", ADDRESS, 6000, 20, "Requests without a known token, and the page.", True),
        Policy("registrations", ADDRESS, 120, HOUR, "New accounts."),
        Policy("address_decisions", ADDRESS, 3000, MINUTE, "Decisions, of all accounts."),
        Policy("address_verifications", ADDRESS, 300, 10 * MINUTE, "Verified logs, of all accounts."),
        Policy("address_streams", ADDRESS, 600, None, "Streams that are open, of all accounts."),
        Policy("address_long_polls", ADDRESS, 1200, None, "Requests that wait for news, of all accounts."),
        Policy("address_new_games", ADDRESS, 6000, 10 * MINUTE, "Opened games, of all accounts."),
        Policy("address_open_games", ADDRESS, 1000, None, "Opened games that have not started, of all accounts."),
        Policy("address_running_games", ADDRESS, 10_000, None, "Opened games that are under way, of all accounts."),
        Policy(
            "all_registrations", SERVICE, 1000, HOUR, "New accounts of everybody; beyond, a proof of work is asked."
        ),
    )
}
"""By name. A quota of an account can be changed for this account alone."""
KINDS: dict[str, tuple[str, ...]] = {
    "requests": ("requests", "address_requests"),
    "anonymous": ("anonymous_requests",),
    "intentions": ("intentions",),
    "registrations": ("registrations",),
    "decisions": ("decisions", "address_decisions"),
    "verifications": ("verifications", "address_verifications"),
    "streams": ("streams", "address_streams"),
    "long_polls": ("long_polls", "address_long_polls"),
    "new_games": ("new_games", "address_new_games"),
    "open_games": ("open_games", "address_open_games"),
    "running_games": ("running_games", "address_running_games"),
}
"""What a request may take from → the names of its limits. The limit of an address never refuses an intention."""
ACCOUNT_POLICIES = tuple(name for name, policy in POLICIES.items() if policy.per == ACCOUNT)
"""Those that an operator can change for one account."""


def with_quotas(quotas: Mapping[str, int]) -> dict[str, Policy]:
    """POLICIES with other quotas."""
    return {name: policy._replace(quota=quotas.get(name, policy.quota)) for name, policy in POLICIES.items()}


def parse_quotas(text: str) -> dict[str, int] | None:
    """The quotas that an operator names; None for `none`, which means no limits. Raises ValueError.

    >>> parse_quotas("requests=6000, open_games=100"), parse_quotas(""), parse_quotas("none")
    ({'requests': 6000, 'open_games': 100}, {}, None)
    """
    if text == "none":
        return None
    found: dict[str, int] = {}
    for part in text.split(",") if text else ():
        name, _, number = part.strip(" ").partition("=")
        if name not in POLICIES or not re.fullmatch("[0-9]{1,12}", number) or int(number) > MAX_QUOTA:
            raise ValueError(part)
        found[name] = int(number)
    return found
