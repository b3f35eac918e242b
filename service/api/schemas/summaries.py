"""Games in lists."""

from events.shapes import ACCOUNT_ID, GAME_ID
from game.model import MAX_SEATS
from game.shapes import Field, ListOf, Nullable, Object, Text
from game.view_shapes import ORIGIN, PLAYER, SCORE, SEAT
from service.api.description.json_schema import Time
from service.api.schemas.views import view_field

TOTAL = SCORE.numbers
SUMMARY_SEAT = Object(
    "SummarySeat",
    (
        Field("seat", SEAT),
        Field("player", Nullable(PLAYER), "Null while the seat is free."),
        Field("bot", Nullable(Text(80)), "The strategy that plays the seat."),
    ),
)
SUMMARY = Object(
    "Summary",
    (
        Field("id", GAME_ID),
        Field("name", Nullable(Text(80))),
        *map(view_field, ("mode", "scenario", "side", "ruleset", "status", "round", "phase")),
        Field("seats", ListOf(SUMMARY_SEAT, MAX_SEATS)),
        Field("opened_at", Time()),
        Field("ended_at", Nullable(Time())),
        Field("free_seats", range(MAX_SEATS + 1), "Of an open game; 0 once it has started."),
        view_field("waiting_on"),
        Field("winners", Nullable(ListOf(SEAT, MAX_SEATS))),
        Field("scores", Nullable(ListOf(TOTAL, MAX_SEATS)), "By seat: the total, once the game is finished."),
        Field("assisted", bool),
        Field("origin", Nullable(ORIGIN)),
        Field("allow_bots", bool),
        Field("invited", ListOf(ACCOUNT_ID, MAX_SEATS), "Invited bot accounts that have not joined yet."),
        Field("imported", bool, "Played on another server; not in anybody's statistics."),
    ),
    meaning="A game in a list.",
)
