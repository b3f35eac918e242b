"""What a game calls for from the outside world, named as data: a bot's turn, the scoring of the end."""

from typing import NamedTuple

import game as rules


class Effect(NamedTuple):
    """Work that is due. `name`: bots or score; `version`: the version at which it became due."""

    name: str
    game: str
    version: int

    @property
    def text(self) -> str:
        """One text form, also the beginning of its jobs' names: `bots-<game>-v<version>`."""
        return f"{self.name}-{self.game}-v{self.version}"


def due(game: str, state: rules.State) -> Effect | None:
    """The effect that the state calls for, if any; never more than one."""
    if state.status == "playing" and state.phase == "finished":
        return Effect("score", game, state.since)
    if rules.bots_due(state):
        return Effect("bots", game, state.since)
    return None


def read_effect(text: str) -> Effect:
    """The effect of its text form. Raises ValueError."""
    name, _, rest = text.partition("-")
    game, _, version = rest.rpartition("-v")
    return Effect(name, game, int(version))
