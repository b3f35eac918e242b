"""The Kotlin client that openapi-generator writes from openapi.yaml compiles and plays a whole game."""

from pathlib import Path

import pytest

from tests.generated_clients.kotlin import UNUSED_SOURCE, compile_kotlin, run_kotlin
from tests.generated_clients.outcome import check_outcome
from tests.generated_clients.tools import DRIVERS, openapi_generator

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


def test_the_kotlin_client_of_openapi_generator_plays_a_whole_game(service_url: str, tmp_path: Path):
    assert openapi_generator("kotlin", tmp_path) == []
    sources = [path for path in tmp_path.rglob("src/main/**/*.kt") if path.name != UNUSED_SOURCE]
    compile_kotlin([*sources, DRIVERS / "Play.kt"], tmp_path / "classes")
    check_outcome(service_url, run_kotlin("PlayKt", tmp_path / "classes", service_url, tmp_path / "log.jsonl"))
