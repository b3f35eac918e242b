"""Facts: all that the checks of a service judge. `reading.py` reads them; nothing here asks anybody."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from events.answering import Answers
from projections.effects import Effect
from service.backup.status import Saved
from service.jobs.queues import Backlog
from service.settings import Settings
from store.identity import NO_POINTER, Epoch, Identity

NO_IDENTITY = Identity(Epoch(), NO_POINTER, (0, 0), False, False)
NOTHING: Mapping[str, Any] = MappingProxyType({})


class Folder(NamedTuple):
    """DATA_DIR, the folder of the embedded server. Sizes in bytes.

    `owner`, `mode`: of the folder itself; the user id and the permission bits. `strangers`: files of other owners.
    `epoch`: what the file beside the data says. `closed`: why the files `lock` and `epoch` cannot be read.
    `is_locked`: a process holds the lock. `pid`: which one, as the lock file says, None if it does not; `pid_lives`:
    whether this machine has that process.
    """

    path: str
    exists: bool = True
    has_data: bool = True
    is_ours: bool = True
    owner: int = 0
    mode: int = 0o700
    strangers: tuple[str, ...] = ()
    epoch: str = ""
    closed: str = ""
    is_locked: bool = True
    pid: int | None = None
    pid_lives: bool = True
    log_bytes: int = 0
    free_bytes: int = 0


class Web(NamedTuple):
    """What GET /readyz answers at HOST:PORT. `status`: 0 without an answer; then `detail` says why.

    `store`, `jobs`: the fields of the answer.
    """

    url: str
    status: int = 200
    detail: str = ""
    store: str = "ready"
    jobs: str = "ready"


class Server(NamedTuple):
    """A server of the store, a node of a cluster, or the server of the queues. Sizes in bytes.

    `program`: `valkey` or `redis`. `version`: of Redis, with which a Valkey server is compatible. `faults`: why it may
    lose games (`store.durability`). `appendfsync`: None if the server does not say.
    """

    name: str
    program: str = "valkey"
    version: tuple[int, ...] = (7, 2, 4)
    is_replica: bool = False
    is_cluster: bool = False
    faults: tuple[str, ...] = ()
    appendfsync: str | None = "always"
    last_write: str = "ok"
    last_rewrite: str = "ok"
    used_bytes: int = 0
    max_bytes: int = 0
    machine_bytes: int = 0
    clients: int = 1
    max_clients: int = 10_000


class ArchiveFacts(NamedTuple):
    """The archive, and what the store says of it. Sizes in bytes.

    `where`: its folder or bucket; empty: the settings name none. `fault`: why it cannot be used. `is_writable`,
    `free_bytes`: of its folder; a bucket has room, and shows only to those who write whether they may. `games`: how
    many are archived. `sampled`: of how many a file was looked for. `missing`: those of them that have none, or one
    that is not theirs. `refused`: game → why the last round left it in the store.
    """

    where: str = ""
    fault: str = ""
    is_writable: bool = True
    free_bytes: int | None = None
    games: int = 0
    sampled: int = 0
    missing: tuple[str, ...] = ()
    refused: Mapping[str, str] = NOTHING


class ListFacts(NamedTuple):
    """The public list. `games`: finished ones that it has; `signed`: how many of them are published. `signed_ms`: since
    1970; 0: never. `refused`: why nothing new is published; empty if it is."""

    games: int = 0
    signed: int = 0
    signed_ms: int = 0
    refused: str = ""


class Layout(NamedTuple):
    """How the store is laid out. `partitions`: None in a new store; 0 while games move to another number.

    `moving_to`: that number.
    """

    partitions: int | None = 64
    moving_to: int | None = None


class Feed(NamedTuple):
    """The feed of a partition. Times in ms.

    `idle_ms`: since the projector that came last asked for news; None if there never was one. `oldest_ms`: when the
    oldest pointer came that is not projected, since 1970; None if there is none. `waiting`: how many pointers wait,
    None if the server does not know.
    """

    partition: int
    idle_ms: int | None = 0
    oldest_ms: int | None = None
    waiting: int | None = 0


class DueGame(NamedTuple):
    """A game that calls for an effect at once. `touched_ms`: when its newest known event came (ms since 1970).

    `is_scheduled`: whether a live job does it.
    """

    effect: Effect
    touched_ms: int
    is_scheduled: bool


class DueGames(NamedTuple):
    """A sample of the games that call for an effect at once. `total`: of how many."""

    sample: tuple[DueGame, ...] = ()
    total: int = 0


class Timers(NamedTuple):
    """A sample of the effects with a time, those whose turn comes first. `total`: of how many."""

    sample: tuple[Effect, ...] = ()
    total: int = 0


class Damage(NamedTuple):
    """Games marked as damaged, with the entry at fault. `looked_at`: keys that were looked at, of `total`."""

    games: tuple[tuple[str, str], ...] = ()
    looked_at: int = 0
    total: int = 0


class Lane(NamedTuple):
    """`failed`: names of the jobs that have failed in the last ten minutes."""

    backlog: Backlog
    failed: tuple[str, ...] = ()


class Clock(NamedTuple):
    """Seconds since 1970. `store`, `host`: the time of both at one moment. `answer_seconds`: the quickest answer."""

    store: float
    host: float
    answer_seconds: float = 0.0

    @property
    def ms(self) -> float:
        """The store's time in ms since 1970."""
        return self.store * 1000


class Facts(NamedTuple):
    """What was read of a service. `unread`: field → why it could not be read; it then has its default.

    `folder`: None unless the server is the embedded one. `backup`: what BACKUP_DIR holds, None if it holds nothing;
    `backup_epoch`: of the store that it is from; `backup_free_bytes`: of its disk.
    `faults`: why a cluster cannot hold the store. `copies`: of the epoch, on a cluster. `operators`: of OPERATORS,
    whether each is an account.
    """

    settings: Settings
    web: Web
    folder: Folder | None = None
    clock: Clock = Clock(0.0, 0.0)
    servers: tuple[Server, ...] = ()
    faults: tuple[str, ...] = ()
    layout: Layout = Layout()
    identity: Identity = NO_IDENTITY
    copies: frozenset[str] = frozenset()
    operators: Mapping[str, bool] = NOTHING
    feeds: tuple[Feed, ...] = ()
    answers: Answers = Answers()
    timers: Timers = Timers()
    damage: Damage = Damage()
    archive: ArchiveFacts = ArchiveFacts()
    public_list: ListFacts = ListFacts()
    jobs_server: Server | None = None
    lanes: Mapping[str, Lane] = NOTHING
    due: DueGames = DueGames()
    backup: Saved | None = None
    backup_epoch: str = ""
    backup_free_bytes: int = 0
    unread: Mapping[str, str] = NOTHING
