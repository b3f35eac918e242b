"""Codes about requests, whatever they ask for: reading them, tokens, addresses, conditions, outages."""

from service.problems.kind import ProblemKind

REQUESTS = {
    "malformed_request": ProblemKind(
        400,
        "Malformed request",
        "The request line or a header is not HTTP/1.1 (RFC 9112), so the web server cannot read the request.",
        "Send the request with an HTTP library. The connection is closed.",
    ),
    "bad_request": ProblemKind(
        400,
        "Bad request",
        "The service cannot read the request, or its body did not arrive completely.",
        "Check the request as your HTTP library sends it, then send it again.",
    ),
    "bad_idempotency_key": ProblemKind(
        400,
        "Bad idempotency key",
        "The header Idempotency-Key is empty or too long, or too short to register with.",
        "Send a key of 1 to 128 characters, at least 16 to register, for example a random UUID.",
    ),
    "bad_if_match": ProblemKind(
        400,
        "Bad If-Match",
        "The header If-Match holds something that is no version.",
        'Send the version that you saw in double quotes, for example "17", as the header ETag gave it to you; or a '
        "list of such versions; or `*`.",
    ),
    "invalid_json": ProblemKind(
        400,
        "Invalid JSON",
        "The body is not a JSON text in UTF-8, or it goes beyond the limits for numbers, names and nesting.",
        "Send one JSON value, each name once in an object. The detail says what is wrong.",
    ),
    "malformed_body": ProblemKind(
        400,
        "Malformed body",
        "The transfer encoding of the body is broken, so the service cannot tell where the body ends.",
        "Send the body with a correct Content-Length or in correct chunks.",
    ),
    "ticket_unknown": ProblemKind(
        401,
        "Ticket unknown",
        "The ticket in the address is unknown, was used before, or has expired.",
        "Get a new one by `POST /v1/tickets`, and open the stream with it, after the newest version that you have.",
    ),
    "token_missing": ProblemKind(
        401,
        "Token missing",
        "This address needs a token, and the request has none.",
        "Send the header `Authorization: Bearer <token>` with the token that you got when you registered.",
    ),
    "token_unknown": ProblemKind(
        401,
        "Token unknown",
        "No account has this token, or it was revoked, or it has expired.",
        "Check that you send the whole token to the service that gave it to you. With your recovery code you get a new "
        "one: `POST /v1/recoveries`.",
    ),
    "not_found": ProblemKind(
        404,
        "Not found",
        "There is nothing at this address.",
        "Check the path: openapi.yaml lists all addresses, and a path with `//` leads nowhere.",
    ),
    "method_not_allowed": ProblemKind(
        405,
        "Method not allowed",
        "The address exists, but it does not accept this method.",
        "Use a method that the header Allow lists.",
    ),
    "not_acceptable": ProblemKind(
        406,
        "Not acceptable",
        "The header Accept allows none of the forms in which this address answers.",
        "Send an Accept that allows one of the media types that the detail lists, or none at all.",
    ),
    "stale_version": ProblemKind(
        412,
        "Stale version",
        "The condition in If-Match fails: what you act on has changed since each version that you name. A weak tag, "
        'such as W/"17", never matches.',
        "Fetch the game again, decide again, and send the new version. The header ETag has the current one.",
    ),
    "request_too_slow": ProblemKind(
        408,
        "Request too slow",
        "The request did not arrive in time.",
        "Send it again, over a better connection if you can. The connection is closed.",
    ),
    "body_too_large": ProblemKind(
        413,
        "Body too large",
        "The body is larger than this service accepts.",
        "Send a smaller body; split a long list of intentions into several requests.",
    ),
    "uri_too_long": ProblemKind(
        414,
        "URI too long",
        "The request line is longer than the web server reads.",
        "Shorten the path or the query. The connection is closed.",
    ),
    "encoded_body": ProblemKind(
        415,
        "Encoded body",
        "The body has a Content-Encoding other than `identity`, such as `gzip`. The service unpacks no bodies.",
        "Send the body uncompressed and without the header Content-Encoding.",
    ),
    "not_json": ProblemKind(
        415,
        "Not JSON",
        "The body is not marked as JSON.",
        "Send JSON, with the header `Content-Type: application/json`.",
    ),
    "expectation_failed": ProblemKind(
        417,
        "Expectation failed",
        "The header Expect asks for something that the web server does not know.",
        "Leave it out, or send 100-continue. The connection is closed.",
    ),
    "idempotency_key_reused": ProblemKind(
        422,
        "Idempotency key reused",
        "You have sent another request under the same Idempotency-Key.",
        "Use a new key for each new request; repeat a key only with exactly the same request.",
    ),
    "invalid_body": ProblemKind(
        422,
        "Invalid body",
        "The body is JSON, but it does not have the form that this address expects.",
        "Correct the places that `errors` lists: each has a JSON Pointer into the body and what must be there.",
    ),
    "invalid_query": ProblemKind(
        422,
        "Invalid query",
        "A parameter of the query is unknown or does not have the form that this address expects.",
        "Correct the parameters that `errors` lists.",
    ),
    "headers_too_large": ProblemKind(
        431,
        "Headers too large",
        "A header is longer than the web server reads, or there are too many headers.",
        "Send fewer or shorter headers. The connection is closed.",
    ),
    "quota_exceeded": ProblemKind(
        429,
        "Quota exceeded",
        "You, or all who share your address, have used up a limit of the service. `violated-policies` names it, and "
        "`limit` says how much it allows.",
        "Wait as long as Retry-After says. `GET /v1/limits` shows all limits, and what you have left.",
    ),
    "too_many_streams": ProblemKind(
        429,
        "Too many streams",
        "Your account has as many streams open as an account may have.",
        "Close streams that you do not read, or wait as long as Retry-After says. One stream for each game is enough.",
    ),
    "internal_error": ProblemKind(
        500,
        "Internal error",
        "The service has failed in a way that nobody foresaw. The fault is not in your request.",
        "Try again later; with the same Idempotency-Key nothing happens twice. Report it if it lasts.",
    ),
    "unknown_transfer_coding": ProblemKind(
        501,
        "Unknown transfer coding",
        "The body has a Transfer-Encoding that the web server does not know.",
        "Send the body in chunks (`chunked`) or with a Content-Length. The connection is closed.",
    ),
    "store_unavailable": ProblemKind(
        503,
        "Store unavailable",
        "The store of the games does not answer, takes no writes, or has lost data. The service does not know whether "
        "your request was carried out.",
        "Wait as long as Retry-After says, then repeat the request with the same Idempotency-Key.",
    ),
    "too_busy": ProblemKind(
        503,
        "Too busy",
        "Too much happens at once: in this game, or among the decisions that wait. Nothing was done.",
        "Wait as long as Retry-After says, then repeat the request.",
    ),
    "http_version_not_supported": ProblemKind(
        505,
        "HTTP version not supported",
        "The request is in a version of HTTP that the web server does not know.",
        "Send HTTP/1.1. The connection is closed.",
    ),
}
