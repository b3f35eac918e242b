"""The checkpoints of the list of finished games: signed soon after a game ends, and once an hour.

It never signs a list that is shorter than one that it published, or another one: then an operator must decide.
"""

import logging
import re
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Any

from redis import exceptions

from projections.public_list.leaves import leaf_of
from projections.public_list.store import Newest
from projections.rebuild import every_game_by_pages
from service.backend import Backend
from service.jobs.witnesses import SeenMore, cosigned, read_policy
from service.signing import LOG
from store.cluster import Cluster
from store.identity import read_epoch
from store.server import connect_blocking
from store.whole_files import write_whole
from transparency import checkpoint, tree
from transparency.checkpoint import Checkpoint
from transparency.notes import parse_note, sign
from transparency.rejected import Rejected

HOUR_MS = 3_600_000
ROUND_SECONDS = 3600
"""From the end of a look for missed games to the begin of the next one."""
ROUND_DONE = "list:round"
"""The key of the lists that exists for ROUND_SECONDS after a round."""
SLICE_SECONDS = 0.2
DISK_WAIT_MS = 2000
"""A server with `appendfsync everysec` begins to write after a second at most."""
SIGN_SECONDS = 5.0
"""Between two checkpoints while a look for missed games adds many: each may ask witnesses."""
MAX_FILE_BYTES = 1 << 16
logger = logging.getLogger(__name__)
_rounds: list[Iterator[None]] = []
"""The look for missed games of this process, if it has one. One that another process began is begun again."""
_tried = [0.0]
"""When this process last tried to sign, by its monotonic clock."""
_told: list[str] = []
"""Why nothing is signed, as this process logged it last."""
_unwritable = set[Path]()
"""Files that cannot be written, of which the log has told."""


class NotSigned(Exception):
    """A checkpoint cannot be signed. The message says why, and what the operator can do."""


def is_publishing_due(backend: Backend) -> bool:
    """Whether there are new leaves, no checkpoint for an hour, or no look for missed games for as long."""
    found = backend.public_list
    newest = found.newest()
    if not newest.note or found.size() > newest.size or backend.clock() * 1000 - newest.ms >= HOUR_MS:
        return True
    return not backend.redis.exists(backend.keys.lobby(ROUND_DONE))


def publish_some(backend: Backend) -> bool:
    """Sign what is new, and look for missed games for a slice of time; whether that has more to do."""
    if not _rounds or monotonic() - _tried[0] >= SIGN_SECONDS:
        _tried[0] = monotonic()
        _sign_or_tell(backend)
    if not _rounds and not backend.redis.exists(backend.keys.lobby(ROUND_DONE)):
        _rounds.append(_round(backend))
    until = monotonic() + SLICE_SECONDS
    for each in _rounds[:1]:
        for _ in each:
            if monotonic() >= until:
                return True
        _rounds.clear()
    return False


def _sign_or_tell(backend: Backend) -> None:
    """Sign the list, or say in the store, and once in the log, why it is not signed."""
    try:
        sign_list(backend)
        backend.public_list.refuse("")
        _told.clear()
    except NotSigned as error:
        backend.public_list.refuse(str(error))
        if _told != [str(error)]:
            _told[:] = [str(error)]
            logger.error("no checkpoint of the list of finished games is signed: %s", error)


def sign_list(backend: Backend, resumed: bool = False) -> Newest:
    """Sign the list as it is, and publish the checkpoint; the newest one then.

    `resumed`: an operator accepts that the store is another one than before. Raises NotSigned.
    """
    found, before = backend.public_list, backend.public_list.newest()
    _await_disk(backend)
    size, epoch, keys = found.size(), read_epoch(backend.redis, backend.keys).own, backend.signing.read()
    found.fill(size)
    origin = f"{keys.origin}{LOG}"
    if fault := _fault(backend, before, epoch, origin, resumed):
        raise NotSigned(fault)
    made = Checkpoint(origin, size, tree.root(size, found.node(size)))
    signers = [each for each in keys.signers(LOG, backend.clock()) if each.key.name == origin]
    note = _cosigned(backend, made, sign(checkpoint.text(made), *signers))
    signed = Newest(note, size, int(backend.clock() * 1000), epoch)
    _remember(
        checkpoint_file(backend.settings.data_dir, origin), signed.note
    )  # first: whoever dies here has published nothing
    if not found.keep(before, signed):
        return found.newest()  # another process was faster
    if resumed:
        found.accept_restored()
    backend.signing.drop_retired()
    return signed


def _cosigned(backend: Backend, made: Checkpoint, note: str) -> str:
    """The note with the signatures of the witnesses. Raises NotSigned if they are not enough."""
    file = backend.settings.witness_policy
    try:
        policy = read_policy(file)
        found, is_enough = cosigned(backend.public_list, made, note, policy)
    except (OSError, Rejected) as error:
        raise NotSigned(f"{file} (WITNESS_POLICY) is no policy that can be read: {error}") from None
    except SeenMore as error:
        raise NotSigned(f"{error}, and this store has {made.size}: it is an older one, see `wonderful list`") from None
    if not is_enough:
        raise NotSigned(f"the witnesses that answered do not make the quorum of {file} (WITNESS_POLICY)")
    return found


