"""The queries of requests: marshmallow reads them, because they are texts, and openapi.yaml describes them."""

import re
from typing import Any

from marshmallow import ValidationError, fields, validates_schema
from marshmallow.validate import Validator

from game.cards import DESIGNS, RESOURCES, SIDES
from game.model import PICKS, ROUNDS
from game.options import MAX_SEATS
from game.scenarios import SCENARIOS
from game.value_shapes import ACCOUNT_KINDS
from game.views.fields import MODES, PHASES, STATUSES, view_shape
from projections.explorer.cells import STRENGTHS
from projections.explorer.facts import POPULATIONS
from projections.explorer.tables import COMBINATIONS, SORTS
from projections.record.outcomes import OUTCOMES
from projections.record.result import PLAYER_KINDS
from service.accounts.acts import ACT_ID
from service.api.schemas import validate
from service.api.schemas.base import Query
from service.games.inbox.inbox import RANK_PATTERN
from service.language.languages import CODES
from service.puzzles.store import MAX_PUZZLES
from service.puzzles.themes import THEMES

SHORT = validate.Length(min=1, max=80)
NO_STAR = validate.Regexp("^[^*]*$", error="must not contain *")
MAX_VERSION = (1 << 53) - 1
"""JSON numbers are exact up to there."""
VIEW_FIELD_NAMES = frozenset(field.name for field in view_shape().fields)
INCLUDED = {"view", "legal", "receipt"}
"""What the items `view` of a stream may hold."""
MAX_WAIT_SECONDS = 30
MAX_ITEM_ID_CHARACTERS = 128
"""The rest of a longer Last-Event-ID is ignored."""
MAX_PAGE_EVENTS, MAX_PAGE_GAMES, MAX_PAGE_FRAMES, MAX_PAGE_TURNS = 1000, 100, 100, 100
MAX_PAGE_ACTS = 100
MAX_PAGE_PUZZLES = 50
MAX_POINTS = 1_000_000
MAX_PLACE = 1_000_000_000


def _described(description: str, example: str = "", **more: Any) -> dict[str, Any]:
    """What openapi.yaml tells of a parameter."""
    return more | {key: text for key, text in (("description", description), ("example", example)) if text}


def text_field(*checks: Any, description: str = "", example: str = "", **more: Any) -> fields.String:
    """A text that passes all checks."""
    return fields.String(validate=[*checks], metadata=_described(description, example), **more)


def version_field(least: int = 1, description: str = "", **more: Any) -> fields.Integer:
    """A version of a game, as Kotlin and Swift take it: without the format, their integers have 32 bits."""
    return integer_field(least, MAX_VERSION, metadata=_described(description, format="int64"), **more)


class _AsciiDigits(fields.Field[Any]):
    """`int` and `float` also accept `1_000`, `+80`, ` 80 ` and the digits of other scripts."""

    pattern: str

    def _deserialize(self, value: str, *args: Any, **more: Any) -> Any:
        if not re.fullmatch(self.pattern, value):
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, *args, **more)


class WholeNumber(_AsciiDigits, fields.Integer):
    pattern = "-?[0-9]+"
    default_error_messages = {"invalid": "must be a whole number"}


class PlainNumber(_AsciiDigits, fields.Float):
    """With a fraction or without."""

    pattern = "-?[0-9]+([.][0-9]+)?"
    default_error_messages = {"invalid": "must be a number", "special": "must be a number"}


def integer_field(least: int, most: int, description: str = "", **more: Any) -> fields.Integer:
    """A whole number from `least` to `most`."""
    return WholeNumber(validate=validate.Range(least, most), **{"metadata": _described(description)} | more)


def seconds_field(description: str) -> fields.Float:
    """A time to wait, 0 if it is left out."""
    return PlainNumber(load_default=0, validate=validate.Range(0, MAX_WAIT_SECONDS), metadata=_described(description))


def boolean_field(description: str) -> fields.Boolean:
    """A parameter that is `true` or `false`."""
    messages: dict[str, Any] = {"invalid": "must be true or false"}
    return fields.Boolean(truthy={"true"}, falsy={"false"}, error_messages=messages, metadata=_described(description))


class PageQuery(Query):
    cursor = text_field(SHORT, validate.Regexp("^[0-9]{13}-[a-z0-9]+$", error="is not a cursor of this list"))
    limit = integer_field(1, MAX_PAGE_GAMES, load_default=20)


