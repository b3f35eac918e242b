"""`python -m tests.bench [engine] [http] [latency] [log] [bots] [traffic]`: all of them without arguments."""

import sys

from tests.bench import bots, engine, http, latency, log, traffic

REPORTS = {
    "engine": engine.report,
    "http": http.report,
    "latency": latency.report,
    "log": log.report,
    "bots": bots.report,
    "traffic": traffic.report,
}

for name in sys.argv[1:] or REPORTS:
    REPORTS[name]()
