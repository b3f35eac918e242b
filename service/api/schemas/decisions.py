"""What a strategy decides in a view."""

from typing import get_args

from bots import STRATEGIES
from bots.strategy import Estimate, FallbackReason
from game.value_shapes import CARDS_SHAPE
from service.api.schemas.base import Answer
from service.api.schemas.fields import Float, Integer, List, Nested, Shaped, String
from service.api.schemas.intentions import INTENTION, MAX_LEGAL_INTENTIONS
from service.api.schemas.validate import Length, OneOf, Range

MAX_SENTENCES = 20


class RoundPlan(Answer):
    """What a strategy would do with the cards of the seat in this round, as far as it knows them."""

    construct = Shaped(CARDS_SHAPE, description="Cards to complete in this round, the most urgent first.")
    keep = Shaped(CARDS_SHAPE, description="Cards that stay under construction and get what is left.")
    recycle = Shaped(CARDS_SHAPE, description="Cards of the hand.")


class Fallback(Answer):
    """Which strategy decided instead of the one that you asked, and why."""

    strategy = String(validate=OneOf(STRATEGIES), description="The strategy that decided instead.")
    reason = String(
        validate=OneOf(get_args(FallbackReason)),
        description="What kind of view the strategy has not learned, or `weights`: damaged ones.",
    )


class Alternative(Answer):
    intention = Shaped(INTENTION)
    value = Float(description="Points, as the strategy estimates them; only to compare.")
    plan = Nested(
        RoundPlan, required=False, description="The plan that begins with the intention, if the strategy compared one."
    )


class Decision(Answer):
    """What a strategy would do."""

    strategy = String(validate=OneOf(STRATEGIES))
    seed = String(validate=Length(0, 64))
    intention = Shaped(INTENTION, description="Ready to send.")
    alternatives = List(
        Nested(Alternative),
        validate=Length(max=MAX_LEGAL_INTENTIONS),
        description="What the strategy weighed, best first.",
    )
    seconds = Float(description="The time that it took.")
    score = Integer(validate=Range(0, 9_999), required=False, description="The score of the seat as it stands.")
    estimate = String(
        validate=OneOf(get_args(Estimate)),
        required=False,
        description="What the values are: nothing, only to compare, the expected final score, or the lead expected at "
        "the end.",
    )
    fallback = Nested(Fallback, allow_none=True, required=False, description="Null if the strategy itself decided.")
    explanation = List(
        String(validate=Length(1, 2_000)),
        validate=Length(max=MAX_SENTENCES),
        required=False,
        description="The decision in sentences.",
    )


class PendingDecision(Answer):
    id = String(validate=Length(1, 64))
    status = String(validate=OneOf(("pending",)))


class FetchedDecision(Answer):
    id = String(validate=Length(1, 64))
    status = String(validate=OneOf(("pending", "done", "failed")))
    decision = Nested(Decision, allow_none=True, description="Null until the status is `done`.")
