"""The service around the log: HTTP, accounts, jobs, command line and the processes."""

import sys

# With the extra `otel`, redis-py would import all metrics of OpenTelemetry at each start of a process: 60 ms of CPU for
# what only a process that asks redis-py for its own metrics uses. None does, and the spans of `spans.py` need none.
sys.modules.setdefault("opentelemetry.sdk.metrics", None)  # type: ignore[arg-type]  # None: it cannot be imported
