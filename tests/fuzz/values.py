"""Values for requests: such as a schema describes, and such as nobody expects."""

import json
import re
from collections.abc import Mapping
from random import Random
from typing import Any

Json = Any
TEXTS = (
    "", " ", "a", "Ada", "\x00", "a\x00b", "\n", "\r\nX-Evil: 1", "\t", "é", "Ł", "ß", "İ", "ﬀ", "e\u0301",
    "👩\u200d👩\u200d👧", "\u202egnp.exe", "\u200b", "\ufeff", "\uffff", "\U0010ffff", "١٢٣", "²", "Ⅷ", "ｆｕｌｌ",
    "null",
    "true", "NaN", "-1", "0", "1e9", "0x10", "1_000", " 1", "1 ", "+1", "../../etc/passwd", "..", ".", "/", "//",
    "%00", "%2e%2e%2f", "%", "%zz", "{}", "[]", "[object Object]", "<script>alert(1)</script>", "' OR 1=1 --", '"',
    "\\", "\\u0000", "${jndi:ldap://x}", "{{7*7}}", "*", "?", "#", "&", "=", ";", ",", ":", "@", "@ada", "@me", "me",
    "none", "bot:random", "bot:", "service", "empire", "wind-turbines.1", "wind-turbines.99", "general", "x" * 33,
    "x" * 81, "x" * 129, "x" * 5000, "9" * 16, "9" * 20, "9" * 400, "a-b", "a_b", "A" * 40, "2026-11", "2026-13",
    "0001-1-1", "1790000000000-zzzzzzzz", "9999999999999-a", "0-0", "0000000000000-0", "\u0661\u0662", "K", "ſ",
    "\u2028", "\x7f", "\x1b[31m", "\x85", "\xa0",
)  # fmt: skip
"""Half of a surrogate pair cannot stand in a text of JSON that is sent; `mutations` writes it as an escape."""
NUMBERS = (
    0, -0.0, 1, -1, 2, 3, 4, 5, 6, 7, 63, 64, 65, 127, 128, 255, 256, 1000, 1001, 9999, 10_000, 2**31 - 1, 2**31,
    -(2**31), 2**32, 2**53 - 1, 2**53, 2**53 + 1, -(2**53), 2**63 - 1, 2**63, 2**64, 10**18, 10**30, 0.5, 1.0, 1.5,
    -1.5, 1e-9, 1e300, -1e300, 5e-324, 1e15, 1e16, 3.0000000000000001,
)  # fmt: skip
OTHERS = (
    None,
    True,
    False,
    [],
    {},
    [[]],
    [None],
    {"": None},
    [{}],
    {"type": "ready"},
    [0] * 70,
    {"a": {"a": {"a": {}}}},
)


def hostile(rng: Random) -> Json:
    """A value that is probably wrong, wherever it stands."""
    return rng.choice(rng.choice((TEXTS, NUMBERS, OTHERS)))


class Values:
    """Values that fit schemas. `hints`: name of a property or parameter → function that may know better."""

    def __init__(self, components: Mapping[str, Any], hints: Mapping[str, Any]) -> None:
        self._schemas = components["schemas"]
        self._hints = hints

    def fitting(self, schema: Mapping[str, Any], rng: Random, name: str = "", depth: int = 0) -> Json:
        """A value that the schema describes, as a rule."""
        hint = self._hints.get(name)
        if hint is not None and (found := hint(rng)) is not None:
            return found
        if "$ref" in schema:
            return self.fitting(self._schemas[schema["$ref"].rsplit("/", 1)[1]], rng, name, depth)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return rng.choice(schema["enum"])
        for choice in ("anyOf", "oneOf"):
            if choice in schema:
                return self.fitting(rng.choice(schema[choice]), rng, name, depth + 1)
        kind = schema.get("type", "object")
        kind = rng.choice(kind) if isinstance(kind, list) else kind
        return self._of_kind(kind, schema, rng, depth)

    def _of_kind(self, kind: str, schema: Mapping[str, Any], rng: Random, depth: int) -> Json:
        match kind:
            case "null":
                return None
            case "boolean":
                return rng.random() < 0.5
            case "integer":
                least, most = schema.get("minimum", -5), schema.get("maximum", 100)
                return rng.choice((least, most, min(most, least + 1), rng.randint(least, min(most, least + 50))))
            case "number":
                return rng.uniform(schema.get("minimum", 0), min(schema.get("maximum", 10), 10))
            case "string":
                return self._text(schema, rng)
            case "array":
                most = min(schema.get("maxItems", 4), 4)
                count = rng.randint(schema.get("minItems", 0), max(most, schema.get("minItems", 0)))
                found = [self.fitting(schema.get("items", {"type": "null"}), rng, "", depth + 1) for _ in range(count)]
                return [*dict.fromkeys(map(json.dumps, found))] and [
                    json.loads(each) for each in dict.fromkeys(map(json.dumps, found))
                ]
            case _:
                required = schema.get("required", ())
                kept = [
                    name
                    for name in schema.get("properties", {})
                    if name in required or rng.random() < (0.4 if depth < 4 else 0.1)
                ]
                return {name: self.fitting(schema["properties"][name], rng, name, depth + 1) for name in kept}

    def _text(self, schema: Mapping[str, Any], rng: Random) -> str:
        least, most = schema.get("minLength", 0), min(schema.get("maxLength", 20), 200)
        for _ in range(4):
            text = rng.choice((rng.choice(TEXTS), word(rng), word(rng)))
            if least <= len(text) <= most and ("pattern" not in schema or re.search(schema["pattern"], text)):
                return text
        return word(rng)[:most] if least <= 8 else "x" * least


def word(rng: Random) -> str:
    """A plain word of eight letters."""
    return "".join(rng.choices("abcdefghjkmnpqrstvwxyz", k=8))
