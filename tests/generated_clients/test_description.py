"""Public linters find nothing to say about openapi.yaml."""

import pytest

from tests.generated_clients.tools import BIN, DESCRIPTION, HERE, node, require_tools, run

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _tools() -> None:
    require_tools()


@pytest.mark.verify  # redocly checks the structure, too
def test_the_description_is_valid_openapi():
    assert run(BIN / "openapi-spec-validator", DESCRIPTION).strip().endswith("OK")


def test_redocly_finds_neither_errors_nor_warnings():
    printed = node(
        "@redocly/cli/bin/cli.js", "lint", DESCRIPTION, "--config", HERE / "redocly.yaml", "--max-problems=20"
    )
    assert "Your API description is valid" in printed, printed
    assert "warning" not in printed, printed
