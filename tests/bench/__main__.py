"""`python -m tests.bench [NAME]…` with names of REPORTS; without one, all of them."""

import sys
from importlib import import_module

REPORTS = (
    *("engine", "environments", "http", "latency", "live", "log", "bots", "traffic", "clocks", "cluster", "inbox"),
    *("record", "explorer", "dataset", "shards", "signed", "costs", "scaling", "webhooks", "page", "motion", "abuse"),
    *("puzzles", "analysis", "calibration", "archive", "backup", "mcp", "mixed", "old_games"),
)
MODULES = {"costs": "scaling.measure", "scaling": "scaling.report"}
"""Of the reports that have another name than their module."""

for name in sys.argv[1:] or REPORTS:
    import_module(f"tests.bench.{MODULES.get(name, name)}").report()
