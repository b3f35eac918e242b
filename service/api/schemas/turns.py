"""What waits for a player."""

from events.shapes import GAME_ID
from game.shapes import Field, Nullable, Object, Text
from game.view_shapes import SEAT, VERSION
from service.api.schemas.intentions import LEGAL
from service.api.schemas.views import VIEW

TURN = Object(
    "Turn",
    (
        Field("id", Text(80), "For `Last-Event-ID`."),
        Field("type", ("turn", "invitation", "end")),
        Field("game", GAME_ID),
        Field("version", VERSION),
        Field("seat", Nullable(SEAT)),
        Field("view", VIEW),
        Field("legal", LEGAL, "Of a turn: every intention, ready to send; otherwise empty."),
    ),
    meaning="What waits for you in a game, or its end.",
)
