"""What every answer must be, whatever was asked."""

import gzip
import json
import re
from typing import Any

import brotli

from service.problems import PROBLEM_MEDIA_TYPE, PROBLEMS
from service.run.up import ROOT
from tests.api_description import ApiDescription
from tests.fuzz.messages import STREAMED, Answer, Request

Json = Any
DECODERS = {"": bytes, "gzip": gzip.decompress, "br": brotli.decompress}
INNER = re.compile(
    rb"Traceback|File \"|site-packages|" + re.escape(str(ROOT).encode()) + rb"|\.py\b|redis\.|werkzeug|marshmallow"
    rb"|\b(?:[A-Z][a-z]+){1,4}(?:Error|Exception)\b|<[a-z_.]+ object at 0x|object has no attribute|REDIS_URL|unix://"
)
"""What no answer may show of the program; an answer may repeat what the request said."""
CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
UNAVAILABLE = ("store_unavailable", "too_busy", "seed_unavailable")
"""Codes of a 503 that may come now and then."""
SLOW_SECONDS = 0.02
"""Of CPU, in a web process."""


def faults_of(description: ApiDescription, request: Request, answer: Answer, value: Json) -> list[str]:
    """What is wrong with an answer. `value`: its JSON, None without one."""
    found = []
    if answer.status >= 500:
        code = value.get("code") if isinstance(value, dict) else None
        if answer.status != 503:
            found.append(f"status {answer.status}")
        elif code not in UNAVAILABLE:
            found.append(f"503 {code}")
    elif answer.status < 200:
        found.append(f"status {answer.status}")
    found += _faults_of_headers(request, answer)
    if answer.status >= 400 and answer.media_type == PROBLEM_MEDIA_TYPE:
        found += _faults_of_problem(request, answer, value)
    found += _faults_of_text(request, answer)
    streamed = answer.media_type in STREAMED or request.method == "HEAD"
    path = f"/{request.path.lstrip('/')}"  # leading slashes are one to the web server
    try:
        description.check(request.method, path, answer.status, answer.media_type, b"" if streamed else answer.body)
    except (AssertionError, ValueError) as error:
        found.append(f"description: {re.sub(r'/v1/[^ ]*|[0-9]+', '…', str(error))[:90]} ||| {str(error)[:600]}")
    return found


def _faults_of_headers(request: Request, answer: Answer) -> list[str]:
    found = []
    if not re.fullmatch("[A-Za-z0-9._-]{1,128}", answer.header("X-Request-Id")):
        found.append("no X-Request-Id")
    for name, value in answer.headers:
        if CONTROL.search(value) or not value.isascii():
            found.append(f"header {name} with odd characters ||| {value!r}")
    length = answer.header("Content-Length")
    if (
        length
        and request.method != "HEAD"
        and answer.status != 304
        and not answer.header("Content-Encoding")
        and int(length) != len(answer.body)
    ):
        found.append(f"Content-Length {length} of {len(answer.body)} bytes")
    if "evil" in answer.header("Location") or "evil" in answer.header("Link").partition("?")[0]:
        found.append("an address of the client's choice")
    return found


def _faults_of_problem(request: Request, answer: Answer, value: Json) -> list[str]:
    if request.method == "HEAD":
        return []
    if not isinstance(value, dict) or value.get("code") not in PROBLEMS:
        return ["a problem without a known code"]
    if value["status"] != answer.status:
        return ["a problem with another status"]
    if value.get("request_id") != answer.header("X-Request-Id"):
        return ["a problem with another request id"]
    return ["a long problem"] if len(answer.body) > 12_000 else []


def _faults_of_text(request: Request, answer: Answer) -> list[str]:
    if (
        request.operation in ("getDescription", "page")
        or not answer.body
        or answer.media_type in ("text/html", "application/yaml")
    ):
        return []
    sent = f"{request.path}{request.target}".encode() + request.body
    leaks = [leak for leak in INNER.findall(answer.body) if leak not in sent]
    return [f"shows {leaks[0][:40]!r}"] if leaks else []


def decoded(answer: Answer) -> Answer:
    """The answer without its content coding."""
    coding = answer.header("Content-Encoding")
    if coding and answer.media_type in STREAMED:
        return answer._replace(body=b"")  # a piece of it
    return answer._replace(body=DECODERS[coding](answer.body)) if coding and answer.body else answer


def json_value(answer: Answer) -> Json:
    """The body as JSON, None if it is none."""
    if answer.media_type not in ("application/json", PROBLEM_MEDIA_TYPE) or not answer.body:
        return None
    try:
        return json.loads(answer.body)
    except ValueError:
        return None
