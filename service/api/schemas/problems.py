"""Problem documents, and the explanations of their codes."""

from game.field_types import GAME_ID
from game.shapes import MAX_FAULTS
from game.value_shapes import OPERATOR_REASONS
from service.api.schemas.base import Answer
from service.api.schemas.fields import Integer, List, Nested, Shaped, String, Time
from service.api.schemas.validate import Length, OneOf, Range
from service.language.languages import SENTENCES_IN
from service.limits.policies import MAX_QUOTA, PER
from service.problems import PROBLEMS

SENTENCE = Length(1, 6_000)


class ProblemFault(Answer):
    """A place in the body or a parameter of the query, and its fault."""

    pointer = String("The place in the body (JSON Pointer).", validate=Length(0, 1_000), required=False)
    parameter = String("The parameter of the query.", validate=Length(0, 200), required=False)
    detail = String(validate=SENTENCE)


class ProblemKind(Answer):
    """What a code means."""

    type = String("As in the problem: the address of this answer.", validate=Length(1, 200))
    code = String(validate=Length(1, 64))
    status = Integer("The HTTP status.", validate=Range(400, 599))
    title = String(validate=SENTENCE)
    meaning = String(validate=SENTENCE)
    remedy = String("What to do.", validate=SENTENCE)


class ExceededLimit(Answer):
    """A limit that refuses a request."""

    name = String(validate=Length(1, 40))
    per = String("Whose limit it is.", validate=OneOf(PER))
    quota = Integer("What it allows.", validate=Range(0, MAX_QUOTA))
    window = Integer("Seconds; null: what is held at the same time.", validate=Range(1, 999_999), allow_none=True)
    seconds = Integer("When to try again, as Retry-After.", validate=Range(0, 999_999))


class Problem(Answer):
    """RFC 9457."""

    type = String("The address of a page that explains the problem, relative to the service.", validate=Length(1, 200))
    title = String(validate=SENTENCE)
    status = Integer(validate=Range(400, 599))
    code = String(
        "Stable, for programs. `x-codes` of an operation lists its own.", validate=OneOf(tuple(sorted(PROBLEMS)))
    )
    detail = String(f"For people, in {SENTENCES_IN}.", validate=SENTENCE)
    instance = String(validate=Length(1, 8_000))
    request_id = String("The answer's X-Request-Id: name it when you report an error.", validate=Length(1, 128))
    errors = List(Nested(ProblemFault), validate=Length(max=MAX_FAULTS), required=False)
    game = Shaped(GAME_ID, "Of `daily_try_used`: your try.", required=False)
    violated_policies = List(
        String(validate=Length(1, 40)),
        "The limits that refuse the request.",
        validate=Length(max=4),
        data_key="violated-policies",
        required=False,
    )
    limit = Nested(ExceededLimit, required=False)
    reason = String("Of `account_suspended`: why.", validate=OneOf(OPERATOR_REASONS), required=False)
    until = Time("Of `account_suspended`: null for good.", allow_none=True, required=False)
    contact = String("Of `account_suspended`: where you reach the operator.", validate=Length(1, 1_000), required=False)
