"""The daily deal: today, the table of a day, an account's own tries."""

from game.cards import SIDES
from game.field_types import GAME_ID, HASH
from game.scenarios import SCENARIOS
from game.value_shapes import DAY, PLAYER, SCORE, VERSION
from game.views.fields import STATUSES
from service.api.schemas.base import Answer
from service.api.schemas.fields import Boolean, Integer, List, Nested, Shaped, String, Time
from service.api.schemas.players import handle_field
from service.api.schemas.queries import MAX_PAGE_GAMES, MAX_PLACE
from service.api.schemas.validate import Length, OneOf, Range
from service.daily.facts import CALENDAR_DAYS, MAX_STREAK

PLACE = Range(1, MAX_PLACE + MAX_PAGE_GAMES)


class DailyDeal(Answer):
    day = Shaped(DAY, "A date, in UTC.")
    side = String(validate=OneOf(SIDES))
    scenario = String(validate=OneOf(tuple(SCENARIOS)), allow_none=True)
    commitment = Shaped(HASH, "SHA-256 of the day's server seed and the day, hexadecimal.")


class DailyTry(Answer):
    day = Shaped(DAY)
    game = Shaped(GAME_ID)
    status = String(validate=OneOf(STATUSES))
    score = Shaped(SCORE.numbers, "Null until it is finished.", allow_none=True)


class Daily(Answer):
    """The deal of today, and what is promised of tomorrow's."""

    today = Nested(DailyDeal)
    tomorrow = Nested(DailyDeal)
    ends_at = Time("When today is over.")
    first = Shaped(DAY, "The first day that had a deal.")
    streak = Integer(
        "Days in a row, up to today or yesterday, on which you finished your try.", validate=Range(0, MAX_STREAK)
    )
    own_try = Nested(DailyTry, "Yours of today; null before you begin.", data_key="try", allow_none=True)
    tries = List(
        Nested(DailyTry),
        "Yours that counted, of the five weeks before today, newest first.",
        validate=Length(max=CALENDAR_DAYS),
    )


class DailyEntry(Answer):
    place = Integer("Equal scores share a place, and leave out the next ones.", validate=PLACE)
    player = Shaped(PLAYER)
    handle = handle_field("That of the player, if the account has one.", allow_none=True)
    score = Shaped(SCORE.numbers)
    scored_at = Time()
    game = Shaped(GAME_ID, "Null until the day is over: then everybody may replay it.", allow_none=True)


class DailyDay(Answer):
    """A day and its table."""

    deal = Nested(DailyDeal)
    is_over = Boolean("Whether the seed and all games of the day are open.")
    server_seed = Shaped(HASH, "Null until the day is over.", allow_none=True)
    players = Shaped(VERSION, "How many are in the table.")
    own_try = Nested(DailyTry, "Yours, if you finished it on this day.", data_key="try", allow_none=True)
    place = Integer("Yours; null without, as after a lost scenario.", validate=PLACE, allow_none=True)
    entries = List(Nested(DailyEntry), "The best first.", validate=Length(max=MAX_PAGE_GAMES))
