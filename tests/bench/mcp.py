"""Games over `POST /mcp` by a scripted agent that also sends nonsense: what is lost, and what a game costs.

The service runs in this process, without a network; its bots move at once. GAMES says how many games (100).
"""

import json
import os
import statistics
import time
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

from jsonschema_rs import ValidationError

from service.backend import open_backend
from service.jobs.bot_turns import play_bots
from service.jobs.scores import score_game
from tests.bench.service import server, settings
from tests.service.agent import Agent, gives
from tests.service.client import Json, Service, pick_intention

NONSENSE_SHARE = 0.2
"""How often the agent sends nonsense instead of what is legal."""

TOLD_GAMES = 100
"""After so many games the bench says how far it is."""


@dataclass
class Games:
    """What became of some games. `faults`: answers that do not conform, and games that did not end."""

    games: int = 0
    nonsense: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    calls: list[int] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)


def report() -> None:
    """Play by tools and by the API, and print what was lost and what a game costs."""
    games = int(os.environ.get("GAMES", "100"))
    with server("everysec") as url:
        service = Service(open_backend(settings(url)))
        began = time.process_time()
        played = play_games(service, games, Random(7))
        print(f"{played.games} games by tools in {time.process_time() - began:.0f} s of CPU, service included")
        print(f"nonsense sent: {played.nonsense}; refused as {dict(played.refused.most_common())}")
        print(f"games lost to notation, and answers that do not conform: {len(played.faults)} {played.faults[:5]}")
        _print("tools", played.calls, played.sizes)
        raw = [play_raw(service, Random(number)) for number in range(max(1, games // 10))]
        _print("API, view and legal for each intention", *map(list, zip(*raw, strict=True)))


def play_games(service: Service, games: int, rng: Random) -> Games:
    """Play games against `random` by tools."""
    found = Games()
    for number in range(games):
        _play_game(service, found, rng, f"game {number}")
        found.games += 1
        if found.games % TOLD_GAMES == 0:
            print(f"{found.games} games, {found.nonsense} times nonsense, {len(found.faults)} faults", flush=True)
    return found


def _play_game(service: Service, found: Games, rng: Random, name: str) -> None:
    agent = Agent(service.new_bot())
    position = agent.call("join", against=["random"])
    game = position["game"]
    while position["status"] == "playing":
        while position["your_turn"]:
            if rng.random() < NONSENSE_SHARE:
                found.nonsense += 1
                answers, size = agent.answers, agent.bytes
                position |= _send_nonsense(agent, found, game, position["legal"], rng)
                agent.answers, agent.bytes = answers, size  # what a game costs without nonsense
                continue
            chosen = pick_intention(position["legal"], rng)
            position |= agent.call("act", game=game, intentions=[chosen], expected_version=position["version"])
        play_bots(service.parts, game)
        score_game(service.parts, game)
        position = agent.call("view", game=game)
    if position["view"]["seats"][0]["score"] is None or position["status"] != "finished":
        found.faults.append(f"{name} ended as {position['status']}")
    found.calls.append(agent.answers)
    found.sizes.append(agent.bytes)


def _send_nonsense(agent: Agent, found: Games, game: str, legal: list[Json], rng: Random) -> Json:
    """Send something that no player means, and note what is told; what is no refusal in words is a fault.

    What the rules accept all the same, such as the same intention twice, is answered with what it led to.
    """
    entry = rng.choice(legal)
    arguments: Json = rng.choice(
        [
            {"game": game, "intentions": [json.dumps(entry)]},
            {"game": game, "intentions": entry["type"]},
            {"game": game, "intentions": [entry | {"type": "win"}]},
            {"game": game, "intentions": [entry | {"card": "the moon"}]},
            {"game": game, "intentions": [entry | {"why": "because"}]},
            {"game": game, "intentions": [{}]},
            {"game": game, "intentions": [entry, entry]},
            {"game": game, "moves": [entry]},
            {"game": f"{game}0", "intentions": [entry]},
            {"intentions": [entry]},
            {"game": game, "intentions": [entry], "expected_version": "newest"},
            {"game": game, "intentions": [entry], "expected_version": 0},
        ]
    )
    result = agent.ask("tools/call", name="act", arguments=arguments)
    if result["isError"]:
        text = result["content"][0]["text"]
        found.refused[text.partition(":")[0]] += 1
        if "\nNext: " not in text:
            found.faults.append(text)
        return {}
    found.refused["accepted"] += 1
    given: Json = result["structuredContent"]
    try:
        gives("act").validate(given)
    except ValidationError as error:
        found.faults.append(str(error))
    return given


def play_raw(service: Service, rng: Random) -> tuple[int, int]:
    """Requests and bytes of the answers of a game by the API: `view` and `legal` before each intention."""
    player = service.new_bot()
    requests, size = 0, 0

    def ask(method: str, path: str, **body: Any) -> Any:
        nonlocal requests, size
        answer = player.ask(method, path, **body)
        assert answer.status_code < 300, answer.text
        requests, size = requests + 1, size + len(answer.data)
        return answer.json

    id = ask("POST", "/v1/games", json={"seats": 2, "bots": ["random"]})["id"]
    game = f"/v1/games/{id}"
    ask("POST", f"{game}/start", json={})
    while ask("GET", game)["status"] == "playing":
        while legal := ask("GET", f"{game}/legal"):
            ask("POST", f"{game}/intentions", json=[pick_intention(legal, rng)])
        play_bots(service.parts, id)
        score_game(service.parts, id)
    return requests, size


def _print(name: str, requests: list[int], sizes: list[int]) -> None:
    median = statistics.median
    print(f"{name}: {median(requests):.0f} requests and {median(sizes) / 1000:.0f} kB of answers in a game (medians)")
