"""`python -m tests.bench [NAME]…` with names of REPORTS; without one, all of them."""

import sys

from tests.bench import (
    abuse,
    analysis,
    archive,
    backup,
    bots,
    calibration,
    clocks,
    cluster,
    dataset,
    engine,
    environments,
    http,
    inbox,
    latency,
    live,
    log,
    mixed,
    motion,
    old_games,
    page,
    record,
    scaling,
    shards,
    traffic,
    webhooks,
)

REPORTS = {
    "engine": engine.report,
    "environments": environments.report,
    "http": http.report,
    "latency": latency.report,
    "live": live.report,
    "log": log.report,
    "bots": bots.report,
    "traffic": traffic.report,
    "clocks": clocks.report,
    "cluster": cluster.report,
    "inbox": inbox.report,
    "record": record.report,
    "dataset": dataset.report,
    "shards": shards.report,
    "costs": scaling.measure.report,
    "scaling": scaling.report.report,
    "webhooks": webhooks.report,
    "page": page.report,
    "motion": motion.report,
    "abuse": abuse.report,
    "analysis": analysis.report,
    "calibration": calibration.report,
    "archive": archive.report,
    "backup": backup.report,
    "mixed": mixed.report,
    "old_games": old_games.report,
}

for name in sys.argv[1:] or REPORTS:
    REPORTS[name]()
