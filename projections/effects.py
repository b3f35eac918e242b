"""What a game calls for outside its log, named as data: the bots' turns, the score, what follows when time is up."""

from collections.abc import Sequence
from typing import NamedTuple

import game as rules
from events.entry import from_timestamp
from game.clocks import next_deadline_ms
from projections.games import Loaded

NOBODY = "nobody"
"""In place of the account, where no account caused the work for a game."""


class Effect(NamedTuple):
    """Work that a game calls for.

    `name`: `bots` (a strategy is to move) or `score`, at once; at a time `clock` (a seat's time is up, its player is
    silent, a pause is over, or an outage is to be given back) or `abandon` (the game did not start in time, or nobody
    is left to play it). `version`: the version at which the phase, step or hand began; of an effect with a time, the
    game's version. An effect of an account, `depart`, has the account in place of the game, and version 0; `archive`,
    `publish` and `count` have NOBODY. `after_ms`: ms since 1970 before which it must not be done, 0 for at once.
    """

    name: str
    game: str
    version: int
    after_ms: int = 0

    @property
    def job_prefix(self) -> str:
        """How the names of its jobs begin: `bots-<game>-v<version>`."""
        return f"{self.name}-{self.game}-v{self.version}"

    @property
    def stored(self) -> str:
        """The effect as text: `clock-<game>-v<version>@<after_ms>`."""
        return f"{self.job_prefix}@{self.after_ms}" if self.after_ms else self.job_prefix


class Effects(NamedTuple):
    """What a game calls for: one effect at once, and one at a time."""

    at_once: Effect | None = None
    timed: Effect | None = None


def due_effects(game: str, loaded: Loaded, outages: Sequence[rules.Outage] = ()) -> Effects:
    """The effects that the game calls for. A strategy may have to move while the clock of a person runs.

    `outages`: those of the service, ascending.
    """
    return Effects(_at_once(game, loaded), _timed(game, loaded, outages))


def _at_once(game: str, loaded: Loaded) -> Effect | None:
    state = loaded.state
    if state.status == "playing" and state.phase == "finished":
        return Effect("score", game, state.since)
    if rules.bots_due(state, loaded.clocks):
        return Effect("bots", game, state.since)
    return None


def _timed(game: str, loaded: Loaded, outages: Sequence[rules.Outage]) -> Effect | None:
    state, clocks = loaded.state, loaded.clocks
    owed = rules.owed_outages(state, clocks, loaded.touched_ms, outages)
    clock_ms = owed[-1].to_ms if owed else next_deadline_ms(clocks)
    times = [*rules.takeovers_ms(state, loaded.changed_ms, outages).values(), *([] if clock_ms is None else [clock_ms])]
    if until := rules.paused_until(state):
        times.append(from_timestamp(until))
    if times:
        return Effect("clock", game, state.version, min(times))
    if end := rules.ends_at_ms(state, clocks, loaded.opened_ms, loaded.changed_ms, outages):
        return Effect("abandon", game, state.version, end[0])
    return None


def account_behind(state: rules.State) -> str:
    """The account that caused the work for a game: who opened it, otherwise the first account at the table."""
    players = [state.opener, *[seat.player for seat in state.seats]]
    return next((player for player in players if player and is_account(player)), NOBODY)


def is_account(actor: str) -> bool:
    """Whether an actor is an account, and neither a strategy (`bot:greedy`) nor the service."""
    return actor not in ("", "service") and ":" not in actor


def parse_effect(text: str) -> Effect:
    """The effect that `Effect.stored` gave as text. Raises ValueError."""
    text, _, after_ms = text.partition("@")
    name, _, rest = text.partition("-")
    game, _, version = rest.rpartition("-v")
    return Effect(name, game, int(version), int(after_ms or 0))
