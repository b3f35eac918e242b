"""Jobs: what workers do. Queues name these four functions as text, so their names and arguments never change.

A job may run twice or be killed at any point: it loads the game, stops when nothing is due, and appends under an
idempotency key.
"""

import os
from functools import cache
from typing import Any

from bots.strategy import View
from service.backend import Backend, open_backend
from service.jobs.bot_turns import play_bots
from service.jobs.decisions import make_decision
from service.jobs.late_bots import play_late_bots
from service.jobs.scores import score_game
from service.settings import read_settings


@cache
def worker_backend() -> Backend:
    """The backend of this worker process."""
    return open_backend(read_settings(os.environ))


def bots(game: str) -> None:
    """Play the bots of a game until it waits for somebody else."""
    play_bots(worker_backend(), game)


def late(game: str) -> None:
    """Play for the bot accounts that took too long."""
    play_late_bots(worker_backend(), game)


def score(game: str) -> None:
    """Append the score of a game whose last round is over."""
    score_game(worker_backend(), game)


def decision(name: str, view: View, budget: tuple[float | None, int | None], seed: str) -> dict[str, Any]:
    """Decide for a table that somebody else keeps."""
    return make_decision(name, view, budget, seed)
