"""What is new for one follower of a game: a function of what it was told before, and of the game as it stands."""

from collections.abc import Sequence
from typing import NamedTuple

from service.accounts import Access, Player
from service.games.live.items import Item, end_item
from service.games.live.update import GameUpdate
from service.games.narration import Languages
from service.games.viewers import may_see, seat_of

MAX_EVENTS_BEHIND = 1000
"""Of a follower; one that is further behind gets the whole game instead."""
MAX_REWINDS_BEHIND = 1
"""Each one costs a fold of the log, for the game as it then was. Somebody alone can rewind 500 times in 1000 events."""


class Follower(NamedTuple):
    """Who follows a game, and how. `languages`: of sentences with the events. `include`: of legal, receipt and view.

    `access`: the token that must stay good; None: nothing depends on one.
    """

    player: Player
    languages: Languages | None = None
    include: Sequence[str] = ()
    access: Access | None = None


class Told(NamedTuple):
    """What a follower knows. `version`: of the game; None: nothing yet. `head`: the hash there, if it is known.

    `seat`: its seat at that version. `table`: what it was told beside the log, as text; None: it comes back, and
    this is not known. `reaction`: the id of the last one. `over`: there is nothing more to tell.
    """

    version: int | None = None
    head: bytes = b""
    seat: int | None = None
    table: str | None = None
    reaction: str | None = None
    over: bool = False


def find_news(follower: Follower, told: Told, update: GameUpdate) -> tuple[list[Item], Told]:
    """The items that are new for the follower, in order, and what it knows then.

    Its seat is settled now: it may have resigned since it was told the last news.
    """
    if not update.version or not may_see(
        update.state, follower.player, update.now_ms
    ):  # version 0: the server has lost the game
        return [end_item("no_access", told.version or 0)], told._replace(seat=None, over=True)
    seat = seat_of(update.state, follower.player)
    if told.version is None:
        items = [update.whole("frame", seat)]
    elif not _can_go_on(told, told.version, update):
        items = [update.whole("resync", seat)]
    else:
        items = _following(follower, told, told.version, seat, update)
    if update.is_over:
        items.append(end_item(update.state.status, update.version))
    now = Told(update.version, update.loaded.head, seat, update.told_table, update.last_reaction, update.is_over)
    return items, now


def _can_go_on(told: Told, version: int, update: GameUpdate) -> bool:
    """Whether the events after the version lead on from what the follower knows."""
    if not update.version - MAX_EVENTS_BEHIND <= version <= update.version:
        return False
    if update.rewinds(version) > MAX_REWINDS_BEHIND:
        return False
    entry = update.entry(version)
    if told.head and entry and entry.hash != told.head:
        return False  # the server has lost its last second, and the game went on in another way
    # A follower that comes back after a rewind may have missed the game as it was then.
    return told.table is not None or entry is None or entry.name != "rewound"


def _following(follower: Follower, told: Told, version: int, seat: int | None, update: GameUpdate) -> list[Item]:
    """The items that follow after a version."""
    table = [update.table] if update.told_table != told.table else []
    items = update.events(version, seat, follower.languages)
    if follower.include and (items or told.table is None) and not (items and items[-1].kind == "resync"):
        items = [*items, update.view(seat, follower.include)]
    items = [*table, *items] if told.table is None else [*items, *table]
    return items if told.reaction is None else [*items, *update.reactions(told.reaction)]
