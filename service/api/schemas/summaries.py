"""Games in lists."""

from game.field_types import ACCOUNT_ID, GAME_ID
from game.options import MAX_INVITED, MAX_SEATS
from game.shapes import Field, ListOf, Nullable, Object, Text
from game.value_shapes import MEDALS, ORIGIN, PLAYER, RANKS, SCORE, SEAT
from projections.record.outcomes import OUTCOMES
from service.api.description.json_schema import Time
from service.api.schemas.players import HANDLE
from service.api.schemas.views import view_field

TOTAL = SCORE.numbers
SUMMARY_SEAT = Object(
    "SummarySeat",
    (
        Field("seat", SEAT),
        Field("player", Nullable(PLAYER), "Null while the seat is free."),
        Field("bot", Nullable(Text(80)), "The strategy that plays the seat."),
        Field("reserved", Nullable(ACCOUNT_ID), "The account for which a free seat of a rematch is kept."),
        Field("handle", Nullable(HANDLE), "That of the player, if it is an account that has one."),
        Field(
            "place", Nullable(range(1, MAX_SEATS + 1)), "By points, once the game is finished; seats can share a place."
        ),
        Field(
            "result",
            Nullable(OUTCOMES),
            "Once the game is finished: what it is for the player of the seat, who has lost after leaving it.",
        ),
    ),
)
SUMMARY = Object(
    "Summary",
    (
        Field("id", GAME_ID),
        Field("name", Nullable(Text(80))),
        *map(view_field, ("mode", "scenario", "side", "ruleset", "visibility", "spectators", "clock")),
        *map(view_field, ("status", "end_reason", "host", "round", "phase", "rematch_of")),
        Field("seats", ListOf(SUMMARY_SEAT, MAX_SEATS)),
        Field("opened_at", Time()),
        Field("ended_at", Nullable(Time())),
        Field("free_seats", range(MAX_SEATS + 1), "Of an open game; 0 once it has started."),
        view_field("waiting_on"),
        Field("winners", Nullable(ListOf(SEAT, MAX_SEATS)), "The seats with the first place by points."),
        Field("scores", Nullable(ListOf(TOTAL, MAX_SEATS)), "By seat: the total, once the game is finished."),
        Field("rank", Nullable(RANKS), "Of a finished solo game."),
        Field("medal", Nullable(MEDALS), "Of a finished scenario."),
        Field("assisted", bool),
        Field("origin", Nullable(ORIGIN)),
        Field("allow_bots", bool),
        Field("invited", ListOf(ACCOUNT_ID, MAX_INVITED), "Invited accounts that have not joined yet."),
        Field("imported", bool, "Played on another server; not in anybody's statistics."),
    ),
    meaning="A game in a list.",
)
