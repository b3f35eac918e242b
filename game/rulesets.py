"""Rulesets: the rulings that may change one day. A game keeps the ruleset under which it was opened."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ruleset:
    """`solo_supremacy`: cubes that one seat alone must produce in a step to take its character (R64)."""

    solo_supremacy: int


FIRST_RULESET = "base-1"
"""The ruleset of a state that names none. Never change it: state hashes omit it, so old hashes would change."""
RULESETS: dict[str, Ruleset] = {FIRST_RULESET: Ruleset(solo_supremacy=5)}
"""Every ruleset under which a game was ever opened. Entries are added, and never changed or removed."""
CURRENT_RULESET = "base-1"
"""The ruleset of new games."""
