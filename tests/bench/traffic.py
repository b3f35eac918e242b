"""Requests and bytes of one game with two seats against `greedy`, for four clients that make the same moves."""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import httpx

from examples.follow.client import Service
from examples.follow.play import play
from examples.follow.strategy import next_intentions
from examples.follow.traffic import Traffic
from service.backend import Backend, open_backend
from service.games.opening import stored_server_seed
from tests.bench.service import everything, settings

Json = dict[str, Any]
SERVER_SEED = "5eed" * 16
"""The same for all games, so that all have the same deal."""
POLL_SECONDS = 0.5
"""How often the naive client looks whether it is its turn."""
ENCODINGS = ("identity", "gzip")


def report() -> None:
    """Print the traffic of each client, as a share of what the naive one moves, without and with compression."""
    print("traffic of one game: requests, bytes with headers, share of the naive client")
    with everything("everysec") as (url, port):
        parts = open_backend(settings(url))
        for encoding in ENCODINGS:
            made = {name: measure(parts, port, encoding, client) for name, client in CLIENTS.items()}
            naive, naive_scores = made["naive"]
            for name, (traffic, scores) in made.items():
                assert scores == naive_scores, "the clients must make the same moves"
                share = (traffic.up + traffic.down) / (naive.up + naive.down)
                print(f"{encoding:<8} {name:<6} {traffic}: {share:.1%}")


@dataclass
class Table:
    """A game to play: its address, and the client that plays. `http`: for requests that `traffic` does not count."""

    service: Service
    address: str
    http: httpx.Client
    traffic: Traffic


def measure(parts: Backend, port: int, encoding: str, client: Callable[[Table], Json]) -> tuple[Traffic, Json]:
    """(traffic, scores) of a game. The registration and the catalogue are not counted."""
    headers = {"Accept-Encoding": encoding}
    url = f"http://127.0.0.1:{port}"
    with (
        httpx.Client(base_url=url, timeout=40, headers=headers) as http,
        httpx.Client(base_url=url, timeout=40, headers=headers) as uncounted,
    ):
        service, traffic = Service(http, "Bench"), Traffic()
        http.event_hooks = {"response": [traffic.count]}
        address = service.open_game("greedy")
        game = address.rpartition("/")[2]
        assert stored_server_seed(parts, game)
        parts.redis.set(parts.keys.seed(game), SERVER_SEED)
        uncounted.headers["Authorization"] = http.headers["Authorization"]
        return traffic, client(Table(service, address, uncounted, traffic))["result"]["scores"]


def play_naively(table: Table) -> Json:
    """View, legal intentions, one intention; and again. Polls while the game does not wait for the seat."""
    service, address = table.service, table.address
    service.ask("POST", f"{address}/start")
    planned: list[Json] = []
    while (view := service.ask("GET", address))["status"] == "playing":
        if view["seat"] in view["waiting_on"]:
            service.ask("GET", f"{address}/legal")
            planned = planned or plan(view, service.catalogue)
            service.ask("POST", f"{address}/intentions", json=[planned.pop(0)])
        else:
            time.sleep(POLL_SECONDS)
    return view


def play_plainly(table: Table) -> Json:
    """One intention at a time, answered with the view and what is legal. Waits for turns with a long poll."""
    service, address = table.service, table.address
    view, legal, planned = service.ask("POST", f"{address}/start"), [], []
    while view["status"] == "playing":
        if legal:
            planned = planned or plan(view, service.catalogue)
            preference = {"Prefer": "return=representation"}
            answer = service.ask("POST", f"{address}/intentions", preference, json=[planned.pop(0)])
        else:
            answer, *_ = service.ask("GET", "/v1/turns?wait=20") or [{"view": service.ask("GET", address)}]
        view, legal = answer["view"], answer.get("legal")
    return view


def play_by_stream(table: Table) -> Json:
    """One live stream gives view and legal intentions after each append; one request for all that a turn needs."""
    service, address, view = table.service, table.address, Json()
    acted_at: int = service.ask("POST", f"{address}/start")["version"]
    headers = {"Accept": "application/x-ndjson"}
    with table.http.stream("GET", f"{address}/events?include=view,legal", headers=headers) as stream:
        for line in filter(None, stream.iter_lines()):
            item = json.loads(line)
            view = item.get("view", view)
            if item.get("legal") and item["version"] >= acted_at:  # an older one does not know what was done since
                answer = service.ask("POST", f"{address}/intentions", json=plan(view, service.catalogue))
                acted_at = answer["version"]
        table.traffic.add(stream)
    return view


def play_by_events(table: Table) -> Json:
    """From events alone, with lists of intentions, shorthands and auto-ready."""
    return play(table.service, table.address).view()


CLIENTS = {"naive": play_naively, "plain": play_plainly, "stream": play_by_stream, "clever": play_by_events}


def plan(view: Json, catalogue: Json) -> list[Json]:
    """What the seat does now, with intentions in place of shorthands."""
    own, found = view["seats"][view["seat"]], []
    for body in next_intentions(view, catalogue):
        if body["type"] == "recycle_rest":
            slated = {other["card"] for other in found}
            rest = [card for card in own["drafted"] if card not in slated]
            found += [{"type": "recycle", "card": card, "onto": "empire"} for card in rest]
        elif body["type"] == "place_rest_on_empire":
            [(cube, count)] = own["cubes_to_place"].items()
            placed = sum(other["item"] == cube for other in found)
            found += [{"type": "place", "item": cube, "onto": "empire"}] * (count - placed)
        else:
            found.append(body)
    return found
