"""The client of the page, used from outside of this folder: packed by npm, and checked by TypeScript."""

import json
import subprocess
from pathlib import Path

import pytest

from service.run.up import ROOT
from tests.generated_clients.tools import BIN, NODE_MODULES, require_tools, run

PACKAGE = ROOT / "service" / "web"
PROGRAM = """
import { Client, Problem } from "wonderful-client";
import { replayOf } from "wonderful-client/fold";
const client = new Client("http://127.0.0.1:8000", { token: null });
export const replay = replayOf(await client.get("/v1/games/x/events"), await client.get("/v1/catalogue"));
export const wanted = (/** @type {Problem} */ problem) => problem.retryAfter + replay.steps.length;
"""
OPTIONS = {
    "allowJs": True, "checkJs": True, "strict": True, "noEmit": True, "skipLibCheck": True, "types": [],
    "target": "es2024", "module": "esnext", "moduleResolution": "bundler",
    "lib": ["es2024", "esnext", "dom", "dom.iterable", "dom.asynciterable"],
}  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty folder with the client installed, as npm installs a folder."""
    require_tools()
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / "wonderful-client").symlink_to(PACKAGE)
    return tmp_path


def complaints(folder: Path, program: str) -> list[str]:
    """What TypeScript says of a program in JavaScript."""
    (folder / "program.mjs").write_text(program, "utf-8")
    (folder / "tsconfig.json").write_text(json.dumps({"compilerOptions": OPTIONS, "files": ["program.mjs"]}), "utf-8")
    command = [str(BIN / "node"), str(NODE_MODULES / "typescript/bin/tsc"), "--pretty", "false"]
    told = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout
    return [line for line in told.splitlines() if line.startswith("program.mjs")]


def test_typescript_knows_the_types_of_the_client(folder: Path):
    assert complaints(folder, PROGRAM) == []
    wrong = PROGRAM.replace("token: null", "token: 5").replace("problem.retryAfter", "problem.retry")
    first, second = complaints(folder, wrong)
    assert "Type 'number' is not assignable" in first
    assert "Property 'retry' does not exist on type 'Problem'" in second


def test_npm_packs_the_client_with_all_that_it_imports(folder: Path):
    run("npm", "pack", PACKAGE, "--silent", folder=folder, npm_config_cache=str(folder / "cache"))
    [packed] = folder.glob("*.tgz")
    run("tar", "-xf", packed, folder=folder)
    (folder / "node_modules" / "wonderful-client").unlink()
    (folder / "package").rename(folder / "node_modules" / "wonderful-client")
    (folder / "program.mjs").write_text(
        'import { Client } from "wonderful-client";\n'
        'import { replayOf } from "wonderful-client/fold";\n'
        'import { solve } from "./node_modules/wonderful-client/proof.js";\n'
        "console.log(new Client('http://x/').url, typeof replayOf, typeof solve);\n",
        "utf-8",
    )
    assert run(BIN / "node", "program.mjs", folder=folder).split() == ["http://x", "function", "function"]
