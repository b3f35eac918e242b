"""A parser reads the Swift client that openapi-generator writes from openapi.yaml: no package has a compiler."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.generated_clients.tools import DESCRIPTION, DRIVERS, PYTHON, openapi_generator, require_tools, run

pytestmark = pytest.mark.verify


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the client declares, see drivers/read_swift.py."""
    require_tools()
    folder: Path = tmp_path_factory.mktemp("swift")
    assert openapi_generator("swift6", folder) == []
    read: dict[str, Any] = json.loads(run(PYTHON, DRIVERS / "read_swift.py", folder / "client" / "Sources"))
    return read


@pytest.fixture(scope="module")
def schemas() -> dict[str, Any]:
    described: dict[str, Any] = yaml.load(DESCRIPTION.read_text("utf-8"), getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    return described["components"]["schemas"]


def test_models_and_operations_are_correct_swift(written: dict[str, Any]):
    assert written["models"]
    assert written["faulty"] == []


def test_no_model_takes_the_name_of_a_type_that_the_client_needs(written: dict[str, Any]):
    assert written["models"].keys() & set(written["types_of_swift"]) == set()


def test_a_view_is_typed(written: dict[str, Any]):
    view = written["models"]["GameView"]
    assert view["version"] == "Int64"
    assert view["status"] == "GameStatus"
    assert view["phase"] == "Phase?"
    assert view["seats"] == "[Seat]"
    assert view["result"] == "GameResult?"


@pytest.mark.parametrize("union", ["GameEvent", "Intention"])
def test_a_union_has_a_case_for_each_of_its_schemas(written: dict[str, Any], schemas: dict[str, Any], union: str):
    members = {reference["$ref"].rsplit("/", 1)[1] for reference in schemas[union]["oneOf"]}
    assert set(written["models"][union].values()) == members
    assert members <= written["models"].keys()
