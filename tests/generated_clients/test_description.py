"""Public linters find nothing to say about openapi.yaml, and a public program carries out the flows of the examples."""

from pathlib import Path

import pytest

from service.api.description.document import in_3_2
from service.run.up import ROOT
from tests.generated_clients.tools import BIN, DESCRIPTION, HERE, node, require_tools, run

REDOCLY = "@redocly/cli/bin/cli.js"
FLOWS = ROOT / "examples" / "flows.arazzo.yaml"


@pytest.fixture(autouse=True)
def _tools() -> None:
    require_tools()


@pytest.mark.verify  # redocly checks the structure, too
def test_the_description_is_valid_openapi():
    assert run(BIN / "openapi-spec-validator", DESCRIPTION).strip().endswith("OK")


@pytest.mark.verify
def test_redocly_finds_neither_errors_nor_warnings(tmp_path: Path):
    in_items = tmp_path / "openapi-3.2.yaml"
    in_items.write_text(in_3_2(DESCRIPTION.read_text("utf-8")), "utf-8")
    checked = (DESCRIPTION, in_items, FLOWS)
    printed = node(REDOCLY, "lint", *checked, "--config", HERE / "redocly.yaml", "--max-problems=20")
    assert "Your API descriptions are valid" in printed, printed
    assert "warning" not in printed, printed


def test_the_flows_play_follow_and_audit_a_game(service_url: str):
    flows = ("--workflow", "audit-a-game", "--workflow", "follow-a-game")  # to audit a game, it plays one
    printed = node(REDOCLY, "respect", FLOWS, "--server", f"wonderful={service_url}", *flows)
    assert "Workflows: 2 passed, 2 total" in printed, printed
