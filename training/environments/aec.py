"""PettingZoo's AEC environment: the seats act one after the other."""

from functools import partial
from operator import attrgetter
from typing import Any

from gymnasium.spaces import Dict
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from training.environments.episode import Episode, Json, all_or_nothing
from training.environments.setup import Setup, check_render_mode
from training.environments.spaces import LegalDiscrete, observation_space
from training.environments.text import describe


class WonderfulWorld(AECEnv[str, dict[str, Any], int]):
    """Agents `seat_0` to `seat_<n-1>`. A cycle gives a turn to each seat for which the game waits.

    A seat that is done with its pick, its planning or its step has no turn until the next one. `step` raises
    IllegalAction for an action that the mask excludes, and then nothing changes. The options are those of `Setup`.
    """

    def __init__(self, render_mode: str | None = None, **setup: Any) -> None:
        super().__init__()
        self.metadata = {"name": "wonderful_world_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = check_render_mode(render_mode)
        self._episode = Episode(Setup(**setup))
        self.possible_agents = [f"seat_{seat}" for seat in range(self._episode.setup.seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        slots, size = self._episode.layout.slots, self._episode.layout.size
        self._observations = {agent: observation_space(len(self._seat_of), slots, size) for agent in self._seat_of}
        self._actions = {
            agent: LegalDiscrete(size, partial(self._episode.legal, seat)) for agent, seat in self._seat_of.items()
        }

    def observation_space(self, agent: str) -> Dict:
        """The same for all agents: see docs/environments.md."""
        return self._observations[agent]

    def action_space(self, agent: str) -> LegalDiscrete:
        """The same for all agents. Samples without a mask are legal."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal. `seed` repeats the deals from here on. `options` are ignored."""
        self._episode.reset(seed)
        self._begin()

    def _begin(self) -> None:
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: Json = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._select()

    def _select(self) -> None:
        """The next seat of the cycle acts; after the end, each agent makes its last step."""
        turns = self._episode.position.turns
        self.agent_selection = self.possible_agents[turns[0] if turns and not self._episode.truncated else 0]

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent knows. Its mask is `noop` alone while it has no turn in this cycle."""
        return self._episode.observe(self._seat_of[agent])

    def step(self, action: Any) -> None:
        """Act for `agent_selection`. Raises IllegalAction."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        rewards = self._episode.play([action])
        self._cumulative_rewards[agent] = 0.0
        for each, reward in zip(self.agents, rewards, strict=True):
            self.rewards[each] = reward
            self._cumulative_rewards[each] += reward
        self._select()
        if self._episode.terminated or self._episode.truncated:
            self._end()

    def _end(self) -> None:
        self.terminations = dict.fromkeys(self.agents, self._episode.terminated)
        self.truncations = dict.fromkeys(self.agents, self._episode.truncated)
        scores = self._episode.scores()
        self.infos = {agent: {"score": scores[seat]} for agent, seat in self._seat_of.items()}

    def render(self) -> str | None:
        """The position in words, if `render_mode` is `ansi`: as a spectator sees it."""
        return describe(self._episode.position.state) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""

    def view(self, agent: str) -> Json:
        """What the service would show the seat: the input of the strategies in `bots`."""
        return self._episode.view(self._seat_of[agent])

    def save(self) -> Json:
        """The episode so far, as JSON values."""
        return self._episode.save()

    def restore(self, saved: Json) -> None:
        """Go to the position, and to the rewards, of a saved episode of the same options.

        Raises ValueError, and then nothing changes.
        """
        with all_or_nothing(self, self._episode):
            actions = self._episode.deal_again(saved)
            self._begin()
            for action in actions:
                self.step(action)

    def log(self) -> list[str]:
        """The log of the finished episode, for `wonderful verify`: lines without ends. Raises ValueError."""
        return self._episode.log()


def raw_env(**options: Any) -> WonderfulWorld:
    """The AEC environment without wrappers."""
    return WonderfulWorld(**options)


class Ordered(OrderEnforcingWrapper):
    """PettingZoo's wrapper, with faster ways to what changes with every turn.

    Before `reset` the wrapped environment has none of these attributes, and the wrapper's own errors are raised.
    """

    agents = property(attrgetter("env.agents"))
    agent_selection = property(attrgetter("env.agent_selection"))
    rewards = property(attrgetter("env.rewards"))
    _cumulative_rewards = property(attrgetter("env._cumulative_rewards"))
    terminations = property(attrgetter("env.terminations"))
    truncations = property(attrgetter("env.truncations"))
    infos = property(attrgetter("env.infos"))


def env(**options: Any) -> Ordered:
    """The AEC environment, with clear errors for calls before `reset`. Options: those of `Setup`, `render_mode`."""
    return Ordered(raw_env(**options))
