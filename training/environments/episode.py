"""One episode after the other: what the environments of PettingZoo and Gymnasium, and a batch, have in common."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from operator import index
from typing import Any

import numpy as np
from gymnasium.utils.seeding import np_random

import game
from game.model import State
from game.scoring import score
from training.environments.actions import NOOP
from training.environments.encoder import Encoder
from training.environments.errors import IllegalAction
from training.environments.legal_actions import legal_actions, mask
from training.environments.log import check_saved, log_lines
from training.environments.position import Position, act, first_position
from training.environments.setup import Setup

Json = dict[str, Any]


class Episode:
    """The position of an episode, its actions so far, and what its seats earned last.

    `position`: a value; `play` and `reset` replace it.
    """

    position: Position

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.layout = setup.layout
        self.encoder = Encoder(setup.seats, self.layout.slots)
        self._generator: np.random.Generator | None = None
        self._nothing = [0.0] * setup.seats
        self.begin("0" * 64)

    def reset(self, seed: int | None = None) -> None:
        """Deal. `seed`: repeats the deals from here on; without one they go on, at first from the system's entropy."""
        if seed is not None or self._generator is None:
            self._generator, _ = np_random(seed)
        self.begin(self._generator.bytes(32).hex())

    def begin(self, server_seed: str) -> None:
        """Deal from this seed of 64 hexadecimal digits."""
        self.server_seed = server_seed
        self.actions: list[int] = []
        self.position = first_position(self.setup.options, server_seed)
        self._worth = worth(self.setup.payment, self.position.state) if self.setup.shaped else self._nothing

    def play(self, actions: Sequence[Any]) -> list[float]:
        """Play the actions of the next seats, in the order of `position.turns`: the rewards by seat.

        Raises IllegalAction, and then nothing changes.
        """
        numbers, position = [_number(action) for action in actions], self.position
        for number in numbers:
            position = act(self.layout, position, number)
        self.position = position
        self.actions += numbers
        if not (self.setup.shaped or self.terminated):
            return [*self._nothing]
        before, self._worth = self._worth, worth(self.setup.payment, position.state)
        return [after - earlier for after, earlier in zip(self._worth, before, strict=True)]

    @property
    def terminated(self) -> bool:
        """Whether the game is scored."""
        return not self.position.turns

    @property
    def truncated(self) -> bool:
        """Whether the episode was stopped before that, after `max_cycles`."""
        limit = self.setup.max_cycles
        return limit is not None and self.position.cycle >= limit and not self.terminated

    def legal(self, seat: int) -> list[int]:
        """The legal actions of a seat; `noop` alone if it does not act any more in this cycle."""
        state, turns, _ = self.position
        return legal_actions(self.layout, state, seat) if seat in turns else [NOOP]

    def observe(self, seat: int) -> dict[str, Any]:
        """What a seat observes: `observation` and `action_mask`."""
        flat = self.encoder.encode(self.position.state, seat)
        return {"observation": self.encoder.arrays(flat), "action_mask": mask(self.layout, self.legal(seat))}

    def view(self, seat: int) -> Json:
        """What the service would show the seat: the input of the strategies in `bots`."""
        return game.view(self.position.state, seat)

    def scores(self) -> list[int]:
        """Total points by seat, as the empires stand."""
        return [int(total) for total in worth("score", self.position.state)]

    def save(self) -> Json:
        """The episode so far, as JSON values: `restore` continues it, `log_lines` writes it down."""
        return {"setup": asdict(self.setup), "seed": self.server_seed, "actions": [*self.actions]}

    def restore(self, saved: Json) -> None:
        """Go to the position of a saved episode. Raises ValueError, and then nothing changes."""
        with all_or_nothing(self):
            for action in self.deal_again(saved):
                self.play([action])

    def deal_again(self, saved: Json) -> Iterable[int]:
        """Deal as in a saved episode: its actions, which are still to play. Raises ValueError."""
        seed, actions = check_saved(saved, self.setup)
        self.begin(seed)
        return actions

    def log(self) -> list[str]:
        """The log of the finished episode, for `wonderful verify`: lines without ends. Raises ValueError."""
        return log_lines(self.save())


@contextmanager
def all_or_nothing(*parts: Any) -> Iterator[None]:
    """If the block raises, these objects have the attributes of before. It may change only values that it made."""
    before = [{**vars(part)} for part in parts]
    try:
        yield
    except BaseException:
        for part, attributes in zip(parts, before, strict=True):
            vars(part).clear()
            vars(part).update(attributes)
        raise


def _number(action: Any) -> int:
    try:
        return index(action)
    except TypeError:
        raise IllegalAction(action, "an action is an integer") from None


def worth(payment: str, state: State) -> list[float]:
    """By seat, if the game ended now: the `score` in points, its `difference` to the best other seat's, or the `win`.

    `win`: the winners share 1, the other seats share -1, all 0 if all share the victory. Only of a scored game.
    """
    if payment == "win":
        return _win(state)
    totals = [float(points["total"]) for points in score(state)]
    if payment == "score":
        return totals
    return [own - max(totals[:seat] + totals[seat + 1 :]) for seat, own in enumerate(totals)]


def _win(state: State) -> list[float]:
    seats = range(len(state.seats))
    winners = state.result.ranking[0] if state.result else tuple(seats)
    losers = len(seats) - len(winners)
    if not losers:
        return [0.0 for _ in seats]
    return [1 / len(winners) if seat in winners else -1 / losers for seat in seats]
