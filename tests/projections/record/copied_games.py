"""Many finished games with logs, cheaply: some are really played by strategies, the others are copies of them.

A copy has another id, other players and other times, and what follows from these: salts and hashes.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from random import Random
from secrets import token_hex

import game as rules
from events import Entry, Group, IdempotencyKey, first_link
from events.chain import entries
from game.lobby import GameOpened, SeatTaken
from game.shuffle import commitment
from service.backend import Backend
from service.jobs.bot_turns import play_bots
from service.jobs.scores import score_game

TABLES = (("greedy", "greedy"), ("greedy", "random"), ("random", "greedy", "greedy"), ("greedy", "random", "random"))
PLAYERS = (*(f"player{number:02}" for number in range(40)), "bot:greedy", "bot:planner", "bot:random")
START_MS = 1_795_000_000_000


def play_tournament(parts: Backend, count: int) -> list[list[Entry]]:
    """The logs of so many games between strategies, played to their scores."""
    found = []
    for number in range(count):
        game, seed = f"real{number:05}", token_hex(32)
        bots = TABLES[number % len(TABLES)]
        opened = rules.open({"seats": len(bots), "bots": [*bots]}, "ann", game, commitment(seed, game))
        parts.log.append(game, [Group("ann", opened)], 0, first_link(game), IdempotencyKey("ann:open", b""))
        loaded = parts.games.load(game)
        started = [Group("ann", rules.start(loaded.state, None, seed))]
        parts.log.append(game, started, loaded.version, loaded.head, IdempotencyKey("ann:start", b""))
        play_bots(parts, game)
        score_game(parts, game)
        found.append(parts.log.read(game))
    return found


def store_copy(parts: Backend, original: Sequence[Entry], game: str, players: Sequence[str], started_ms: int) -> None:
    """Store a copy of a log. `players`: by seat. Between two appends pass some milliseconds to minutes, by the id."""
    rng, ms = Random(game), started_ms
    made: list[Entry] = []
    head = first_link(game)
    for groups in _appends(original, game, players):
        ms += rng.choice([0, 1, 40, 90_000])
        made += entries(groups, len(made), head, lambda: ms / 1000)  # noqa: B023  # it is called at once
        head = made[-1].hash
    parts.log.restore(game, made, IdempotencyKey("copy:log", b""))


def _appends(original: Sequence[Entry], game: str, players: Sequence[str]) -> Iterator[list[Group]]:
    start = 0
    for end, entry in enumerate(original, 1):
        if entry.hash:
            grouped = groupby(original[start:end], key=lambda each: each.group)
            yield [_group(list(members), game, players) for _, members in grouped]
            start = end


def _group(members: list[Entry], game: str, players: Sequence[str]) -> Group:
    events = []
    for event in (entry.event for entry in members):
        if isinstance(event, GameOpened):
            event = replace(event, game=game)
        elif isinstance(event, SeatTaken):
            event = replace(event, player=players[event.seat])
        events.append(event)
    return Group(members[0].actor, events)


def store_copies(parts: Backend, originals: Sequence[Sequence[Entry]], count: int, seed: int = 0) -> list[str]:
    """Store so many copies, of different players and over some months. Returns their ids."""
    rng, games = Random(seed), []
    for number in range(count):
        original, game = rng.choice(originals), f"g{number:06}"
        seats = sum(entry.name == "seat_taken" for entry in original)
        people = rng.sample(PLAYERS[:-3], rng.randint(1, seats))
        players = people + rng.choices(PLAYERS[-3:], k=seats - len(people))
        store_copy(parts, original, game, players, START_MS + rng.randrange(count) * 600_000)
        games.append(game)
    return games
