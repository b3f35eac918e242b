"""Which games a tournament has: a round-robin in which everybody gets the same deals and every seat."""

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import NamedTuple


class Pairing(NamedTuple):
    """One game: who sits where, and the seed of its deal."""

    bots: tuple[str, ...]
    seed: int


def pairings(bots: Sequence[str], seats: int, games: int, seed: int) -> Iterator[Pairing]:
    """All games, in order: `games` for each pair of strategies.

    Two seats: each deal is played twice, with the seats swapped. More: one against as many of the other as there are
    seats left, both ways round, its seat moving on with every deal. One: each strategy alone with every deal.
    """
    if seats == 1:
        for bot in bots:
            yield from (Pairing((bot,), seed + deal) for deal in range(games))
    elif seats == 2:
        for one, other in combinations(bots, 2):
            for game in range(games):
                pair = (one, other) if game % 2 == 0 else (other, one)
                yield Pairing(pair, seed + game // 2)
    else:
        for one, other in permutations(bots, 2):
            for deal in range(games):
                table = [other] * seats
                table[deal % seats] = one
                yield Pairing(tuple(table), seed + deal)
