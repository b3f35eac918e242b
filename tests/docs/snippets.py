"""The steps of a guide: its fenced blocks, read strictly, so that no snippet goes untried.

| block | what it is |
|---|---|
| `http`, first line `GET /path` | a request, then headers, an empty line and a body |
| `http`, first line `200 OK` | the answer to the request before it |
| `json` | the body of the answer to the request before it, which is a success |
| `console` | a command line |
| `<!-- Ada plays {game} until planning -->` | what happens between two requests; or `to its end` |
| `<!-- the time of {game} is up -->` | the time of all seats that the game waits for is up |
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from werkzeug.http import HTTP_STATUS_CODES

REQUEST_LINE = re.compile(r"(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) (/\S*)")
STATUS_LINE = re.compile(r"([1-5]\d\d) ([A-Z].*)")
HEADER_LINE = re.compile(r"([A-Z][A-Za-z-]*): (\S.*)")
PLAYING = re.compile(r"<!-- Ada plays \{(\w+)\} (?:until (\w+)|to its end) -->")
TIME_UP = re.compile(r"<!-- the time of \{(\w+)\} is up -->")
BLOCK = re.compile(r"^```(?P<kind>\w*)\n(?P<text>.*?)\n```$|^(?P<comment><!--.*?-->)$", re.MULTILINE | re.DOTALL)


class Request(NamedTuple):
    """A request; the texts hold placeholders."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: str


class Answer(NamedTuple):
    """What an answer is shown to have. `status`: None for any success. The texts are patterns."""

    status: int | None
    headers: Mapping[str, str]
    body: str


class Exchange(NamedTuple):
    """A request and its answer. `line`: of the request in the guide."""

    line: int
    request: Request
    answer: Answer


class Playing(NamedTuple):
    """Ada's seat of a game plays on. `game`: the name of the placeholder. `until`: a phase; None: the scored end."""

    line: int
    game: str
    until: str | None


class TimeUp(NamedTuple):
    """The time of all seats that a game waits for is up. `game`: the name of the placeholder."""

    line: int
    game: str


class Block(NamedTuple):
    """A fenced block; of kind `comment`: a comment of HTML."""

    line: int
    kind: str
    text: str


Step = Exchange | Playing | TimeUp


def read_steps(guide: str) -> list[Step]:
    """What a reader of the guide does, in order. Raises AssertionError for a snippet in no known form."""
    found: list[Step] = []
    asked: tuple[int, Request] | None = None
    for block in read_blocks(guide):
        message = _read(block)
        if isinstance(message, Answer):
            assert asked, f"line {block.line}: an answer without a request"
            found.append(Exchange(*asked, message))
            asked = None
            continue
        assert not asked, f"line {asked and asked[0]}: a request without an answer"
        if isinstance(message, Request):
            asked = block.line, message
        elif message:
            found.append(message)
    assert not asked, f"line {asked and asked[0]}: a request without an answer"
    return found


def read_commands(guide: str) -> list[str]:
    """The command lines of the guide, without the line breaks that a backslash ends."""
    texts = [block.text for block in read_blocks(guide) if block.kind == "console"]
    return [line for text in texts for line in re.sub(r"\s*\\\n\s*", " ", text).splitlines()]


def read_blocks(guide: str) -> Iterator[Block]:
    """The fenced blocks and comments. Raises AssertionError for one that begins or ends in the middle of a line."""
    rest = BLOCK.sub("", guide)
    assert "```" not in rest, f"a fence that is not at the beginning of a line: {_around(rest, '```')}"
    assert "<!--" not in rest, f"a comment that does not stand alone: {_around(rest, '<!--')}"
    for found in BLOCK.finditer(guide):
        line = guide.count("\n", 0, found.start()) + 1
        yield Block(line, "comment" if found["comment"] else found["kind"], found["comment"] or found["text"])


def _read(block: Block) -> Request | Answer | Playing | TimeUp | None:
    """The block as a step or a part of one; None for command lines."""
    if block.kind == "console":
        return None
    if block.kind == "json":
        return Answer(None, {}, block.text)
    if block.kind == "comment":
        if time_up := TIME_UP.fullmatch(block.text):
            return TimeUp(block.line, time_up[1])
        playing = PLAYING.fullmatch(block.text)
        assert playing, f"line {block.line}: not a comment that the test knows"
        return Playing(block.line, playing[1], playing[2])
    assert block.kind == "http", f"line {block.line}: a snippet of the unknown kind {block.kind!r}"
    head, _, body = block.text.partition("\n\n")
    first, *lines = head.split("\n")
    headers = _read_headers(lines, block.line)
    if request := REQUEST_LINE.fullmatch(first):
        assert "…" not in block.text, f"line {block.line}: a request leaves nothing out"
        return Request(request[1], request[2], headers, body)
    status = STATUS_LINE.fullmatch(first)
    assert status, f"line {block.line}: neither a request nor an answer: {first}"
    assert HTTP_STATUS_CODES[int(status[1])] == status[2], f"line {block.line}: not the phrase of {status[1]}"
    return Answer(int(status[1]), headers, body)


def _read_headers(lines: Sequence[str], first_line: int) -> dict[str, str]:
    found = [HEADER_LINE.fullmatch(line) for line in lines]
    assert all(found), f"line {first_line}: not a header: {lines[found.index(None)] if None in found else ''}"
    return {header[1]: header[2] for header in found if header}


def _around(text: str, mark: str) -> str:
    place = text.index(mark)
    return text[max(0, place - 40) : place + 40]
