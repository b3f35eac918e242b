"""What is said to a service, without any input or output: requests, when to repeat them, how to go on with a stream.

A *flow* is a generator. It yields steps. A driver carries each step out, and sends the outcome into the flow. The flow
returns a result at its end. A flow of items also yields items. `drivers.py` has the drivers, with and without `async`.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Generator, Mapping
from secrets import token_urlsafe
from typing import Any, NamedTuple, TypeVar
from urllib.parse import parse_qsl, quote, urlencode

from .problems import NO_ANSWER, Problem, other_service, problem_of

T = TypeVar("T")
Json = dict[str, Any]

FIRST_PAUSE_SECONDS, MAX_PAUSE_SECONDS = 0.1, 5.0
"""Before a request is repeated: each pause is twice as long as the one before."""
NOTHING_DONE = ("quota_exceeded", "too_many_streams", "too_busy")
"""Codes after which the same request may succeed, and of which it is certain that nothing has happened."""
IN_TROUBLE = (500, 502, 503, 504)
"""After which the same request may succeed, too, but nobody knows what has become of the first one."""
JSON, JSON_LINES = "application/json", "application/x-ndjson"
INBOX = "/v1/turns"
"""Whose link leads to a page only with a cursor: without one, it leads to what has not come yet."""
GOES_ON = ("restarting", "slow")
"""Reasons of the `end` of a stream after which it goes on."""
GAME_OVER = ("finished", "abandoned")


class Request(NamedTuple):
    """A request. `once`: it must not be sent again when nobody knows what became of it.

    `ends`: until when an attempt may take, by time.monotonic(); None: as long as the driver waits for an answer.
    """

    method: str
    target: str
    headers: dict[str, str]
    content: bytes | None = None
    once: bool = False
    ends: float | None = None


class Operation(NamedTuple):
    """An operation of openapi.yaml.

    `read`: makes a value of its answer. `once`: done twice it leaves something twice, and no key prevents that.
    """

    method: str
    path: str
    read: Callable[[Answer], Any]
    once: bool = False


class Answer(NamedTuple):
    """An answer. The names of `headers` are lower case."""

    status: int
    headers: Mapping[str, str]
    content: bytes


class Lost(NamedTuple):
    """No answer came. `was_sent`: the service may have carried the request out."""

    error: Exception
    was_sent: bool
    can_be_repeated: bool = True


class Pause(NamedTuple):
    """Wait for so many seconds."""

    seconds: float


class Listen(NamedTuple):
    """Open a stream. The flow gets an Answer, whose content is empty if it is a stream, or Lost."""

    request: Request


class NextLine(NamedTuple):
    """Read a line of the open stream. The flow gets the line, or None at the end: also of one that is silent."""


class Item(NamedTuple):
    """Hand out an item. The flow gets None when the next one is wanted."""

    value: Any


Step = Request | Pause | Listen | NextLine | Item
Reply = Answer | Lost | str | None
Flow = Generator[Step, Reply, T]


class Page(list[Json]):
    """The items of an answer. `next`: the target of the next page, None after the last one.

    `after`: of the inbox, which goes on for ever: `list_turns(after=page.after)` has what comes after these items.
    """

    next: str | None = None
    after: str | None = None


def build(
    method: str,
    path: str,
    values: tuple[Any, ...] = (),
    fields: Mapping[str, Any] | None = None,
    *,
    content_type: str = JSON,
    once: bool = False,
) -> Request:
    """A request of an operation.

    `values` fill the placeholders of the path, in order; one more is the whole body. `fields` are the query of a GET,
    and otherwise fields of the body, except `key`, `if_match` and `representation`, which become headers. A trailing
    `_` of a name does not count. Every request but a GET carries an Idempotency-Key.
    """
    count = path.count("{")
    if not count <= len(values) <= count + 1:
        raise TypeError(f"{method} {path} takes {count} positional arguments, not {len(values)}")
    parts = [part.partition("}")[2] for part in path.split("{")]
    target = path.partition("{")[0] + "".join(
        quote(str(value), safe="@") + part for value, part in zip(values, parts[1:], strict=False)
    )
    given = {name.rstrip("_"): value for name, value in (fields or {}).items()}
    headers = {"Accept": JSON, **_headers_of(given, method)}
    if method == "GET":
        query = {name: _query_value(value) for name, value in given.items() if value is not None}
        return Request(method, f"{target}?{urlencode(query)}" if query else target, headers)
    body = values[count] if len(values) > count else given or None
    if body is None:
        return Request(method, target, headers, None, once)
    content = body if isinstance(body, bytes) else json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()
    return Request(method, target, {**headers, "Content-Type": content_type}, content, once)


def _headers_of(given: dict[str, Any], method: str) -> dict[str, str]:
    """The headers that some of the given fields become; they are taken out."""
    headers = {}
    key, if_match = given.pop("key", None), given.pop("if_match", None)
    if method != "GET":
        headers["Idempotency-Key"] = token_urlsafe(24) if key is None else str(key)
    if if_match is not None:
        headers["If-Match"] = f'"{if_match}"'
    if given.pop("representation", False):
        headers["Prefer"] = "return=representation"
    return headers


def _query_value(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return ",".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def ask(request: Request, patience: float) -> Flow[Answer]:
    """The answer, a success. The request is repeated if it gets none, or the service is busy.

    `patience`: it has so many seconds, attempts and pauses together; 0: it is sent once. Raises Problem.
    """
    ends = time.monotonic() + patience
    if patience:
        request = request._replace(ends=ends)
    pause, may_have_happened = FIRST_PAUSE_SECONDS, False
    cause: Exception | None
    while True:
        reply = yield request
        if isinstance(reply, Answer):
            if 200 <= reply.status < 300:
                return reply
            if may_have_happened and request.method == "DELETE" and reply.status in (401, 404):
                return reply  # the first attempt has deleted it
            problem, cause = problem_of(reply.status, reply.headers, reply.content), None
            asked_for = problem.retry_after or 0.0
            is_certain = reply.status not in IN_TROUBLE or problem.code in NOTHING_DONE
            is_final = (problem.code not in NOTHING_DONE) if is_certain else request.once
        else:
            assert isinstance(reply, Lost)
            problem, cause = Problem(NO_ANSWER, f"no answer: {reply.error}"), reply.error
            asked_for = 0.0
            is_certain = not reply.was_sent
            is_final = not reply.can_be_repeated or (reply.was_sent and request.once)
        may_have_happened = may_have_happened or not is_certain
        seconds = max(pause, asked_for)
        if is_final or time.monotonic() + seconds > ends:
            problem.target = request.target
            raise problem from cause
        yield Pause(seconds)
        pause = min(2 * pause, MAX_PAUSE_SECONDS)


def stream(request_after: Callable[[], Request], take: Callable[[Json], Flow[None]], patience: float) -> Flow[None]:
    """Read a stream of JSON lines, and open it again when it breaks off.

    `request_after`: the request that goes on from where the stream has come. `take`: what to do with an item. Ends when
    the game is over. Raises Problem if the service ends the stream for good, refuses it, or is silent for `patience`
    seconds.
    """
    while True:
        answer = yield from _open(request_after(), patience)
        if answer.status == 204:
            return
        if answer.content:
            raise other_service(answer.status, answer.content)
        line = yield NextLine()
        while isinstance(line, str):
            item = _parsed(line) if line.strip() else None
            if item and item.get("type") == "end":
                reason = str(item.get("reason"))
                if reason in GAME_OVER:
                    return
                if reason not in GOES_ON:
                    raise Problem(reason, f"the stream has ended: {reason}", body=item)
                break
            if item:
                yield from take(item)
            line = yield NextLine()
        yield Pause(FIRST_PAUSE_SECONDS)


def _open(request: Request, patience: float) -> Flow[Answer]:
    """`ask` with a stream as the answer."""
    asking = ask(request, patience)
    step = next(asking)
    while True:
        reply = yield (Listen(step) if isinstance(step, Request) else step)
        try:
            step = asking.send(reply)
        except StopIteration as done:
            answer: Answer = done.value
            return answer


def _parsed(line: str) -> Json:
    try:
        item = json.loads(line)
    except ValueError:
        raise other_service(200, line.encode()) from None
    if not isinstance(item, dict):
        raise other_service(200, line.encode())
    return item


def read_object(answer: Answer) -> Json:
    """The object of an answer. Raises Problem if it is something else."""
    value = read_json(answer)
    if not isinstance(value, dict):
        raise other_service(answer.status, answer.content)
    return value


def read_list(answer: Answer) -> Page:
    """The list of an answer. Raises Problem if it is something else."""
    value = read_json(answer)
    if not isinstance(value, list):
        raise other_service(answer.status, answer.content)
    page = Page(value)
    page.next = next_target(answer.headers.get("link", ""))
    if page.next and page.next.startswith(f"{INBOX}?"):
        query = dict(parse_qsl(page.next.partition("?")[2]))
        page.after, page.next = query.get("after"), page.next if "cursor" in query else None
    return page


def read_lines(answer: Answer) -> bytes:
    """The JSON lines of an answer, byte by byte as they came. Raises Problem if it has something else."""
    if not answer.headers.get("content-type", "").startswith(JSON_LINES):
        raise other_service(answer.status, answer.content)
    return answer.content


def read_text(answer: Answer) -> str:
    """The text of an answer, such as a signed note. Raises Problem if it has something else."""
    if not answer.headers.get("content-type", "").startswith("text/plain"):
        raise other_service(answer.status, answer.content)
    return answer.content.decode()


def read_nothing(answer: Answer) -> None:
    """An answer without a body."""


def read_json(answer: Answer) -> Any:
    """The JSON value of an answer. Raises Problem if it has something else."""
    if not answer.headers.get("content-type", "").startswith(JSON):
        raise other_service(answer.status, answer.content)
    try:
        return json.loads(answer.content)
    except ValueError:
        raise other_service(answer.status, answer.content) from None


def next_target(link: str) -> str | None:
    """The target with the relation `next` in a Link header, without the path under which a proxy has the service."""
    for each in link.split(","):
        target, _, parameters = each.partition(";")
        if 'rel="next"' in parameters or "rel=next" in parameters:
            return "/v1/" + target.strip().removesuffix(">").partition("/v1/")[2]
    return None
