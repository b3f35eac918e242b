"""Statistics of each strategy: wins, scores, places, rating with its confidence interval, processor time."""

from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import NamedTuple

from projections.record.ratings import MODEL
from service.commands.tournament.mirrored import score_of_pair
from service.commands.tournament.record import Outcome

Z_SCORE_95_PERCENT = 1.96
"""A 95 % confidence interval reaches this many standard deviations to either side."""


class Rating(NamedTuple):
    """A Plackett-Luce rating. The 95 % confidence interval is `value` ± `margin`."""

    value: float
    margin: float


class Standing(NamedTuple):
    """The statistics of a strategy.

    `won`: share of the decided games (with a single winner, between different strategies) that a seat of it won.
    `score`, `place`: means over its seats. `rating`, `margin`: see Rating. `decision_microseconds`, `game_seconds`:
    mean processor time of one seat. `totals`: the points of each of its seats.
    """

    bot: str
    games: int
    won: float
    score: float
    place: float
    rating: float
    margin: float
    decision_microseconds: float
    game_seconds: float
    totals: tuple[int, ...]


class Duel(NamedTuple):
    """Numbers of games of one strategy against another: won, decided (with a single winner), played."""

    won: int
    decided: int
    played: int


def standings(games: Sequence[Outcome], bots: Sequence[str]) -> list[Standing]:
    """The strategies that have played, the best rating first."""
    ratings = _ratings(games, bots)
    found = []
    for bot in bots:
        own = [(game, seat) for game in games for seat, name in enumerate(game.bots) if name == bot]
        if not own:
            continue
        decided = [game for game in games if bot in game.bots and _has_one_winner(game) and len({*game.bots}) > 1]
        totals = tuple([game.totals[seat] for game, seat in own])
        seconds = sum(game.seconds[seat] for game, seat in own)
        decisions = sum(game.decisions[seat] for game, seat in own)
        found.append(
            Standing(
                bot=bot,
                games=len({id(game) for game, _ in own}),
                won=fmean([game.bots[game.places.index(1)] == bot for game in decided]) if decided else 0.0,
                score=fmean(totals),
                place=fmean([game.places[seat] for game, seat in own]),
                rating=ratings[bot].value,
                margin=ratings[bot].margin,
                decision_microseconds=seconds / max(decisions, 1) * 1e6,
                game_seconds=seconds / len(own),
                totals=totals,
            )
        )
    return sorted(found, key=lambda standing: (-standing.rating, -standing.score))


def _has_one_winner(game: Outcome) -> bool:
    return game.places.count(1) == 1


def _ratings(games: Iterable[Outcome], bots: Sequence[str]) -> dict[str, Rating]:
    """Strategy → rating, from the games in their order. If a strategy has several seats, its best place counts."""
    ratings = {bot: MODEL.rating(name=bot) for bot in bots}
    for game in games:
        names = list(dict.fromkeys(game.bots))
        if len(names) < 2:
            continue
        best = [min(place for place, bot in zip(game.places, game.bots, strict=True) if bot == name) for name in names]
        rated = MODEL.rate([[ratings[name]] for name in names], ranks=[float(place) for place in best])
        ratings |= {name: team[0] for name, team in zip(names, rated, strict=True)}
    return {bot: Rating(rating.mu, Z_SCORE_95_PERCENT * rating.sigma) for bot, rating in ratings.items()}


def pair_scores(games: Iterable[Outcome], first: str, second: str) -> list[float]:
    """What `first` scored in each mirrored pair of games of two seats against `second`, by deal."""
    found: dict[int, dict[tuple[str, ...], Outcome]] = {}
    for game in games:
        if sorted(game.bots) == sorted((first, second)):
            found.setdefault(game.seed, {})[game.bots] = game
    pairs = [found[seed].values() for seed in sorted(found) if len(found[seed]) == 2]
    return [score_of_pair([places_of(game) for game in pair], first, second) for pair in pairs]


def places_of(game: Outcome) -> dict[str, int]:
    """The place of each strategy, of which each has one seat."""
    return dict(zip(game.bots, game.places, strict=True))


def duels(games: Iterable[Outcome]) -> dict[tuple[str, str], Duel]:
    """(strategy, opponent) → the games in which the strategy has a single seat."""
    found: dict[tuple[str, str], Duel] = {}
    for game in games:
        for bot, opponent in {(a, b) for a in game.bots for b in game.bots if a != b}:
            if game.bots.count(bot) != 1:
                continue
            before = found.get((bot, opponent), Duel(0, 0, 0))
            decided = _has_one_winner(game)
            won = decided and game.places[game.bots.index(bot)] == 1
            found[bot, opponent] = Duel(before.won + won, before.decided + decided, before.played + 1)
    return found
