"""How far a log was followed."""

from dataclasses import dataclass, field

import game as rules
from events import first_link


@dataclass
class Course:
    """What is known of a game of the header's id and ruleset, after some of its groups.

    `head`: the hash of the last entry. `past`: the state after every group, by version. `copied`: the versions that a
    fork took from its origin.
    """

    game: str
    ruleset: str
    head: bytes = b""
    state: rules.State = field(default_factory=rules.State)
    past: dict[int, rules.State] = field(default_factory=dict)
    copied: range = range(0)

    def __post_init__(self) -> None:
        self.head = first_link(self.game)
