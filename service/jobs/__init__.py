"""Jobs: what workers do. Queues name these functions as text, so their names and arguments never change.

A job may run twice or be killed at any point: it loads the game, stops when nothing is due, and appends under an
idempotency key.
"""

import logging
import os
from collections.abc import Callable
from functools import cache, wraps
from threading import Event
from typing import Any, Concatenate, ParamSpec, TypeVar

from rq import Retry, get_current_job

from bots.strategy import View
from events import DamagedLog
from service.backend import Backend, open_backend
from service.jobs.analyses import analyse_game
from service.jobs.archiving import archive_some
from service.jobs.bot_turns import play_quick_bots, play_slow_bots
from service.jobs.decisions import make_decision
from service.jobs.departures import leave_games
from service.jobs.expiries import abandon_game, expire_seats
from service.jobs.pictures import Picture, draw_picture
from service.jobs.publishing import publish_some
from service.jobs.puzzle_search import enqueue_search, search_game
from service.jobs.scores import score_game
from service.jobs.verifications import Checked, check_queued
from service.settings import read_settings
from service.webhooks.delivering import deliver
from store.faults import StoreUnavailable

P = ParamSpec("P")
Result = TypeVar("Result")
logger = logging.getLogger(__name__)
STOPPING = Event()
"""Set when this worker process is to stop: a job that may take long ends then."""

REQUEUE = Retry(max=1_000_000_000)
"""What a job returns that has more to do: it waits in its lane again, under its name."""


@cache
def worker_backend() -> Backend:
    """The backend of this worker process."""
    return open_backend(read_settings(os.environ))


def of_a_game(job: Callable[Concatenate[str, P], Result]) -> Callable[Concatenate[str, P], Result | None]:
    """Decorator of a job: it ends where the log of a game is damaged, or the store is away, and the log says so."""

    @wraps(job)
    def run(game: str, /, *args: P.args, **kwargs: P.kwargs) -> Result | None:
        try:
            return job(game, *args, **kwargs)
        except DamagedLog as error:
            logger.error("%s", error)
        except StoreUnavailable as error:
            logger.warning("the job ends, and what it leaves is found again: %s", error)
        return None

    return run


@of_a_game
def bots(game: str) -> Retry | None:
    """Play the quick bots of a game, a slice of time at once, until it waits for somebody else."""
    return REQUEUE if play_quick_bots(worker_backend(), game) else None


@of_a_game
def slow_bots(game: str, since: int) -> Retry | None:
    """Play the slow bots of a game in the phase, step or hand that began at a version, a slice of time at once."""
    return REQUEUE if play_slow_bots(worker_backend(), game, since) else None


@of_a_game
def clock(game: str) -> None:
    """Play for the seats whose time is up."""
    expire_seats(worker_backend(), game)


@of_a_game
def abandon(game: str) -> None:
    """End a game that did not start in time, or in which nobody has moved for long."""
    abandon_game(worker_backend(), game)


@of_a_game
def score(game: str) -> None:
    """Append the score of a game whose last round is over."""
    score_game(worker_backend(), game)


def depart(player: str) -> None:
    """Take a deleted account out of its games."""
    leave_games(worker_backend(), player)


def archive(account: str) -> Retry | None:
    """Move games that have been over for long into the archive, a slice of time at once."""
    return REQUEUE if archive_some(worker_backend()) else None


def publish(account: str) -> Retry | None:
    """Sign the list of finished games, and add those that it lacks, a slice of time at once."""
    return REQUEUE if publish_some(worker_backend()) else None


def count(account: str) -> Retry | None:
    """Count finished games in the explorer, some at once."""
    backend = worker_backend()
    return REQUEUE if backend.explorer.count(backend.clock() * 1000) else None


def decision(name: str, view: View, budget: tuple[float | None, int | None], seed: str) -> dict[str, Any]:
    """Decide for a table that somebody else keeps."""
    return make_decision(name, view, budget, seed)


@of_a_game
def analysis(game: str) -> None:
    """Analyse a finished game. Another job then looks for puzzles in it."""
    promising = analyse_game(worker_backend(), game)
    if promising and (job := get_current_job()):
        enqueue_search(job, game, promising)


@of_a_game
def puzzles(game: str, versions: list[int]) -> None:
    """Look for puzzles in an analysed game."""
    search_game(worker_backend(), game, versions)


def picture(kind: str, subject: str) -> None:
    """Draw the picture of a game, a day or a puzzle, for those who preview its address."""
    job = get_current_job()
    assert job is not None
    draw_picture(worker_backend(), job.connection, Picture(kind, subject))


def verification(player: str, body: str) -> Checked:
    """Verify a log. `player`: who asks. `body`: the key of the log, on the server of the queues."""
    job = get_current_job()
    assert job is not None
    return check_queued(worker_backend(), job.connection, player, body)


def webhooks() -> None:
    """Make and send the messages of all webhooks that are due."""
    deliver(worker_backend(), STOPPING.is_set)
