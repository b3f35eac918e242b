"""The shapes of what clients are given, for openapi.yaml; a test holds the answers to them."""

from typing import Any

from marshmallow import EXCLUDE, Schema, fields, validate

from game.cards import RESOURCES
from service.requests import text

CARD: dict[str, Any] = {
    "metadata": {"example": "wind-turbines.3", "description": "A card: its design's id and a copy number."}
}


class Answer(Schema):
    """What the service says; it may say more in time, so clients should not mind fields they do not know."""

    class Meta:
        unknown = EXCLUDE


class Statistics(Answer):
    open = fields.Integer()
    playing = fields.Integer()
    finished = fields.Integer()
    abandoned = fields.Integer()
    won = fields.Integer(metadata={"description": "Finished games won, alone or shared."})
    assisted = fields.Integer(
        metadata={
            "description": "Games that are over, but in which a rewind showed what was hidden; not finished ones."
        }
    )


class PlayerOut(Answer):
    id = fields.String(required=True)
    name = fields.String(required=True)
    kind = fields.String(required=True)


class Registered(PlayerOut):
    token = fields.String(required=True, metadata={"description": "Shown this once; keep it."})


class Account(PlayerOut):
    statistics = fields.Nested(Statistics)


class Score(Answer):
    gross = fields.Integer()
    combo = fields.Integer()
    generals = fields.Integer()
    financiers = fields.Integer()
    total = fields.Integer()


class Space(Answer):
    needs = fields.String()
    filled = fields.String(allow_none=True)


class Site(Answer):
    card = fields.String(**CARD)
    spaces = fields.List(fields.Nested(Space))


class Cubes(Answer):
    materials = fields.Integer()
    energy = fields.Integer()
    science = fields.Integer()
    gold = fields.Integer()
    exploration = fields.Integer()


class Seat(Answer):
    seat = fields.Integer()
    player = fields.Nested(
        Answer.from_dict(
            {"id": fields.String(), "name": fields.String(allow_none=True), "kind": fields.String()}, name="SeatPlayer"
        ),
        allow_none=True,
    )
    bot = fields.String(allow_none=True, metadata={"description": "The strategy that plays the seat."})
    empire = fields.String(allow_none=True)
    ready = fields.Boolean()
    choosing = fields.Boolean()
    auto_ready = fields.Boolean()
    hand_size = fields.Integer()
    hand = fields.List(fields.String(**CARD), metadata={"description": "Once the game is finished."})
    picked = fields.String(allow_none=True, metadata={"description": "Once the game is finished."})
    candidates = fields.List(fields.String(**CARD), metadata={"description": "Once the game is finished."})
    candidates_size = fields.Integer()
    drafted = fields.List(fields.String(**CARD))
    constructed = fields.List(fields.String(**CARD))
    construction = fields.List(fields.Nested(Site))
    cubes_to_place = fields.Nested(Cubes)
    empire_cubes = fields.Nested(Cubes)
    krystallium = fields.Integer()
    generals = fields.Integer()
    financiers = fields.Integer()
    production = fields.Nested(Cubes)
    produced = fields.Integer(allow_none=True)
    score = fields.Nested(Score)


class Supremacy(Answer):
    round = fields.Integer()
    step = fields.String()
    seat = fields.Integer()
    character = fields.String(allow_none=True)


class Result(Answer):
    ranking = fields.List(fields.List(fields.Integer()), metadata={"description": "Groups of seats, best first."})
    scores = fields.List(fields.Nested(Score))
    rank = fields.String(allow_none=True)
    medal = fields.String(allow_none=True)


class Origin(Answer):
    """What a fork goes on from."""

    game = fields.String()
    version = fields.Integer()


class Proposal(Answer):
    """A rewind that is proposed; the game may go on meanwhile."""

    number = fields.Integer()
    seat = fields.Integer(metadata={"description": "Who proposed it."})
    to = fields.Integer(metadata={"description": "The version to go back to."})
    expires_at = fields.DateTime()
    accepted = fields.List(fields.Integer(), metadata={"description": "The seats that have agreed."})


class Rewind(Proposal):
    """A rewind that was proposed, and what became of it."""

    proposed = fields.Integer(metadata={"description": "The version of the proposal."})
    status = text(validate.OneOf(["pending", "done", "declined", "expired", "lapsed"]))
    assisted = fields.Boolean(metadata={"description": "Nobody was asked, and hidden cards had been seen since."})


