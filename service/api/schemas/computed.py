"""What workers compute for clients: what a strategy decides in a view, and the verdict on a log."""

from typing import get_args

from bots import STRATEGIES
from bots.strategy import Estimate, FallbackReason
from game.value_shapes import CARDS_SHAPE, ORIGIN, RESULT, VERSION
from projections.audit.verdict import FAULT_KINDS
from service.api.schemas.base import Answer
from service.api.schemas.fields import Boolean, Float, Integer, List, Nested, Shaped, String
from service.api.schemas.intentions import INTENTION, MAX_LEGAL_INTENTIONS
from service.api.schemas.validate import Length, OneOf, Range

MAX_SENTENCES = 20
DECISION_ID = Length(1, 64)
VERIFICATION_ID = Length(1, 64)
ANY_TEXT = Length(0, 1_000_000)


class RoundPlan(Answer):
    """What a strategy would do with the cards of the seat in this round, as far as it knows them."""

    construct = Shaped(CARDS_SHAPE, "Cards to complete in this round, the most urgent first.")
    keep = Shaped(CARDS_SHAPE, "Cards that stay under construction and get what is left.")
    recycle = Shaped(CARDS_SHAPE, "Cards of the hand.")


class Fallback(Answer):
    """Which strategy decided instead of the one that you asked, and why."""

    strategy = String("The strategy that decided instead.", validate=OneOf(STRATEGIES))
    reason = String(
        "What kind of view the strategy has not learned, or `weights`: damaged ones.",
        validate=OneOf(get_args(FallbackReason)),
    )


class Alternative(Answer):
    intention = Shaped(INTENTION)
    value = Float("Points, as the strategy estimates them; only to compare.")
    plan = Nested(RoundPlan, "The plan that begins with the intention, if the strategy compared one.", required=False)


class Decision(Answer):
    """What a strategy would do."""

    strategy = String(validate=OneOf(STRATEGIES))
    seed = String(validate=Length(0, 64))
    intention = Shaped(INTENTION, "Ready to send.")
    alternatives = List(
        Nested(Alternative), "What the strategy weighed, best first.", validate=Length(max=MAX_LEGAL_INTENTIONS)
    )
    seconds = Float("The time that it took.")
    score = Integer("The score of the seat as it stands.", validate=Range(0, 9_999), required=False)
    estimate = String(
        "What the values are: nothing, only to compare, the expected final score, or the lead expected at the end.",
        validate=OneOf(get_args(Estimate)),
        required=False,
    )
    fallback = Nested(Fallback, "Null if the strategy itself decided.", allow_none=True, required=False)
    explanation = List(
        String(validate=Length(1, 2_000)),
        "The decision in sentences.",
        validate=Length(max=MAX_SENTENCES),
        required=False,
    )


class PendingDecision(Answer):
    id = String(validate=DECISION_ID)
    status = String(validate=OneOf(("pending",)))


class FetchedDecision(Answer):
    id = String(validate=DECISION_ID)
    status = String(validate=OneOf(("pending", "done", "failed")))
    decision = Nested(Decision, "Null until the status is `done`.", allow_none=True)


class LogFault(Answer):
    """The first fault of a log."""

    kind = String(validate=OneOf(FAULT_KINDS))
    line = Shaped(VERSION, "1 is the header. Of a wrong hash: the first line of the append.")
    last = Shaped(VERSION, "The last line of the append.", allow_none=True)
    detail = String(validate=ANY_TEXT)
    expected = String(validate=ANY_TEXT, allow_none=True)
    found = String(validate=ANY_TEXT, allow_none=True)


class Verdict(Answer):
    """What the audit found in a log, as far as it was read."""

    status = String("Tells a verdict from the answer that it is `pending`.", validate=OneOf(("done",)))
    ok = Boolean()
    fault = Nested(LogFault, allow_none=True)
    game = String(validate=ANY_TEXT)
    events = Shaped(VERSION)
    head = String(validate=ANY_TEXT)
    state_hash = String(validate=ANY_TEXT)
    assisted = Boolean()
    origin = Shaped(ORIGIN, allow_none=True)
    compared = Boolean("Whether the log was compared with its origin, which is here.")
    result = Shaped(RESULT, allow_none=True)
    here = String(
        "Whether this service has the game, with the same head.", validate=OneOf(("same", "another", "unknown"))
    )


class PendingVerification(Answer):
    id = String(validate=VERIFICATION_ID)
    status = String(validate=OneOf(("pending",)))


class FetchedVerification(Answer):
    id = String(validate=VERIFICATION_ID)
    status = String(validate=OneOf(("pending", "done", "failed")))
    verdict = Nested(Verdict, "Null until the status is `done`.", allow_none=True)
