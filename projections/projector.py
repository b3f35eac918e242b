"""The projector: follows the feed, keeps snapshots and the lobby up to date, and enqueues the effects that are due."""

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from itertools import islice
from math import inf
from time import monotonic, sleep
from typing import NamedTuple, TypeVar

from redis.exceptions import RedisError

import game as rules
from events import DamagedLog
from events.answering import Answers
from projections.backlog import Backlog
from projections.effects import Effect, due_effects
from projections.feed import Feed, Pointer
from projections.games import Games, Loaded
from projections.lobby import Lobby
from projections.milestones import Milestones
from projections.notices import Notices
from projections.public_list.leaves import leaf_of
from projections.public_list.store import PublicList
from projections.record.result import counts, result_of
from projections.record.store import Record
from projections.snapshots import Snapshots
from store.faults import tell
from store.partial import OUT_OF_REACH

logger = logging.getLogger(__name__)
BUSY_POINTERS, BUSY_PAUSE_SECONDS = 4, 0.01
"""After a read of more pointers than that the projector pauses, so that it folds a fast game less often."""
STEPS_AT_ONCE = 8
"""Games projected, and effects swept, between two reads of the feed: about 20 ms each."""
RETRY_SECONDS = 0.2
"""Pause after an error of the Redis server."""
QUEUES_RETRY_SECONDS = 1.0
"""Pause between two sweeps, and for effects with a time, while only the queues do not answer."""
MAX_WAIT_MS = 500
"""Longest wait for new pointers, and so for a signal to stop."""
MAX_TIMERS = 4
"""How many effects with a time, of each partition, are scheduled between two looks at the feed."""
MAX_RATED_AT_ONCE = 50
"""How many games are rated before the feed is looked at again: about 10 ms. More wait after a late game."""
BUSY_RATING_MS = 1
"""Wait for new pointers while games wait to be rated."""
BUSY_TIMERS_MS, UNANSWERED_TIMERS_MS, NO_TIMER_MS = 20, 100, 1 << 31
"""Wait for the next look at the timers, which asks every partition: after some were due; until the service answers
after the first timer; and without any timer."""
DELIVERIES_SECONDS = 0.5
"""The interval at which the projector looks for webhooks that are due without an event."""
T = TypeVar("T")
Enqueue = Callable[[Effect], float]
"""Schedules an effect, unless it is scheduled already (`service.jobs.queues`). It returns 0, or for how many seconds to
postpone an effect with a time."""
WorkingOn = Callable[[str, str], AbstractContextManager[Callable[[], None]]]
"""A block that projects a game, and on whose behalf: the cause of its newest pointer. It says if it failed."""


class Deliveries(NamedTuple):
    """Webhooks. `are_due`: whether messages are to be made or sent now. `schedule`: the job that does it."""

    are_due: Callable[[], bool] = lambda: False
    schedule: Callable[[], None] = lambda: None


