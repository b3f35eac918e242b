"""What waits for a player."""

from game.field_types import GAME_ID
from game.value_shapes import SEAT, VERSION
from service.api.schemas.base import Answer
from service.api.schemas.fields import Nested, Shaped, String, Time
from service.api.schemas.intentions import LEGAL
from service.api.schemas.validate import Length, OneOf
from service.api.schemas.views import GameView
from service.games.inbox.items import ITEM_KINDS
from service.games.live.items import RESTARTING


class Turn(Answer):
    """What waits for you in a game, or news of it."""

    id = String("For `Last-Event-ID` and `after`.", validate=Length(1, 120))
    type = String(
        "`your_turn`: the game waits for your seat. `clock_low`: your time is running out. "
        "`rewind_proposed`: a rewind needs your consent. `pause_asked`: a pause does. `away`: a bot plays your seat "
        "until you return. `table_full`: your game can start. `expiring`: your game ends soon if nothing happens. "
        "`invitation`: you are invited to an open game. `rematch_offered`: a seat of a rematch is kept for you. "
        "`started`, `finished`: a game of yours started, or is over. `removed`: the host removed you from an open "
        "game; `view` is that of the moment after. `webhook_disabled`: a webhook of yours failed for days; the game is "
        "that of its oldest message.",
        validate=OneOf(ITEM_KINDS),
    )
    game = Shaped(GAME_ID)
    version = Shaped(VERSION)
    seat = Shaped(SEAT, allow_none=True)
    deadline = Time("Until when you can do something about it; null if there is no limit.", allow_none=True)
    view = Nested(GameView)
    legal = Shaped(LEGAL, "Every intention of your seat, ready to send.")


class InboxEnd(Answer):
    """The last item of a stream."""

    type = String(validate=OneOf(("end",)))
    id = String("For `Last-Event-ID` and `after`: a stream goes on after it.", validate=Length(1, 120))
    reason = String(
        "`restarting`: the process of the service stops; connect again. `token_…`: get another token.",
        validate=OneOf(("token_revoked", "token_expired", "account_suspended", RESTARTING)),
    )