class View(Answer):
    """What the caller may know of a game."""

    id = fields.String()
    version = fields.Integer()
    ruleset = fields.String()
    mode = text(validate.OneOf(["standard", "solo", "scenario"]))
    scenario = fields.String(allow_none=True)
    side = fields.String()
    name = fields.String(allow_none=True)
    allow_bots = fields.Boolean()
    bot_seconds = fields.Integer()
    status = text(validate.OneOf(["open", "playing", "finished", "abandoned"]))
    commitment = fields.String()
    assisted = fields.Boolean()
    origin = fields.Nested(Origin, allow_none=True)
    rewind = fields.Nested(Proposal, allow_none=True)
    deck = fields.List(fields.String(**CARD), metadata={"description": "Once the game is finished."})
    pools = fields.List(fields.List(fields.String(**CARD)), metadata={"description": "Once the game is finished."})
    round = fields.Integer()
    phase = text(validate.OneOf(["draft", "planning", "production", "finished"]), allow_none=True)
    step = text(validate.OneOf(RESOURCES), allow_none=True)
    passes = fields.Integer(metadata={"description": "How often hands have been passed in this draft."})
    waiting_on = fields.List(fields.Integer())
    deck_size = fields.Integer()
    discard = fields.List(fields.String(**CARD))
    seat = fields.Integer(allow_none=True)
    hand = fields.List(fields.String(**CARD))
    picked = fields.String(allow_none=True)
    candidates = fields.List(fields.String(**CARD))
    passed = fields.List(fields.String(**CARD))
    undoable = fields.Integer(allow_none=True)
    sequence = fields.Integer(allow_none=True)
    pools_left = fields.Integer(allow_none=True)
    required = fields.List(fields.Raw(), allow_none=True)
    seats = fields.List(fields.Nested(Seat))
    supremacy = fields.List(fields.Nested(Supremacy))
    result = fields.Nested(Result, allow_none=True)


class GameEvent(Answer):
    version = fields.Integer()
    name = fields.String(metadata={"example": "card_slated"})
    seat = fields.Integer(allow_none=True)
    group = fields.Integer(metadata={"description": "The version of the first event of the same intention."})
    actor = fields.String()
    time = fields.DateTime()
    data = fields.Dict()
    text = fields.String(
        metadata={
            "description": "The event as a sentence, when a language is asked for.",
            "example": "Ada recycles Zeppelin onto Wind Turbines.",
        }
    )


class Written(Answer):
    version = fields.Integer(required=True)
    events = fields.List(fields.Nested(GameEvent), required=True)
    head = fields.String(metadata={"description": "The hash of the newest event, when a phase or step ended."})
    number = fields.Integer(metadata={"description": "Of the rewind that was proposed or answered."})


class FrameEvent(GameEvent):
    undone = fields.Boolean(metadata={"description": "It was taken back later, by an undo or a rewind."})


class Frame(Answer):
    """A moment of a game: what led to it, and how the table stood."""

    version = fields.Integer()
    first = fields.Integer(metadata={"description": "The version of the first of the frame's events."})
    undone = fields.Boolean(metadata={"description": "All of its moves were taken back later."})
    events = fields.List(fields.Nested(FrameEvent))
    view = fields.Nested(View)


class Fault(Answer):
    """The first thing that is wrong with a log."""

    kind = text(validate.OneOf(["encoding", "chain", "order", "actor", "deal", "rules", "score", "origin", "end"]))
    line = fields.Integer(metadata={"description": "1 is the header; of the chain: the first line of the append."})
    last = fields.Integer(allow_none=True, metadata={"description": "The last line of the append."})
    detail = fields.String()
    expected = fields.String(allow_none=True)
    found = fields.String(allow_none=True)


class Verdict(Answer):
    """What a log tells of itself, as far as it could be followed."""

    ok = fields.Boolean()
    fault = fields.Nested(Fault, allow_none=True)
    game = fields.String()
    events = fields.Integer()
    head = fields.String()
    state_hash = fields.String()
    assisted = fields.Boolean()
    origin = fields.Nested(Origin, allow_none=True)
    compared = fields.Boolean(metadata={"description": "Whether it was held against its origin, which is here."})
    result = fields.Nested(Result, allow_none=True)
    here = text(
        validate.OneOf(["same", "another", "unknown"]),
        metadata={"description": "Whether this service has the game, with the same head."},
    )


