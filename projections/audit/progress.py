"""How far the audit of a log has come."""

from dataclasses import dataclass, field

import game as rules
from events import first_link


@dataclass
class Progress:
    """The state of an audit after some of the log's groups.

    `game`, `ruleset`: as the header names them. `head`: the hash of the last entry read. `past`: the state after every
    group, by version. `copied`: the versions that a fork copied from its origin.
    """

    game: str
    ruleset: str
    head: bytes = b""
    state: rules.State = field(default_factory=rules.State)
    past: dict[int, rules.State] = field(default_factory=dict)
    copied: range = range(0)

    def __post_init__(self) -> None:
        self.head = first_link(self.game)
