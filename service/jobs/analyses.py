"""Analyses of finished games: a worker makes one and keeps it with the game."""

import logging
from collections.abc import Sequence

import game as rules
from bots.analysis import Decision, is_learned
from projections.games import Loaded
from service.accounts import Player
from service.analysis.document import Document, make_document
from service.analysis.store import WAITING_SECONDS, AnalysisStore, Progress
from service.backend import Backend
from service.games.viewers import is_revealed
from service.jobs.lanes import Room
from service.jobs.queues import Queues
from service.jobs.time_limit import TimeLimitExceeded, time_limit

logger = logging.getLogger(__name__)
LANE = "long_decisions"
"""It may keep people waiting: no game waits for it."""
ROOM = Room(own=3, crowd=12, most=60)
"""How many analyses and long decisions may wait."""
LIMIT_SECONDS = 300
"""An analysis that takes longer is ended. It takes 13 s of CPU at most, of a process that leaves the CPU to others."""
OVERRUN_SECONDS = 10
"""How much later RQ ends the job itself."""
MAX_EVENTS = 2048
"""A longer game is not analysed. Four seats of people and bots make about 560 events."""
NOTED_EVERY = 10
"""Decisions between two notes of the progress."""


def can_analyse(state: rules.State) -> bool:
    """Whether a finished game can be analysed: `master` has learned its kind, and it is not too long."""
    return is_learned(state) and state.version <= MAX_EVENTS


class Analyses:
    """The analyses of games: those that are kept, and those that workers make."""

    def __init__(self, queues: Queues, kept: AnalysisStore) -> None:
        self._queues, self._kept = queues, kept

    def read(self, game: str, head: bytes) -> Document | Progress | None:
        """The analysis of the game with this head, or how far it is; None if nobody has asked for it."""
        return self._kept.read(game, head)

    def kept(self, games: Sequence[str]) -> list[bytes | None]:
        """See AnalysisStore."""
        return self._kept.kept(games)

    def ask(self, player: Player, game: str) -> None:
        """Let a worker analyse a game, unless one does so already. Raises LaneFull."""
        queue = self._queues.lanes[LANE]
        queue.check_room(player.id, ROOM)
        if self._kept.begin(game):
            try:
                queue.enqueue_call(
                    "service.jobs.analysis",
                    args=(game,),
                    job_id=f"analysis-{player.id}-{game}",
                    timeout=LIMIT_SECONDS + OVERRUN_SECONDS,
                    result_ttl=0,
                    failure_ttl=0,
                    ttl=WAITING_SECONDS,
                )
            except BaseException:  # or everybody would be told for WAITING_SECONDS that it is pending
                self._kept.give_up(game)
                raise


def analyse_game(backend: Backend, game: str) -> list[int]:
    """Analyse a finished game and keep its document; what ends the analysis before leaves none.

    Returns the versions at which a move looks so clearly best that the position may make a puzzle.
    """
    kept = AnalysisStore(backend.redis, backend.keys)
    loaded = backend.games.load(game)
    try:
        if is_revealed(loaded.state, backend.accounts.now_ms) and can_analyse(loaded.state):
            with time_limit(LIMIT_SECONDS):
                return _analyse(backend, kept, game, loaded)
    except TimeLimitExceeded:
        logger.warning("the analysis of game %s got too little of the CPU in %d s: it ends", game, LIMIT_SECONDS)
    finally:
        kept.give_up(game)
    return []


def _analyse(backend: Backend, kept: AnalysisStore, game: str, loaded: Loaded) -> list[int]:
    from bots.analysis.timeline import Timeline  # it loads numpy: only workers that analyse need that
    from service.puzzles.finding import promising_versions

    entries = backend.log.read(game, upto=loaded.version)
    timeline = Timeline([entry.event for entry in entries], loaded.head.hex())
    decisions: list[Decision] = []
    for at, decision in enumerate(timeline):
        if at % NOTED_EVERY == 0:
            kept.note(game, Progress(at, len(timeline)))
        decisions.append(decision)
    actors = {each.version: entries[each.version].actor for each in decisions}
    kept.keep(game, loaded.head, make_document(loaded.state, decisions, actors))
    return promising_versions(timeline.states, decisions)
