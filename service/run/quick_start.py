"""A start without looks for garbage: a process makes hundreds of thousands of objects, of which it keeps nearly all."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_garbage_collection() -> Iterator[None]:
    """A block that imports a program, with a sixth less CPU. What there is at its end is never looked at again."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
