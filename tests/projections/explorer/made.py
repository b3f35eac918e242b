"""Finished games with plays, without logs; and what the cells of a generation hold."""

from random import Random

from game.cards import DESIGNS, EMPIRE_IDS
from projections.explorer.cells import SIZES, unpack
from projections.explorer.plays import Built, Pick, Play
from projections.explorer.store import START
from projections.record.result import GameResult
from tests.projections.record.results import random_results, result, seat

NAMES = [*DESIGNS]


def random_play(rng: Random) -> Play:
    """What a seat may have done in a game."""
    picks = [
        Pick(game_round, place, (hand := sorted(rng.sample(NAMES, 8 - place)))[0], tuple(hand))
        for game_round in range(1, 5)
        for place in range(1, 7)
    ]
    built = [Built(rng.randint(1, 4), design, rng.randint(-2, 9)) for design in rng.choices(NAMES, k=6)]
    return Play(tuple(picks), tuple(built), tuple((rng.randint(1, 4), design) for design in rng.sample(NAMES, 5)))


def random_games(count: int, seed: int = 0) -> list[GameResult]:
    """Games of several people and strategies in the order of their positions, and solo games."""
    rng, found = Random(seed), []
    solo = [result(f"solo{number}", seat("ann"), mode="solo", side="B") for number in range(count // 5)]
    for game in [*random_results(count - len(solo), seed), *solo]:
        seats = tuple(
            each._replace(empire=rng.choice(EMPIRE_IDS), stayed=rng.random() < 0.9, kind=_kind(each.player))
            for each in game.seats
        )
        found.append(game._replace(seats=seats, plays=tuple(random_play(rng) for _ in seats)))
    return found


def _kind(player: str) -> str:
    return "strategy" if ":" in player else "bot" if player == "dan" else "human"


def cells(parts, generation="0"):
    """Cell and section → its numbers, of a generation; without numbers that are all 0."""
    start = f"{parts.keys.lobby('record')}:{generation}:{START}cell:"
    names = sorted(parts.redis.scan_iter(f"{start}*", count=1000))
    found = {
        (name.decode().removeprefix(start), section.decode()): unpack(content)
        for name in names
        for section, content in parts.redis.hgetall(name).items()
    }
    assert all(len(numbers) == SIZES[section] and any(numbers) for (_, section), numbers in found.items())
    return found
