"""What a game calls for outside its log, named as data: the bots' turns, a move for a late bot account, the score."""

from collections.abc import Sequence
from typing import NamedTuple

import game as rules


class Effect(NamedTuple):
    """Work that a game calls for.

    `name`: `bots` (a strategy is to move), `late` (the fallback moves for a bot account that took too long) or `score`.
    `version`: the version at which the phase, step or hand began. `after_ms`: ms since 1970 before which it must not be
    done, 0 for at once.
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
        """The effect as text: `late-<game>-v<version>@<after_ms>`."""
        return f"{self.job_prefix}@{self.after_ms}" if self.after_ms else self.job_prefix


def due_effect(game: str, state: rules.State, moved_ms: Sequence[int] = ()) -> Effect | None:
    """The one effect that the state calls for, if any.

    `moved_ms`: by seat, ms since 1970 of its last move, as `projections.games.Loaded` has them.
    """
    if state.status == "playing" and state.phase == "finished":
        return Effect("score", game, state.since)
    if rules.bots_due(state):
        return Effect("bots", game, state.since)
    if waiting := rules.externals_due(state):
        first_ms = min([moved_ms[seat] for seat in waiting])
        return Effect("late", game, state.since, first_ms + 1000 * state.options.bot_seconds)
    return None


def parse_effect(text: str) -> Effect:
    """The effect that `Effect.stored` gave as text. Raises ValueError."""
    text, _, after_ms = text.partition("@")
    name, _, rest = text.partition("-")
    game, _, version = rest.rpartition("-v")
    return Effect(name, game, int(version), int(after_ms or 0))
