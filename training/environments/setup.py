"""What an environment plays, and how it rewards."""

from dataclasses import dataclass
from typing import Any

import game
from training.environments.actions import Layout, layout, max_slots

REWARDS = ("win", "score", "difference")
RENDER_MODES = (None, "ansi")


@dataclass(frozen=True, slots=True)
class Setup:
    """The options of an environment.

    `seats`: 1..5. `side`: A or B; by default A, alone B. `scenario`: SC01..SC06, alone. `reward`: `win`, `score` or
    `difference`; by default `win`, alone `score`. `shaped`: pay score or difference as it changes, not at the end.
    `slots`: cards under construction that have actions; by default all there can be. `max_cycles`: truncate an episode
    after this number of cycles.

    Raises ValueError for a value that an option cannot have.
    """

    seats: int = 2
    side: str | None = None
    scenario: str | None = None
    reward: str | None = None
    shaped: bool = False
    slots: int | None = None
    max_cycles: int | None = None

    def __post_init__(self) -> None:
        try:
            game.check_options(self.options)
        except game.Refused as refused:
            raise ValueError(str(refused)) from None
        if self.payment not in REWARDS:
            raise ValueError(f"reward must be one of: {', '.join(REWARDS)}")
        if self.seats == 1 and self.payment != "score":
            raise ValueError("a seat alone is rewarded by its score")
        if type(self.shaped) is not bool:
            raise ValueError("shaped must be True or False")
        if self.shaped and self.payment == "win":
            raise ValueError("shaped rewards need the reward score or difference")
        if self.max_cycles is not None and (type(self.max_cycles) is not int or self.max_cycles < 1):
            raise ValueError("max_cycles must be a whole number, 1 or more")
        slots, most = self.slots, max_slots(self.seats, self.scenario)
        if slots is not None and (type(slots) is not int or not 1 <= slots <= most):
            raise ValueError(f"slots must be 1 to {most}")

    @property
    def options(self) -> dict[str, Any]:
        """The options of the game."""
        chosen = {"seats": self.seats, "side": self.side, "scenario": self.scenario}
        return {name: value for name, value in chosen.items() if value is not None}

    @property
    def payment(self) -> str:
        """How the end is rewarded, one of REWARDS."""
        return self.reward or ("score" if self.seats == 1 else "win")

    @property
    def layout(self) -> Layout:
        """The action space."""
        return layout(max_slots(self.seats, self.scenario) if self.slots is None else self.slots)


def check_render_mode(mode: str | None) -> str | None:
    """The mode. Raises ValueError for one that no environment has."""
    if mode not in RENDER_MODES:
        raise ValueError("render_mode must be ansi, or None")
    return mode
