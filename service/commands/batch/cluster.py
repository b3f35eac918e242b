"""A Dask cluster as an engine: tasks go to the workers of a scheduler (`dask.distributed`).

Dask gives the tasks of a lost worker to others. Calls travel as text and bytes, because a scheduler refuses functions
that it cannot import, and so that a worker without this project fails in a way that can be told.
"""

import logging
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager, suppress
from io import BytesIO
from time import monotonic
from typing import Any

import dask
import distributed
from distributed import Client, KilledWorker
from distributed.versions import VersionMismatchWarning

from service.commands.batch.engine import Engine
from service.commands.batch.remote import code_digest, pack, unpack
from service.settings import StartError

LOGGERS = ("distributed", "distributed.client", "tornado", "tornado.application")
"""Those to which Dask gives handlers. What goes wrong is told in one line instead."""
CONNECT_SECONDS = 5.0
LOOK_SECONDS = 2.0
"""The interval at which the workers of the scheduler are checked, while no task finishes."""
PATIENCE_SECONDS = 60.0
"""How long a command waits for a worker when all are gone. A killed one is usually started anew in seconds."""
CALL = "__import__('service.commands.batch.remote', fromlist=['run']).run(call, digest)"
"""What a worker evaluates. `call` is a file in memory: Dask may log arguments, and a file does not show its content."""


@contextmanager
def cluster(address: str) -> Iterator[Engine]:
    """The workers of a scheduler. Leaving the block cancels what has not begun.

    Raises StartError if there is no scheduler, or no worker, or one without the same project and Python.
    """
    for name in LOGGERS:
        logging.getLogger(name).disabled = True
    settings = {"distributed.admin.large-graph-warning-threshold": "1GiB"}
    with dask.config.set(settings), warnings.catch_warnings():
        warnings.simplefilter("ignore", VersionMismatchWarning)  # check_versions tells it in a line
        client = _connect(address)
        try:
            workers = _Workers(client, address)
            workers.check()
            executor = _ClusterExecutor(client)
            try:
                yield Engine(executor, workers.max_submitted, True, workers.watch, workers.everywhere)
            finally:
                executor.cancel()
        finally:
            with suppress(Exception):  # the scheduler may be gone
                client.close(timeout=CONNECT_SECONDS)


def _connect(address: str) -> Client:
    if address.startswith("tls:"):
        _check_certificate()
    try:
        return Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, TimeoutError):
        raise StartError(f"no Dask scheduler answers at {address}") from None
    except Exception as error:  # no Dask, or another version of it
        reason = f"{type(error).__name__}: {error}".splitlines()[0][:200]
        raise StartError(f"the scheduler at {address} cannot be used: {reason}") from None


def _check_certificate() -> None:
    """Raises StartError if Dask's configuration names no usable certificate: its client would hang for a while."""
    try:
        found = distributed.Security().get_connection_args("client").get("ssl_context")
    except (OSError, ValueError, TypeError) as error:  # SSLError is an OSError
        raise StartError(f"the certificates in Dask's configuration cannot be used: {error}") from None
    if found is None:
        variables = ", ".join(
            f"DASK_DISTRIBUTED__COMM__TLS__{name}" for name in ("CA_FILE", "CLIENT__CERT", "CLIENT__KEY")
        )
        raise StartError(f"tls:// needs a certificate: set {variables}")


def own_versions() -> dict[str, str]:
    """What a worker must have, too: tasks and results are made of it."""
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    return {"python": python, "dask": dask.__version__, "distributed": distributed.__version__}


def check_versions(worker: str, versions: Mapping[str, str]) -> None:
    """Raises StartError if a worker has other versions than this command."""
    for package, own in own_versions().items():
        if versions.get(package) != own:
            raise StartError(f"{worker}: the worker has {package} {versions.get(package)}, and this command {own}")


class _Workers:
    """The workers of a scheduler, now and as the command goes on."""

    def __init__(self, client: Client, address: str) -> None:
        self._client = client
        self._address = address
        self._threads = 1
        self._looked = self._seen = monotonic()

    def max_submitted(self) -> int:
        """Two tasks for each thread."""
        return 2 * self._threads

    def check(self) -> None:
        """Raises StartError unless there are workers, all with this Python, this Dask and this project."""
        if not self._count():
            raise StartError(f"the scheduler at {self._address} has no workers: start some with `dask worker`")
        for worker, found in self._client.get_versions()["workers"].items():
            python = ".".join(found["host"]["python"].split(".")[:2])
            check_versions(worker, found["packages"] | {"python": python})
        self.everywhere(_nothing)

    def everywhere(self, function: Callable[[], None]) -> None:
        """Call the function on each worker. Raises StartError with the name of the first one on which it fails."""
        answers = self._client.run(eval, CALL, _names(pack(function)), on_error="return")
        for worker, answer in answers.items():
            try:
                _unpacked(answer)
            except StartError as error:
                raise StartError(f"{worker}: {error}") from None
            except Exception as error:
                raise StartError(f"{worker}: {type(error).__name__}: {error}".splitlines()[0][:400]) from None

    def watch(self) -> None:
        """Look after the workers now and then. Raises StartError when there have been none for long."""
        now = monotonic()
        if now - self._looked < LOOK_SECONDS:
            return
        self._looked = now
        if self._count():
            self._seen = now
        elif now - self._seen > PATIENCE_SECONDS:
            text = f"all workers of {self._address} are gone; run the same command again to resume"
            raise StartError(text)

    def _count(self) -> int:
        """The number of threads of all workers, which bounds what is submitted. Raises StartError."""
        try:
            threads: int = sum(self._client.nthreads().values())
        except Exception:
            raise StartError(f"the scheduler at {self._address} was lost; run the same command again") from None
        self._threads = max(threads, 1)
        return threads


class _ClusterExecutor(Executor):
    """Dask's executor, for packed calls."""

    def __init__(self, client: Client) -> None:
        self._inner = client.get_executor(pure=False)  # pure tasks with equal arguments would run once

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        outer: Future[Any] = Future()
        inner = self._inner.submit(eval, CALL, _names(pack(function, *args, **kwargs)))
        inner.add_done_callback(lambda done: _pass_on(done, outer))
        return outer

    def cancel(self) -> None:
        with suppress(Exception):  # the scheduler may be gone
            self._inner.shutdown(wait=False)


def _pass_on(inner: "Future[Any]", outer: "Future[Any]") -> None:
    if inner.cancelled():
        outer.set_exception(CancelledError())
        return
    try:
        outer.set_result(_unpacked(inner.exception() or inner.result()))
    except Exception as error:
        outer.set_exception(error)


def _unpacked(answer: Any) -> Any:
    """The result in the answer of a worker. Raises StartError, or what the function raised."""
    if isinstance(answer, (ModuleNotFoundError, AttributeError)):
        raise StartError(f"the worker lacks this project, or has another version of it ({answer})")
    if isinstance(answer, KilledWorker):
        text = "a task ended several workers, perhaps for lack of memory; run the same command again to resume"
        raise StartError(text)
    if isinstance(answer, BaseException):
        raise answer
    return unpack(answer)


def _names(call: bytes) -> dict[str, Any]:
    """The names that CALL uses."""
    return {"call": BytesIO(call), "digest": code_digest()}


def _nothing() -> None:
    """Does nothing: that it can be called shows that a worker has the project."""
