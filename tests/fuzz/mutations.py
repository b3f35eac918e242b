"""Damage: functions (request, generator) → request, each for one layer of a request."""

import gzip
import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from typing import Any
from urllib.parse import quote

import brotli

from events.entry import canonical
from events.export import decoded, export, parse
from game.rulesets import CURRENT_RULESET
from tests.fuzz.messages import Request
from tests.fuzz.values import NUMBERS, TEXTS, hostile, word
from tests.projections.archive import with_new_hashes

Json = Any
Mutation = Callable[[Request, Random], Request]
BOMB = gzip.compress(b" " * 3_000_000)
METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE", "BREW", "PROPFIND", "M-SEARCH")
CONTENT_TYPES = (
    "", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "multipart/form-data; boundary=x",
    "application/json; charset=utf-16", "application/json; charset=latin-1", "application/json; charset=\"",
    "application/json;;;", "Application/JSON", "application/merge-patch+json", "application/x-ndjson",
    "application/json, text/plain", "*/*", "json", "/", "a" * 3000, "application/json; q=é", "text/event-stream",
    "application/\x7f",
)  # fmt: skip
HEADERS: dict[str, tuple[str, ...]] = {
    "Authorization": (
        "", "Bearer", "Bearer ", "bearer x", "Basic QWRhOng=", "Bearer x y", "Token x", "Bearer \xff",
        "Bearer " + "x" * 5000, "Digest username=\"", "Bearer\tx", "Basic \xff\xfe", "Basic Og==", "Bearer null",
        "Negotiate", "Bearer realm=x, error=",
    ),
    "If-Match": (
        '"1"', '"99999999999999999999"', 'W/"17"', "*", '"', "", '"1", "2"', "1", "²", '"١"', '"-1"', '"1-fr"', '"a"',
        "W/", '","' * 500, '* , "1"',
    ),
    "If-None-Match": ('"1"', "*", 'W/"1"', '"', ",", "\xff", '"a' + "b" * 3000, "W/*", '"1-fr"'),
    "If-Modified-Since": (
        "Fri, 31 Dec 1999 23:59:59 GMT", "Fri, 99 Zzz 99999 99:99:99 GMT", "0", "-1", "Thu, 01 Jan 0000 00:00:00 GMT",
        "now",
    ),
    "If-Unmodified-Since": ("Fri, 31 Dec 1999 23:59:59 GMT", "x", "Fri, 31 Dec 9999 23:59:59 +9999"),
    "If-Range": ('"1"', "Fri, 31 Dec 1999 23:59:59 GMT", "x", 'W/"1"'),
    "Range": (
        "bytes=0-0", "bytes=0-", "bytes=-1", "bytes=5-2", "bytes=0-0,1-1,2-2", "bytes=99999999999999999999-",
        "bytes=-0", "bytes=a-b", "items=0-5", "bytes", "bytes=" + ",".join(f"{each}-{each}" for each in range(400)),
        "bytes=0-\xb2", "bytes==0-1", "bytes= 0 - 1",
    ),
    "Accept": (
        "", "text/html", "application/xml", "*/*;q=0", "application/json;q=0, */*", "text/event-stream;q=1.5",
        "application/x-ndjson", "text/event-stream", ";;;", "*", "a/b/c", "application/*", "text/*;q=nan",
        "application/json;q=-1", "*/*;q=1e999", ", , ,", "application/json;" + "x=y;" * 300, "é/ü", '*/*;a="',
    ),
    "Accept-Language": (
        "*", "fr;q=0", "zz", "fr;q=nan", "en-US,fr;q=inf", "x" * 2000, ",".join(["fr"] * 900), "é", "-", "fr;q=",
        "i-klingon", "a-b-c-d-e-f", "*;q=0",
    ),
    "Accept-Encoding": (
        "gzip", "br", "gzip;q=0", "*;q=0", "identity;q=0", "br;q=nan", "deflate", "gzip, br;q=2", "x" * 999,
        "gzip;q=é", "",
    ),
    "Accept-Charset": ("utf-16", "x"),
    "Content-Encoding": ("gzip", "br", "identity", "x", "gzip, gzip", "", "deflate"),
    "Content-Length": ("0", "1", "5", "300", "99999999999"),
    "Content-Range": ("bytes 0-1/2",),
    "Content-Language": ("fr",),
    "Transfer-Encoding": ("chunked",),
    "Idempotency-Key": (
        "", " ", "k", "x" * 128, "x" * 129, "\xc3\xa9", "\xff\xfe", "a b", '"quoted"', "~0", "a:b", "x" * 16, "x" * 15,
        "*",
    ),
    "Prefer": (
        "return=representation", "return=minimal", "return=representation; x=y", "wait=99", 'return="representation"',
        "return", "=", "\xff", ",,," * 300,
    ),
    "Last-Event-ID": (
        "0", "-1", "99999999999999999999", "1.5", "abc", "5-x-y", "\xb2", "1" * 16, "9007199254740993", "",
        "1-your_turn", "x" * 5000, "\xd9\xa1",
    ),
    "Origin": ("null", "https://evil.example", "http://localhost:5173", "x", "https://a\xff.example", "*"),
    "Access-Control-Request-Method": ("POST", "x"),
    "Access-Control-Request-Headers": ("authorization", "x" * 999),
    "X-Forwarded-For": (
        "1.2.3.4", "1.2.3.4, 5.6.7.8", "::1", "::ffff:1.2.3.4", "x", ",,,", "1.2.3.4:80", "[::1]:80", "999.1.1.1",
        "fe80::1%eth0", "127.0.0.1", "0", "é", "1.2.3.4," * 900, "1.2.3.4\xff", "unknown", '"[2001:db8::1]"',
    ),
    "X-Forwarded-Host": ("evil.example",),
    "X-Forwarded-Proto": ("https", "javascript"),
    "X-Forwarded-Prefix": ("//evil.example",),
    "Forwarded": ("for=1.2.3.4", "for=\"[::1"),
    "X-Request-Id": ("a", "x" * 128, "x" * 129, "a b", "\xe9", "a\"b", "a/../b", "${x}"),
    "X-HTTP-Method-Override": ("DELETE", "GET"),
    "Host": (
        "evil.example", "", "a b", "x" * 300, "[::1", "127.0.0.1:99999", "\xff", "a,b", "localhost:abc",
        "//evil.example/", "a@b",
    ),
    "Cookie": ("session=x", "=", "a=b; " * 300, "\xff", '"'),
    "User-Agent": ("", "\xff", "curl/8"),
    "Referer": ("javascript:alert(1)", "\xff"),
    "Expect": ("100-continue",),
    "Upgrade": ("websocket", "h2c"),
    "Connection": ("upgrade", "close"),
    "Sec-Fetch-Mode": ("navigate",),
    "Proxy": ("http://evil.example",),
    "Script-Name": ("/evil",),
    "Max-Forwards": ("x",),
}  # fmt: skip
"""Headers with values that a client may send; gunicorn refuses NUL and line breaks before the application sees them."""
PATH_BITS = (
    "%00", "%2f", "%2F", "%2e%2e", "..", ".", "//", "%", "%zz", "%u0041", "%c0%af", "%ff", "%ed%a0%80", "%E2%80%AE",
    "%0a", "%0d%0aX-Evil:%201", "%09", ";a=b", "%20", "+", "%23", "%3f", "\\", "%5c", "*", "@", "%40", "~", "{id}",
    "%7Bid%7D", "é".encode().decode("latin-1"), "%F0%9F%91%A9", "0", "-1", "1e3", "x" * 4000, "me", "null", "%D9%A1",
    "%C2%B2", "%252f", "9" * 30, ":", "a:b", "%EF%BB%BF",
)  # fmt: skip
QUERY_BITS = (
    "=", "&", "&&", "a", "a=b", "limit=", "limit=0", "limit=-1", "limit=101", "limit=1&limit=2", "limit=%31",
    "limit=1e2", "limit=+5", "limit=%D9%A1", "at=0", "at=1", "at=99999999999999999999", "at=-1", "at=1.0", "at=%C2%B2",
    "after=0", "after=-1", "after=9007199254740991", "after=9007199254740993", "wait=nan", "wait=inf", "wait=-1",
    "wait=1e1", "wait=", "cursor=", "cursor=x", "cursor=0000000000000-a", "cursor=9999999999999-zzzz", "cursor=%00",
    "lang=", "lang=zz", "lang=fr", "lang=" + "x" * 36, "lang=%ff", "lang=fr&lang=en", "include=view",
    "include=view,view,legal", "include=", "fields=", "fields=none", "fields=hand,hand", "fields=" + "hand," * 300,
    "fields=%00", "from=1&to=0", "from=99999", "by=event", "by=x", "seat=none", "seat=0", "seat=%200", "round=5",
    "phase=x", "player=me", "player=*", "player=%00", "player=@", "player=" + "x" * 81, "opponent=me", "opponent=bot:",
    "opponent=bot:random&player=me", "result=won", "bots=True", "bots=1", "status=playing&status=open",
    "mode=solo&side=B", "mode=scenario&scenario=SC01", "period=all", "period=2999-12", "period=9999-01", "kind=human",
    "ticket=", "ticket=x", "ticket=" + "%41" * 200, "x[]=1", "x[a]=1", "%00=1", "%ff=%ff", "=x", ";", "a;b=c", "?",
    "a=b=c", "a=" + "x" * 3000, "&".join(f"a{each}=1" for each in range(300)), "limit=5%00", "%6cimit=5",
    "free_seats=true", "free_seats=false&player=me", "limit=100", "%", "%zz=%zz", "é=é".encode().decode("latin-1"),
)  # fmt: skip


