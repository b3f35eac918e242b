"""Many games stepped together: one action a game, arrays with one row a game. An ended game is dealt anew at once."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from gymnasium.utils.seeding import np_random
from numpy.typing import NDArray

from training.environments.encoder import Arrays
from training.environments.episode import Episode, Json
from training.environments.errors import IllegalAction
from training.environments.setup import Setup


class Ended(NamedTuple):
    """A game that the last step ended. `saved`: the episode, for `log_lines`. `scores`: total points by seat."""

    game: int
    saved: Json
    scores: list[int]


class Turns(NamedTuple):
    """Whose turn it is in each game, and what that seat observes; and what the last step did.

    `observation`: the arrays of `fields.py` with a first dimension of `games`. `action_mask`: (games, actions), int8.
    `seats`: (games,). `rewards`: (games, seats), of the last step. `ended`: the games that it ended; their rows are
    of new games already.
    """

    observation: Arrays
    action_mask: NDArray[np.int8]
    seats: NDArray[np.int64]
    rewards: NDArray[np.float64]
    ended: list[Ended]


class Batch:
    """`games` games of the same options, those of `Setup`."""

    def __init__(self, games: int, **setup: Any) -> None:
        if type(games) is not int or games < 1:
            raise ValueError("a batch has 1 game or more")
        self.setup = Setup(**setup)
        self._episodes = [Episode(self.setup) for _ in range(games)]
        self._generator, _ = np_random(0)

    def reset(self, seed: int | None = None) -> Turns:
        """Deal all games. `seed` repeats them, and the deals that follow."""
        self._generator, _ = np_random(seed)
        for episode in self._episodes:
            episode.begin(self._generator.bytes(32).hex())
        return self._turns(np.zeros((len(self._episodes), self.setup.seats)), [])

    def step(self, actions: Sequence[int] | NDArray[Any]) -> Turns:
        """Play one action in each game, for the seat whose turn it is.

        Raises IllegalAction for the first illegal one, and then no game changes.
        """
        if len(actions) != len(self._episodes):
            raise ValueError(f"a step takes one action for each of the {len(self._episodes)} games")
        for number, (episode, action) in enumerate(zip(self._episodes, actions, strict=True)):
            seat = episode.position.turns[0]
            if action not in episode.legal(seat):
                raise IllegalAction(action, f"illegal in game {number}", seat)
        rewards = np.array([episode.play([action]) for episode, action in zip(self._episodes, actions, strict=True)])
        ended = []
        for number, episode in enumerate(self._episodes):
            if episode.terminated or episode.truncated:
                ended.append(Ended(number, episode.save(), episode.scores()))
                episode.begin(self._generator.bytes(32).hex())
        return self._turns(rewards, ended)

    def save(self, game: int) -> Json:
        """The episode of a game (0..games-1) so far, as JSON values."""
        return self._episodes[game].save()

    def _turns(self, rewards: NDArray[np.float64], ended: list[Ended]) -> Turns:
        first = self._episodes[0]
        flat = np.empty((len(self._episodes), first.encoder.size), np.int16)
        masks = np.zeros((len(self._episodes), first.layout.size), np.int8)
        seats = [episode.position.turns[0] for episode in self._episodes]
        for number, (episode, seat) in enumerate(zip(self._episodes, seats, strict=True)):
            episode.encoder.encode(episode.position.state, seat, flat[number])
            masks[number, episode.legal(seat)] = 1
        return Turns(first.encoder.arrays(flat), masks, np.array(seats), rewards, ended)
