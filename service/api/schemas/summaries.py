"""Games in lists."""

from game.field_types import ACCOUNT_ID, GAME_ID
from game.options import MAX_INVITED, MAX_SEATS
from game.value_shapes import MEDALS, ORIGIN, PLAYER, RANKS, SCORE, SEAT
from projections.record.outcomes import OUTCOMES
from service.api.schemas.base import Answer
from service.api.schemas.fields import Boolean, Integer, List, Nested, Shaped, String, Time
from service.api.schemas.players import handle_field
from service.api.schemas.validate import Length, OneOf, Range
from service.api.schemas.views import view_field


class SummarySeat(Answer):
    seat = Shaped(SEAT)
    player = Shaped(PLAYER, "Null while the seat is free.", allow_none=True)
    bot = String("The strategy that plays the seat.", validate=Length(1, 80), allow_none=True)
    reserved = Shaped(ACCOUNT_ID, "The account for which a free seat of a rematch is kept.", allow_none=True)
    handle = handle_field("That of the player, if it is an account that has one.", allow_none=True)
    place = Integer(
        "By points, once the game is finished; seats can share a place.", validate=Range(1, MAX_SEATS), allow_none=True
    )
    result = String(
        "Once the game is finished: what it is for the player of the seat, who has lost after leaving it.",
        validate=OneOf(OUTCOMES),
        allow_none=True,
    )


class Summary(Answer):
    """A game in a list."""

    id = Shaped(GAME_ID)
    name = String(validate=Length(1, 80), allow_none=True)
    mode, scenario, side, ruleset = map(view_field, ("mode", "scenario", "side", "ruleset"))
    visibility, spectators, clock = map(view_field, ("visibility", "spectators", "clock"))
    status, end_reason, host = map(view_field, ("status", "end_reason", "host"))
    round, phase, rematch_of = map(view_field, ("round", "phase", "rematch_of"))
    seats = List(Nested(SummarySeat), validate=Length(max=MAX_SEATS))
    opened_at = Time()
    ended_at = Time(allow_none=True)
    free_seats = Integer("Of an open game; 0 once it has started.", validate=Range(0, MAX_SEATS))
    waiting_on = view_field("waiting_on")
    winners = List(
        Shaped(SEAT), "The seats with the first place by points.", validate=Length(max=MAX_SEATS), allow_none=True
    )
    scores = List(
        Shaped(SCORE.numbers),
        "By seat: the total, once the game is finished.",
        validate=Length(max=MAX_SEATS),
        allow_none=True,
    )
    rank = String("Of a finished solo game.", validate=OneOf(RANKS), allow_none=True)
    medal = String("Of a finished scenario.", validate=OneOf(MEDALS), allow_none=True)
    assisted = Boolean()
    origin = Shaped(ORIGIN, allow_none=True)
    allow_bots = Boolean()
    invited = List(Shaped(ACCOUNT_ID), "Invited accounts that have not joined yet.", validate=Length(max=MAX_INVITED))
    imported = Boolean("Played on another server; not in anybody's statistics.")
