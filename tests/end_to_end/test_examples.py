"""The programs in examples/ work: against a whole service by its public API alone, and in the environments."""

import re
import shutil
import subprocess
import sys
from typing import Any

import pytest

from projections.audit import verify
from service.run.up import ROOT
from tests.end_to_end.counting_proxy import counting_proxy
from tests.end_to_end.running import Running
from tests.isolation import environment
from tests.ports import free_port
from tests.service.commands.command_line import listening

SCORED = re.compile(r"^(.+): (-?\d+) points, (.+) \(\d+ events\)$")
EARNED = {"Rookie", "Dictator", "Emperor", "Living God"}, {"Gold", "Silver", "Bronze", "No medal", "Lost"}


def run(*command: str, **environ: str) -> "subprocess.CompletedProcess[str]":
    """A program that has ended, in the root folder with these variables."""
    return subprocess.run(
        command, cwd=ROOT, env=environment(**environ), capture_output=True, text=True, timeout=200, check=False
    )


def printed(*arguments: str, **environ: str) -> list[str]:
    """The lines that Python prints when it runs an example."""
    done = run(sys.executable, *arguments, **environ)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.verify
def test_one_game_is_played_to_the_end(running: Running):
    [line] = printed("examples/play.py", "--side", "A", "--seed", "3", WONDERFUL_URL=running.url)
    found = SCORED.match(line)
    assert found
    assert found[1] == "Solo, side A"


@pytest.mark.verify
def test_solo_and_every_scenario_are_played_to_the_end(running: Running):
    lines = printed("examples/play.py", "--url", running.url, "--all")
    results = [found for line in lines if (found := SCORED.match(line))]
    assert [found[1] for found in results] == [
        "Solo, side B",
        "To the Center of the Earth",
        "A Better World",
        "They Are Among Us",
        "Back to the Future",
        "The End of Times",
        "Money Has No Smell",
    ]
    assert results[0][3] in EARNED[0]
    assert {found[3] for found in results[1:]} <= EARNED[1]
    required = [line for line in lines if line.startswith("  ")]
    assert len(required) == 4 + 4 + 4 + 3 + 4 + 3
    assert all(line.endswith((": constructed", ": under construction", ": missing")) for line in required)


def test_a_follower_plays_by_events_alone_and_counts_its_bytes(running: Running):
    with counting_proxy(int(running.url.rpartition(":")[2])) as proxy:
        lines = printed("-m", "examples.follow", WONDERFUL_URL=proxy.url)
    played = re.fullmatch(r"played a game of (\d+) events: (\d+) requests, (\d+) bytes up, (\d+) down .*", lines[1])
    assert played, lines
    events, requests, up_bytes, down_bytes = map(int, played.groups())
    assert (up_bytes, down_bytes) == (proxy.up, proxy.down)
    assert requests < events
    assert {line.partition(":")[0] for line in lines[2:]} == {"Follower", "greedy"}


NO_CLIENTS = {
    "dataset.py", "random_agent.py", "baselines.py", "train_ppo.py", "ppo_games.py",
    "ppo_policy.py", "ppo_imitation.py",
}  # fmt: skip
"""Programs that read files of the service, or learn in its environments."""
CLIENTS = [path for path in (ROOT / "examples").glob("*.py") if path.name not in NO_CLIENTS]
"""Programs for another machine."""
BOTS = ("bot.py", "bot.mjs")
PROGRAMS = [
    pytest.param([sys.executable, "-m", "examples.follow"], id="follow"),
    pytest.param([sys.executable, "examples/play.py"], id="play.py"),
    pytest.param([sys.executable, "examples/bot.py"], id="bot.py"),
    pytest.param(
        ["node", "examples/bot.mjs"],
        id="bot.mjs",
        marks=pytest.mark.skipif(shutil.which("node") is None, reason="node is not on the PATH"),
    ),
]


def assert_refused(done: "subprocess.CompletedProcess[str]", url: str) -> None:
    """Check that the program ended with one line that names the address."""
    assert (done.returncode, done.stdout) == (1, ""), done.stderr
    assert done.stderr.startswith(url), done.stderr
    assert done.stderr.count("\n") == 1, done.stderr


