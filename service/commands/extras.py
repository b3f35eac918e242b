"""The extras that commands need: libraries that are installed on request."""

from importlib.util import find_spec

from service.settings import StartError


def check_installed(module: str, extra: str) -> None:
    """Raises StartError if the module is missing. `extra`: what brings it, of those in pyproject.toml.

    >>> check_installed("json", "train")
    >>> check_installed("missing_here", "train")
    Traceback (most recent call last):
    ...
    service.settings.StartError: missing_here is not installed: run `make extras EXTRAS=train` in the clone
    """
    if find_spec(module) is None:
        raise StartError(f"{module} is not installed: run `make extras EXTRAS={extra}` in the clone")
