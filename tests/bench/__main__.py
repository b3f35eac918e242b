"""`python -m tests.bench [engine] [http] [latency]`: all of them without arguments."""

import sys

from tests.bench import engine, http, latency

REPORTS = {"engine": engine.report, "http": http.report, "latency": latency.report}

for name in sys.argv[1:] or REPORTS:
    REPORTS[name]()
