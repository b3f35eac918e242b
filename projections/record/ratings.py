"""Ratings: a fold of finished games in their canonical order, by the Plackett-Luce model of openskill.

Each game moves the ratings of its players, and the next game goes on from there, so the order matters. Games are rated
in the order in which they were scored, and by their ids if the time is the same.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from math import inf, nextafter
from statistics import fmean
from typing import NamedTuple

from openskill.models import PlackettLuce

from projections.record.result import GameResult

MODEL = PlackettLuce()
"""The settings of the model, also of tournaments."""


class Rating(NamedTuple):
    """What is known of a player's skill: a normal distribution. `games`: rated so far."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma
    games: int = 0

    @property
    def ordinal(self) -> float:
        """The skill that the player has almost certainly (99.7 %): leaderboards sort by it."""
        return self.mu - 3 * self.sigma


class Rated(NamedTuple):
    """A player in a rated game. `kind`: human, bot or strategy. `place`: 1 is the best."""

    player: str
    kind: str
    place: int


NEWCOMER = Rating()
NEWCOMER_POINTS, POINTS_PER_SKILL = 1000, 40
"""Of the public number: it begins at 1000, and falls below 0 for nobody in practice."""


def points(rating: Rating) -> int:
    """A rating as people see it: a whole number, 1000 for a newcomer."""
    return points_of(rating.ordinal)


def points_of(ordinal: float) -> int:
    """The points of all ratings with this ordinal."""
    return round(NEWCOMER_POINTS + POINTS_PER_SKILL * ordinal)


def lowest_ordinal(points: int) -> float:
    """The lowest ordinal with `points` points."""
    found = (points - 0.5 - NEWCOMER_POINTS) / POINTS_PER_SKILL  # but for the last digits
    while points_of(found) >= points:
        found = nextafter(found, -inf)
    while points_of(found) < points:
        found = nextafter(found, inf)
    return found


def rated_seats(result: GameResult) -> list[Rated]:
    """Who is rated in a game, by seat, and the place that counts; nobody if fewer than two different players met.

    The strategies that replaced players who left are not rated.
    """
    if len({seat.player for seat in result.seats}) < 2:
        return []
    return [Rated(seat.player, seat.kind, seat.place) for seat in result.seats]


def rate(seats: Sequence[Rated], before: Mapping[str, Rating]) -> dict[str, Rating]:
    """The ratings of a game's players after it; a player who is not in `before` is a newcomer.

    A strategy may have several seats. Each is rated as if it were a player of its own; the mean of them is kept.
    """
    start = {seat.player: before.get(seat.player, NEWCOMER) for seat in seats}
    teams = [[MODEL.rating(start[seat.player].mu, start[seat.player].sigma)] for seat in seats]
    after = MODEL.rate(teams, ranks=[float(seat.place) for seat in seats])
    found: dict[str, Rating] = {}
    for player, rating in start.items():
        own = [team[0] for team, seat in zip(after, seats, strict=True) if seat.player == player]
        mu, sigma = fmean([each.mu for each in own]), fmean([each.sigma for each in own])
        found[player] = Rating(mu, sigma, rating.games + 1)
    return found


def rate_all(games: Iterable[Sequence[Rated]], before: Mapping[str, Rating] | None = None) -> list[dict[str, Rating]]:
    """The ratings of each game's players after it, of games in their order. `before`: the ratings before the first."""
    current, found = dict(before or {}), list[dict[str, Rating]]()
    for seats in games:
        found.append(rate(seats, current))
        current |= found[-1]
    return found


def seats_text(seats: Sequence[Rated]) -> str:
    return json.dumps(seats, separators=(",", ":"))


def parse_seats(text: str | bytes) -> list[Rated]:
    return [Rated(*seat) for seat in json.loads(text)]


def ratings_text(ratings: Mapping[str, Rating]) -> str:
    """Player → rating as text. Each number is read back exactly as it was."""
    return json.dumps(ratings, separators=(",", ":"))


def parse_ratings(text: str | bytes) -> dict[str, Rating]:
    return {player: Rating(*fields) for player, fields in json.loads(text).items()}
