"""Batch work on an engine: the games of a long command, in this process, in others, or on a Dask cluster.

`open_engine` gives an executor (`concurrent.futures`) for the option `--on`; `results` hands it task after task.
"""

from service.commands.batch.engine import Engine, in_this_process, local_processes
from service.commands.batch.tasks import catch_stop_signals, results, some_at_a_time
from service.commands.batch.where import open_engine

__all__ = [
    "Engine",
    "catch_stop_signals",
    "in_this_process",
    "local_processes",
    "open_engine",
    "results",
    "some_at_a_time",
]
