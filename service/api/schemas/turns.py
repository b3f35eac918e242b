"""What waits for a player."""

from game.field_types import GAME_ID
from game.shapes import Field, Nullable, Object, Text
from game.value_shapes import SEAT, VERSION
from service.api.description.json_schema import Time
from service.api.schemas.intentions import LEGAL
from service.api.schemas.views import VIEW
from service.games.inbox.items import ITEM_KINDS
from service.games.live.items import RESTARTING

TURN = Object(
    "Turn",
    (
        Field("id", Text(120), "For `Last-Event-ID` and `after`."),
        Field(
            "type",
            ITEM_KINDS,
            "`your_turn`: the game waits for your seat. `clock_low`: your time is running out. `rewind_proposed`: a "
            "rewind needs your consent. `pause_asked`: a pause does. `away`: a bot plays your seat until you return. "
            "`table_full`: your game can start. `expiring`: your game ends soon if nothing happens. `invitation`: you "
            "are invited to an open game. `rematch_offered`: a seat of a rematch is kept for you. `started`, "
            "`finished`: a game of yours started, or is over. `removed`: the host removed you from an open game; "
            "`view` is that of the moment after. `webhook_disabled`: a webhook of yours failed for days; the game is "
            "that of its oldest message.",
        ),
        Field("game", GAME_ID),
        Field("version", VERSION),
        Field("seat", Nullable(SEAT)),
        Field("deadline", Nullable(Time()), "Until when you can do something about it; null if there is no limit."),
        Field("view", VIEW),
        Field("legal", LEGAL, "Every intention of your seat, ready to send."),
    ),
    meaning="What waits for you in a game, or news of it.",
)
INBOX_END = Object(
    "InboxEnd",
    (
        Field("type", ("end",)),
        Field("id", Text(120), "For `Last-Event-ID` and `after`: a stream goes on after it."),
        Field(
            "reason",
            ("token_revoked", "token_expired", RESTARTING),
            "`restarting`: the process of the service stops; connect again. Otherwise get another token.",
        ),
    ),
    meaning="The last item of a stream.",
)
