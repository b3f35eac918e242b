"""The daily deal: one solo deal a day for everybody. Which mode a day has, when it is over, and how a try is opened.

A day is a date of the calendar in UTC, as text such as `2026-11-28`. Times are in ms since 1970 and come in as data.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from game import lobby
from game.cards import SIDES
from game.declared import Event
from game.model import State
from game.options import DAY_SECONDS
from game.refused import Refused
from game.scenarios import SCENARIOS

DAY_MS = 1000 * DAY_SECONDS
EPOCH = date(1970, 1, 1).toordinal()


def day_at(ms: int) -> str:
    """The day of a moment.

    >>> day_at(1795910399999), day_at(1795910400000)
    ('2026-11-28', '2026-11-29')
    """
    return date.fromordinal(EPOCH + ms // DAY_MS).isoformat()


def day_after(day: str, days: int = 1) -> str:
    """The day that comes `days` later; earlier if they are negative.

    >>> day_after("2026-11-28"), day_after("2026-11-28", -28)
    ('2026-11-29', '2026-10-31')
    """
    return date.fromordinal(date.fromisoformat(day).toordinal() + days).isoformat()


def is_day(text: str) -> bool:
    """Whether a text is a day."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def day_ends_ms(day: str) -> int:
    """The moment at which the next day begins.

    >>> day_ends_ms("2026-11-28")
    1795910400000
    """
    return (date.fromisoformat(day).toordinal() + 1 - EPOCH) * DAY_MS


def mode_of_day(day: str) -> tuple[str, str | None]:
    """Side and scenario of a day: solo games on both sides and scenarios in turn, each of these also in turn.

    >>> [mode_of_day(f"2026-11-0{day}") for day in range(1, 6)]
    [('B', 'SC01'), ('B', None), ('B', 'SC02'), ('A', None), ('B', 'SC03')]
    """
    turn, is_scenario = divmod(date.fromisoformat(day).toordinal(), 2)
    return ("B", [*SCENARIOS][turn % len(SCENARIOS)]) if is_scenario else (SIDES[turn % len(SIDES)], None)


def options_of_day(day: str) -> dict[str, Any]:
    """The options of each try. Once the day is over, everybody may watch it; until then nobody but its player."""
    side, scenario = mode_of_day(day)
    chosen = {"seats": 1, "side": side, "visibility": "private", "spectators": True, "rewinds": False}
    return chosen | ({"scenario": scenario} if scenario else {})


def open_try(
    options: Mapping[str, Any],
    day: str,
    player: str,
    game: str = "",
    commitment: str = "",
    external: bool = False,
    ruleset: str | None = None,
) -> list[Event]:
    """Open a try at the deal of a day: a solo game without rewinds. Raises Refused(`invalid_options`)."""
    if not is_day(day):
        raise Refused("invalid_options", "a daily deal belongs to a day, such as 2026-11-28")
    opened, *others = lobby.open(options, player, game, commitment, external, ruleset)
    assert isinstance(opened, lobby.GameOpened)
    if opened.options["seats"] != 1 or opened.options["bots"] or opened.options.get("rewinds", True):
        raise Refused("invalid_options", "a daily deal is a solo game of a player, without rewinds")
    return [replace(opened, daily=day), *others]


def is_closed(state: State, ms: int) -> bool:
    """Whether a game is a try at the deal of a day that is not over: what others learn of it, they learn too early."""
    return state.daily is not None and ms < day_ends_ms(state.daily)