@pytest.mark.usual("bot.py", "play.py")
@pytest.mark.parametrize("program", PROGRAMS)
def test_an_example_tells_in_one_line_that_the_service_does_not_answer(program: list[str]):
    url = f"http://127.0.0.1:{free_port()}"
    assert_refused(run(*program, WONDERFUL_URL=url), url)
    for wrong in ("nonsense", "localhost:8000", "http://["):
        assert_refused(run(*program, "--url", wrong, WONDERFUL_URL=url), wrong)


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("status", ["200 OK", "404 Not Found", "302 Found"])
def test_an_example_tells_in_one_line_that_another_service_answers(program: list[str], status: str):
    def other(environ: Any, start_response: Any) -> list[bytes]:
        start_response(status, [("Content-Type", "text/html"), ("Location", "/elsewhere")])
        return [b"<html>\nhello\n"]

    with listening(other) as url:
        assert_refused(run(*program, "--url", f"{url}/"), url)


@pytest.mark.usual("bot.py")
@pytest.mark.parametrize("program", [each for each in PROGRAMS if each.id in BOTS])
def test_a_bot_tells_that_its_name_is_refused(program: list[str], running: Running):
    done = run(*program, "--url", running.url, "--name", "two\u2028lines")
    assert_refused(done, running.url)
    assert "name" in done.stderr
    assert "service" not in done.stderr


@pytest.mark.usual("bot.py")
@pytest.mark.parametrize("program", [each for each in PROGRAMS if each.id in BOTS])
def test_a_bot_ends_when_it_is_refused_for_another_reason_than_that_it_comes_too_late(program: list[str]):
    turn = b'{"type": "away", "game": "%s", "id": "1"}\n'
    answers = {
        "/v1/players": ("201 Created", "application/json", b'{"id": "p", "token": "t"}'),
        "/v1/turns": ("200 OK", "application/x-ndjson", turn % b"late" + turn % b"refused"),
        "/v1/games/late/seats/me/return": (
            "409 Conflict",
            "application/problem+json",
            b'{"code": "not_away", "detail": ""}',
        ),
    }
    refusal = "403 Forbidden", "application/problem+json", b'{"code": "scope_missing", "detail": "ask for a scope"}'

    def service(environ: Any, start_response: Any) -> list[bytes]:
        status, kind, body = answers.get(environ["PATH_INFO"], refusal)
        start_response(status, [("Content-Type", kind)])
        return [body]

    with listening(service) as url:
        done = run(*program, "--url", url)
    assert done.returncode == 1
    assert "ask for a scope" in done.stderr


def test_examples_and_docs_say_with_which_python_they_run():
    for path in CLIENTS:
        head = path.read_text("utf-8").partition("import ")[0]
        assert f".venv/bin/python examples/{path.name}" in head
        assert "Needs the client library, as in .venv" in head
    follow = (ROOT / "examples" / "follow" / "__main__.py").read_text("utf-8")
    assert ".venv/bin/python -m examples.follow" in follow
    assert "Needs the client library, as in .venv" in follow
    for page in (ROOT / "README.md", *(ROOT / "docs").glob("*.md")):
        assert not re.search(r"(?<!\.venv/bin/)\bpython3? (examples/|-m examples)", page.read_text("utf-8")), page.name


def test_the_examples_use_nothing_but_the_client_library():
    for path in (*CLIENTS, *(ROOT / "examples" / "follow").glob("*.py")):
        text = path.read_text("utf-8")
        assert len(text.splitlines()) < 80, path.name
        assert not re.search(r"^\s*(from|import) (game|events|projections|bots|service|tests)\b", text, re.M), path.name


def test_the_random_agent_writes_a_log_that_is_accepted():
    done = run(sys.executable, "examples/random_agent.py")
    assert done.returncode == 0, done.stderr
    assert verify(done.stdout.encode().splitlines()).ok
    assert [line.split(":")[0] for line in done.stderr.splitlines()] == ["seat_0", "seat_1", "seat_2"]


def test_the_baselines_score_the_strategies():
    first, second = printed("examples/baselines.py", "--strategies", "random,greedy", "--deals", "3")
    assert first.startswith("random: ")
    assert first.endswith(" points on 3 deals")
    assert float(second.split()[1]) > 30
