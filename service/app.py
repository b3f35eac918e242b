"""The web application as gunicorn starts it: settings from the environment, a checked backend, the API over both."""

import atexit
import logging
import sys
from collections.abc import Callable
from typing import Any

from gevent import get_hub
from gevent.monkey import get_original
from gevent.threadpool import ThreadPool
from gunicorn.arbiter import Arbiter

from events.archive import READ_AT_ONCE
from service.api.application import build_application
from service.api.current import Application
from service.backend import Backend, StoreDown, check_store, open_backend
from service.redacting import redacted
from service.settings import StartError, load_settings
from service.tracing import start_tracing, traced
from store.breaker import Breaker

logger = logging.getLogger(__name__)
LOOK_SECONDS = 0.25
"""The interval at which a process checks the store. When the store stops, a request waits at most this much longer than
those after it."""

STOP_SECONDS = 2.0


def create_app(backend: Backend | None = None) -> Application:
    """The application over a backend; without one, over a checked backend made from the environment."""
    made = build_application(backend or _backend_from_environment())
    made.wsgi_app = traced(made.wsgi_app)  # type: ignore[method-assign]
    return made


def _backend_from_environment() -> Backend:
    """The backend under watch. If the store is down, the process answers 503 until it is back."""
    try:
        settings = load_settings()
        start_tracing(settings, "web")
        backend = open_backend(settings)
        check_store(backend)
    except StoreDown as error:
        logger.warning("%s", error)
    except StartError as error:
        print(f"wonderful: {redacted(str(error))}", file=sys.stderr, flush=True)
        sys.exit(Arbiter.WORKER_BOOT_ERROR)  # gunicorn's master then ends, too, and makes no other worker
    if backend.archive:
        backend.archive.run = in_threads(READ_AT_ONCE)
    for breaker in {backend.watch, backend.jobs_breaker}:
        _start(breaker)
    return backend


def in_threads(count: int) -> Callable[[Callable[[], Any]], Any]:
    """Runs work in so many threads, while other greenlets go on. What the work raises, its caller gets.

    gevent prints what comes out of a thread, as if nobody handled it.
    """
    pool = ThreadPool(count)

    def outcome(work: Callable[[], Any]) -> tuple[Any, Exception | None]:
        try:
            return work(), None
        except Exception as error:
            return None, error

    def run(work: Callable[[], Any]) -> Any:
        found, error = pool.apply(outcome, (work,))
        if error:
            raise error
        return found

    return run


def _start(breaker: Breaker) -> None:
    """Watch a store from a thread of the operating system until the process ends.

    Requests that compute would delay a greenlet, and it would blame the store for that.
    """
    ended = get_original("_thread", "allocate_lock")()
    ended.acquire()

    def follow(run: Callable[[], None]) -> None:
        run()
        get_hub().destroy()
        ended.release()

    def stop() -> None:
        breaker.stop()
        ended.acquire(timeout=STOP_SECONDS)  # a thread that still runs when Python has ended would abort the process

    start_thread = get_original("_thread", "start_new_thread")
    breaker.start(LOOK_SECONDS, lambda run: start_thread(follow, (run,)))
    atexit.register(stop)
