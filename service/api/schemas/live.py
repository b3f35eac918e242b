"""The items of a live stream, and the table that they tell of."""

from typing import Any

from marshmallow import Schema

from game.field_types import GAME_ID
from game.options import MAX_SEATS
from game.value_shapes import PROPOSAL, SEAT, VERSION
from service.api.description.json_schema import Json
from service.api.schemas.base import Answer, fields_in
from service.api.schemas.fields import Boolean, Float, Integer, List, Nested, Shaped, String, Time
from service.api.schemas.intentions import LEGAL
from service.api.schemas.signing import RECEIPT
from service.api.schemas.validate import Length, OneOf, Range
from service.api.schemas.views import GameView
from service.games.live.reactions import KEPT_REACTIONS
from service.language.names import REACTION_TEXTS

MAX_SPECTATORS = 1_000_000


class Presence(Answer):
    """Who follows the game now."""

    seats = List(Shaped(SEAT), "Seats whose players follow the game live.", validate=Length(max=MAX_SEATS))
    spectators = Integer("Other accounts that do.", validate=Range(0, MAX_SPECTATORS - 1))


class Reaction(Answer):
    """A quick phrase at the table."""

    id = String("Different for each reaction.", validate=Length(1, 40))
    seat = Shaped(SEAT)
    reaction = String("The catalogue has its text.", validate=OneOf(REACTION_TEXTS))
    time = Time()


class SeatClock(Answer):
    """How much time a seat has."""

    seat = Shaped(SEAT)
    left = Float("Seconds, when the clock last started or stopped.", validate=Range(0))
    running = Boolean("Whether the game waits for the seat.")
    deadline = Time("When the time is up; null while the clock stands still.", allow_none=True)
    low_at = Time("When the time becomes low.", allow_none=True)
    misses = Shaped(VERSION, "In how many phases, steps or hands in a row the time was up.")
    expired = Boolean("Whether it is up in this one.")


class OfferedRematch(Answer):
    """The rematch of a game."""

    game = Shaped(GAME_ID)


class TableFacts(Answer):
    presence = Nested(Presence)
    clocks = List(
        Nested(SeatClock),
        "Of the seats that have one; null if none has.",
        validate=Length(max=MAX_SEATS),
        allow_none=True,
    )
    can_return = List(
        Shaped(SEAT), "Seats that are `away` and that their players can take back.", validate=Length(max=MAX_SEATS)
    )
    rewind = Shaped(PROPOSAL, "The rewind that can be accepted now.", allow_none=True)
    expires_at = Time("When the game ends if nobody joins, starts or moves.", allow_none=True)
    names = List(
        String(validate=Length(1, 80), allow_none=True),
        "Of the players, by seat. A player may choose another name.",
        validate=Length(max=MAX_SEATS),
    )
    rematch = Nested(
        OfferedRematch, "Of a game that is over: the one in which its players play again.", allow_none=True
    )


class Table(TableFacts):
    """What is told of a game beside its log."""

    reactions = List(Nested(Reaction), "The newest ones, oldest first.", validate=Length(max=KEPT_REACTIONS))


def _item(kind: str, meaning: str, **fields: Any) -> type[Schema]:
    """An item of a stream, with its type."""
    name = f"{kind.capitalize()}Item"
    found = Answer.from_dict({"type": String(validate=OneOf((kind,))), **fields}, name=name)
    found.__doc__ = meaning
    return found


_WHOLE = {
    "version": Shaped(VERSION),
    "seat": Shaped(SEAT, "Yours; null for a spectator.", allow_none=True),
    "view": Nested(GameView),
    "legal": Shaped(LEGAL),
    **fields_in(Table),
}
_CHOSEN = {"view": Nested(GameView, required=False), "legal": Shaped(LEGAL, required=False), "receipt": RECEIPT}
_REASONS = (
    "finished",
    "abandoned",
    "slow",
    "no_access",
    "restarting",
    "token_revoked",
    "token_expired",
    "account_suspended",
)
_END = {"reason": String(validate=OneOf(_REASONS)), "version": Shaped(VERSION, "The newest that you have.")}
ITEMS = (
    _item("frame", "The whole game, at the beginning of a stream.", **_WHOLE),
    _item("resync", "The whole game, where events do not lead on from what you have.", **_WHOLE),
    _item("view", "What you asked to `include`, after the events of an append.", version=Shaped(VERSION), **_CHOSEN),
    _item("table", "What is told beside the log, when it has changed.", **fields_in(TableFacts)),
    _item("reaction", "A quick phrase at the table.", **fields_in(Reaction)),
    _item("end", "The last item.", **_END),
)
"""The items of a stream, beside `event`: an event as the page has it, with its type."""
STREAM: Json = {
    "type": "string",
    "description": "The game live, item by item: JSON objects with a `type`. An item of the type `event` is a "
    "GameEvent with this type.",
    "contentMediaType": "application/json",
    "contentSchema": {"anyOf": [*ITEMS]},
}
"""The body of a stream. `contentSchema`: of each item but `event`."""