class Projector:
    """Projects games. Every method may be repeated without harm."""

    def __init__(
        self,
        games: Games,
        snapshots: Snapshots,
        lobby: Lobby,
        enqueue: Enqueue,
        notices: Notices | None = None,
        other_effects: Callable[[], Iterable[Effect]] = tuple,
        record: Record | None = None,
        deliveries: Deliveries | None = None,
        milestones: Milestones | None = None,
        public_list: PublicList | None = None,
        *,
        now: Callable[[], float],
        answers: Callable[[], Answers] = Answers,
    ) -> None:
        """`other_effects`: what each sweep schedules beside the effects of games, derived from the store.

        `now`: the clock of the store, in seconds since 1970. `answers`: reads when the service answered.
        """
        self._games = games
        self._snapshots = snapshots
        self._lobby = lobby
        self._enqueue = enqueue
        self._notices = notices
        self._other_effects = other_effects
        self._record = record
        self._public_list = public_list
        self._may_rate = True
        self._queues_answer = True
        self._milestones = milestones
        self._now = now
        self._read_answers = answers
        self._outages: tuple[rules.Outage, ...] = ()
        self._deliveries = deliveries or Deliveries()
        self._damaged: set[str] = set()
        self.has_swept = False
        """Whether the newest sweep came to its end: the queues took everything."""
        self._next_timer_ms = 0.0
        self.has_sooner_timer = False
        """Whether a timer that was set since the last look is due before all that were seen then."""

    def project(self, game: str) -> rules.State:
        """Bring the game's projections to its newest version and schedule its effect; returns the newest state.

        A game whose log is damaged is left as it is: the log says it once, and nothing is due in it.
        """
        try:
            return self._project(game)
        except DamagedLog as error:
            self._tell_of_damage(error)
            return rules.State()

    def _project(self, game: str) -> rules.State:
        loaded = self._games.load(game)
        if not loaded.version:
            return loaded.state
        self._damaged.discard(game)
        effects = due_effects(game, loaded, self._outages)
        self._snapshots.save(game, loaded, effects)
        if effects.timed and effects.timed.after_ms < self._next_timer_ms:
            self.has_sooner_timer = True
        if effect := effects.at_once:
            self._schedule(effect)
        if self._milestones:
            self._milestones.keep_up(game, loaded.state)
        self._update_global_indexes(game, loaded)
        return loaded.state

    def _update_global_indexes(self, game: str, loaded: Loaded) -> None:
        """Update what is stored over all games. It comes last: on a cluster, another primary may have it."""
        self._lobby.save(game, loaded)
        self._add_to_record(game, loaded)
        self._add_to_list(game, loaded)
        if self._notices and self._notices.send(game, loaded.state):
            self._deliver()

    def _add_to_record(self, game: str, loaded: Loaded) -> None:
        """Add a game to the record once it has finished, and rate it. This reads its whole log."""
        if self._record is None or not counts(loaded.state):
            return
        if self._record.has(game) or self._lobby.is_imported(game):
            return
        [(_, entries)] = self._games.load_with_entries({game: 0})
        self._record.add(result_of(game, entries))
        self._may_rate = True
        self.rate()

    def _add_to_list(self, game: str, loaded: Loaded) -> None:
        """Add a game to the public list once it has finished."""
        if self._public_list is None or loaded.state.status != "finished" or self._lobby.is_imported(game):
            return
        self._public_list.add(leaf_of(loaded))

    def rate(self) -> bool:
        """Rate some of the games that wait for it; returns whether more may be left."""
        if self._may_rate and self._record:
            self._may_rate = self._record.rate(MAX_RATED_AT_ONCE)
        return self._may_rate

    def sweep(self) -> Iterator[None]:
        """Schedule every stored effect that is due at once and has no live job, one at each step.

        Each projection derives them from the state again. The sweep ends early when the queues do not answer.
        """
        self.has_swept = False
        self._may_rate = True  # another process may have died before it rated what it added
        for effect in self._snapshots.due_effects():
            if self._schedule(effect):
                return
            yield
        for effect in self._other_effects():
            if self._schedule(effect):
                return
            yield
        self.has_swept = True

    def run_timers(self, again_seconds: float) -> int:
        """Schedule the effects whose time has come; returns the milliseconds until the next is due.

        A scheduled effect is due again after `again_seconds`, unless the game has moved on by then. A postponed one is
        due when its wait is over. Nothing is due before the service has answered after its time.
        """
        answers = self._read_answers()
        self._note_outages(answers.outages)
        self.has_sooner_timer = False
        next_ms, now_ms = min(self._snapshots.next_timers_ms(), default=inf), self._now() * 1000
        self._next_timer_ms = next_ms
        if next_ms == inf:
            return NO_TIMER_MS
        if next_ms > now_ms:
            return int(next_ms - now_ms) + 1
        known_ms = answers.known_until(now_ms)
        if next_ms > known_ms:
            return UNANSWERED_TIMERS_MS
        taken_ms, may_ask = now_ms + again_seconds * 1000, True
        for effect in self._snapshots.take_timers(known_ms, taken_ms, MAX_TIMERS):
            due_ms = self._due_ms(effect)
            if due_ms > known_ms:
                self._snapshots.postpone_timer(effect.game, taken_ms, due_ms)
                continue
            wait_seconds = self._schedule(effect) if may_ask else QUEUES_RETRY_SECONDS
            may_ask = self._queues_answer
            if wait_seconds:
                self._snapshots.postpone_timer(effect.game, taken_ms, now_ms + wait_seconds * 1000)
        return BUSY_TIMERS_MS

    def _note_outages(self, outages: tuple[rules.Outage, ...]) -> None:
        """After an outage, look at all games whose clocks run: it is to be given back to them."""
        if outages and outages != self._outages:
            self._snapshots.recall_timers(outages[-1].to_ms)
        self._outages = outages

    def _due_ms(self, effect: Effect) -> int:
        """When an effect with a time is due (ms since 1970), which may have changed with an outage."""
        if not self._outages:
            return effect.after_ms
        timed = due_effects(effect.game, self._games.load_sound(effect.game), self._outages).timed
        return timed.after_ms if timed else effect.after_ms

    def run_deliveries(self) -> None:
        """Schedule webhooks that are due: the queues may have lost their job, or a message is to be sent again."""
        if self._deliveries.are_due():
            self._deliver()

    def _deliver(self) -> None:
        try:
            self._deliveries.schedule()
        except RedisError as error:
            self._tell_of_queues(error)

    def invalidate_cache(self) -> None:
        """Store everything again that is projected from now on: a restarted server may have lost its last second.

        It then hands out again the pointers of the games that it has lost.
        """
        self._lobby.forget_saved()

    def _schedule(self, effect: Effect) -> float:
        """Enqueue the effect; returns 0, or after how many seconds to try again.

        An effect that cannot be enqueued for another reason waits for the next sweep.
        """
        seconds = 0.0
        try:
            seconds = self._enqueue(effect)
        except RedisError as error:
            self._tell_of_queues(error)
            return QUEUES_RETRY_SECONDS
        except DamagedLog as error:
            self._tell_of_damage(error)
        except Exception:
            logger.exception("%s could not be enqueued", effect.job_prefix)
        self._queues_answer = True
        return seconds

    def _tell_of_damage(self, error: DamagedLog) -> None:
        """Log that a game's log is damaged, once until it is sound."""
        if error.game not in self._damaged:
            self._damaged.add(error.game)
            logger.error("%s", error)

    def _tell_of_queues(self, error: RedisError) -> None:
        """Log that the queues do not answer, once until they do."""
        if self._queues_answer:
            self._queues_answer = False
            logger.warning("bots, clocks, scores and webhooks wait: the queues do not answer: %s", error)


