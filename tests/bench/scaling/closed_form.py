"""From games under way to machines: pure functions, one for each part, of the costs and the assumed load.

A part that divides gets so many processes that each is busy for TARGET of the time. A part that does not divide has a
largest number of games.
"""

from binascii import crc_hqx
from collections import Counter
from collections.abc import Callable, Mapping
from math import ceil, inf
from typing import NamedTuple

from tests.bench.scaling.costs import amount
from tests.bench.scaling.load import Rates, assumed, bytes_of_finished_game, rates

TARGET = 0.6
"""Share of its time for which a process may be busy. Beyond it, waits grow quickly, and a lost machine is felt."""
REPLICAS = 2
"""Of each primary: with one, a shard has none after it was promoted."""
CHANNELS = 2
"""Messages of an append that every web process hears: the wake-up, and the notice that follows its projection."""
MUCH_HEARING = 0.1
"""Share of a core; beyond it, a plan gives each game a channel of its own."""
SLOTS = 16384
MOST = 1e9
"""Games; beyond it nothing is said to be full."""


class Design(NamedTuple):
    """What is changed in the program. `hears_all`: every web process hears of every append, as today.

    `lanes`: each lane exists so many times, each with a job store of its own, and an account uses one; today 1.
    `partitions`: fixed at the first start of a store.
    """

    hears_all: bool = True
    lanes: int = 1
    partitions: int = 64


TODAY = Design()


class Cores(NamedTuple):
    """Busy cores, by kind of process, and the number of processes that this needs at TARGET. inf: no number does."""

    web_busy: float
    web: float
    projector_busy: float
    projectors: float
    workers_busy: float
    workers: float
    slow_busy: float
    slow_workers: float
    store_busy: float
    primaries: float
    job_store_busy: float


def hearing(games: float, design: Design = TODAY) -> float:
    """Share of a core that each web process needs only to hear of appends that concern others."""
    return rates(games).appends * CHANNELS * amount("hear_us") / 1e6 if design.hears_all else 0.0


def web_busy(each: Rates) -> float:
    """Busy cores of the web processes, without what each of them hears."""
    ms = each.intentions * amount("web_intention_ms") + each.views * amount("web_view_ms")
    ms += each.lists * amount("web_list_ms") + each.deliveries * amount("web_delivery_ms")
    return ms / 1000


def web_processes(games: float, design: Design = TODAY) -> float:
    """inf when a process would do little else than hear."""
    left = TARGET - hearing(games, design)
    if left <= 0:
        return inf
    each = rates(games)
    return max(ceil(web_busy(each) / left), ceil(each.streams / amount("streams_a_process") / TARGET))


def messages_sent(games: float, design: Design = TODAY) -> float:
    """Messages a second to all web processes together: it grows with the appends times the processes."""
    return rates(games).appends * CHANNELS * web_processes(games, design) if design.hears_all else 0.0


def sending_busy(games: float, design: Design = TODAY) -> float:
    """Busy cores of the store that sends these messages."""
    return messages_sent(games, design) * amount("publish_us") / 1e6


def projector_busy(each: Rates) -> float:
    """Busy cores of the projectors."""
    return (each.appends * amount("projector_append_ms") + each.finished_games * amount("projector_finished_ms")) / 1000


def turns_read(each: Rates, design: Design = TODAY) -> float:
    """Turns that a worker reads to take one job: of the accounts of its lane that were active."""
    return each.bot_accounts / design.lanes


def workers_busy(each: Rates, design: Design = TODAY) -> float:
    """Busy cores of the workers of quick bots."""
    turns_ms = turns_read(each, design) * amount("turn_worker_us") / 1000
    return each.bot_jobs * (amount("worker_append_ms") + turns_ms) / 1000


def slow_busy(each: Rates) -> float:
    """Busy cores of the workers of slow bots."""
    return each.slow_bot_seats * amount("slow_seat_s")


def store_busy(each: Rates) -> float:
    """Busy cores of the primaries: one thread of each does all its commands."""
    return (each.appends * amount("store_append_ms") + each.views * amount("store_view_ms")) / 1000


def job_store_busy(each: Rates, design: Design = TODAY) -> float:
    """Busy cores of each job store."""
    turns_ms = turns_read(each, design) * amount("turn_store_us") / 1000
    return each.bot_jobs / design.lanes * (amount("job_store_ms") + turns_ms) / 1000


def lobby_busy(each: Rates) -> float:
    """Busy cores of the one slot that holds lists and the record."""
    ms = each.finished_games * (amount("summaries") * amount("summary_store_ms") + amount("rating_ms"))
    return (ms + each.lists * amount("store_view_ms")) / 1000


def rating_busy(each: Rates) -> float:
    """Share of the time for which somebody rates: games are rated one after the other."""
    return each.finished_games * amount("rating_ms") / 1000