# The body, as JSON


def change_value(request: Request, rng: Random) -> Request:
    """Another value at a place of the body, or a member more or less."""
    return _with_json(request, lambda value: _changed(value, rng), rng)


def change_twice(request: Request, rng: Random) -> Request:
    """Two changes of the body."""
    return change_value(change_value(request, rng), rng)


def _changed(value: Json, rng: Random) -> Json:
    if not isinstance(value, (dict, list)) or not value:
        return hostile(rng)
    places = [*_places(value)]
    (parent, key), (other, place) = rng.choice(places), rng.choice(places)
    match rng.randrange(9):
        case 0 if isinstance(parent, dict):
            del parent[key]
        case 1 if isinstance(parent, dict):
            parent[rng.choice((*TEXTS, "type", "seats", "id"))] = hostile(rng)
        case 2 if isinstance(parent, list):
            parent.insert(rng.randint(0, len(parent)), hostile(rng))
        case 3 | 4:
            parent[key] = _near(parent[key], rng)
        case 5:
            parent[key] = [parent[key]] if rng.random() < 0.5 else {"value": parent[key]}
        case 6:
            parent[key] = json.loads(json.dumps(other[place]))
        case 7 if not isinstance(parent[key], (dict, list)) and not isinstance(other[place], (dict, list)):
            parent[key], other[place] = other[place], parent[key]
        case _:
            parent[key] = hostile(rng)
    return value


