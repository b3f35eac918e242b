"""How far the audit of a log has come."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import game as rules
from events import Entry, first_link
from game.clocks import advance
from game.model import has_clocks
from game.outages import Moment, Outage, without_outage
from projections.games import changed_seats


@dataclass
class Progress:
    """The state of an audit after some of the log's groups.

    `game`, `ruleset`: as the header names them. `head`: the hash of the last entry read. `past`: the state after every
    group, by version. `copied`: the versions that a fork copied from its origin. `clocks`: as the last whole append
    left them, and `moments` all of them before; `looks` counts how many of these were looked at again. `opened_ms`,
    `touched_ms`: the times of the first and the last whole append; `changed_ms`: by seat, that of the last one that
    changed the seat or the whole table.
    """

    game: str
    ruleset: str
    head: bytes = b""
    state: rules.State = field(default_factory=rules.State)
    past: dict[int, rules.State] = field(default_factory=dict)
    copied: range = range(0)
    clocks: rules.Clocks = field(default_factory=rules.Clocks)
    opened_ms: int = 0
    touched_ms: int = 0
    moments: list[Moment] = field(default_factory=list)
    looks: int = 0
    changed_ms: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.head = first_link(self.game)

    def end_append(self, append: Sequence[Entry]) -> None:
        """Advance the times by an append that led to `state`."""
        ms, seats = append[-1].ms, len(self.state.seats)
        self.clocks = advance(self.clocks, self.state, ms)
        if has_clocks(self.state):
            self.moments.append(Moment(ms, self.state, self.clocks))
        self.changed_ms = [*self.changed_ms, *[ms] * seats][:seats]
        for entry in append:
            for seat in changed_seats(entry, seats):
                self.changed_ms[seat] = ms
        self.opened_ms, self.touched_ms = self.opened_ms or ms, ms

    def give_back(self, outage: Outage) -> None:
        """Advance the clocks by an outage that does not count. Raises TooEarly."""
        self.looks += sum(moment.ms > outage.from_ms for moment in self.moments)
        self.moments = without_outage(self.moments, outage)
        self.clocks = self.moments[-1].clocks
