"""What the games say of each strategy: wins, scores, places, a rating with its confidence interval, time."""

from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import NamedTuple

from openskill.models import PlackettLuce

from service.commands.tournament.record import Played

NINETY_FIVE = 1.96
"""Standard deviations to either side that hold 95 % of a normal distribution."""


class Standing(NamedTuple):
    """A strategy in the end. `won`: share of the decided games that a seat of it won.

    `rating`, `margin`: Plackett-Luce, 95 %. `score`: mean points; `place`: mean place; `micros`: of processor time a
    decision; `seconds`: a game.
    """

    bot: str
    games: int
    won: float
    score: float
    place: float
    rating: float
    margin: float
    micros: float
    seconds: float
    totals: tuple[int, ...]


def standings(games: Sequence[Played], bots: Sequence[str]) -> list[Standing]:
    """All strategies, the best rating first."""
    ratings = _ratings(games, bots)
    found = []
    for bot in bots:
        own = [(game, seat) for game in games for seat, name in enumerate(game.bots) if name == bot]
        if not own:
            continue
        decided = [game for game in games if bot in game.bots and game.places.count(1) == 1 and _is_contest(game)]
        totals = tuple([game.totals[seat] for game, seat in own])
        time, decisions = sum(g.seconds[seat] for g, seat in own), sum(g.decisions[seat] for g, seat in own)
        rating, margin = ratings[bot]
        found.append(
            Standing(
                bot,
                len({id(game) for game, _ in own}),
                fmean([game.bots[game.places.index(1)] == bot for game in decided]) if decided else 0.0,
                fmean(totals),
                fmean([game.places[seat] for game, seat in own]),
                rating,
                margin,
                time / max(decisions, 1) * 1e6,
                time / len(own),
                totals,
            )
        )
    return sorted(found, key=lambda standing: (-standing.rating, -standing.score))


def _is_contest(game: Played) -> bool:
    return len(set(game.bots)) > 1


def _ratings(games: Iterable[Played], bots: Sequence[str]) -> dict[str, tuple[float, float]]:
    """By strategy: its rating and the margin, from the games in their order; of a table the best of each counts."""
    model = PlackettLuce()
    ratings = {bot: model.rating(name=bot) for bot in bots}
    for game in games:
        names = list(dict.fromkeys(game.bots))
        if len(names) < 2:
            continue
        best = [min(place for place, bot in zip(game.places, game.bots, strict=True) if bot == name) for name in names]
        rated = model.rate([[ratings[name]] for name in names], ranks=[float(place) for place in best])
        ratings |= {name: team[0] for name, team in zip(names, rated, strict=True)}
    return {bot: (rating.mu, NINETY_FIVE * rating.sigma) for bot, rating in ratings.items()}


def duels(games: Sequence[Played], bots: Sequence[str]) -> dict[tuple[str, str], tuple[int, int, int]]:
    """(a strategy, its opponent) -> games won, decided and played, of those in which it has a single seat."""
    found: dict[tuple[str, str], tuple[int, int, int]] = {}
    for game in games:
        for bot, other in {(a, b) for a in game.bots for b in game.bots if a != b}:
            if game.bots.count(bot) != 1:
                continue
            won, decided, count = found.get((bot, other), (0, 0, 0))
            alone = game.places.count(1) == 1
            first = alone and game.places[game.bots.index(bot)] == 1
            found[bot, other] = (won + first, decided + alone, count + 1)
    return found
