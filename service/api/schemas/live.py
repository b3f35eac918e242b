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
from service.api.schemas.validate import Length, OneOf, Range
from service.api.schemas.views import GameView
from service.games.live.reactions import KEPT_REACTIONS
from service.language.names import REACTION_TEXTS

MAX_SPECTATORS = 1_000_000


class Presence(Answer):
    """Who follows the game now."""

    seats = List(Shaped(SEAT), validate=Length(max=MAX_SEATS), description="Seats whose players follow the game live.")
    spectators = Integer(validate=Range(0, MAX_SPECTATORS - 1), description="Other accounts that do.")


class Reaction(Answer):
    """A quick phrase at the table."""

    id = String(validate=Length(1, 40), description="Different for each reaction.")
    seat = Shaped(SEAT)
    reaction = String(validate=OneOf(REACTION_TEXTS), description="The catalogue has its text.")
    time = Time()


class SeatClock(Answer):
    """How much time a seat has."""

    seat = Shaped(SEAT)
    left = Float(validate=Range(0), description="Seconds, when the clock last started or stopped.")
    running = Boolean(description="Whether the game waits for the seat.")
    deadline = Time(allow_none=True, description="When the time is up; null while the clock stands still.")
    low_at = Time(allow_none=True, description="When the time becomes low.")
    misses = Shaped(VERSION, description="In how many phases, steps or hands in a row the time was up.")
    expired = Boolean(description="Whether it is up in this one.")


class OfferedRematch(Answer):
    """The rematch of a game."""

    game = Shaped(GAME_ID)


class TableFacts(Answer):
    presence = Nested(Presence)
    clocks = List(
        Nested(SeatClock),
        validate=Length(max=MAX_SEATS),
        allow_none=True,
        description="Of the seats that have one; null if none has.",
    )
    can_return = List(
        Shaped(SEAT),
        validate=Length(max=MAX_SEATS),
        description="Seats that are `away` and that their players can take back.",
    )
    rewind = Shaped(PROPOSAL, allow_none=True, description="The rewind that can be accepted now.")
    expires_at = Time(allow_none=True, description="When the game ends if nobody joins, starts or moves.")
    names = List(
        String(validate=Length(1, 80), allow_none=True),
        validate=Length(max=MAX_SEATS),
        description="Of the players, by seat. A player may choose another name.",
    )
    rematch = Nested(
        OfferedRematch, allow_none=True, description="Of a game that is over: the one in which its players play again."
    )


class Table(TableFacts):
    """What is told of a game beside its log."""

    reactions = List(
        Nested(Reaction), validate=Length(max=KEPT_REACTIONS), description="The newest ones, oldest first."
    )


def _item(kind: str, meaning: str, **fields: Any) -> type[Schema]:
    """An item of a stream, with its type."""
    name = f"{kind.capitalize()}Item"
    found = Answer.from_dict({"type": String(validate=OneOf((kind,))), **fields}, name=name)
    found.__doc__ = meaning
    return found


_WHOLE = {
    "version": Shaped(VERSION),
    "seat": Shaped(SEAT, allow_none=True, description="Yours; null for a spectator."),
    "view": Nested(GameView),
    "legal": Shaped(LEGAL),
    **fields_in(Table),
}
_CHOSEN = {"view": Nested(GameView, required=False), "legal": Shaped(LEGAL, required=False)}
_REASONS = ("finished", "abandoned", "slow", "no_access", "restarting", "token_revoked", "token_expired")
_END = {"reason": String(validate=OneOf(_REASONS)), "version": Shaped(VERSION, description="The newest that you have.")}
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
