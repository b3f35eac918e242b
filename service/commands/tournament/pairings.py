"""The games of a tournament: a round-robin in which every strategy gets the same deals and every seat."""

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import NamedTuple


class Pairing(NamedTuple):
    """One game: the strategy on each seat, and the seed of the deal."""

    bots: tuple[str, ...]
    seed: int


def pairings(bots: Sequence[str], seats: int, games: int, seed: int) -> Iterator[Pairing]:
    """All games in order: `games` for each pair of strategies, with deals from `seed` on.

    Two seats: each deal is played twice, with the seats swapped. More seats: one strategy has one seat, the other all
    the rest; the single seat moves on with each deal, and each strategy of the pair is the single one for `games`
    games. One seat: each strategy plays every deal alone.
    """
    if seats == 1:
        for bot in bots:
            yield from (Pairing((bot,), seed + deal) for deal in range(games))
    elif seats == 2:
        for first, second in combinations(bots, 2):
            for number in range(games):
                pair = (first, second) if number % 2 == 0 else (second, first)
                yield Pairing(pair, seed + number // 2)
    else:
        for single, other in permutations(bots, 2):
            for deal in range(games):
                strategies = [other] * seats
                strategies[deal % seats] = single
                yield Pairing(tuple(strategies), seed + deal)