def processes(busy: float) -> int:
    """How many processes of one core each have so much work at TARGET."""
    return max(1, ceil(busy / TARGET))


def primaries(busy: float, partitions: int) -> float:
    """The fewest primaries of which none is busy for more than TARGET, each with a fair number of whole partitions.

    inf when even a primary for each partition is too few.
    """
    most_partitions = int(TARGET * partitions / busy) if busy else partitions
    return ceil(partitions / most_partitions) if most_partitions else inf


def partitions_for(busy: float) -> int:
    """So many partitions that a primary has at least four: otherwise it is too coarse to divide the work by them."""
    partitions = 64
    while partitions < 4 * processes(busy):
        partitions *= 2
    return partitions


def cores(games: float, design: Design = TODAY) -> Cores:
    """What so many games need, if the store may be divided."""
    each = rates(games)
    found = web_processes(games, design)
    web = web_busy(each) + (found * hearing(games, design) if found < inf else inf)
    return Cores(
        web_busy=web,
        web=found,
        projector_busy=projector_busy(each),
        projectors=processes(projector_busy(each)),
        workers_busy=workers_busy(each, design),
        workers=processes(workers_busy(each, design)),
        slow_busy=slow_busy(each),
        slow_workers=processes(slow_busy(each)),
        store_busy=store_busy(each),
        primaries=primaries(store_busy(each), design.partitions),
        job_store_busy=job_store_busy(each, design),
    )


def watching_busy(games: float) -> float:
    """Busy cores of a single store, of the looks of all processes that watch it. Today's program, on 64 partitions."""
    found = cores(games)
    others = found.projectors + found.workers + found.slow_workers
    looks = found.web * amount("web_looks") + others * amount("other_looks")
    return looks * amount("look_store_us") / 1e6


def plan(games: float) -> Design:
    """The changes that so many games need."""
    return Design(hearing(games) <= MUCH_HEARING, lanes_for(games), partitions_for(store_busy(rates(games))))


def lanes_for(games: float) -> int:
    """Into how many lanes the jobs of so many games must be divided, so that each job store is busy for TARGET."""
    each, lanes = rates(games), 1
    while job_store_busy(each, Design(lanes=lanes)) > TARGET:
        lanes += 1
    return lanes


class Bytes(NamedTuple):
    """`append_file_a_day`: written; a rewrite of the file reduces it to what the store holds."""

    under_way: float
    kept_a_day: float
    append_file_a_day: float
    clients_a_second: float
    store_a_second: float
    wake_ups_a_second: float
    web_memory: float


def sizes(games: float, design: Design = TODAY) -> Bytes:
    """Memory, disk and bandwidth of so many games."""
    each, mean = rates(games), assumed("mean_of_peak")
    streams_memory = each.streams * amount("stream_memory_bytes")
    return Bytes(
        under_way=games * bytes_of_finished_game() / 2,
        kept_a_day=each.finished_games * mean * 86_400 * bytes_of_finished_game(),
        append_file_a_day=each.appends * mean * 86_400 * amount("append_file_bytes"),
        clients_a_second=each.intentions * amount("intention_bytes")
        + each.views * amount("view_bytes")
        + each.deliveries * amount("delivery_bytes"),
        store_a_second=each.appends * (amount("store_in_bytes") + amount("store_out_bytes")),
        wake_ups_a_second=messages_sent(games, design) * amount("message_bytes"),
        web_memory=streams_memory + web_processes(games, design) * amount("web_memory_bytes"),
    )


LIMITS: Mapping[str, Callable[[float], float]] = {
    "the store, one thread: `REDIS_URL` names one server": lambda games: store_busy(rates(games)),
    "the job store, and the order of a lane": lambda games: job_store_busy(rates(games)),
    "wake-ups, heard by every web process": hearing,
    "wake-ups, sent by one store": sending_busy,
    "slot `{lobby}`: lists, record": lambda games: lobby_busy(rates(games)),
    "looks of every process at the store, one server": watching_busy,
    "ratings, one after the other": lambda games: rating_busy(rates(games)),
}
"""What adding machines does not help: by name, for which share of its time it is busy."""


def fits(limit: Callable[[float], float]) -> float:
    """The most games for which a part that does not divide is busy for TARGET at most; bisection, to a game."""
    low, high = 0.0, MOST
    while high - low > 1:
        middle = (low + high) / 2
        low, high = (middle, high) if limit(middle) <= TARGET else (low, middle)
    return low


def fullest_primary(partitions: int, primaries: int) -> int:
    """Partitions of the primary that has most, when each has an equal range of slots, as a cluster hands them out.

    >>> fullest_primary(64, 3), fullest_primary(8, 3)
    (24, 4)
    """
    slots = [crc_hqx(b"p%d" % partition, 0) % SLOTS for partition in range(partitions)]
    return max(Counter(slot * primaries // SLOTS for slot in slots).values())
