"""Rulesets: what may be ruled differently one day. A game pins the ruleset it was opened under, and keeps it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rulings:
    """`solo_supremacy`: cubes of a step from which a seat alone takes its character (R64)."""

    solo_supremacy: int = 5


RULESETS: dict[str, Rulings] = {"base-1": Rulings()}
"""Every ruleset that a game was ever opened under; only ever added to."""
CURRENT = "base-1"
"""The ruleset of new games."""
