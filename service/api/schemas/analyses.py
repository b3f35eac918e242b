"""The analysis of a finished game."""

from typing import get_args

from game.field_types import ACCOUNT_ID
from game.model import ROUNDS
from game.options import MAX_SEATS
from game.shapes import Counts, Text
from game.value_shapes import ROUND, SEAT, VERSION
from service.analysis.coach import KINDS, MAX_GAMES, MIN_GAMES
from service.analysis.document import CLASSES, MAX_MOMENTS, MomentKind
from service.api.schemas.base import Answer
from service.api.schemas.fields import Float, Integer, List, Nested, Shaped, String
from service.api.schemas.intentions import INTENTION
from service.api.schemas.validate import Length, OneOf, Range
from service.jobs.analyses import MAX_EVENTS

CLASS_COUNTS = Counts("Classes", CLASSES, VERSION, complete=True)


class JudgedDecision(Answer):
    """A decision that stands, and what it was worth to the seat, in points."""

    version = Shaped(VERSION, "The version that it was made in.")
    seat = Shaped(SEAT)
    round = Shaped(ROUND)
    phase = String(validate=Length(1, 20))
    actor = Shaped(ACCOUNT_ID, "Who made it.")
    made = Shaped(INTENTION)
    best = Shaped(INTENTION, "What `master` would have done.")
    luck = Float("What the expectation moved by since the seat's decision before.")
    best_value = Float("What the seat could expect.")
    made_value = Float("What it could expect after this decision; never more.")
    error = Float("The standard error of the difference, from imagined cards; 0 without any.")
    grade = String(data_key="class", validate=OneOf(CLASSES))


class JudgedRound(Answer):
    round = Shaped(ROUND)
    luck = Float()
    skill = Float()


class JudgedSeat(Answer):
    """`start` + `luck` + `skill` = `result`."""

    seat = Shaped(SEAT)
    start = Float("What the seat expected at its first decision.")
    luck = Float("What its expectation moved by between its decisions: cards came, and others decided.")
    others = Float("The part of `luck` that the others gave away.")
    skill = Float("What its decisions lost against the best ones; never above 0.")
    result = Float()
    accuracy = Float("Of the decisions with a choice, the percentage that is best or good.", allow_none=True)
    classes = Shaped(CLASS_COUNTS, "How many decisions are in each class.")
    rounds = List(Nested(JudgedRound), validate=Length(max=ROUNDS))
    last = Float("The luck after the last decision; that of the rounds before is in `rounds`.")


class DecisiveMoment(Answer):
    """A moment that moved an expectation more than all others."""

    kind = String(validate=OneOf(get_args(MomentKind)))
    seat = Shaped(SEAT)
    version = Shaped(VERSION, "Of the decision, or of the one before which cards came. You can fork there.")
    points = Float()
    text = String(validate=Length(1, 2_000))


class AnalysisDocument(Answer):
    """What each decision was worth. docs/analysis.md has all definitions."""

    strategy = String("Who judges.", validate=OneOf(("master",)))
    estimate = String(
        "What the points are: the lead over the mean of the others at the end, or alone the score.",
        validate=OneOf(("lead", "final_score")),
    )
    spread = Float("Points that a value may differ by when other cards are imagined. A smaller loss is no mistake.")
    seats = List(Nested(JudgedSeat), validate=Length(max=MAX_SEATS))
    decisions = List(Nested(JudgedDecision), "In the order of the game.", validate=Length(max=MAX_EVENTS))
    moments = List(Nested(DecisiveMoment), "In the order of the game.", validate=Length(max=MAX_MOMENTS))


class AnalysisProgress(Answer):
    judged = Integer(validate=Range(0, MAX_EVENTS))
    decisions = Integer("0 before a worker has begun.", validate=Range(0, MAX_EVENTS))


class Analysis(Answer):
    status = String(validate=OneOf(("pending", "done")))
    progress = Nested(AnalysisProgress, "Null once the status is `done`.", allow_none=True)
    analysis = Nested(AnalysisDocument, "Null until the status is `done`.", allow_none=True)


class CostlyDecision(Answer):
    """A decision that lost points."""

    game = Shaped(Text(64))
    version = Shaped(VERSION, "The version that it was made in.")
    seat = Shaped(SEAT)
    round = Shaped(ROUND)
    made = Shaped(INTENTION)
    best = Shaped(INTENTION, "What `master` would have done.")
    lost = Float("Points.")


class Habit(Answer):
    """A kind of decisions that cost points; docs/analysis.md defines each."""

    kind = String(validate=OneOf(KINDS))
    decisions = Integer("How many lost points.", validate=Range(1, MAX_GAMES * MAX_EVENTS))
    points = Float("What they cost in a game, in the mean.")
    low = Float("The lower end of the interval of this mean (95 %); above 0.")
    high = Float("Its upper end.")
    example = Nested(CostlyDecision, "The dearest of them.")


class Coach(Answer):
    games = Integer("How many of the last finished games are analysed.", validate=Range(0, MAX_GAMES))
    needed = Integer("With fewer analysed games nothing is told.", validate=Range(MIN_GAMES, MIN_GAMES))
    missing = List(Shaped(Text(64)), "The others of the last games, the newest first.", validate=Length(max=MAX_GAMES))
    habits = List(Nested(Habit), "The dearest first.", validate=Length(max=len(KINDS)))
