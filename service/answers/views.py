"""A game as a seat sees it."""

from typing import Any

from marshmallow import fields, validate

from game.cards import RESOURCES
from service.answers.base import Answer
from service.requests import text

CARD: dict[str, Any] = {
    "metadata": {"example": "wind-turbines.3", "description": "A card: its design's id and a copy number."}
}


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
