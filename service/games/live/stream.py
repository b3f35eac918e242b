"""Streams: each has one follower of one game; and rooms, which hold all streams of a game in this process."""

from service.games.live.beside import Beside
from service.games.live.mailbox import Mailbox
from service.games.live.news import Follower, Told, find_news
from service.games.live.present import Present, present
from service.games.live.update import GameUpdate


class Stream:
    """`told`: what the follower knows, together with what waits in its mailbox."""

    def __init__(self, game: str, follower: Follower, cursor: int | None) -> None:
        self.game = game
        self.follower = follower
        self.told = Told(cursor)
        self.mailbox = Mailbox(cursor or 0)

    def tell(self, update: GameUpdate) -> bool:
        """Put what is new into the mailbox. Returns whether the stream goes on."""
        items, self.told = find_news(self.follower, self.told, update)
        fits = self.mailbox.put(items, last=self.told.over) if items else True
        return fits and not self.told.over


class Room:
    """The streams of one game. `beside`: what the store has of the game beside its log, as it was last read.

    `stored`: who follows the game here, as the store was last told.
    """

    def __init__(self, beside: Beside) -> None:
        self.streams: set[Stream] = set()
        self.beside = beside
        self.stored = Present()

    def present(self) -> Present:
        """Who follows the game here."""
        return present([(stream.told.seat, stream.follower.player.id) for stream in [*self.streams]])
