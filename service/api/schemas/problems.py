"""Problem documents, and the explanations of their codes."""

from game.shapes import MAX_FAULTS
from service.api.schemas.base import Answer
from service.api.schemas.fields import Integer, List, Nested, String
from service.api.schemas.validate import Length, OneOf, Range
from service.limits.policies import MAX_QUOTA, PER
from service.problems import PROBLEMS


class ProblemFault(Answer):
    """A place in the body or a parameter of the query, and its fault."""

    pointer = String(validate=Length(0, 1_000), required=False, description="The place in the body (JSON Pointer).")
    parameter = String(validate=Length(0, 200), required=False, description="The parameter of the query.")
    detail = String(validate=Length(1, 6_000))


class ProblemKind(Answer):
    """What a code means."""

    type = String(validate=Length(1, 200), description="As in the problem: the address of this answer.")
    code = String(validate=Length(1, 64))
    status = Integer(validate=Range(400, 599), description="The HTTP status.")
    title = String(validate=Length(1, 6_000))
    meaning = String(validate=Length(1, 6_000))
    remedy = String(validate=Length(1, 6_000), description="What to do.")


class ExceededLimit(Answer):
    """A limit that refuses a request."""

    name = String(validate=Length(1, 40))
    per = String(validate=OneOf(PER), description="Whose limit it is.")
    quota = Integer(validate=Range(0, MAX_QUOTA), description="What it allows.")
    window = Integer(
        validate=Range(1, 999_999), allow_none=True, description="Seconds; null: what is held at the same time."
    )
    seconds = Integer(validate=Range(0, 999_999), description="When to try again, as Retry-After.")


class Problem(Answer):
    """RFC 9457."""

    type = String(
        validate=Length(1, 200), description="The address of a page that explains the problem, relative to the service."
    )
    title = String(validate=Length(1, 6_000))
    status = Integer(validate=Range(400, 599))
    code = String(
        validate=OneOf(tuple(sorted(PROBLEMS))),
        description="Stable, for programs. `x-codes` of an operation lists its own.",
    )
    detail = String(validate=Length(1, 6_000), description="For people, in English, French, Spanish or Japanese.")
    instance = String(validate=Length(1, 8_000))
    request_id = String(
        validate=Length(1, 128), description="The answer's X-Request-Id: name it when you report an error."
    )
    errors = List(Nested(ProblemFault), validate=Length(max=MAX_FAULTS), required=False)
    violated_policies = List(
        String(validate=Length(1, 40)),
        validate=Length(max=4),
        data_key="violated-policies",
        required=False,
        description="The limits that refuse the request.",
    )
    limit = Nested(ExceededLimit, required=False)
