"""The alerts and the dashboard of deploy/ ask for metrics that there are, and the alerts fire when they should."""

import json
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client import REGISTRY

import service.metrics  # noqa: F401  # registers what processes count
from service.backend import Backend
from service.backup.status import Saved, write_saved
from service.diagnosis.metrics import StoreCollector
from service.run.up import ROOT
from service.settings import Settings
from tests.projections.asking import ask_for_news

PROMTOOL = shutil.which("promtool")
ALERTS = ROOT / "deploy" / "alerts.yml"
NAME = re.compile(r"\b(?:wonderful|rq)_[a-z_]+")
PARTS_OF_A_HISTOGRAM = ("_bucket", "_count", "_sum")
FIRING: dict[str, list[tuple[str, str]]] = {
    "WonderfulMetricsGone": [('up{job="wonderful"}', "0x60")],
    "WonderfulStoreDown": [("wonderful_store_up", "0x60"), ("wonderful_unread_parts", "11x60")],
    "WonderfulNotAllRead": [("wonderful_store_up", "1x60"), ("wonderful_unread_parts", "2x60")],
    "WonderfulStoreCannotWrite": [('wonderful_store_last_write_ok{node="0"}', "0x60")],
    "WonderfulStoreMemory": [
        ('wonderful_store_memory_bytes{node="0"}', "90x60"),
        ('wonderful_store_memory_limit_bytes{node="0"}', "100x60"),
    ],
    "WonderfulNobodyAnswers": [("wonderful_last_beat_timestamp_seconds", "0x60")],
    "WonderfulErrors": [('wonderful_http_problems_total{code="internal_error"}', "0+1x60")],
    "WonderfulUnavailable": [('wonderful_http_problems_total{code="store_unavailable"}', "0+300x60")],
    "WonderfulFlood": [('wonderful_http_problems_total{code="quota_exceeded"}', "0+600x60")],
    "WonderfulSlow": [
        (
            f'wonderful_http_request_duration_seconds_bucket{{route="/v1/games/<id>/intentions",status="201",le="{le}"}}',
            add,
        )
        for le, add in (("0.5", "0+50x60"), ("1", "0+100x60"), ("+Inf", "0+100x60"))
    ],
    "WonderfulProjectorLag": [("wonderful_projector_lag_seconds", "30x60")],
    "WonderfulNoWorker": [('rq_workers{queues="effects"}', "0x60")],
    "WonderfulJobsWait": [
        ('wonderful_oldest_job_seconds{queue="effects"}', "5x60"),
        ('wonderful_longest_wait_seconds{queue="effects"}', "1x60"),
    ],
    "WonderfulJobsFail": [('rq_jobs{queue="effects",status="failed"}', "2x60")],
    "WonderfulBackupOld": [("wonderful_backup_saved_timestamp_seconds", "0x60")],
    "WonderfulBackupDiskFills": [("wonderful_backup_free_bytes", "100e9-1e9x60")],
    "WonderfulBackupNotCopied": [
        ("wonderful_backup_saved_timestamp_seconds", "1000+60x60"),
        ("wonderful_backup_copied_timestamp_seconds", "0x60"),
    ],
    "WonderfulBackupBroken": [('wonderful_backup_verification{outcome="broken"}', "1x60")],
    "WonderfulBackupUnverified": [("wonderful_backup_last_verified_timestamp_seconds", "-50000x60")],
    "WonderfulWebhooksFail": [
        ('wonderful_webhook_attempts_total{outcome="failed"}', "0+10x60"),
        ('wonderful_webhook_attempts_total{outcome="delivered"}', "0+1x60"),
    ],
}
"""Series of an hour under which each alert fires, a value a minute; under those of the others it does not."""


SHOW_FIRST = "import service.metrics, prometheus_client as c; print(c.generate_latest().decode())"
"""What a process shows that has counted nothing yet."""


def rules() -> list[dict[str, Any]]:
    [group] = yaml.safe_load(ALERTS.read_text("utf-8"))["groups"]
    found: list[dict[str, Any]] = group["rules"]
    return found


@pytest.fixture
def known(parts: Backend, settings: Settings, tmp_path: Path) -> set[str]:
    """The names of all metrics of a service that runs."""
    parts.answering.beat()
    ask_for_news(parts, settings)
    write_saved(tmp_path, Saved(1, 1, 1, copied_ms=1))
    store = {family.name for family in StoreCollector(replace(settings, backup_dir=tmp_path)).collect()}
    counted = {family.name + "_total" * (family.type == "counter") for family in REGISTRY.collect()}
    histograms = {family.name for family in REGISTRY.collect() if family.type == "histogram"}
    return store | counted | {name + part for name in histograms for part in PARTS_OF_A_HISTOGRAM}


def test_the_alerts_ask_for_metrics_that_there_are(known: set[str]):
    for rule in rules():
        assert {*NAME.findall(rule["expr"])} <= known, rule["alert"]


def test_the_dashboard_asks_for_metrics_that_there_are_and_leaves_out_none_that_processes_count(known: set[str]):
    board = json.loads((ROOT / "deploy" / "dashboard.json").read_text("utf-8"))
    asked = {name for panel in board["panels"] for each in panel["targets"] for name in NAME.findall(each["expr"])}
    assert asked <= known
    counted = {name for name in known if name.startswith("wonderful_") and name.endswith(("_total", "_bucket"))}
    assert counted <= asked


def test_a_problem_of_which_an_alert_tells_is_counted_from_0_on_so_that_the_first_one_is_seen():
    codes = re.findall(r'wonderful_http_problems_total\{code="(\w+)"\}', ALERTS.read_text("utf-8"))
    shown = subprocess.run([sys.executable, "-c", SHOW_FIRST], capture_output=True, text=True, check=True).stdout
    assert len(codes) == 3
    for code in codes:
        assert f'wonderful_http_problems_total{{code="{code}"}} 0.0' in shown.splitlines()


def test_each_alert_says_what_to_do():
    assert [rule["alert"] for rule in rules()] == [*FIRING]
    for rule in rules():
        assert rule["annotations"].keys() == {"summary", "description"}
        assert rule["labels"]["severity"] in ("page", "ticket")


@pytest.mark.skipif(PROMTOOL is None, reason="there is no promtool on the PATH")
@pytest.mark.parametrize("alert", FIRING)
def test_an_alert_fires_alone_under_its_series(alert: str, tmp_path: Path):
    series = [{"series": name, "values": values} for name, values in FIRING[alert]]
    test = {
        "rule_files": [str(ALERTS)],
        "evaluation_interval": "1m",
        "tests": [
            {
                "interval": "1m",
                "input_series": series,
                "promql_expr_test": [
                    {
                        "expr": 'count by (alertname) (ALERTS{alertstate="firing"})',
                        "eval_time": "60m",
                        "exp_samples": [{"labels": f'{{alertname="{alert}"}}', "value": 1}],
                    }
                ],
            }
        ],
    }
    file = tmp_path / "test.yml"
    file.write_text(yaml.safe_dump(test))
    ended = subprocess.run([str(PROMTOOL), "test", "rules", str(file)], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
