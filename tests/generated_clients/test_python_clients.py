"""Clients in Python that public generators write from openapi.yaml play whole games."""

from pathlib import Path

import pytest

from tests.generated_clients.outcome import check_outcome
from tests.generated_clients.tools import BIN, DESCRIPTION, DRIVERS, HERE, PYTHON, check_types, openapi_generator, run

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


def test_the_client_of_openapi_python_client_plays_a_whole_game(service_url: str, tmp_path: Path):
    driver, settings = DRIVERS / "openapi_python_client.py", HERE / "openapi_python_client.yaml"
    run(
        BIN / "openapi-python-client",
        *("generate", "--path", DESCRIPTION, "--config", settings, "--fail-on-warning"),
        *("--meta", "none", "--output-path", tmp_path / "wonderful_world"),
    )
    check_types(driver, tmp_path)
    check_outcome(service_url, run(PYTHON, driver, service_url, PYTHONPATH=str(tmp_path)))


def test_the_python_client_of_openapi_generator_plays_a_whole_game(service_url: str, tmp_path: Path):
    driver = DRIVERS / "openapi_generator.py"
    assert openapi_generator("python", tmp_path) == []
    check_types(driver, tmp_path)
    check_outcome(service_url, run(PYTHON, driver, service_url, PYTHONPATH=str(tmp_path)))
