"""No snippet of a guide goes untried."""

from typing import Any

import pytest

from tests.docs.patterns import match, read
from tests.docs.snippets import Playing, read_commands, read_steps

REQUEST = "```http\nGET /v1/bots\n```\n"
UNREADABLE = {
    "an unknown kind": "```python\nprint()\n```\n",
    "no kind": "```\nGET /v1/bots\n```\n",
    "neither request nor answer": "```http\nBREW /v1/bots\n```\n",
    "a wrong phrase": REQUEST + "```http\n200 Fine\n```\n",
    "not a header": "```http\nGET /v1/bots\nAccept\n```\n",
    "a request that leaves something out": '```http\nPOST /v1/games\n\n{"seats": …}\n```\n',
    "a request without an answer": REQUEST,
    "a request before an answer": REQUEST + REQUEST + "```json\n[]\n```\n",
    "an answer without a request": "```json\n[]\n```\n",
    "a second answer": REQUEST + "```json\n[]\n```\n```json\n[]\n```\n",
    "an indented fence": "- so:\n\n  ```http\n  GET /v1/bots\n  ```\n",
    "an open fence": "```http\nGET /v1/bots\n",
    "an unknown comment": "<!-- Ada waits -->\n",
    "a comment inside a line": "Now <!-- Ada plays {game} to its end --> so.\n",
}


@pytest.mark.parametrize("guide", UNREADABLE.values(), ids=UNREADABLE)
def test_a_snippet_in_no_known_form_is_an_error(guide: str):
    with pytest.raises(AssertionError):
        read_steps(guide)


def test_steps_are_read_in_order():
    guide = f"Text\n{REQUEST}```http\n200 OK\nETag: …\n\n[]\n```\n<!-- Ada plays {{game}} until planning -->\n"
    exchange, playing = read_steps(guide)
    assert exchange.request.path == "/v1/bots"
    assert exchange.answer == (200, {"ETag": "…"}, "[]")
    assert playing == Playing(11, "game", "planning")


def test_a_backslash_continues_a_command_line():
    assert read_commands("```console\none \\\n  --more\ntwo\n```\n") == ["one --more", "two"]


@pytest.mark.parametrize(
    ("shown", "value", "names"),
    [
        ('{"a": 1}', {"a": 1}, {}),
        ('{"a": 1, …}', {"a": 1, "b": 2}, {}),
        ('{"a": …}', {"a": {"b": []}}, {}),
        ("{…}", {"a": 1}, {}),
        ("[…]", [], {}),
        ("[1, …, 4]", [1, 2, 3, 4], {}),
        ("[…, {card}, 3, …]", [1, 2, 3, 4], {"card": "2"}),
        ('"is …!"', "is it!", {}),
        ('"/v1/games/{game}"', "/v1/games/g7", {"game": "g7"}),
        ('["{card}", "{card}"]', ["a", "a"], {"card": "a"}),
        ('{"version": {known}}', {"version": 9}, {}),
    ],
)
def test_a_pattern_fits_and_binds_names(shown: str, value: Any, names: dict[str, str]):
    assert match(read(shown), value, {"known": "9"}) == {"known": "9", **names}


@pytest.mark.parametrize(
    ("shown", "value"),
    [
        ('{"a": 1}', {"a": 1, "b": 2}),
        ('{"a": 1, …}', {"b": 2}),
        ('{"a": 1}', {"a": True}),
        ('{"a": 1}', {"a": 1.0}),
        ("[1]", [1, 2]),
        ("[…, 2]", [1]),
        ("[…]", {}),
        ('"{known}"', "8"),
        ('"{known}"', 9),
        ("{known}", "9"),
        ('["{card}", "{card}"]', ["a", "b"]),
        ('"9…"', "19"),
    ],
)
def test_a_pattern_does_not_fit_another_value(shown: str, value: Any):
    assert match(read(shown), value, {"known": "9"}) is None
