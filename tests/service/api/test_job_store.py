"""Job queues with a store of their own, which is gone: people play on, and everybody is told."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from service.backend import open_backend
from service.settings import Settings
from tests.service.client import Service, assert_problem, id_of


@pytest.fixture
def without_jobs(settings: Settings, tmp_path: Path) -> Iterator[Service]:
    """A service that has looked for its job store and found none."""
    parts = open_backend(replace(settings, rq_redis_url=f"unix://{tmp_path}/none.sock"))
    parts.jobs_breaker.start(1, start_thread=lambda run: None)
    parts.jobs_breaker.look()
    yield Service(parts)
    parts.close()


def test_the_readiness_names_the_part_and_what_still_works(without_jobs: Service):
    answer = without_jobs.app.test_client().get("/readyz")
    assert (answer.status_code, answer.json["status"], answer.json["jobs"]) == (200, "ready", "gone")
    assert answer.json["detail"].startswith("the job store: no store listens at its address; people can play")


def test_a_move_is_accepted_and_the_bots_turn_stays_due(without_jobs: Service):
    ada = without_jobs.new_player()
    game = without_jobs.open_game(ada, bots=["greedy"])
    assert ada.post(f"{game}/start").status_code == 200
    assert ada.post(f"{game}/intentions", ada.get(f"{game}/legal").json[0]).status_code == 201
    without_jobs.project(game)
    assert [effect.game for effect in without_jobs.parts.snapshots.due_effects()] == [id_of(game)]


def test_a_decision_that_needs_a_worker_is_refused_with_the_reason(without_jobs: Service):
    ada = without_jobs.new_player()
    game = without_jobs.open_game(ada, bots=["greedy"])
    view = ada.post(f"{game}/start").json
    answer = ada.post("/v1/bots/search/decisions", {"view": view, "budget": {"seconds": 2}})
    problem = assert_problem(answer, 503, "store_unavailable")
    assert problem["detail"].startswith("the job store: no store listens at its address; you can safely try again")
