"""The leaf of a finished game, which follows from its log."""

import json
from dataclasses import asdict
from functools import cache
from hashlib import sha256
from importlib.resources import files

import game as rules
from events.entry import canonical
from game.rulesets import RULESETS
from projections.games import Loaded
from transparency.leaf import Leaf


def leaf_of(loaded: Loaded) -> Leaf:
    """The leaf of a finished game."""
    state = loaded.state
    state_hash = bytes.fromhex(rules.state_hash(state))
    return Leaf(state.id, state.ruleset, rules_digest(state.ruleset), loaded.version, loaded.head, state_hash)


@cache
def rules_digest(ruleset: str) -> bytes:
    """SHA-256 of what a ruleset stands for: its name, its rulings and the catalogue of cards, as canonical JSON."""
    catalogue = json.loads(files("game").joinpath("catalogue.json").read_text("utf-8"))
    meaning = {"ruleset": ruleset, "rulings": asdict(RULESETS[ruleset]), "catalogue": catalogue}
    return sha256(canonical(meaning).encode()).digest()
