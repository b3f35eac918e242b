"""An episode as the log of a game, which `wonderful verify` accepts. A saved episode is enough to write it."""

import re
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import game as rules
from events.chain import Group, entries, first_link
from events.entry import Entry
from events.export import export
from game.shuffle import commitment
from training.environments.actions import to_intention
from training.environments.errors import IllegalAction
from training.environments.setup import Setup

GAME_ID = re.compile("[a-z0-9]{1,32}")
SEED = re.compile("[0-9a-f]{64}")
"""Of a server seed."""


def check_saved(saved: Mapping[str, Any], setup: Setup | None = None) -> tuple[str, list[int]]:
    """Seed and actions of a saved episode. Raises ValueError, also for one of another setup."""
    try:
        found, seed, actions = Setup(**saved["setup"]), saved["seed"], saved["actions"]
    except (KeyError, TypeError) as error:
        raise ValueError(f"not a saved episode: {error}") from None
    if not (isinstance(seed, str) and SEED.fullmatch(seed)):
        raise ValueError("not a saved episode: the seed has 64 hexadecimal digits")
    if not (isinstance(actions, list) and all(type(action) is int for action in actions)):
        raise ValueError("not a saved episode: the actions are integers")
    if setup is not None and found != setup:
        raise ValueError(f"the episode was saved by an environment with {found}")
    return seed, actions


def log_lines(saved: Mapping[str, Any], game: str = "episode", ms: int = 0) -> list[str]:
    """The lines of the log, without ends. `game`: its id, 1..32 of a-z0-9. `ms`: its time, since 1970.

    The same episode gives the same lines. Raises ValueError for another id, and if the episode is not finished, or is
    none.
    """
    if not (isinstance(game, str) and GAME_ID.fullmatch(game)):
        raise ValueError("the id of a game has 1 to 32 characters of a-z and 0-9")
    seed, actions = check_saved(saved)
    setup, salts = Setup(**saved["setup"]), Random(seed)
    head, log, state = first_link(game), list[Entry](), rules.State()
    for group in _groups(setup, seed, actions, game):
        made = entries([group], len(log), head, lambda: ms / 1000, salts.randbytes)
        head, log, state = made[-1].hash, log + made, rules.fold(group.events, state)
    if state.status != "finished":
        raise ValueError("the episode is not finished: a log holds a whole game")
    return list(export(game, state.ruleset, log, rules.state_hash(state), rules.facts(state)["result"]))


def _groups(setup: Setup, seed: str, actions: list[int], game: str) -> Iterator[Group]:
    """The event groups of the game: opened, joined, started, played, scored."""
    players = [f"seat-{seat}" for seat in range(setup.seats)]
    events = rules.open(setup.options, players[0], game, commitment(seed, game))
    state = rules.fold(events)
    yield Group(players[0], events)
    for player in players[1:]:
        events = rules.join(state, player)
        state = rules.fold(events, state)
        yield Group(player, events)
    events = rules.start(state, 0, seed)
    state = rules.fold(events, state)
    yield Group(players[0], events)
    turns: tuple[int, ...] = ()
    for action in actions:
        turns = turns or rules.waiting_on(state)
        if not turns:
            raise ValueError("not a saved episode: it has actions after its end")
        intention, turns = to_intention(setup.layout, state, turns[0], action), turns[1:]
        try:
            events = rules.decide(state, intention)
        except rules.Refused as refused:
            raise IllegalAction(action, str(refused), intention.seat) from None
        state = rules.fold(events, state)
        yield Group(players[intention.seat], events)
    if state.phase == "finished":
        events = [rules.score_event(state)]
        state = rules.fold(events, state)
        yield Group("service", events)
