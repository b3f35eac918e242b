"""Gymnasium's environment: one seat plays alone, or a scenario."""

from functools import partial
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from training.environments.episode import Episode, Json
from training.environments.errors import IllegalAction
from training.environments.legal_actions import mask
from training.environments.setup import Setup, check_render_mode
from training.environments.spaces import LegalDiscrete, observation_space
from training.environments.text import describe

ILLEGAL_REWARD = -1.0
ON_ILLEGAL = ("raise", "report")


class SoloEnv(gymnasium.Env[dict[str, Any], np.int64]):
    """A solo game, or with `scenario` one of SC01 to SC06.

    `on_illegal`: what an illegal action does. `raise` raises IllegalAction. `report` earns -1, and the info's
    `illegal_action` says why: tools that pass any action of the space need it. Either way the position stays as it is.
    """

    metadata: Json = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  # as Gymnasium declares it

    def __init__(
        self,
        side: str | None = None,
        scenario: str | None = None,
        shaped: bool = False,
        slots: int | None = None,
        max_cycles: int | None = None,
        on_illegal: str = "raise",
        render_mode: str | None = None,
    ) -> None:
        if on_illegal not in ON_ILLEGAL:
            raise ValueError(f"on_illegal must be one of: {', '.join(ON_ILLEGAL)}")
        setup = Setup(1, side, scenario, shaped=shaped, slots=slots, max_cycles=max_cycles)
        self.render_mode = check_render_mode(render_mode)
        self.on_illegal = on_illegal
        self._episode = Episode(setup)
        size = setup.layout.size
        self.observation_space = observation_space(1, setup.layout.slots, size)
        self.action_space = LegalDiscrete(size, partial(self._episode.legal, 0))

    def reset(self, *, seed: int | None = None, options: Json | None = None) -> tuple[Json, Json]:
        """Deal: observation and info. `seed` repeats the deals from here on. `options` are ignored."""
        super().reset(seed=seed)
        self._episode.begin(self.np_random.bytes(32).hex())
        return self._episode.observe(0), {}

    def step(self, action: Any) -> tuple[Json, float, bool, bool, Json]:
        """Observation, reward, terminated, truncated and info.

        Raises IllegalAction, unless `on_illegal` is `report`.
        """
        info: Json = {}
        try:
            reward = self._episode.play([action])[0]
        except IllegalAction as illegal:
            if self.on_illegal == "raise":
                raise
            reward, info = ILLEGAL_REWARD, {"illegal_action": str(illegal)}
        terminated, truncated = self._episode.terminated, self._episode.truncated
        if terminated or truncated:
            info["score"] = self._episode.scores()[0]
        if terminated and self._episode.setup.scenario:
            info["medal"] = result.medal if (result := self._episode.position.state.result) else None
        return self._episode.observe(0), reward, terminated, truncated, info

    def action_masks(self) -> NDArray[np.bool_]:
        """The mask as sb3-contrib asks for it: True for each legal action."""
        return mask(self._episode.layout, self._episode.legal(0)).astype(bool)

    def render(self) -> str | None:
        """The position in words, if `render_mode` is `ansi`: as a spectator sees it."""
        return describe(self._episode.position.state) if self.render_mode == "ansi" else None

    def view(self) -> Json:
        """What the service would show the seat: the input of the strategies in `bots`."""
        return self._episode.view(0)

    def save(self) -> Json:
        """The episode so far, as JSON values."""
        return self._episode.save()

    def restore(self, saved: Json) -> tuple[Json, Json]:
        """Go to the position of a saved episode of the same options: observation and info.

        Raises ValueError, and then nothing changes.
        """
        self._episode.restore(saved)
        return self._episode.observe(0), {}

    def log(self) -> list[str]:
        """The log of the finished episode, for `wonderful verify`: lines without ends. Raises ValueError."""
        return self._episode.log()
