"""Buckets of an object store: S3 and what speaks like it, Google Cloud Storage, Azure. The library is `obstore`.

It finds keys and endpoints in the environment, under the names of each provider, such as AWS_ACCESS_KEY_ID. It keeps
the threads of the operating system that it needs for itself, so greenlets and forks do not disturb it.
"""

import errno
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from obstore.store import ObjectStore

SCHEMES = ("s3", "gs", "az")
ANSWER_SECONDS, CONNECT_SECONDS = 30, 5
TRIES, TRIES_SECONDS = 2, 5
"""A request that fails at the network, or with a status from 500 on, is tried again: so often, for so long."""
TOOK = re.compile(r" in [0-9.]+[a-zµ]+(, after [^-]*)?(?= +- )")
"""How long a request took, in a message that is otherwise always the same."""
METADATA_HOST = "169.254.169.254"
"""Whom the library asks for keys if the environment has none: machines that Amazon lends find theirs there."""


def is_bucket_url(url: str) -> bool:
    """Whether a URL names a bucket, or a folder in one.

    >>> is_bucket_url("s3://games/archive"), is_bucket_url("file:/games"), is_bucket_url("s3://")
    (True, False, False)
    """
    scheme, separator, rest = url.partition("://")
    return bool(separator) and scheme in SCHEMES and bool(rest.strip("/"))


class Bucket:
    """A bucket, or a folder in one. What is written is there for good once `write` returns."""

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")

    def __str__(self) -> str:
        return self.url

    @cached_property
    def _store(self) -> "ObjectStore":
        """Raises BaseError of the library, for example if this host has no certificates of authorities."""
        from obstore.store import from_url

        return from_url(
            self.url,
            client_options={
                "timeout": f"{ANSWER_SECONDS}s",
                "connect_timeout": f"{CONNECT_SECONDS}s",
                "allow_http": True,  # the operator's endpoint says whether it is
            },
            retry_config={"max_retries": TRIES, "retry_timeout": timedelta(seconds=TRIES_SECONDS)},
        )

    def fault(self) -> str:
        """Why nobody can use it; empty if its names can be read."""
        try:
            next(self.names(), None)
        except OSError as error:
            return str(error.strerror)
        return ""

    def names(self, under: str = "") -> Iterator[str]:
        """The names that begin with a folder, in no order. Raises OSError."""
        with _as_os_errors():
            for page in self._store.list(under or None):
                yield from (each["path"] for each in page)

    def has(self, name: str) -> bool:
        """Whether a name is taken. Raises OSError."""
        try:
            with _as_os_errors():
                self._store.head(name)
        except FileNotFoundError:
            return False
        return True

    def read(self, name: str) -> bytes:
        """All bytes of a name. Raises FileNotFoundError, OSError."""
        with _as_os_errors():
            return bytes(self._store.get(name).bytes())

    def chunks(self, name: str) -> Iterator[bytes]:
        """All bytes of a name, some at a time. Raises FileNotFoundError, OSError."""
        with _as_os_errors():
            for chunk in self._store.get(name):
                yield bytes(chunk)

    def write(self, name: str, content: bytes | Path | Iterator[bytes]) -> None:
        """Write bytes, or the file of a path, in the place of what the name had, which stays until all are there.

        Raises OSError.
        """
        with _as_os_errors():
            self._store.put(name, content)

    def remove(self, names: list[str]) -> None:
        """Remove names; one that is not there is no error. Raises OSError."""
        with _as_os_errors():
            self._store.delete(names)


@contextmanager
def _as_os_errors() -> Iterator[None]:
    """Errors of the library as OSError: their first line says what failed, the others how the library is made."""
    from obstore.exceptions import BaseError, NotFoundError

    try:
        yield
    except NotFoundError:
        raise FileNotFoundError(errno.ENOENT, "there is no such name") from None
    except BaseError as error:
        raise OSError(errno.EIO, _in_a_line(str(error))) from None


def _in_a_line(message: str) -> str:
    """What a message of the library says to an operator: not how long a request took, and no XML.

    >>> _in_a_line("S3 error: Error performing GET http://h/b in 5.2ms - Server returned 404: <?xml …")
    'S3 error: Error performing GET http://h/b - Server returned 404'
    >>> _in_a_line("S3 error: Error performing GET http://h/b in 9.1ms, after 2 retries, max_retries: 2  - no answer")
    'S3 error: Error performing GET http://h/b - no answer'
    """
    if METADATA_HOST in message:
        return "there are no keys in the environment, such as AWS_ACCESS_KEY_ID"
    return TOOK.sub("", message.partition("\n")[0]).partition(": <")[0]
