"""Servers for the tests: an embedded one, or the Redis server of REDIS_URL; always with a random key prefix.

Nothing that is the user's is read or changed: see `isolation.py`.
"""

import gc
import os
from collections.abc import Generator, Iterator
from pathlib import Path
from secrets import token_hex
from typing import Any

import pytest

from service.backend import Backend, check_store, open_backend
from service.jobs.queues import Queues
from service.run.embedded_redis import Server, ensure_server, stop_server
from service.run.up import ROOT
from service.settings import Settings, read_settings
from tests.dealing import order, share_of
from tests.end_to_end.running import Running
from tests.high_limits import HIGH_LIMITS
from tests.isolation import Untouched, isolate
from tests.running_cluster import RunningCluster, running_cluster
from tests.shared_service import account_of_itself, end_shared_service, shared_service

gc.disable()  # until all tests are collected: thousands of objects, of which none is garbage
UNTOUCHED = Untouched(ROOT, Path.home())
isolate()
SLOW_FOLDERS = {
    Path(__file__).parent / folder
    for folder in (
        *("bench", "client", "docs", "end_to_end", "generated_clients", "training", "web"),
        *("service/archive", "service/commands", "service/daily", "service/diagnosis", "service/pictures"),
        *("service/run", "service/terminal", "service/webhooks"),
    )
}
"""The fast tests are those of the rules, the log, the projections, the bots and the API."""
CLUSTERS = {"cluster", "whole_cluster"}
"""Fixtures that start one."""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Without slow tests, their folders are not even read: each worker would import them for nothing."""
    return (config.option.markexpr.startswith("not slow") and collection_path in SLOW_FOLDERS) or None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the slow tests, and begin with what takes long.

    Tests on a cluster are slow: six servers have to find each other, and a dead one is missed after a second.
    """
    slow = {path: not SLOW_FOLDERS.isdisjoint(path.parents) for path in {item.path for item in items}}
    for item in items:
        if slow[item.path] or CLUSTERS.intersection(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.slow)
        if usual_words(item) is not None and not usual_words(item):
            item.add_marker(pytest.mark.verify)
    if not any("::" in each for each in config.args):  # who names a case has not collected the others
        refuse_unknown_words(items)
    if hasattr(config, "workerinput"):
        begins = order((item.nodeid, item.get_closest_marker("slow") is not None) for item in items)
        items.sort(key=lambda item: begins[share_of(item.nodeid)])


def usual_words(item: pytest.Item) -> set[str] | None:
    """The words of the mark `usual` that the id of this case contains; None without that mark."""
    usual = item.get_closest_marker("usual")
    return usual and {word for word in usual.args if word in item.callspec.id}  # type: ignore[attr-defined]


def refuse_unknown_words(items: list[pytest.Item]) -> None:
    """Raises UsageError for a word of `usual` that no case contains: its test would be run by `make verify` alone."""
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        if usual_words(item) is not None:
            cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for test, own in cases.items():
        [usual, *_] = own[0].iter_markers("usual")
        unknown = {*usual.args}.difference(*(usual_words(each) or () for each in own))
        if unknown:
            raise pytest.UsageError(f"{test}: no case has {sorted(unknown)}, which its mark `usual` names")


def pytest_collection_finish() -> None:
    """Collect garbage from now on, without a look at the tests themselves."""
    gc.freeze()
    gc.enable()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """End the shared service. Fail the run if its log shows a secret, or if it changed what is the user's."""
    if hasattr(session.config, "workerinput"):
        return
    shown = end_shared_service(session.config._tmp_path_factory.getbasetemp())  # type: ignore[attr-defined]
    faults = {"The log of the shared service shows": shown, "The tests changed what is the user's": UNTOUCHED.changes()}
    for fault, found in faults.items():
        if found:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
            reporter = session.config.pluginmanager.get_plugin("terminalreporter")
            reporter.write_line(f"\n{fault}: {', '.join(found[:20])}", red=True)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show with a failed test how the service fares: what fails once in ten runs is not seen twice."""
    report = yield
    service = getattr(item, "funcargs", {}).get("running")
    if report.failed and isinstance(service, Running):
        try:
            told = account_of_itself(service)
        except Exception as error:  # pytest would end, and tell nothing of the failure
            told = repr(error)
        report.sections.append(("The shared service", told))
    return report


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Deal the tests out by files and folders."""
    from xdist.scheduler import LoadScopeScheduling

    class ByShare(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return share_of(nodeid)

    return ByShare(config, log)


@pytest.fixture(scope="session")
def redis_url(server_url: str) -> str:
    """The store of the tests. Those that run on a cluster, too, override it."""
    return server_url


@pytest.fixture(scope="session")
def server_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A Redis server: REDIS_URL's, or an embedded one in a folder of its own."""
    if named := os.environ.get("REDIS_URL"):
        yield named
        return
    folder: Path = tmp_path_factory.mktemp("server")
    server = ensure_server(folder, "everysec")
    yield server.url
    stop_server(server)


@pytest.fixture(scope="package")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """An embedded server for the tests of a folder alone: they may change its settings and drop its scripts."""
    server = ensure_server(tmp_path_factory.mktemp("own"), "no")
    yield server
    stop_server(server)


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Running:
    """The service that all tests of the run share; a worker's folder is one of the run's."""
    own = tmp_path_factory.getbasetemp()
    return shared_service(own.parent if "PYTEST_XDIST_WORKER" in os.environ else own)


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningCluster]:
    """A cluster of three primaries that nobody disturbs."""
    with running_cluster(tmp_path_factory.mktemp("cluster"), replicas=0) as made:
        yield made


@pytest.fixture(scope="session")
def jobs_url(server_url: str) -> str:
    """The server of the job queues."""
    return server_url


@pytest.fixture
def settings(redis_url: str, jobs_url: str) -> Settings:
    """Settings with a key prefix that no other test has; a server that keeps nothing will do."""
    environ = {
        "REDIS_URL": redis_url,
        "RQ_REDIS_URL": jobs_url,
        "KEY_PREFIX": f"test-{token_hex(6)}:",
        "ALLOW_VOLATILE": "1",
    } | HIGH_LIMITS
    return read_settings(environ)


def delete_keys(made: Backend) -> None:
    """Delete the keys of a backend."""
    if keys := list(made.redis.scan_iter(match=f"{made.settings.key_prefix}*", count=1000)):
        made.redis.delete(*keys)


@pytest.fixture
def empty(settings: Settings) -> Iterator[Backend]:
    """A backend without a store yet. Its keys are deleted afterwards; nothing else on the server is touched."""
    made = open_backend(settings)
    yield made
    queues = Queues(settings)
    queues.lanes["quick"].delete(delete_jobs=True)
    delete_keys(made)
    queues.redis.close()
    made.close()


@pytest.fixture
def parts(empty: Backend) -> Backend:
    """A backend on a new store."""
    check_store(empty)
    return empty