class GamesQuery(PageQuery):
    status = text_field(validate.OneOf(STATUSES))
    player = text_field(SHORT, NO_STAR, description="Games with a seat of this account: an id, or `me`.", example="me")
    opponent = text_field(
        SHORT,
        NO_STAR,
        description="Games of `player` with this one: an id, `me`, `@` and a handle, or `bot:<strategy>`.",
    )
    result = text_field(
        validate.OneOf(OUTCOMES), description="Finished games that `player` won, won with others, or lost."
    )
    mode = text_field(validate.OneOf(MODES))
    side = text_field(validate.OneOf(SIDES))
    bots = boolean_field("`true`: a strategy or a bot account has a seat. `false`: only people play.")
    free_seats = boolean_field(
        "`true`: open games with a free seat, also those that you have joined; a bot account must be allowed or "
        "invited. `false`: all others."
    )

    @validates_schema
    def _needs_player(self, query: dict[str, Any], **_: Any) -> None:
        """An opponent and a result are somebody's."""
        lonely = [name for name in ("opponent", "result") if name in query and "player" not in query]
        if lonely:
            raise ValidationError({name: [self.error_messages["needs player"]] for name in lonely})


class LeaderboardQuery(Query):
    mode = text_field(validate.OneOf(MODES), load_default="standard")
    period = text_field(
        validate.Regexp("^(all|2[0-9]{3}(-(0[1-9]|1[0-2]))?)$", error="must be all, a year, or a year and month"),
        load_default="all",
        description="`all`, a year, or a year and month, in UTC.",
        example="2026-11",
    )
    scenario = text_field(validate.OneOf(tuple(SCENARIOS)), description="Only with `mode=scenario`.")
    side = text_field(validate.OneOf(SIDES), description="Only with `mode=solo` or `mode=scenario`.")
    kind = text_field(
        validate.OneOf(PLAYER_KINDS),
        description="Only people, only bot accounts, or only the service's own strategies.",
    )
    cursor = integer_field(1, MAX_PLACE, description="Go on after this number of players.")
    limit = integer_field(1, MAX_PAGE_GAMES, load_default=20)

    @validates_schema
    def _fits_mode(self, query: dict[str, Any], **_: Any) -> None:
        """Ratings are one for all standard games, and only scenarios have scenarios."""
        mode, faults = query.get("mode"), dict[str, list[str]]()
        if "scenario" in query and mode != "scenario":
            faults["scenario"] = [self.error_messages["no scenario"]]
        if "side" in query and mode == "standard":
            faults["side"] = [self.error_messages["no side"]]
        if faults:
            raise ValidationError(faults)


class DailyQuery(Query):
    kind = text_field(
        validate.OneOf(ACCOUNT_KINDS), load_default="human", description="The table of people, or of bot accounts."
    )
    cursor = integer_field(1, MAX_PLACE, description="Go on after this number of players.")
    limit = integer_field(1, MAX_PAGE_GAMES, load_default=20)


class _DesignId(Validator):
    """The id of a design. openapi.yaml lists them once, for answers."""

    error = "is not the id of a design"

    def __call__(self, value: str) -> str:
        if value not in DESIGNS:
            raise ValidationError(self.error)
        return value


class ExplorerQuery(Query):
    mode = text_field(validate.OneOf(MODES), load_default="standard")
    seats = integer_field(2, MAX_SEATS, description="Only with `mode=standard`.")
    side = text_field(validate.OneOf(SIDES))
    players = text_field(validate.OneOf(POPULATIONS), description="`bots`: bot accounts and strategies.")
    strength = text_field(
        validate.OneOf(tuple(STRENGTHS)),
        description="Of the seats, by their rating before the game. Only with `mode=standard`.",
    )
    period = text_field(
        validate.Regexp("^(all|2[0-9]{3}-(0[1-9]|1[0-2]))$", error="must be all, or a year and month"),
        load_default="all",
        description="`all`, or a year and month, in UTC.",
        example="2026-11",
    )

    cursor = integer_field(1, MAX_PLACE, description="Go on after this number of rows.")
    limit = integer_field(1, MAX_PAGE_GAMES, load_default=MAX_PAGE_GAMES)

    @validates_schema
    def _fits_mode(self, query: dict[str, Any], **_: Any) -> None:
        """Only standard games have several seats, ratings and a draft."""
        lonely = [name for name in ("seats", "strength", "place") if name in query]
        if lonely and query.get("mode", "standard") != "standard":
            raise ValidationError({name: [self.error_messages["no draft"]] for name in lonely})


class ExplorerCardsQuery(ExplorerQuery):
    round = integer_field(1, ROUNDS, description="What happened in this round only.")
    place = integer_field(1, PICKS, description="This pick of a round only. Only with `mode=standard`.")
    sort = text_field(
        validate.OneOf(SORTS), description="The best first. By default `picks`; `builds` in modes without a draft."
    )


class ExplorerCombinationsQuery(ExplorerQuery):
    of = text_field(validate.OneOf(COMBINATIONS), load_default="cards")
    card = text_field(SHORT, _DesignId(), description="Those with this design only.", example="zeppelin")


