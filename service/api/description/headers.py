"""The headers of requests and answers, as openapi.yaml describes them."""

from typing import Any

from service.api.request_headers import MAX_KEY_CHARACTERS, MAX_VERSION_DIGITS, MIN_SECRET_KEY_CHARACTERS
from service.language.languages import SENTENCES_IN

Json = dict[str, Any]


def _parameter(name: str, description: str, **schema: Any) -> Json:
    return {"in": "header", "name": name, "description": description, "schema": {"type": "string", **schema}}


_VERSION_TAG = f'(W/)?"[0-9]{{1,{MAX_VERSION_DIGITS}}}"'
PARAMETERS: dict[str, Json] = {
    "IdempotencyKey": _parameter(
        "Idempotency-Key",
        "A text of your choice, new for each new request. A request that is sent again under its key happens once and "
        "gets the same result. The service keeps a key as long as the game, and the key of a request that opens a game "
        "for a day.",
        minLength=1,
        maxLength=MAX_KEY_CHARACTERS,
    ),
    "RegistrationKey": _parameter(
        "Idempotency-Key",
        "A secret text of your choice, such as a random UUID. For an hour, the same key and body get the same account "
        "and token.",
        minLength=MIN_SECRET_KEY_CHARACTERS,
        maxLength=MAX_KEY_CHARACTERS,
    ),
    "IfMatch": _parameter(
        "If-Match",
        "The version that you act on, in double quotes; a list of versions, one of which must match; or `*`, which "
        "always matches.",
        pattern=rf"^(\*|{_VERSION_TAG}( *, *{_VERSION_TAG})*)$",
    ),
    "IfNoneMatch": _parameter(
        "If-None-Match", "The ETag of the answer that you have. If it is still the same, you get 304."
    ),
    "Prefer": _parameter(
        "Prefer",
        "`return=representation` (RFC 7240): the answer also holds the view and what is legal in it. `receipt`: it "
        "holds a receipt.",
        examples=["return=representation"],
    ),
    "LastEventId": _parameter(
        "Last-Event-ID",
        "The `id` of the newest item that you have: you also get the games that started or ended since.",
    ),
    "LastVersion": _parameter(
        "Last-Event-ID",
        "Of a stream: the version that you have. The stream goes on after it. It takes precedence over `after`. If it "
        "is no version, it counts as absent.",
        examples=["17"],
    ),
    "AcceptLanguage": _parameter(
        "Accept-Language",
        f"Languages of names and sentences (RFC 9110). Errors are in {SENTENCES_IN}.",
        examples=["fr"],
    ),
    "RequestId": _parameter(
        "X-Request-Id",
        "A name for this request, 1 to 128 letters, digits, `.`, `_` or `-`. The answer and the logs of the service "
        "repeat it; without one, the service makes one.",
    ),
}
"""Headers of requests, by the names of their components."""
EVERYWHERE = ("AcceptLanguage", "RequestId")
"""Parameters of each operation."""


def _header(description: str, **schema: Any) -> Json:
    return {"description": description, "schema": {"type": "string", **schema}}


HEADERS: dict[str, Json] = {
    "Accept-Encoding": _header("With `encoded_body`: the coding that a body may have, `identity` (RFC 9110, 15.5.16)."),
    "Allow": _header("The methods that the address accepts."),
    "Content-Language": _header("The language of the answer."),
    "ETag": _header(
        'The version of the game in double quotes, `"17"`; or, for answers without a version, a digest of the body.'
    ),
    "Idempotent-Replayed": _header("`true`: the key was used before, and nothing happened now.", enum=["true"]),
    "Link": _header('Where to go on, such as the next page, if there is one (RFC 8288): `<address>; rel="next"`.'),
    "Location": _header("The address of what was made.", format="uri-reference"),
    "Preference-Applied": _header("The preference of your request that the answer follows (RFC 7240)."),
    "Retry-After": {"description": "Seconds to wait before you try again.", "schema": {"type": "integer"}},
    "WWW-Authenticate": _header("How to authenticate (RFC 6750)."),
}
"""Headers of some answers, by name."""
OF_EVERY_ANSWER: dict[str, Json] = {
    "Cache-Control": _header("Whether and how long the answer may be kept."),
    "RateLimit": _header(
        "What is left of the limits from which the request took: `r`, and `t`, the seconds until all of it is there "
        "again (draft-ietf-httpapi-ratelimit-headers). Left out if the service does not count.",
    ),
    "RateLimit-Policy": _header("These limits: `q`, what they allow, in `w` seconds."),
    "Vary": _header("The headers of the request that the answer depends on."),
    "X-Request-Id": _header("The name of your request: the one that you gave it, or a new one."),
}
"""Headers of all answers, by name: the description has them once."""


def parameter(name: str) -> Json:
    """A reference to a parameter."""
    return {"$ref": f"#/components/parameters/{name}"}


def header_references(*names: str) -> Json:
    """References to headers of an answer, by their names."""
    return {name: {"$ref": f"#/components/headers/{name}"} for name in dict.fromkeys(names)}
