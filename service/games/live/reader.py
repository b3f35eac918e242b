"""The reader of a process: it reads a game once for each append, and tells all who follow it.

While it reads, more games may move on: it reads these together, so that it keeps up however slow the store is.
"""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from threading import Lock, Thread
from time import monotonic

from redis.exceptions import RedisError

from events import DamagedLog, Entry
from events.entry import timestamp
from projections.games import Loaded
from service.backend import Backend
from service.games.live.beside import Beside, PresenceStore
from service.games.live.present import Present, union
from service.games.live.schedule import Schedule
from service.games.live.stream import Room, Stream
from service.games.live.update import GameUpdate
from service.games.wakeups import ACCOUNTS, KEEP_ALIVE_SECONDS, Waiter, Wakeups

logger = logging.getLogger(__name__)
CHECK_SECONDS = KEEP_ALIVE_SECONDS
"""The interval at which the reader says again who is there, and looks for changes whose wake-up got lost."""
PAUSE_SECONDS = 0.25
"""Between two checks of a game: many who come and go at once are told together."""
RETRY_SECONDS = 0.5
BATCH_GAMES = 50
"""That are read in one round trip."""


class Reader:
    """Its thread starts with the first stream, after any fork."""

    def __init__(self, backend: Backend, wakeups: Wakeups, beside: PresenceStore) -> None:
        self._backend = backend
        self._wakeups = wakeups
        self._beside = beside
        self._rooms: dict[str, Room] = {}
        self._schedule = Schedule(PAUSE_SECONDS)
        self._waiter = Waiter()
        self._lock = Lock()
        self._thread: Thread | None = None

    def enter(self, stream: Stream, beside: Beside) -> None:
        """Tell the stream all that comes after what it was told. `beside`: as it was just read."""
        with self._lock:
            if self._thread is None:
                self._thread = Thread(target=self._read, name="live", daemon=True)
                self._thread.start()
            room = self._rooms.get(stream.game)
            if room is None:
                room = self._rooms[stream.game] = Room(beside)
                self._wakeups.add(self._waiter, stream.game)
                self._wakeups.add(self._waiter, ACCOUNTS)
            room.streams.add(stream)
            self._schedule.plan(stream.game, monotonic())
        self._waiter.tell(stream.game)  # there may have been an append since the stream was told

    def leave(self, stream: Stream) -> None:
        """Tell the stream nothing more."""
        with self._lock:
            room = self._rooms.get(stream.game)
            if room is None or stream not in room.streams:
                return
            room.streams.discard(stream)
            self._schedule.plan(stream.game, monotonic())
        self._waiter.set()

    def streams(self, game: str | None = None) -> list[Stream]:
        """The streams of a game, or all."""
        with self._lock:
            rooms = [*self._rooms.values()] if game is None else [self._rooms[game]] if game in self._rooms else []
            return [stream for room in rooms for stream in room.streams]

    def present(self, game: str) -> Present:
        """Who follows a game in this process."""
        with self._lock:
            room = self._rooms.get(game)
            return room.present() if room else Present()

    def _games_of(self, accounts: set[str] | None) -> list[str]:
        """The games that these accounts follow here; None: any account."""
        if accounts is not None and not accounts:
            return []  # as nearly always: an append must not cost a look at every stream
        followed = [each for each in self.streams() if accounts is None or each.follower.player.id in accounts]
        return sorted({stream.game for stream in followed})

    def _read(self) -> None:
        while True:
            with self._lock:
                due = self._schedule.next()
            self._waiter.wait(None if due is None else max(0.0, due - monotonic()))
            appended, changed = self._waiter.take_all()
            for some in _in_batches(self._games_of(self._waiter.take_accounts())):
                self._attempt(self._end_dead, some)
            for some in _in_batches(appended or ()):
                self._attempt(self._tell_news, some)
            with self._lock:
                for game in [*self._rooms] if appended is None else changed & self._rooms.keys():
                    self._schedule.plan(game, monotonic())
                due_games = self._schedule.take(monotonic(), BATCH_GAMES)
            if due_games:
                self._attempt(self._check, due_games)

    def _attempt(self, action: Callable[[dict[str, Room]], None], games: Sequence[str]) -> None:
        """Do it for those of the games that have streams; later again if it fails. The reader itself never ends."""
        with self._lock:
            rooms = {game: self._rooms[game] for game in games if game in self._rooms}
        try:
            if rooms:
                action(rooms)
            return
        except RedisError as error:
            if len(parts := self._by_partition(rooms)) > 1 and not self._backend.watch.fault:
                for some in parts:  # a part of the store may be out of reach while the others are not
                    self._attempt(action, some)
                return
            logger.warning("cannot read games for their streams, trying again: %s", error)
        except DamagedLog as error:
            logger.error("%s", error)
            self._end(error.game)
            rooms.pop(error.game, None)
        except Exception:
            logger.exception("unforeseen error while reading games for their streams, trying again")
        with self._lock:
            for game in rooms:
                self._schedule.plan(game, monotonic() + RETRY_SECONDS)

    def _by_partition(self, games: Iterable[str]) -> list[list[str]]:
        found: dict[int, list[str]] = {}
        for game in games:
            found.setdefault(self._backend.keys.partition(game), []).append(game)
        return [*found.values()]

    def _check(self, rooms: dict[str, Room]) -> None:
        """Say who is here, read who is elsewhere, tell the news. Rooms without streams are closed."""
        here = {game: room.present() for game, room in rooms.items()}
        self._beside.store(here, [game for game, room in rooms.items() if here[game] != room.stored])
        for game, room in rooms.items():
            room.stored = here[game]
        with self._lock:
            for game in [game for game, room in rooms.items() if not room.streams]:
                del self._rooms[game], rooms[game]
                self._schedule.forget(game)
                self._wakeups.remove(self._waiter, game)
                if not self._rooms:
                    self._wakeups.remove(self._waiter, ACCOUNTS)
            for game in rooms:
                self._schedule.plan(game, monotonic() + CHECK_SECONDS)
        if rooms:
            self._end_dead(rooms)
            for room, beside in zip(rooms.values(), self._beside.read([*rooms]), strict=True):
                room.beside = beside
            self._tell_news(rooms)

    def _end_dead(self, rooms: dict[str, Room]) -> None:
        """End the streams whose tokens are good no more."""
        streams = [stream for game in rooms for stream in self.streams(game) if stream.follower.access]
        accesses = [stream.follower.access for stream in streams if stream.follower.access]
        for stream, reason in zip(streams, self._backend.accounts.endings(accesses), strict=True):
            if reason:
                stream.mailbox.end(reason)
                self.leave(stream)

    def _tell_news(self, rooms: dict[str, Room]) -> None:
        """Read the games once, and tell each stream what is new."""
        streams = {game: found for game in rooms if (found := self.streams(game))}
        # The entry at the oldest version is read again: it shows whether the log has gone on from there.
        oldest = {game: max(min(each.told.version or 0 for each in found) - 1, 0) for game, found in streams.items()}
        read = self._backend.games.load_with_entries(oldest)
        for (game, found), (loaded, entries) in zip(streams.items(), read, strict=True):
            try:
                self._tell(game, rooms[game], found, loaded, entries)
            except RedisError:
                raise
            except Exception:
                logger.exception("unforeseen error, the streams of game %s end", game)
                self._end(game)

    def _end(self, game: str) -> None:
        """End all streams of a game that cannot be told. A client that connects again is told why."""
        for stream in self.streams(game):
            stream.mailbox.end("restarting")
            self.leave(stream)

    def _tell(self, game: str, room: Room, streams: list[Stream], loaded: Loaded, entries: Sequence[Entry]) -> None:
        here = room.present()
        everybody, now = union([room.beside.others, here]), timestamp(int(self._backend.clock() * 1000))
        update = GameUpdate(self._backend, loaded, entries, everybody, room.beside.reactions, now)
        for stream in streams:
            if not stream.tell(update):
                self.leave(stream)
        with self._lock:
            if room.present().seats != here.seats:  # somebody has resigned
                self._schedule.plan(game, monotonic())
            if update.rewind_expires:
                expires = datetime.fromisoformat(update.rewind_expires).timestamp()
                self._schedule.plan(game, monotonic() + max(0.0, expires - self._backend.clock()))


def _in_batches(games: Iterable[str]) -> Iterator[list[str]]:
    left = [*games]
    return (left[at : at + BATCH_GAMES] for at in range(0, len(left), BATCH_GAMES))
