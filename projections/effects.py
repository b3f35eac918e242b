"""What a game calls for from the outside world, named as data: a bot's turn, the scoring of the end."""

from collections.abc import Sequence
from typing import NamedTuple

import game as rules


class Effect(NamedTuple):
    """Work that is due. `name`: bots, late or score; `version`: the version at which it became due.

    `late`: somebody plays for a program that has not answered in time. `after`: ms since 1970 before which it is not
    due yet, 0 for at once.
    """

    name: str
    game: str
    version: int
    after: int = 0

    @property
    def text(self) -> str:
        """The beginning of its jobs' names: `bots-<game>-v<version>`."""
        return f"{self.name}-{self.game}-v{self.version}"

    @property
    def stored(self) -> str:
        """The whole of it as text: `late-<game>-v<version>@<after>`."""
        return f"{self.text}@{self.after}" if self.after else self.text


def due(game: str, state: rules.State, moved: Sequence[int] = ()) -> Effect | None:
    """The effect that the state calls for, if any; never more than one.

    `moved`: ms at which each seat moved last, where programs outside play.
    """
    if state.status == "playing" and state.phase == "finished":
        return Effect("score", game, state.since)
    if rules.bots_due(state):
        return Effect("bots", game, state.since)
    if waiting := rules.externals_due(state):
        first = min([moved[seat] for seat in waiting])
        return Effect("late", game, state.since, first + 1000 * state.options.bot_seconds)
    return None


def read_effect(text: str) -> Effect:
    """The effect of its stored text. Raises ValueError."""
    text, _, after = text.partition("@")
    name, _, rest = text.partition("-")
    game, _, version = rest.rpartition("-v")
    return Effect(name, game, int(version), int(after or 0))
