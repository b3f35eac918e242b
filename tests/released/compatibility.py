"""Whether one openapi.yaml keeps what another one promises.

Both are flattened to statements about operations and components, such as `Seat.empire is required` of an answer. Three
kinds of statements make clients depend on a description:

- what the service promises must stay: operations, answers, the fields that an answer always has, their types;
- what the service demands must not grow: required fields and parameters of requests;
- what the service accepts must not shrink: fields, parameters, words and ranges of requests.

New operations, fields of answers, words of answers and optional parameters break nothing.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

Described = dict[str, Any]
UPPER = ("maximum", "maxLength", "maxItems")
LOWER = ("minimum", "minLength", "minItems")


class Statements(NamedTuple):
    """`promises`, `demands`: sentences. `limits`: bounds of what the service accepts; `-` those of LOWER, negated."""

    promises: frozenset[str]
    demands: frozenset[str]
    limits: dict[str, float]


def breaking_changes(old: Described, new: Described) -> list[str]:
    """What a client of the old description may depend on and the new one does not keep, sorted."""
    before, after = statements(old), statements(new)
    found = [f"no longer: {promise}" for promise in before.promises - after.promises]
    found += [f"new demand: {demand}" for demand in after.demands - before.demands]
    accepted = {promise.removeprefix("accepts ") for promise in before.promises if promise.startswith("accepts ")}
    for name, limit in after.limits.items():
        if limit < before.limits.get(name, float("inf")) and name.rsplit(" ", 1)[0] in accepted:
            found.append(f"narrower: {name}")
    return sorted(found)


def statements(described: Described) -> Statements:
    """Everything that a description states."""
    promises: set[str] = set()
    demands: set[str] = set()
    limits: dict[str, float] = {}
    asked, answered = set[str](), set[str]()
    for path, item in described["paths"].items():
        for method, operation in item.items():
            if method == "parameters":
                continue
            name = operation["operationId"]
            promises.add(f"{method} {path} is {name}")
            if operation["security"]:
                demands.add(f"{name} needs a token")
            for parameter in _resolved(described, [*operation.get("parameters", []), *item["parameters"]]):
                field = f"{name}.{parameter['name']}"
                _add_request_field(field, parameter["schema"], promises, limits, asked)
                if parameter.get("required"):
                    demands.add(f"{field} is required")
            if body := operation.get("requestBody"):
                for media_type, content in body["content"].items():
                    _add_request_field(f"{name}.{media_type}", content["schema"], promises, limits, asked)
            for status, answer in operation["responses"].items():
                if status.startswith("2"):
                    promises.add(f"{name} answers {status}")
                    for media_type, content in answer.get("content", {}).items():
                        promises.add(f"{name} answers {status} {media_type}: {type_of(content['schema'])}")
                        answered |= {*_references(content["schema"])}
    for name in _reachable(described, asked):
        _add_request_component(name, _schema(described, name), promises, demands, limits)
    for name in _reachable(described, answered):
        promises |= {*_answer_component(name, _schema(described, name))}
    return Statements(frozenset(promises), frozenset(demands), limits)


def _add_request_field(
    field: str, schema: Described, promises: set[str], limits: dict[str, float], asked: set[str]
) -> None:
    promises.add(f"accepts {field}")
    promises.add(f"{field} takes {type_of(schema)}")
    promises |= {f"{field} takes the word {word}" for word in schema.get("enum", [])}
    limits |= {f"{field} {bound}": schema[bound] for bound in UPPER if bound in schema}
    limits |= {f"{field} -{bound}": -schema[bound] for bound in LOWER if bound in schema}
    asked |= {*_references(schema)}


def _add_request_component(
    name: str, schema: Described, promises: set[str], demands: set[str], limits: dict[str, float]
) -> None:
    promises |= {f"{name} takes the word {word}" for word in schema.get("enum", [])}
    promises |= {f"{name} takes {reference}" for each in schema.get("oneOf", []) for reference in _references(each)}
    for field, inner in schema.get("properties", {}).items():
        _add_request_field(f"{name}.{field}", inner, promises, limits, set())
    demands |= {f"{name}.{field} is required" for field in schema.get("required", [])}


def _answer_component(name: str, schema: Described) -> Iterator[str]:
    yield f"there is {name}: {type_of(schema)}"
    for field, inner in schema.get("properties", {}).items():
        yield f"in answers {name}.{field} is {type_of(inner)}"
    for field in schema.get("required", []):
        yield f"in answers {name}.{field} is always there"


def type_of(schema: Described) -> str:
    """The type of a schema in a few words; components by name."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[1]
    if "anyOf" in schema:
        return " or ".join(sorted(map(type_of, schema["anyOf"])))
    if "oneOf" in schema:
        return "one of several"
    kind = schema.get("type", "anything")
    kinds = " or ".join(sorted(kind)) if isinstance(kind, list) else str(kind)
    return f"{kinds} of {type_of(schema['items'])}" if "items" in schema else kinds


def _references(schema: Any) -> Iterator[str]:
    """The names of the components that a schema refers to."""
    match schema:
        case {"$ref": str(reference)}:
            yield reference.rsplit("/", 1)[1]
        case dict():
            for inner in schema.values():
                yield from _references(inner)
        case list():
            for inner in schema:
                yield from _references(inner)


def _reachable(described: Described, names: set[str]) -> set[str]:
    found, waiting = set[str](), [*names]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _references(_schema(described, name))
    return found


def _schema(described: Described, name: str) -> Described:
    schema: Described = described["components"]["schemas"][name]
    return schema


def _resolved(described: Described, parameters: list[Described]) -> Iterator[Described]:
    for parameter in parameters:
        if "$ref" in parameter:
            yield described["components"]["parameters"][parameter["$ref"].rsplit("/", 1)[1]]
        else:
            yield parameter