class Attempts:
    """What a round of the projector does, each step alone. On a cluster one that fails leaves the others to go on."""

    def __init__(self, go_on: bool) -> None:
        self._go_on = go_on
        self._failed = ""

    def do(self, step: Callable[[], T], otherwise: T) -> T:
        """What the step returns; `otherwise` if the primary that it needs is out of reach."""
        try:
            return step()
        except OUT_OF_REACH as error:
            if not self._go_on:
                raise
            self._tell(error)
            return otherwise

    def _tell(self, error: RedisError) -> None:
        """Log the error, unless the last one was the same."""
        if str(error) != self._failed:
            self._failed = str(error)
            logger.warning("a part of the store does not answer, the others go on: %s", error)


def follow(
    projector: Projector,
    feed: Feed,
    sweep_seconds: float,
    stopped: Callable[[], bool],
    working_on: WorkingOn = lambda game, cause: nullcontext(lambda: None),
) -> None:
    """Project what the feed points to until `stopped()`; at the start and every `sweep_seconds` recover lost work.

    A game whose projection fails stays unacknowledged, and the next sweep tries it again.
    """
    backlog, idle_ms, is_away = Backlog(), 0, False
    next_sweep = next_timers = next_deliveries = monotonic()
    sweep: Iterator[None] | None = None
    attempts = Attempts(feed.fails_by_partition)
    while not stopped():
        try:
            if monotonic() >= next_sweep:
                feed.join()
                if not backlog.is_full:
                    backlog.add(feed.reclaim(idle_ms))
                feed.trim()
                next_sweep, idle_ms = monotonic() + sweep_seconds, int(sweep_seconds * 1000 / 2)
                sweep = sweep or projector.sweep()  # one that takes longer goes on
            if sweep and attempts.do(partial(_next_steps, sweep), 0) < STEPS_AT_ONCE:
                sweep = None
                if not projector.has_swept:
                    next_sweep = monotonic() + min(sweep_seconds, QUEUES_RETRY_SECONDS)
            if monotonic() >= next_deliveries:
                next_deliveries = monotonic() + DELIVERIES_SECONDS
                attempts.do(projector.run_deliveries, None)
            if projector.has_sooner_timer or monotonic() >= next_timers:
                timer_ms = attempts.do(partial(projector.run_timers, sweep_seconds), MAX_WAIT_MS)
                next_timers = monotonic() + min(timer_ms, MAX_WAIT_MS) / 1000
            timer_ms = max(0, int((next_timers - monotonic()) * 1000) + 1)
            rating_ms = BUSY_RATING_MS if attempts.do(projector.rate, False) else MAX_WAIT_MS
            wait_ms = min(MAX_WAIT_MS, int(sweep_seconds * 1000), timer_ms, rating_ms)
            found = {} if backlog.is_full else feed.wait(0 if backlog or sweep else wait_ms)
            if feed.has_reconnected():
                projector.invalidate_cache()
            backlog.add(found)
            _project_some(projector, feed, backlog, attempts, working_on)
            if not backlog and sum(map(len, found.values())) > BUSY_POINTERS:
                sleep(BUSY_PAUSE_SECONDS)
            is_away = False
        except RedisError as error:
            if not is_away:
                logger.warning("%s; trying again", tell(error))
            is_away = True
            projector.invalidate_cache()
            sleep(RETRY_SECONDS)
            next_sweep, sweep = monotonic(), None  # pointers that the server was about to hand out may be lost


def _next_steps(sweep: Iterator[None]) -> int:
    """Go on with a sweep; how many steps it has made."""
    return len([*islice(sweep, STEPS_AT_ONCE)])


def _project_some(
    projector: Projector, feed: Feed, backlog: Backlog, attempts: Attempts, working_on: WorkingOn
) -> None:
    """Project at most STEPS_AT_ONCE games of the backlog."""
    done: list[Pointer] = []
    for _ in range(STEPS_AT_ONCE):
        if (due := backlog.take()) is None:
            break
        began, state = monotonic(), None
        with working_on(due.game, due.pointers[-1].cause) as failed:
            try:
                state = attempts.do(partial(projector.project, due.game), None)
                if state is None:  # a sweep claims the pointers again
                    projector.invalidate_cache()
                else:
                    done += due.pointers
            except RedisError:
                raise  # a sweep claims the pointers again
            except Exception:
                failed()
                logger.exception("game %s could not be projected", due.game)
            finally:
                backlog.count(due, monotonic() - began, state)
    if done:
        feed.acknowledge(done)
