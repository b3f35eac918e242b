"""All codes of errors, as data: the one place that says which status a code has, what it means and what to do."""

from service.problems.accounts import ACCOUNTS
from service.problems.clocks import CLOCKS
from service.problems.computed import COMPUTED
from service.problems.games import GAMES
from service.problems.hosting import HOSTING
from service.problems.kind import ProblemKind
from service.problems.play import PLAY
from service.problems.requests import REQUESTS
from service.problems.taking_back import TAKING_BACK
from service.problems.webhooks import WEBHOOKS

TABLES: tuple[dict[str, ProblemKind], ...] = (
    REQUESTS,
    ACCOUNTS,
    GAMES,
    HOSTING,
    PLAY,
    CLOCKS,
    TAKING_BACK,
    COMPUTED,
    WEBHOOKS,
)
"""By topic. No code stands in two of them."""
PROBLEMS: dict[str, ProblemKind] = dict(sorted(item for table in TABLES for item in table.items()))
"""By code, in alphabetical order. Codes are stable: they are added, never renamed."""
