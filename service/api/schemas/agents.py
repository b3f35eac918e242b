"""What the tools of `POST /mcp` take and give. Each is the schema of a tool; none is a component of openapi.yaml."""

from bots import STRATEGIES
from game.cards import DESIGNS
from game.field_types import GAME_ID
from game.options import MAX_SEATS, STRATEGY
from game.value_shapes import SEAT, VERSION
from game.views.fields import STATUSES
from service.api.schemas.analyses import AnalysisProgress, DecisiveMoment, JudgedDecision, JudgedSeat
from service.api.schemas.base import Answer, Body
from service.api.schemas.catalogue import Development
from service.api.schemas.fields import Boolean, Float, Integer, List, Nested, Shaped, String, Unchecked
from service.api.schemas.intentions import BATCH, LEGAL
from service.api.schemas.requests import TakeSeat
from service.api.schemas.summaries import Summary
from service.api.schemas.validate import Length, OneOf, Range
from service.api.schemas.views import GameView

MAX_FOUND_GAMES, MAX_NEWS, MAX_RULES_CARDS, MAX_WORST_DECISIONS = 20, 100, 20, 10
MAX_VIEW_SECONDS = 25
"""The longest wait of `view`: hosts of agents give a call half a minute."""
TOPICS = (
    "goal", "cards", "draft", "planning", "production", "supremacy", "building", "characters", "scoring", "solo",
)  # fmt: skip
"""The sections of the rules, in the order of the page."""


def _game() -> Shaped:
    return Shaped(GAME_ID, "The id of the game.")


def _key() -> String:
    return String(
        "A text of your choice, new for each new call. A call that you send again under its key happens once.",
        validate=Length(1, 128),
        required=False,
    )


def _repeated() -> Boolean:
    return Boolean("You sent this call before: nothing happened now.")


def _expected() -> Shaped:
    return Shaped(
        VERSION,
        "The version of the view that you decided on. If your seat or the phase has changed since, nothing happens.",
        required=False,
    )


def _news() -> List:
    return List(
        String(validate=Length(0, 2_000)), "What happened, in sentences, oldest first.", validate=Length(max=MAX_NEWS)
    )


class FindGame(Body):
    limit = Integer("The most games of each list; 10.", validate=Range(1, MAX_FOUND_GAMES), required=False)


class FoundGames(Answer):
    your_turn = List(Shaped(GAME_ID), "Your games that wait for you now.", validate=Length(max=2 * MAX_FOUND_GAMES))
    yours = List(
        Nested(Summary),
        "Games that you play, or wait to start, newest first.",
        validate=Length(max=2 * MAX_FOUND_GAMES),
    )
    open = List(Nested(Summary), "Games with a free seat for you.", validate=Length(max=MAX_FOUND_GAMES))


class Join(Body):
    """`game` to join a game, or `against` to open one."""

    game = Shaped(GAME_ID, "The game that you join, or come back to.", required=False)
    against = List(
        Shaped(STRATEGY),
        f"Opens a game against these strategies: {', '.join(STRATEGIES)}.",
        validate=Length(1, MAX_SEATS - 1),
        required=False,
    )
    code = String("The invite code of a private game.", validate=Length(1, 32), required=False)
    empire = TakeSeat._declared_fields["empire"]
    key = _key()


class View(Body):
    game = _game()
    wait = Float(
        "Seconds to wait until it is your turn or the game is over; 0.",
        validate=Range(0, MAX_VIEW_SECONDS),
        required=False,
    )
    after = Shaped(VERSION, "The version that you know: `news` tells what happened since.", required=False)


class Legal(Body):
    game = _game()


class LegalIntentions(Answer):
    """Where the game is, and what you can do."""

    game = _game()
    version = Shaped(VERSION, "The number of events so far.")
    your_turn = Boolean("Whether the game waits for you.")
    legal = Shaped(LEGAL, "All that you can do now; empty if it is not your turn.")


class Place(LegalIntentions):
    """Where you are in a game."""

    status = String("`open` until all seats are taken and all have agreed.", validate=OneOf(STATUSES))
    seat = Shaped(SEAT, "Yours; null if you only watch.", allow_none=True)


class Joined(Place):
    """The game that you joined."""

    repeated = _repeated()


class Position(Place):
    """A game as you may see it, and what you can do."""

    news = _news()
    view = Nested(GameView)
    replay = String("A page that shows the finished game.", validate=Length(1, 2_000), allow_none=True)


class Act(Body):
    game = _game()
    intentions = Unchecked(BATCH, "Entries of `legal`, unchanged, in the order in which they happen: all or none.")
    expected_version = _expected()
    key = _key()


class Acted(LegalIntentions):
    """What your call led to, and what you can do next."""

    repeated = _repeated()
    news = _news()


class TakeBack(Body):
    game = _game()
    version = Shaped(VERSION, "Of the intention: the view's `undoable`. The newest one without it.", required=False)
    expected_version = _expected()
    key = _key()


class Review(Body):
    game = _game()
    seat = Shaped(SEAT, "Whose decisions; your own without it.", required=False)


class Reviewed(Answer):
    """What the decisions of a seat were worth. Points are the lead over the mean of the others at the end."""

    status = String("`pending`: a worker reads the game, so ask again.", validate=OneOf(("pending", "done")))
    progress = Nested(AnalysisProgress, "Null once the status is `done`.", allow_none=True)
    seats = List(Nested(JudgedSeat), validate=Length(max=MAX_SEATS))
    worst = List(
        Nested(JudgedDecision), "The decisions that cost the most, first.", validate=Length(max=MAX_WORST_DECISIONS)
    )
    moments = List(Nested(DecisiveMoment), "What moved the game most.", validate=Length(max=100))


class Rules(Body):
    topic = String("A section; all of them without it.", validate=OneOf(TOPICS), required=False)
    cards = List(
        String(validate=OneOf(tuple(DESIGNS))),
        "Designs whose costs, production and points you want to know.",
        validate=Length(1, MAX_RULES_CARDS),
        required=False,
    )


class RulesText(Answer):
    text = String("Empty if you ask for cards alone.", validate=Length(0, 20_000))
    cards = List(Nested(Development), validate=Length(max=MAX_RULES_CARDS))
