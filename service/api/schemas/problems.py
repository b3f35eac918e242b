"""Problem documents, and the explanations of their codes."""

from game.shapes import MAX_FAULTS, Field, ListOf, Nullable, Object, Text
from service.limits.policies import MAX_QUOTA, PER
from service.problems import PROBLEMS

SENTENCE = Text(6000)
FAULT = Object(
    "ProblemFault",
    (
        Field("pointer", Text(1000, min_characters=0), "The place in the body (JSON Pointer).", required=False),
        Field("parameter", Text(200, min_characters=0), "The parameter of the query.", required=False),
        Field("detail", SENTENCE),
    ),
    meaning="A place in the body or a parameter of the query, and its fault.",
)
PROBLEM_KIND = Object(
    "ProblemKind",
    (
        Field("type", Text(200), "As in the problem: the address of this answer."),
        Field("code", Text(64)),
        Field("status", range(400, 600), "The HTTP status."),
        Field("title", SENTENCE),
        Field("meaning", SENTENCE),
        Field("remedy", SENTENCE, "What to do."),
    ),
    meaning="What a code means.",
)


EXCEEDED = Object(
    "ExceededLimit",
    (
        Field("name", Text(40)),
        Field("per", tuple(PER), "Whose limit it is."),
        Field("quota", range(MAX_QUOTA + 1), "What it allows."),
        Field("window", Nullable(range(1, 1_000_000)), "Seconds; null: what is held at the same time."),
        Field("seconds", range(1_000_000), "When to try again, as Retry-After."),
    ),
    meaning="A limit that refuses a request.",
)


PROBLEM = Object(
    "Problem",
    (
        Field("type", Text(200), "The address of a page that explains the problem, relative to the service."),
        Field("title", SENTENCE),
        Field("status", range(400, 600)),
        Field("code", tuple(sorted(PROBLEMS)), "Stable, for programs. `x-codes` of an operation lists its own."),
        Field("detail", SENTENCE, "For people, in English, French, Spanish or Japanese."),
        Field("instance", Text(8000)),
        Field("request_id", Text(128), "The answer's X-Request-Id: name it when you report an error."),
        Field("errors", ListOf(FAULT, MAX_FAULTS), required=False),
        Field("violated-policies", ListOf(Text(40), 4), "The limits that refuse the request.", required=False),
        Field("limit", EXCEEDED, required=False),
    ),
    meaning="RFC 9457.",
)
