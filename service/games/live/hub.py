"""The hub: where requests open and close live streams, and ask who follows a game."""

from collections.abc import Sequence
from itertools import chain

from events import Entry
from events.entry import timestamp
from projections.games import Loaded
from projections.replay import read_slowly
from service.backend import Backend
from service.games.live.beside import Beside, PresenceStore
from service.games.live.items import RESTARTING
from service.games.live.news import MAX_EVENTS_BEHIND, Follower
from service.games.live.present import Present, present, union
from service.games.live.reader import Reader
from service.games.live.stream import Stream
from service.games.live.update import GameUpdate
from service.games.viewers import seat_of
from service.games.wakeups import Wakeups
from service.games.write import NoSuchGame


class Hub:
    """All live streams of this process."""

    def __init__(self, backend: Backend, wakeups: Wakeups) -> None:
        self._backend = backend
        self._beside = PresenceStore(backend.redis, backend.keys, backend.clock)
        self._reader = Reader(backend, wakeups, self._beside)
        self._wakeups = wakeups

    def open(self, game: str, follower: Follower, cursor: int | None = None) -> Stream | None:
        """A stream whose first items wait in its mailbox already. Close it in the end.

        `cursor`: the version that the client has; None: it has nothing. Returns None if the client has all of a game
        that is over. Raises NoSuchGame.
        """
        stream = self._begin(game, follower, cursor)
        if stream and self._wakeups.is_stopped():
            stream.mailbox.end(RESTARTING)
        return stream

    def close(self, stream: Stream) -> None:
        """The client has gone, or has read the end."""
        self._reader.leave(stream)

    def stop(self) -> None:
        """End all streams, of inboxes too, because the process stops. Clients go on with another process."""
        self._wakeups.stop()
        for stream in self._reader.streams():
            stream.mailbox.end(RESTARTING)
            self._reader.leave(stream)

    def look_beside(self, game: str) -> tuple[Present, Beside]:
        """Who follows a game in any process, and what the store has of the game beside its log."""
        [beside] = self._beside.read([game])
        return union([beside.others, self._reader.present(game)]), beside

    def _begin(self, game: str, follower: Follower, cursor: int | None) -> Stream | None:
        loaded = self._backend.games.load(game)
        if not loaded.version:
            raise NoSuchGame(game)
        if cursor == loaded.version and loaded.state.status in ("finished", "abandoned"):
            return None
        followers, beside = self.look_beside(game)
        itself = present([(seat_of(loaded.state, follower.player), follower.player.id)])
        entries, now = self._entries(game, loaded, cursor), timestamp(int(self._backend.clock() * 1000))
        stream = Stream(game, follower, cursor)
        update = GameUpdate(self._backend, loaded, entries, union([followers, itself]), beside.reactions, now)
        if stream.tell(update):
            self._reader.enter(stream, beside)
        return stream

    def _entries(self, game: str, loaded: Loaded, cursor: int | None) -> Sequence[Entry]:
        """The entries that a stream begins with, and the one before them."""
        if cursor is None or not loaded.version - MAX_EVENTS_BEHIND <= cursor <= loaded.version:
            return ()
        after = max(cursor - 1, 0)
        return [*chain.from_iterable(read_slowly(self._backend.log, game, after, loaded.version - after))]
