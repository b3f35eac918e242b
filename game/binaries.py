"""The optional compiled build (`make compiled`): whether it is in use, and whether it fits the sources.

The compiled modules lie beside their sources, and Python prefers them. `compiled.sha256` holds the digests that all
sources of `game/` and `bots/` had then. Importing `game` fails if one has changed, so that no stale module is used.
"""

import importlib
from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass
from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).parent.parent
SUMS = Path(__file__).with_name("compiled.sha256")
"""By source a line: its SHA-256, two blanks and its path from ROOT, as `sha256sum` writes them."""


def is_compiled() -> bool:
    """Whether Python uses the compiled rules."""
    spec = find_spec("game.rules")
    return spec is not None and (spec.origin or "").endswith(tuple(EXTENSION_SUFFIXES))


def changed_sources() -> list[str]:
    """The sources that differ from those that were compiled; empty in plain Python."""
    if not is_compiled():
        return []
    if not SUMS.exists():
        return [SUMS.name]
    lines = [line.split("  ", 1) for line in SUMS.read_text("utf-8").splitlines()]
    return [source for digest, source in lines if _digest(ROOT / source) != digest]


def install_fast_constructors(*modules: ModuleType) -> None:
    """Give the named tuples and frozen dataclasses of the modules constructors in C; does nothing in plain Python."""
    if not is_compiled():
        return
    records = importlib.import_module("game._records")
    for module in modules:
        for cls in _classes(module):
            if is_dataclass(cls):
                defaults = {field.name: field.default for field in fields(cls) if field.default is not MISSING}
                records.install_fast_constructors(cls, tuple(field.name for field in fields(cls)), defaults)
            else:
                records.install_fast_constructors(cls, cls._fields, cls._field_defaults)


def _classes(module: ModuleType) -> Iterator[Any]:
    """The named tuples and dataclasses that the module defines."""
    for cls in vars(module).values():
        if isinstance(cls, type) and cls.__module__ == module.__name__ and (is_dataclass(cls) or hasattr(cls, "_make")):
            yield cls


def _digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest() if path.exists() else ""


if _changed := changed_sources():
    raise ImportError(f"{_changed[0]} has changed since it was compiled: run `make compiled`, or `make plain`")
