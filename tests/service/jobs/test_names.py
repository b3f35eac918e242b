"""Queued jobs name functions as text: a queue that an older version filled must still be worked."""

import inspect
import re

import pytest
from rq.utils import import_attribute

from projections import effects

NAMES = {
    "service.jobs.abandon": ["game"],
    "service.jobs.bots": ["game"],
    "service.jobs.clock": ["game"],
    "service.jobs.score": ["game"],
    "service.jobs.slow_bots": ["game", "since"],
    "service.jobs.verification": ["player", "body"],
    "service.jobs.depart": ["player"],
    "service.jobs.webhooks": [],
    "service.jobs.decision": ["name", "view", "budget", "seed"],
}


@pytest.mark.parametrize("name", NAMES)
def test_a_job_is_found_by_the_text_in_the_queue(name: str):
    function = import_attribute(name)
    assert inspect.isfunction(function), "no submodule may have the name of a job"
    assert list(inspect.signature(function).parameters) == NAMES[name]


def test_every_effect_has_a_job_of_its_name():
    names = re.findall(r'Effect\("(\w+)"', inspect.getsource(effects))
    assert len(names) == 4
    for name in names:
        assert f"service.jobs.{name}" in NAMES, f"add a function {name} to service/jobs/__init__.py, and to NAMES here"
