"""The texts of errors that the code holds, found in its syntax trees."""

import ast
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from pathlib import Path

from service.run.up import ROOT

FOLDERS = (
    "events",
    "game",
    "projections",
    "service/api",
    "service/games",
    "service/jobs",
    "service/language",
    "service/limits",
    "service/webhooks",
)
TEXT_ARGUMENT = {"Problem": 1, "Refused": 1, "ValidationError": 0, "BadUrl": 0}
"""Which argument is the text, by what is called."""


@lru_cache
def trees() -> dict[Path, ast.Module]:
    """Every file of the service, parsed."""
    paths = chain.from_iterable((ROOT / folder).rglob("*.py") for folder in FOLDERS)
    return {path: ast.parse(path.read_text("utf-8")) for path in paths}


@lru_cache
def _calls() -> dict[str, list[ast.Call]]:
    """Every call, by the name of what is called."""
    found: dict[str, list[ast.Call]] = {}
    for tree in trees().values():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                found.setdefault(called(node), []).append(node)
    return found


def calls(name: str) -> list[ast.Call]:
    """Every call of what has this name."""
    return _calls()[name]


def called(call: ast.Call) -> str:
    """The name of what is called, without the module `rules`; empty if it is no plain name."""
    match call.func:
        case ast.Name(name) | ast.Attribute(ast.Name("rules"), name):
            return name
    return ""


def codes() -> set[str]:
    """The literal first arguments of all Refused(...) and Problem(...)."""
    found = [call.args[0] for name in ("Problem", "Refused") for call in calls(name)]
    return {argument.value for argument in found if isinstance(argument, ast.Constant)}


def codes_from_data() -> set[str]:
    """The first arguments that are no literals."""
    found = [call.args[0] for name in ("Problem", "Refused") for call in calls(name)]
    return {ast.unparse(argument) for argument in found if not isinstance(argument, ast.Constant)}


def templates() -> set[str]:
    """The texts in all Message(...) and translate(...), without words that come from data."""
    found = [call.args[0] for name in ("Message", "translate") for call in calls(name)]
    return {argument.value for argument in found if isinstance(argument, ast.Constant)}


def words_from_data() -> set[str]:
    """The expressions from which a Message(...) takes its text, if it is no literal."""
    found = [call.args[0] for call in calls("Message")]
    return {ast.unparse(argument) for argument in found if not isinstance(argument, ast.Constant)}


def plain_values() -> set[str]:
    """The values of all Message(...) that are literal texts."""
    found = [keyword.value for call in calls("Message") for keyword in call.keywords]
    return {value.value for value in found if isinstance(value, ast.Constant)}


def plain_texts() -> set[str]:
    """The details and faults that are literals. Raises AssertionError for one that was put together from values."""
    nodes = chain.from_iterable(ast.walk(tree) for tree in trees().values())
    return set().union(*[plain_texts_of(node) for node in nodes if isinstance(node, ast.FunctionDef)]) - {""}


def plain_texts_of(function: ast.FunctionDef) -> set[str]:
    """The same of one function."""
    return set().union(*[_literals(text, function) for text in _texts(function)])


def _texts(function: ast.FunctionDef) -> Iterator[ast.expr]:
    """The expressions of the function that are details or faults."""
    for node in ast.walk(function):
        match node:
            case ast.Call(args=arguments) if (at := TEXT_ARGUMENT.get(called(node), len(arguments))) < len(arguments):
                yield arguments[at]
                if called(node) == "Refused" and isinstance(arguments[-1], ast.List):
                    yield from [fault.elts[1] for fault in arguments[-1].elts if isinstance(fault, ast.Tuple)]
            case ast.Dict(keys=keys, values=values):
                yield from [v for k, v in zip(keys, values, strict=True) if k and ast.unparse(k) == "'detail'"]


def _literals(text: ast.expr, function: ast.FunctionDef) -> set[str]:
    match text:
        case ast.Constant(value=str(literal)):
            return {literal}
        case ast.IfExp(body=one, orelse=other):
            return _literals(one, function) | _literals(other, function)
        case ast.Name(id=name):
            given = [node.value for node in ast.walk(function) if isinstance(node, ast.Assign) and _names(node, name)]
            return set().union(*[_literals(value, function) for value in given])
        case ast.JoinedStr() | ast.BinOp():
            raise AssertionError(f"{function.name}: {ast.unparse(text)} cannot be translated: make it a Message")
        case _:  # a Message, or what another error says
            return set()


def _names(node: ast.Assign, name: str) -> bool:
    return [getattr(target, "id", "") for target in node.targets] == [name]
