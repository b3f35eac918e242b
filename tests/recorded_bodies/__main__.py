"""`make bodies` records again the bodies that openapi.yaml shows. `--check`: only say whether they have changed.

Ids, secrets and times are the same each time, so a difference is a change of the API.
"""

import json
import logging
import secrets
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

FIRST_SECOND = 1_790_000_000
"""When all of it happens, in seconds since 1970: in September 2026."""
STEP_SECONDS = 0.001
"""How much later each question for the time is."""


def main(is_check: bool) -> None:
    """Record, and write the file or compare it."""
    logging.disable(logging.WARNING)  # the server ends before those that listen to it
    rng = Random()
    _repeat_secrets(rng)
    from tests.recorded_bodies.recording import FILE  # only now: it imports the service, which takes them by name

    text = json.dumps(_recorded(rng), ensure_ascii=False, indent=1) + "\n"
    if is_check:
        if text != FILE.read_text("utf-8"):
            sys.exit(f"{FILE.name} is out of date: run `make bodies`")
        return
    FILE.write_text(text, "utf-8")
    print(f"{FILE.name}: {FILE.stat().st_size} bytes")


def _recorded(rng: Random) -> object:
    from service import backend
    from service.run.embedded_redis import ensure_server, stop_server
    from service.settings import read_settings
    from tests.high_limits import HIGH_LIMITS
    from tests.isolation import isolate
    from tests.recorded_bodies.recording import record

    isolate()
    with TemporaryDirectory() as folder:
        server = ensure_server(Path(folder), "everysec")
        rng.seed("bodies")  # only now: each look whether the server answers has drawn some numbers
        try:
            settings = read_settings({"REDIS_URL": server.url} | HIGH_LIMITS)
            backend.store_clock = lambda redis: _repeated_clock()
            return record(backend.open_backend(settings))
        finally:
            stop_server(server)


def _repeated_clock() -> Callable[[], float]:
    told = count()
    return lambda: FIRST_SECOND + next(told) * STEP_SECONDS


def _repeat_secrets(rng: Random) -> None:
    """Let the functions of `secrets` give the same each time."""
    secrets.choice = rng.choice
    secrets.randbits = rng.getrandbits
    secrets.token_bytes = lambda nbytes=32: rng.randbytes(nbytes or 32)
    secrets.token_hex = lambda nbytes=32: rng.randbytes(nbytes or 32).hex()
    secrets.token_urlsafe = lambda nbytes=32: rng.randbytes(nbytes or 32).hex()


if __name__ == "__main__":
    main("--check" in sys.argv)
