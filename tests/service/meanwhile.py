"""Lost races, each in the order that loses: what another process does between two steps of this one."""

from collections.abc import Callable
from pkgutil import resolve_name
from typing import Any

import pytest


def meanwhile(monkeypatch: pytest.MonkeyPatch, target: str, act: Callable[[], object]) -> None:
    """Do something right before the program next calls a function. `target`: its dotted name, where it is called."""
    called = resolve_name(target)

    def late(*args: Any, **more: Any) -> Any:
        monkeypatch.setattr(target, called)
        act()
        return called(*args, **more)

    monkeypatch.setattr(target, late)
