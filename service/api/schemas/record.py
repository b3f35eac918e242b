"""The record: statistics, ratings, leaderboards."""

from game.cards import EMPIRE_IDS
from game.shapes import Counts
from game.value_shapes import MEDALS, PLAYER, RANKS, SCORE, VERSION
from game.views.fields import MODES
from projections.record.outcomes import OUTCOMES
from projections.record.waits import WAIT_PHASES
from service.api.schemas.base import Answer
from service.api.schemas.fields import Float, Integer, List, Nested, Shaped, String, Time
from service.api.schemas.players import Rating, handle_field
from service.api.schemas.queries import MAX_PAGE_GAMES, MAX_PLACE
from service.api.schemas.validate import Length, OneOf, Range


class EmpireStatistics(Answer):
    """Games with an empire that the player played to the end."""

    empire = String(validate=OneOf(EMPIRE_IDS))
    games = Shaped(VERSION)
    mean_score = Float()


class MeanWaits(Answer):
    """By phase, for how many seconds of a game the table waits for the player; the mean."""

    class Meta:
        include = {phase: Float(validate=Range(0)) for phase in WAIT_PHASES}


class ModeStatistics(Answer):
    mode = String(validate=OneOf(MODES))
    games = Shaped(VERSION, "Finished games; assisted, forked and imported ones never count.")
    outcomes = Shaped(Counts("Outcomes", OUTCOMES, VERSION, complete=True))
    mean_score = Float("Of the games that the player played to the end; null without any.", allow_none=True)
    best_score = Shaped(SCORE.numbers, "Of the games that the player played to the end.", allow_none=True)
    empires = List(Nested(EmpireStatistics), "The most played first.", validate=Length(max=len(EMPIRE_IDS)))
    favourite_empire = String("The most played.", validate=OneOf(EMPIRE_IDS), allow_none=True)
    best_empire = String("The one with the highest mean score.", validate=OneOf(EMPIRE_IDS), allow_none=True)
    ranks = Shaped(
        Counts("Ranks", RANKS, VERSION, complete=True), "Of solo games: how many earned each.", allow_none=True
    )
    medals = Shaped(
        Counts("Medals", MEDALS, VERSION, complete=True), "Of scenarios: how many earned each.", allow_none=True
    )
    mean_waits = Nested(MeanWaits)


class PlayerStatistics(Answer):
    player = Shaped(PLAYER)
    handle = handle_field("That of the player, if it is an account that has one.", allow_none=True)
    rating = Nested(Rating, "Null before the first rated game.", allow_none=True)
    modes = List(Nested(ModeStatistics), validate=Length(len(MODES), len(MODES)))


class LeaderboardEntry(Answer):
    place = Integer(
        "Equal `points` or scores share a place, and leave out the next ones: 1, 2, 2, 4.",
        validate=Range(1, MAX_PLACE + MAX_PAGE_GAMES),
    )
    player = Shaped(PLAYER)
    handle = handle_field("That of the player, if it is an account that has one.", allow_none=True)
    rating = Nested(Rating, "Of standard games: after the player's last game of the period.", allow_none=True)
    score = Shaped(SCORE.numbers, "Of solo games and scenarios: the best one of the period.", allow_none=True)
    scored_at = Time("When the player reached this score first, to the second.", allow_none=True)
