"""Rulesets: the rulings that may change one day. A game keeps the ruleset under which it was opened."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ruleset:
    """`solo_supremacy`: cubes that one seat alone must produce in a step to take its character (R64)."""

    solo_supremacy: int = 5


FIRST_RULESET = "base-1"
"""The ruleset of a state that names none; it never changes, because state hashes leave out defaults."""
RULESETS: dict[str, Ruleset] = {FIRST_RULESET: Ruleset()}
"""Every ruleset under which a game was ever opened. Entries are added, and never changed or removed."""
CURRENT_RULESET = "base-1"
"""The ruleset of new games."""
