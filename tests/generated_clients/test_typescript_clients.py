"""Clients in TypeScript that public generators write from openapi.yaml compile strictly and play whole games."""

from pathlib import Path

import pytest

from tests.generated_clients.outcome import check_outcome
from tests.generated_clients.tools import BIN, DRIVERS, compile_typescript, openapi_generator, run, write_client

pytestmark = [pytest.mark.verify, pytest.mark.timeout(300)]


def test_a_client_with_the_types_of_openapi_typescript_plays_a_whole_game(service_url: str, tmp_path: Path):
    write_client("openapi-typescript", tmp_path)
    script = compile_typescript(DRIVERS / "openapi_fetch.ts", tmp_path)
    check_outcome(service_url, run(BIN / "node", script, service_url))


def test_the_typescript_client_of_openapi_generator_plays_a_whole_game(service_url: str, tmp_path: Path):
    assert openapi_generator("typescript-fetch", tmp_path) == []
    script = compile_typescript(DRIVERS / "typescript_fetch.ts", tmp_path)
    check_outcome(service_url, run(BIN / "node", script, service_url))
