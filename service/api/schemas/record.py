"""The record: statistics, ratings, leaderboards."""

from game.cards import EMPIRE_IDS
from game.shapes import Counts, Field, ListOf, Nullable, Number, Object
from game.value_shapes import MEDALS, PLAYER, RANKS, SCORE
from game.views.fields import MODES
from projections.record.outcomes import OUTCOMES
from projections.record.waits import WAIT_PHASES
from service.api.description.json_schema import Time
from service.api.schemas.players import HANDLE
from service.api.schemas.queries import MAX_PAGE_GAMES, MAX_PLACE
from service.api.schemas.ratings import COUNT, RATING

EMPIRE_STATISTICS = Object(
    "EmpireStatistics",
    (Field("empire", EMPIRE_IDS), Field("games", COUNT), Field("mean_score", Number())),
    meaning="Games with an empire that the player played to the end.",
)
MEAN_WAITS = Object(
    "MeanWaits",
    tuple(Field(phase, Number(0)) for phase in WAIT_PHASES),
    meaning="By phase, for how many seconds of a game the table waits for the player; the mean.",
)
MODE_STATISTICS = Object(
    "ModeStatistics",
    (
        Field("mode", MODES),
        Field("games", COUNT, "Finished games; assisted, forked and imported ones never count."),
        Field("outcomes", Counts("Outcomes", OUTCOMES, COUNT, complete=True)),
        Field("mean_score", Nullable(Number()), "Of the games that the player played to the end; null without any."),
        Field("best_score", Nullable(SCORE.numbers), "Of the games that the player played to the end."),
        Field("empires", ListOf(EMPIRE_STATISTICS, len(EMPIRE_IDS)), "The most played first."),
        Field("favourite_empire", Nullable(EMPIRE_IDS), "The most played."),
        Field("best_empire", Nullable(EMPIRE_IDS), "The one with the highest mean score."),
        Field("ranks", Nullable(Counts("Ranks", RANKS, COUNT, complete=True)), "Of solo games: how many earned each."),
        Field(
            "medals", Nullable(Counts("Medals", MEDALS, COUNT, complete=True)), "Of scenarios: how many earned each."
        ),
        Field("mean_waits", MEAN_WAITS),
    ),
)
PLAYER_STATISTICS = Object(
    "PlayerStatistics",
    (
        Field("player", PLAYER),
        Field("handle", Nullable(HANDLE), "That of the player, if it is an account that has one."),
        Field("rating", Nullable(RATING), "Null before the first rated game."),
        Field("modes", ListOf(MODE_STATISTICS, len(MODES), min_items=len(MODES))),
    ),
)
LEADERBOARD_ENTRY = Object(
    "LeaderboardEntry",
    (
        Field(
            "place",
            range(1, MAX_PLACE + MAX_PAGE_GAMES + 1),
            "Equal `points` or scores share a place, and leave out the next ones: 1, 2, 2, 4.",
        ),
        Field("player", PLAYER),
        Field("handle", Nullable(HANDLE), "That of the player, if it is an account that has one."),
        Field("rating", Nullable(RATING), "Of standard games: after the player's last game of the period."),
        Field("score", Nullable(SCORE.numbers), "Of solo games and scenarios: the best one of the period."),
        Field("scored_at", Nullable(Time()), "When the player reached this score first, to the second."),
    ),
)
