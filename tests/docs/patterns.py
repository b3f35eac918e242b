"""Answers as a guide shows them: `…` for what is left out, `{name}` for a value that comes back later.

>>> match(read('{"id": "{game}", "hand": ["{card}", …], …}'), {"id": "g7", "hand": ["a", "b"], "round": 1}, {})
{'game': 'g7', 'card': 'a'}
>>> match(read('{"id": "{game}"}'), {"id": "g8"}, {"game": "g7"}) is None
True
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

Names = Mapping[str, str]

LEFT_OUT = "…"
_NUMBER = "number "
"""Stands before a placeholder that has no quotes: `{version}`."""
_TOKENS = re.compile(r'"(?:[^"\\]|\\.)*"|\{\w+\}|…')
_PARTS = re.compile(r"(\{\w+\}|…)")


def read(shown: str) -> Any:
    """The pattern of a JSON text with `…` and placeholders. Raises json.JSONDecodeError."""
    return json.loads(_TOKENS.sub(lambda token: _as_json(token, shown), shown))


def match(pattern: Any, value: Any, names: Names) -> Names | None:
    """The names, with those that the pattern binds to parts of the value; None if the value is another one."""
    match pattern:
        case dict():
            return _match_object(pattern, value, names)
        case list():
            return _match_list(pattern, value, names) if isinstance(value, list) else None
        case str():
            return match_text(pattern, value, names)
        case _:
            return names if type(pattern) is type(value) and pattern == value else None


def match_text(pattern: str, value: Any, names: Names) -> Names | None:
    """As `match`, for a text: of JSON, of a header or of a body."""
    if pattern == LEFT_OUT:
        return names
    if pattern.startswith(_NUMBER):
        pattern, value = pattern.removeprefix(_NUMBER), str(value) if type(value) is int else None
    if not isinstance(value, str):
        return None
    expression, new = "", set[str]()
    for part in _PARTS.split(pattern):
        name = part[1:-1] if _PARTS.fullmatch(part) else ""
        if part == LEFT_OUT:
            expression += ".*"
        elif not name:
            expression += re.escape(part)
        elif name in names:
            expression += re.escape(names[name])
        else:
            expression += f"(?P={name})" if name in new else f"(?P<{name}>.+)"
            new.add(name)
    found = re.fullmatch(expression, value, re.DOTALL)
    return {**names, **found.groupdict()} if found else None


def fill_in(text: str, names: Names) -> str:
    """The text with values for its placeholders. Raises KeyError for one that no answer has bound."""
    return re.sub(r"\{(\w+)\}", lambda placeholder: names[placeholder[1]], text)


def _as_json(token: re.Match[str], shown: str) -> str:
    text = token[0]
    if text.startswith('"'):
        return text
    if text != LEFT_OUT:
        return json.dumps(f"{_NUMBER}{text}")
    is_value = shown[: token.start()].endswith(": ")
    ends_object = shown[token.end() :].lstrip().startswith("}")
    return '"…": "…"' if ends_object and not is_value else '"…"'


def _match_object(pattern: Mapping[str, Any], value: Any, names: Names) -> Names | None:
    """Without `…` the value has no other fields."""
    shown = {key: part for key, part in pattern.items() if key != LEFT_OUT}
    if not isinstance(value, dict) or not shown.keys() <= value.keys():
        return None
    if LEFT_OUT not in pattern and len(shown) < len(value):
        return None
    found: Names | None = names
    for key, part in shown.items():
        found = None if found is None else match(part, value[key], found)
    return found


def _match_list(patterns: Sequence[Any], values: Sequence[Any], names: Names) -> Names | None:
    """`…` stands for any number of items, also none."""
    if not patterns:
        return None if values else names
    if patterns[0] == LEFT_OUT:
        rests = (values[start:] for start in range(len(values) + 1))
        return next((found for rest in rests if (found := _match_list(patterns[1:], rest, names)) is not None), None)
    if not values:
        return None
    found = match(patterns[0], values[0], names)
    return None if found is None else _match_list(patterns[1:], values[1:], found)
