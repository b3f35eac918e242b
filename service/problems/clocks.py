"""Codes about time that is up, and seats that others play meanwhile."""

from service.problems.kind import ProblemKind

CLOCKS = {
    "no_clock": ProblemKind(
        409,
        "No clock",
        "No clock runs in this game, so there is none to stop.",
        "Take the time that you need.",
    ),
    "no_pause": ProblemKind(
        409,
        "No pause",
        "The game is not paused, and nobody asks for this pause; it may have ended by itself.",
        "Go on playing.",
    ),
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
    "pause_asked": ProblemKind(
        409,
        "Pause asked",
        "You have asked for a pause in this phase, step or hand, and not all agreed.",
        "Ask again in the next one. Another player can ask now.",
    ),
    "paused": ProblemKind(
        409,
        "Paused",
        "All players agreed to a pause, so the clocks stand still and nobody moves.",
        "Wait, or end the pause with `PUT …/seats/me/pause`; `pause` in the view tells when it ends by itself.",
    ),
    "people_only": ProblemKind(
        409,
        "People only",
        "People agree to a pause, and programs are not asked.",
        "Wait: your clock stands still with theirs.",
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
