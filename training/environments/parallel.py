"""PettingZoo's parallel environment: in each step all seats act at once."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from gymnasium.spaces import Dict
from pettingzoo import ParallelEnv

from training.environments.actions import NOOP
from training.environments.episode import Episode, Json
from training.environments.errors import IllegalAction
from training.environments.setup import Setup, check_render_mode
from training.environments.spaces import LegalDiscrete, observation_space
from training.environments.text import describe


class ParallelWonderfulWorld(ParallelEnv[str, dict[str, Any], int]):
    """Agents `seat_0` to `seat_<n-1>`. A seat for which the game does not wait has one legal action, `noop`.

    `step` raises IllegalAction for an action that the mask of its seat excludes, and then nothing changes for any seat.
    The options are those of `Setup`.
    """

    def __init__(self, render_mode: str | None = None, **setup: Any) -> None:
        self.metadata = {"name": "wonderful_world_v0", "render_modes": ["ansi"]}
        self.render_mode = check_render_mode(render_mode)
        self._episode = Episode(Setup(**setup))
        self.possible_agents = [f"seat_{seat}" for seat in range(self._episode.setup.seats)]
        self.agents: list[str] = []
        slots, size = self._episode.layout.slots, self._episode.layout.size
        agents = self.possible_agents
        self._observations = {agent: observation_space(len(agents), slots, size) for agent in agents}
        self._actions = {
            agent: LegalDiscrete(size, partial(self._episode.legal, seat)) for seat, agent in enumerate(agents)
        }

    def observation_space(self, agent: str) -> Dict:
        """The same for all agents: see docs/environments.md."""
        return self._observations[agent]

    def action_space(self, agent: str) -> LegalDiscrete:
        """The same for all agents. Samples without a mask are legal."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Json, Json]:
        """Deal: observations and infos. `seed` repeats the deals from here on. `options` are ignored."""
        self._episode.reset(seed)
        self.agents = [*self.possible_agents]
        return self._observe(), {agent: {} for agent in self.agents}

    def _observe(self) -> Json:
        return {agent: self._episode.observe(seat) for seat, agent in enumerate(self.possible_agents)}

    def step(self, actions: Mapping[str, Any]) -> tuple[Json, Json, Json, Json, Json]:
        """Observations, rewards, terminations, truncations and infos after an action of each agent.

        Raises IllegalAction.
        """
        if not self.agents:
            return {}, {}, {}, {}, {}
        turns = self._episode.position.turns
        for seat, agent in enumerate(self.possible_agents):
            action = actions.get(agent)
            if seat in turns and action is None:
                raise IllegalAction(action, "the game waits for this seat", seat)
            if seat not in turns and action not in (None, NOOP):
                raise IllegalAction(action, "the game does not wait for this seat: only noop is legal", seat)
        rewards = self._episode.play([actions[self.possible_agents[seat]] for seat in turns])
        terminated, truncated = self._episode.terminated, self._episode.truncated
        agents = self.possible_agents
        infos: Json = {agent: {} for agent in agents}
        if terminated or truncated:
            self.agents = []
            infos = {agent: {"score": score} for agent, score in zip(agents, self._episode.scores(), strict=True)}
        return (
            self._observe(),
            dict(zip(agents, rewards, strict=True)),
            dict.fromkeys(agents, terminated),
            dict.fromkeys(agents, truncated),
            infos,
        )

    def render(self) -> str | None:
        """The position in words, if `render_mode` is `ansi`: as a spectator sees it."""
        return describe(self._episode.position.state) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""

    def view(self, agent: str) -> Json:
        """What the service would show the seat: the input of the strategies in `bots`."""
        return self._episode.view(self.possible_agents.index(agent))

    def save(self) -> Json:
        """The episode so far, as JSON values."""
        return self._episode.save()

    def restore(self, saved: Json) -> tuple[Json, Json]:
        """Go to the position of a saved episode of the same options: observations and infos.

        Raises ValueError, and then nothing changes.
        """
        self._episode.restore(saved)
        is_over = self._episode.terminated or self._episode.truncated
        self.agents = [] if is_over else [*self.possible_agents]
        return self._observe(), {agent: {} for agent in self.possible_agents}

    def log(self) -> list[str]:
        """The log of the finished episode, for `wonderful verify`: lines without ends. Raises ValueError."""
        return self._episode.log()


def parallel_env(**options: Any) -> ParallelWonderfulWorld:
    """The parallel environment. Options: those of `Setup`, and `render_mode`."""
    return ParallelWonderfulWorld(**options)
