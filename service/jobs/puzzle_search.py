"""Searching an analysed game for puzzles: a worker judges some of its decisions again, and keeps what is clear."""

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rq.job import Job

import game as rules
from game import State
from projections.games import Loaded
from service.backend import Backend
from service.games.viewers import is_open_to_all
from service.jobs.lanes import FairQueue, account_of
from service.jobs.time_limit import TimeLimitExceeded, time_limit
from service.puzzles.position import position_view
from service.puzzles.store import Facts, Json, Puzzle, Puzzles

if TYPE_CHECKING:
    from bots.analysis.clear_moves import Choice
    from service.puzzles.finding import Found

logger = logging.getLogger(__name__)
LIMIT_SECONDS = 300
"""A search that takes longer is ended. It takes 15 s of CPU at most, of a process that leaves the CPU to others."""
OVERRUN_SECONDS = 10
WAITING_SECONDS = 86_400
"""How long it may wait for a worker."""


def enqueue_search(analysis: Job, game: str, versions: Sequence[int]) -> None:
    """Let a worker search a game, in the lane of its analysis and on its account. `versions`: see `search_game`."""
    FairQueue(analysis.origin, connection=analysis.connection).enqueue_call(
        "service.jobs.puzzles",
        args=(game, list(versions)),
        job_id=f"puzzles-{account_of(analysis.id)}-{game}",
        timeout=LIMIT_SECONDS + OVERRUN_SECONDS,
        result_ttl=0,
        failure_ttl=0,
        ttl=WAITING_SECONDS,
    )


def search_game(backend: Backend, game: str, versions: Sequence[int]) -> None:
    """Keep the puzzles of a game that everybody may see for ever; what ends the search before leaves what it found.

    `versions`: of the decisions to judge, the most promising first.
    """
    loaded = backend.games.load(game)
    is_public = loaded.state.options.visibility == "public"
    if not is_public or not is_open_to_all(loaded.state, backend.accounts.now_ms):
        return
    try:
        with time_limit(LIMIT_SECONDS):
            _search(backend, game, loaded, versions)
    except TimeLimitExceeded:
        logger.warning("the search for puzzles in game %s got too little of the CPU in %d s", game, LIMIT_SECONDS)


def _search(backend: Backend, game: str, loaded: Loaded, versions: Sequence[int]) -> None:
    from service.puzzles.finding import find_puzzles  # it loads numpy

    events = [entry.event for entry in backend.log.read(game, upto=loaded.version)]
    moves = [(version, events[version].seat) for version in versions]  # type: ignore[attr-defined]
    states = [State(), *rules.states(events)]
    seated = backend.accounts.by_ids([seat.player for seat in loaded.state.seats if seat.player])
    players = [player.id for player in seated.values() if not player.deleted]  # nothing is kept for those who left
    for found in find_puzzles(states, moves, loaded.head.hex()):
        Puzzles(backend.redis, backend.keys).keep(_puzzle(game, states[found.version], found), players)


def _puzzle(game: str, state: State, found: "Found") -> Puzzle:
    facts = Facts(found.themes, state.round, state.phase or "", len(state.seats), state.options.side)
    legal = [rules.body(intention) for intention in rules.legal(state, found.seat)]
    view = position_view(state, found.seat)
    return Puzzle(facts, game, found.version, found.seat, view, legal, [*map(_choice, found.choices)])


def _choice(choice: "Choice") -> Json:
    made = {"intention": rules.body(choice.intention), "value": round(choice.value, 2)}
    if choice.plan:
        made["plan"] = {part: list(cards) for part, cards in choice.plan._asdict().items()}
    return made