def _places(value: Json) -> Iterator[tuple[Json, Any]]:
    """(object or list, key or index) of everything inside."""
    for key in [*value] if isinstance(value, dict) else range(len(value)):
        yield value, key
        if isinstance(value[key], (dict, list)):
            yield from _places(value[key])


def _near(value: Json, rng: Random) -> Json:
    """A value that is almost the same."""
    match value:
        case bool() | None:
            return not value
        case int() | float():
            return rng.choice((value + 1, value - 1, -value, value + 0.5, str(value), value * 10))
        case str():
            extra = rng.choice(TEXTS)
            return rng.choice(
                (
                    value + extra,
                    extra + value,
                    value[:-1],
                    value[1:],
                    value.upper(),
                    value.swapcase(),
                    value + "\x00",
                    value.replace("-", "_"),
                    value * 3,
                )
            )
        case list():
            return rng.choice((value + value, value[:-1], value[::-1], value[:1] * 70))
    return {key.upper(): each for key, each in value.items()}


def _with_json(request: Request, changed: Callable[[Json], Json], rng: Random) -> Request:
    try:
        value = json.loads(request.body or b"{}")
    except ValueError:
        return request._replace(body=request.body[: len(request.body) // 2])
    found = request._replace(
        body=json.dumps(changed(value), ensure_ascii=rng.random() < 0.5).encode("utf-8", "surrogatepass")
    )
    return found if found.header("Content-Type") else found.with_header("Content-Type", "application/json")


# The body, as text and bytes


def change_text(request: Request, rng: Random) -> Request:
    """What a JSON library would not write: names twice, NaN, half of a surrogate pair, long numbers, comments."""
    text = (request.body or b"{}").decode("utf-8", "replace")
    quoted = [*re.finditer(r'"[^"\\]*"', text)]
    match rng.randrange(9):
        case 0 if text.startswith("{"):
            return _sent(request, f'{{"type": 1, "name": 2, "seats": 3, {text[1:]}')
        case 1:
            numbers = [*re.finditer(r"(?<=[\s:\[,])-?\d+", text)]
            return _sent(
                request,
                _replaced(
                    text,
                    numbers,
                    rng.choice(
                        (
                            "NaN",
                            "Infinity",
                            "-Infinity",
                            "1e400",
                            "-0",
                            "01",
                            "1.",
                            ".5",
                            "9" * 30,
                            "9" * 500,
                            "1e-400",
                            "0x1",
                            "1E5",
                            "-",
                        )
                    ),
                    rng,
                ),
            )
        case 2:
            return _sent(
                request,
                _replaced(
                    text,
                    quoted,
                    rng.choice(
                        (
                            r'"\ud800"',
                            r'"\udfff"',
                            r'"\ud83d\ud83d"',
                            r'"\u0000"',
                            r'"\x41"',
                            '"\\',
                            '"\n"',
                            r'"\u00"',
                            "'a'",
                            r'"\ud83d\udc69"',
                        )
                    ),
                    rng,
                ),
            )
        case 3:
            depth = rng.choice((10, 100, 500, 990, 1000, 3000, 20_000))
            return _sent(request, _replaced(text, quoted, "[" * depth + "]" * depth, rng))
        case 4:
            depth = rng.choice((10, 500, 990, 5000))
            return _sent(request, '{"a":' * depth + "1" + "}" * depth)
        case 5:
            return _sent(request, text + rng.choice((",", "}", " {}", "\x00", "// x", "\n\n", "/* */")))
        case 6:
            return _sent(request, text.replace(":", rng.choice(("=", " : ", "::", ":\t\n"))))
        case 7:
            return _sent(
                request,
                rng.choice(
                    ("null", "true", "0", '""', "[]", "[{}]", "{}", "[[]]", " ", "\ufeff{}", "nul", "[" * 70 + "]" * 70)
                ),
            )
        case _:
            return _sent(request, text.replace('"', "'"))


def _replaced(text: str, places: list[re.Match[str]], new: str, rng: Random) -> str:
    if not places:
        return new
    place = rng.choice(places)
    return text[: place.start()] + new + text[place.end() :]


def _sent(request: Request, text: str) -> Request:
    found = request._replace(body=text.encode("utf-8", "surrogatepass"))
    return found if found.header("Content-Type") else found.with_header("Content-Type", "application/json")


def change_bytes(request: Request, rng: Random) -> Request:
    """Bytes that are lost, turned, added, or in another encoding."""
    body = bytearray(request.body or b"{}")
    match rng.randrange(9):
        case 0:
            return request._replace(body=bytes(body[: rng.randrange(len(body) + 1)]))
        case 1:
            for _ in range(rng.choice((1, 1, 3, 20))):
                body[rng.randrange(len(body))] = rng.randrange(256)
        case 2:
            at = rng.randrange(len(body) + 1)
            body[at:at] = rng.choice(
                (
                    b"\xff",
                    b"\x00",
                    b"\xc0\xaf",
                    b"\xed\xa0\x80",
                    b"\xef\xbb\xbf",
                    b"\xf5\x80\x80\x80",
                    b"\r\n",
                    rng.randbytes(20),
                )
            )
        case 3:
            code = rng.choice(("utf-16", "utf-16-le", "utf-32", "utf-8-sig", "utf-7", "cp500"))
            return request._replace(body=body.decode("utf-8", "replace").encode(code, "replace"))
        case 4:
            return request._replace(body=b"")
        case 5 if rng.random() < 0.1:
            return request._replace(body=bytes(body) + b" " * rng.choice((262_144, 262_145, 2_097_153)))
        case 5:
            return request._replace(body=b"")
        case 6:
            return request._replace(body=bytes(body) * 2)
        case 7 if rng.random() < 0.05:
            many = rng.choice((b'"k%d":0,', b'"k%d":[],'))
            return request._replace(
                body=b"{" + b"".join(many % each for each in range(rng.choice((2000, 7900, 15_900)))) + b'"z":0}'
            )
        case _:
            start, end = sorted((rng.randrange(len(body) + 1), rng.randrange(len(body) + 1)))
            del body[start:end]
    return request._replace(body=bytes(body))


def compress(request: Request, rng: Random) -> Request:
    """A body with a content coding, honest or not."""
    match rng.randrange(4):
        case 0:
            return request._replace(body=gzip.compress(request.body, mtime=0)).with_header("Content-Encoding", "gzip")
        case 1:
            return request._replace(body=brotli.compress(request.body)).with_header("Content-Encoding", "br")
        case 2 if rng.random() < 0.2:
            return request._replace(body=BOMB).with_header("Content-Encoding", "gzip")
        case _:
            return request.with_header("Content-Encoding", rng.choice(HEADERS["Content-Encoding"]))


# Lines of a log


def change_lines(request: Request, rng: Random) -> Request:
    """A log that is almost right: a line is lost, twice, elsewhere or changed; or values in it."""
    lines = request.body.split(b"\n")
    at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(10):
        case 9:
            right = f'"ruleset":"{CURRENT_RULESET}"'.encode()
            wrong = rng.choice((b'"ruleset":"base-9"', b'"ruleset":""', right + b"," + right))
            lines[0] = lines[0].replace(b'"schema":1', b'"schema":2').replace(right, wrong)
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, lines[other])
        case 2:
            lines[at], lines[other] = lines[other], lines[at]
        case 3:
            del lines[at:]
        case 4:
            lines = lines[:1] + lines[-2:]
        case 5:
            lines.insert(
                at,
                rng.choice(
                    (b"", b"{}", b"[]", b"null", b"\xff", b"[" * 3000, b'{"version":1}', b" ", b"9" * 5000, b"\r")
                ),
            )
        case 6:
            lines[at] = change_text(request._replace(body=lines[at]), rng).body
        case _:
            try:
                lines[at] = _canonical(change_value(request._replace(body=lines[at]), rng).body)
            except ValueError:
                lines[at] = b"?"
    return request._replace(body=b"\n".join(lines))


def forge(request: Request, rng: Random) -> Request:
    """A log with changed entries whose hashes are right again, so that only the rules can tell."""
    header, entries, end = parse(decoded(request.body.splitlines()))
    for _ in range(rng.choice((1, 1, 2))):
        at = rng.randrange(len(entries))
        entry = entries[at]
        match rng.randrange(8):
            case 0:
                entries[at] = entry._replace(seat=rng.choice((None, 0, 1, 4, 5, -1, 2**63)))
            case 1:
                entries[at] = entry._replace(actor=rng.choice((*TEXTS, "service", "bot:greedy", entries[0].actor)))
            case 2:
                entries[at] = entry._replace(name=rng.choice(entries).name)
            case 3:
                entries[at] = entry._replace(group=rng.choice((0, 1, entry.group + 1, 2**63)), ms=entry.ms - 1)
            case 4:
                entries[at], entries[-1 - at] = entries[-1 - at], entry
            case 5:
                del entries[at]
            case _:
                entries[at] = entry._replace(data=canonical(_changed(json.loads(entry.data), rng)))
    renumbered = [entry._replace(version=at) for at, entry in enumerate(entries, 1)]
    entries = with_new_hashes(header["game"], renumbered)
    lines = export(header["game"], header["ruleset"], entries, end["state_hash"], end["result"])
    return request._replace(body="".join(f"{line}\n" for line in lines).encode())


def _canonical(line: bytes) -> bytes:
    """As exports write it, so that a changed value is looked at and not only the form of the line."""
    return json.dumps(json.loads(line), sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode(
        "utf-8", "surrogatepass"
    )


# Around the body


def change_header(request: Request, rng: Random) -> Request:
    """Another value of a header, a header more or less."""
    name = rng.choice([*HEADERS])
    match rng.randrange(8):
        case 0 if request.headers:
            return request.without_header(rng.choice(request.headers)[0])
        case 1:
            return request.with_header("Content-Type", rng.choice(CONTENT_TYPES))
        case 2:
            return request._replace(headers=(*request.headers, (name, _as_sent(rng.choice(HEADERS[name])))))
        case 3:
            return request.with_header(name, re.sub(r"[\0\r\n]", "", _as_sent(rng.choice(TEXTS))))
    return request.with_header(name, _as_sent(rng.choice(HEADERS[name])))


def _as_sent(value: str) -> str:
    """The value as a server reads it: each byte is a character."""
    return value if all(each < "\u0100" for each in value) else value.encode().decode("latin-1")


def change_path(request: Request, rng: Random) -> Request:
    """An odd path: another segment, odd percent-encoding, dots and slashes."""
    path, mark, query = request.target.partition("?")
    segments, bit = path.split("/"), rng.choice(PATH_BITS)
    at = rng.randrange(1, len(segments))
    match rng.randrange(9):
        case 0:
            segments[at] = bit
        case 1:
            segments[at] += bit
        case 2:
            segments.append(bit)
        case 3:
            segments[at] = "".join(f"%{ord(each):02x}" for each in segments[at] if ord(each) < 256)
        case 4:
            del segments[at]
        case 5:
            segments[at] = segments[at].upper()
        case 6:
            segments.append("")
        case 7:
            segments[at] = quote(rng.choice(TEXTS), safe="")
        case _:
            segments.insert(at, rng.choice(("", ".", "..", bit)))
    return request._replace(target="/".join(segments) + mark + query if len(segments) > 1 else "/")


def change_query(request: Request, rng: Random) -> Request:
    """A malformed, repeated or unknown parameter."""
    path, _, query = request.target.partition("?")
    bit = rng.choice(QUERY_BITS)
    match rng.randrange(5):
        case 0 if query:
            name = rng.choice(query.split("&")).partition("=")[0]
            bit = f"{name}={quote(str(rng.choice((*TEXTS, *NUMBERS))), safe='')}"
            query = query if rng.random() < 0.3 else ""
        case 1 if query:
            bit = query
        case 2:
            query = ""
    return request._replace(target=f"{path}?{query}&{bit}" if query else f"{path}?{bit}")


def change_method(request: Request, rng: Random) -> Request:
    """Another method."""
    return request._replace(method=rng.choice(METHODS))


def change_token(request: Request, rng: Random) -> Request:
    """A token that is almost the right one, or none."""
    token = request.token or "x"
    changed = rng.choice(
        (
            token[:-1],
            token + "x",
            token.swapcase(),
            token + " ",
            "",
            word(rng),
            token + "\xff",
            f" {token}",
            f"{token},{token}",
        )
    )
    return request._replace(token=None).with_header("Authorization", f"Bearer {changed}")


BODY: tuple[Mutation, ...] = (
    change_value,
    change_value,
    change_value,
    change_twice,
    change_text,
    change_bytes,
    compress,
)
ANYWHERE: tuple[Mutation, ...] = (
    change_header,
    change_header,
    change_header,
    change_path,
    change_query,
    change_query,
    change_method,
    change_token,
)


def mutate(request: Request, rng: Random) -> Request:
    """The request with one or two faults, or with something unusual that is none."""
    for _ in range(1 if rng.random() < 0.8 else 2):
        if request.operation == "verifyLog" and rng.random() < 0.8:
            mutation: Mutation = rng.choice((change_lines, forge))
        else:
            mutation = rng.choice(BODY if request.body and rng.random() < 0.6 else ANYWHERE)
        with suppress(
            RecursionError, ValueError, TypeError, OverflowError
        ):  # the first fault was one that our own parser does not read
            request = mutation(request, rng)
    return request