def _await_disk(backend: Backend) -> None:
    """Wait until the server has written all leaves, so that none is published that a crash could still take away.

    On a cluster, and on a server that cannot tell, nothing is awaited; nor for long on one that leaves it to the system
    when it writes (appendfsync no). Raises NotSigned.
    """
    if isinstance(backend.redis, Cluster):
        return
    settings = backend.settings
    with connect_blocking(settings.redis_url or "", DISK_WAIT_MS / 1000 + settings.store_seconds) as blocking:
        pipe = blocking.pipeline(transaction=False)
        pipe.set(backend.keys.lobby("list:written"), 1)  # the server waits for what this connection wrote, all before
        pipe.waitaof(1, 0, DISK_WAIT_MS)
        pipe.info("persistence")
        try:
            _, written, info = pipe.execute(raise_on_error=False)
        except (exceptions.ConnectionError, exceptions.TimeoutError):
            raise NotSigned("the server does not say whether the newest games are on its disk") from None
    if _is_still_writing(written, info):
        raise NotSigned(f"the server takes more than {DISK_WAIT_MS / 1000:g} s to write the newest games to its disk")


def _is_still_writing(written: Any, info: Any) -> bool:
    """Whether a server is at it, by its answers to WAITAOF and INFO after the wait. One of them may be an error.

    >>> _is_still_writing([0, 0], {"aof_pending_bio_fsync": 1}), _is_still_writing([1, 0], {"aof_pending_bio_fsync": 1})
    (True, False)
    >>> _is_still_writing([0, 0], {"aof_pending_bio_fsync": 0})  # nor has it begun: appendfsync no
    False
    """
    if isinstance(written, Exception) or isinstance(info, Exception):
        return False
    return not written[0] and bool(info.get("aof_pending_bio_fsync"))


def checkpoint_file(data_dir: Path, origin: str) -> Path:
    """Where the newest published checkpoint of a list is kept: in DATA_DIR, which belongs to no backup.

    >>> checkpoint_file(Path("var"), "play.example/log").name
    'checkpoint-play.example_log'
    """
    return data_dir / f"checkpoint-{re.sub('[^A-Za-z0-9.-]', '_', origin)}"


def published_before(data_dir: Path, origin: str) -> Checkpoint | None:
    """The newest checkpoint of a list that a process with this folder published; None if it has none."""
    try:
        data = checkpoint_file(data_dir, origin).read_bytes()[:MAX_FILE_BYTES]
        found = checkpoint.parse(parse_note(data).text)
    except (OSError, Rejected):
        return None
    return found if found.origin == origin else None


def _fault(backend: Backend, before: Newest, epoch: str, origin: str, resumed: bool) -> str:
    """Why the list must not be signed; empty if it may be."""
    if backend.public_list.is_restored() and not resumed:
        return "the store was restored from a backup: `wonderful list resume` looks what was published"
    if before.note and before.epoch != epoch and not resumed:
        return "the store was accepted after it lost data: `wonderful list resume` looks what was published"
    found = backend.public_list
    for published in (_stored(before), published_before(backend.settings.data_dir, origin)):
        if published is None or published.origin != origin:
            continue
        if published.size > found.size():
            return f"{published.size} games were published, and this store has {found.size()}: see `wonderful list`"
        if tree.root(published.size, found.node(found.size())) != published.root:
            return f"the first {published.size} games of the list are others than those published: see `wonderful list`"
    return ""


def _stored(newest: Newest) -> Checkpoint | None:
    return checkpoint.parse(parse_note(newest.note).text) if newest.note else None


def _remember(file: Path, note: str) -> None:
    """Write the newest checkpoint beside the data. A crash leaves the old file or the new one."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, note.encode())
    except OSError as error:
        if file not in _unwritable:
            _unwritable.add(file)
            logger.warning("the checkpoint is not kept beside the data, in %s: %s", file, error.strerror)


def _round(backend: Backend) -> Iterator[None]:
    """Add the finished games that are not in the list yet, in steps of less than a slice each."""
    for page in every_game_by_pages(backend.redis, backend.keys):
        games = [game for game, at in zip(page, backend.public_list.positions(page), strict=True) if at is None]
        statuses = backend.lobby.statuses(games)
        for game in games:
            if statuses.get(game) == "finished":
                add_game(backend, game)
                yield
        yield
    backend.redis.set(backend.keys.lobby(ROUND_DONE), 1, ex=ROUND_SECONDS)


def add_game(backend: Backend, game: str) -> None:
    """Add a finished game that was played here to the list. One whose log is damaged is left out."""
    loaded = backend.games.load_sound(game)
    if loaded.state.status == "finished" and not backend.lobby.is_imported(game):
        backend.public_list.add(leaf_of(loaded))
