"""What one thing costs: figures with their units, and the command that measured each. CPU is that of one core."""

from collections.abc import Mapping
from typing import NamedTuple

MEASURED = "`costs`"
"""`python -m tests.bench costs`, 2026-11, two cores that other work shared."""


class Figure(NamedTuple):
    """A number with its unit. `what`: what it is of. `source`: the command that measured it, the page, or a guess."""

    amount: float
    unit: str
    what: str
    source: str


COSTS: Mapping[str, Figure] = {
    "web_intention_ms": Figure(2.5, "ms of CPU", "web: an intention over HTTP", MEASURED),
    "web_view_ms": Figure(1.3, "ms of CPU", "web: a view", MEASURED),
    "web_list_ms": Figure(1.4, "ms of CPU", "web: a page of a list or board", "`record`"),
    "web_delivery_ms": Figure(0.85, "ms of CPU", "web: an append, told to one stream", MEASURED),
    "hear_us": Figure(6.7, "µs of CPU", "web: a message on a channel that every process hears", MEASURED),
    "publish_us": Figure(0.2, "µs of CPU", "store: such a message, sent to one process", MEASURED),
    "message_bytes": Figure(80, "bytes", "such a message, to one process", "computed: channel, game, version"),
    "projector_append_ms": Figure(1.7, "ms of CPU", "projector: an append, alone in its batch", MEASURED),
    "projector_finished_ms": Figure(4.3, "ms of CPU", "projector: a game that has finished", "`record`"),
    "rating_ms": Figure(0.7, "ms", "rating a finished game; one process at a time", "`record`"),
    "worker_append_ms": Figure(11.3, "ms of CPU", "worker: a job and append of a `greedy` bot", MEASURED),
    "slow_seat_s": Figure(3.3, "s of CPU", "slow worker: a seat of `search`, the whole game", "`tournament`"),
    "store_append_ms": Figure(
        0.75, "ms of CPU", "store: an append, with all that projector and web then store", MEASURED
    ),
    "store_answer_ms": Figure(0.24, "ms of CPU", "store: of these, what comes before the answer", MEASURED),
    "store_view_ms": Figure(0.09, "ms of CPU", "store: a view", MEASURED),
    "job_store_ms": Figure(1.7, "ms of CPU", "job store: a job, its lane empty", MEASURED),
    "turn_store_us": Figure(0.13, "µs of CPU", "job store: a turn of an account, read with each job", MEASURED),
    "turn_worker_us": Figure(0.85, "µs of CPU", "worker: a turn of an account, read with each job", MEASURED),
    "summary_store_ms": Figure(0.13, "ms of CPU", "store, slot `{lobby}`: a summary with its indexes", MEASURED),
    "summaries": Figure(13, "a game", "summaries that differ", MEASURED),
    "look_store_us": Figure(300, "µs of CPU", "store: a look of one process's watch, 64 partitions", MEASURED),
    "web_looks": Figure(4, "a second", "looks of a web process", "`service/app.py`"),
    "other_looks": Figure(2, "a second", "looks of any other process", "`service/run/process_setup.py`"),
    "stream_bytes": Figure(38_700, "bytes", "store: log of a finished game of two", MEASURED),
    "idempotency_bytes": Figure(16_100, "bytes", "store: its idempotency entries", MEASURED),
    "snapshot_bytes": Figure(5_900, "bytes", "store: its snapshot", MEASURED),
    "milestones_bytes": Figure(2_600, "bytes", "store: its milestones", MEASURED),
    "append_file_bytes": Figure(3_050, "bytes", "append-only file: an append, with its snapshot", MEASURED),
    "append_file_answer_bytes": Figure(680, "bytes", "append-only file: an append without its snapshot", MEASURED),
    "store_in_bytes": Figure(8_450, "bytes", "network into the store: an append, with its snapshot", MEASURED),
    "store_out_bytes": Figure(1_960, "bytes", "network out of the store: the same", MEASURED),
    "intention_bytes": Figure(935, "bytes", "clients: an intention and its answer", MEASURED),
    "view_bytes": Figure(6_670, "bytes", "clients: a view, not compressed", MEASURED),
    "delivery_bytes": Figure(270, "bytes", "clients: an append in a stream, not compressed", MEASURED),
    "stream_memory_bytes": Figure(38_000, "bytes", "web: a stream, with its share of the kept game", "`live`"),
    "web_memory_bytes": Figure(110_000_000, "bytes", "web: a process with few streams", "`mixed`"),
    "streams_a_process": Figure(10_000, "", "web: connections that a process serves", "operating.md"),
}


def amount(name: str) -> float:
    """The number of a cost."""
    return COSTS[name].amount