class ThemeQuery(Query):
    theme = text_field(validate.OneOf(THEMES), description="Puzzles of this theme; all if you leave it out.")


class PuzzlesQuery(ThemeQuery):
    at_least = integer_field(-MAX_POINTS, MAX_POINTS, "Points of the rating.", load_default=-MAX_POINTS)
    at_most = integer_field(-MAX_POINTS, MAX_POINTS, "Points of the rating.", load_default=MAX_POINTS)
    cursor = integer_field(1, MAX_PUZZLES, description="Go on after this number of puzzles.")
    limit = integer_field(1, MAX_PAGE_PUZZLES, load_default=20)


class OwnActsQuery(Query):
    cursor = text_field(validate.Regexp(f"^{ACT_ID}$", error="is not a cursor of this list"))
    limit = integer_field(1, MAX_PAGE_ACTS, load_default=20)


class ActsQuery(OwnActsQuery):
    player = text_field(SHORT, description="Acts that concern this account: an id, or `@` and a handle.")
    game = text_field(SHORT, description="Acts on this game.")


class LanguageQuery(Query):
    lang = text_field(
        validate.Length(max=35),
        description=f"A language: {CODES}. It goes before Accept-Language.",
        example="fr",
    )


def ticket_field() -> fields.String:
    """What authentication reads before the query is read."""
    return text_field(
        validate.Length(max=200),
        description="Instead of a token: a ticket of `POST /v1/tickets`. It is good for one request.",
    )


class _Included(Validator):
    """Names of INCLUDED, each once, with commas between them."""

    error = "must be of view, legal and receipt, with commas between them"

    def __call__(self, value: str) -> str:
        names = value.split(",", len(INCLUDED))
        if not {*names} <= INCLUDED or len({*names}) < len(names):
            raise ValidationError(self.error)
        return value


class EventsQuery(LanguageQuery):
    after = version_field(0, load_default=0)
    limit = integer_field(1, MAX_PAGE_EVENTS, load_default=500)
    wait = seconds_field("Seconds to wait for an event when there is none yet.")
    include = text_field(
        _Included(),
        description="Of a stream: some of `view`, `legal` and `receipt`, with commas between them. After the events of "
        "each append comes an item of the type `view` with them.",
        example="view,legal",
    )
    ticket = ticket_field()


class ReceiptQuery(Query):
    version = version_field(1, description="An earlier version, with which a request ended.")


class AtQuery(LanguageQuery):
    at = version_field(description="An earlier version of the game.")


class ViewFields(fields.String):
    """Names of fields of a view, with commas between them; `none` for none of them."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        found = super()._deserialize(value, attr, data, **kwargs)
        if found == "none":
            return ()
        names = tuple(dict.fromkeys(found.split(",", len(VIEW_FIELD_NAMES))))
        if not set(names) <= VIEW_FIELD_NAMES:
            raise ValidationError("must be fields of a view, with commas between them, or: none")
        return names


class ReplayQuery(LanguageQuery):
    """Which frames: of some versions, of a round, phase or step. `by`: what one frame covers."""

    class Meta:
        include = {
            "from": version_field(load_default=1),
            "fields": ViewFields(
                metadata=_described(
                    description="Fields of the view, with commas between them: each frame has them as `fields`, "
                    "instead of `view`. `none`: neither.",
                    example="round,phase,waiting_on",
                )
            ),
        }

    to = version_field()
    round = integer_field(1, ROUNDS)
    phase = text_field(validate.OneOf(PHASES))
    step = text_field(validate.OneOf(RESOURCES))
    by = text_field(validate.OneOf(["event", "intention", "phase"]), load_default="event")
    seat = text_field(
        validate.OneOf(["none", "0", "1", "2", "3", "4"]),
        description="Whose view; `none`: a spectator's. Before the end only your own seat's.",
    )
    limit = integer_field(1, MAX_PAGE_FRAMES, load_default=20)


class TurnsQuery(Query):
    wait = seconds_field("Seconds to wait if nothing is due yet. Streams ignore it.")
    after = text_field(
        validate.Length(max=MAX_ITEM_ID_CHARACTERS),
        validate.Regexp("^[0-9]{1,15}(-[a-z0-9_-]+)?$", error="is not the id of an item"),
        description="The `id` of the newest item that you have, or what a `Link` header gives: you also get the "
        "games that started or ended since. `Last-Event-ID` takes precedence.",
    )
    limit = integer_field(1, MAX_PAGE_TURNS, load_default=50, description="The most items of a JSON answer.")
    cursor = text_field(
        validate.Length(max=MAX_ITEM_ID_CHARACTERS),
        validate.Regexp(RANK_PATTERN, error="is not a cursor of this list"),
        description="From the `Link` header of the page before, of a JSON answer; then nothing is waited for.",
    )
    ticket = ticket_field()
