"""Clients in Python that public generators write from openapi.yaml play whole games."""

from pathlib import Path

import pytest

from tests.generated_clients.outcome import check_outcome
from tests.generated_clients.tools import DRIVERS, PYTHON, check_types, openapi_generator, run, write_client

pytestmark = pytest.mark.timeout(300)


@pytest.mark.verify
def test_the_client_of_openapi_python_client_plays_a_whole_game(service_url: str, tmp_path: Path):
    driver = DRIVERS / "openapi_python_client.py"
    write_client("openapi-python-client", tmp_path, "--fail-on-warning")
    check_types(driver, tmp_path)
    check_outcome(service_url, run(PYTHON, driver, service_url, PYTHONPATH=str(tmp_path)))


@pytest.mark.verify
def test_the_python_client_of_openapi_generator_plays_a_whole_game(service_url: str, tmp_path: Path):
    driver = DRIVERS / "openapi_generator.py"
    assert openapi_generator("python", tmp_path) == []
    check_types(driver, tmp_path / "client")
    check_outcome(service_url, run(PYTHON, driver, service_url, PYTHONPATH=str(tmp_path / "client")))