class SummarySeat(Answer):
    seat = fields.Integer()
    player = fields.String(allow_none=True)
    bot = fields.String(allow_none=True)


class Summary(Answer):
    """A game in the list."""

    id = fields.String()
    name = fields.String(allow_none=True)
    mode = fields.String()
    scenario = fields.String(allow_none=True)
    side = fields.String()
    ruleset = fields.String()
    status = fields.String()
    round = fields.Integer()
    phase = fields.String(allow_none=True)
    seats = fields.List(fields.Nested(SummarySeat))
    opened_at = fields.DateTime()
    ended_at = fields.DateTime(allow_none=True)
    winners = fields.List(fields.Integer(), allow_none=True)
    assisted = fields.Boolean()
    origin = fields.Nested(Origin, allow_none=True)
    allow_bots = fields.Boolean()
    invited = fields.List(fields.String(), metadata={"description": "Bot accounts that have not joined yet."})
    imported = fields.Boolean(metadata={"description": "Played on another server; not counted here."})


class Bot(Answer):
    name = fields.String()
    description = fields.String()
    seconds = fields.Float(metadata={"description": "What a decision typically takes."})
    nodes = fields.Integer(metadata={"description": "What it searches if not told otherwise; 0: it does not search."})
    rating = fields.Float(metadata={"description": "From tournaments of two, see the documentation; only to compare."})


class Named(Answer):
    id = fields.String()
    name = fields.String()


class ScenarioOut(Named):
    """`bronze`, `silver`, `gold`: points from which each medal is earned."""

    required = fields.List(fields.String(metadata={"description": "A design that must be constructed in the end."}))
    bronze = fields.Integer()
    silver = fields.Integer()
    gold = fields.Integer()


class ScoreWords(Answer):
    gross = fields.String()
    combo = fields.String()
    generals = fields.String()
    financiers = fields.String()
    total = fields.String()


class Catalogue(Answer):
    """The cards and the words of the game, in one language; ids are the same in all."""

    language = fields.String(metadata={"example": "fr"})
    developments = fields.List(fields.Dict(), metadata={"description": "The designs, each with its number of copies."})
    empires = fields.List(fields.Dict())
    supremacy = fields.Dict(metadata={"description": "Step to character: general, financier, or choice of either."})
    scenarios = fields.List(fields.Nested(ScenarioOut))
    ranks = fields.List(fields.Nested(Named), metadata={"description": "What a solo score earns, worst first."})
    medals = fields.List(fields.Nested(Named), metadata={"description": "What a scenario earns, best first."})
    words = fields.Nested(ScoreWords, metadata={"description": "What the lines of the score table are called."})
    rulesets = fields.List(fields.String())


class ProblemOut(Answer):
    """RFC 9457."""

    type = fields.String()
    title = fields.String()
    status = fields.Integer()
    code = fields.String(metadata={"description": "Stable, for programs."})
    detail = fields.String()
    instance = fields.String()
    errors = fields.List(fields.Dict())


class Turn(Answer):
    """What waits for the caller in a game."""

    type = text(validate.OneOf(["turn", "invitation", "end"]))
    game = fields.String()
    version = fields.Integer()
    seat = fields.Integer(allow_none=True)
    view = fields.Nested(View)
    legal = fields.List(fields.Dict(), metadata={"description": "Of a turn: every intention, as bodies ready to POST."})


class Alternative(Answer):
    intention = fields.Dict()
    value = fields.Float(metadata={"description": "Points, as the strategy reckons them; only to compare."})


class Decision(Answer):
    strategy = fields.String()
    seed = fields.String()
    intention = fields.Dict(metadata={"description": "A body ready to POST."})
    alternatives = fields.List(fields.Nested(Alternative), metadata={"description": "What was weighed, best first."})
    seconds = fields.Float(metadata={"description": "The time it took."})


class FetchedDecision(Answer):
    id = fields.String()
    status = text(validate.OneOf(["pending", "done", "failed"]))
    decision = fields.Nested(Decision, allow_none=True)
