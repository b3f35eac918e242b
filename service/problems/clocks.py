"""Codes about time that is up, and seats that others play meanwhile."""

from service.problems.kind import ProblemKind

CLOCKS = {
    "no_time_left": ProblemKind(
        409,
        "No time left",
        "The time that your clock gave you for the whole game is up, and it gains none.",
        "Nothing is left to do: a bot plays your seat to the end. You can still watch, or resign.",
    ),
    "not_away": ProblemKind(
        409,
        "Not away",
        "You play your seat yourself, so there is nothing to return to.",
        "Go on playing.",
    ),
    "seat_away": ProblemKind(
        409,
        "Seat away",
        "You did not play in time, so a bot plays your seat until you return.",
        "Take your seat back with `POST …/seats/me/return`, then send the request again.",
    ),
    "time_is_up": ProblemKind(
        409,
        "Time is up",
        "Your time for this phase, step or hand is up, and a bot has played it for you.",
        "Wait until the next phase, step or hand begins.",
    ),
    "time_left": ProblemKind(
        409,
        "Time left",
        "The seat, or the game, has time left, so nothing ends yet.",
        "Wait until the time is up; the service then acts by itself.",
    ),
}
