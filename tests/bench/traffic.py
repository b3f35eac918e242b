"""Requests and bytes of one game with two seats against `greedy`, for five clients that make the same moves."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import httpx

from examples.follow.strategy import next_intentions, play
from examples.follow.traffic import CountingTransport, Traffic
from service.backend import Backend, open_backend
from service.games.opening import stored_server_seed
from tests.bench.service import everything, settings
from wonderful_client import Client

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
    """A game to play, and the client that plays."""

    client: Client
    game: str
    catalogue: Json


def measure(parts: Backend, port: int, encoding: str, client: Callable[[Table], Json]) -> tuple[Traffic, Json]:
    """(traffic, scores) of a game. The registration and the catalogue before it are not counted."""
    transport = CountingTransport()
    http = httpx.Client(transport=transport, timeout=40, headers={"Accept-Encoding": encoding})
    with http, Client(f"http://127.0.0.1:{port}", http=http) as made:
        made.register_player(name="Bench", kind="human")
        game = made.open_game(seats=2, bots=["greedy"])["id"]
        assert stored_server_seed(parts, game)
        parts.redis.set(parts.keys.seed(game), SERVER_SEED)
        table = Table(made, game, made.get_catalogue())
        transport.traffic = Traffic()
        return transport.traffic, client(table)["result"]["scores"]


def play_naively(table: Table) -> Json:
    """View, legal intentions, one intention; and again. Polls while the game does not wait for the seat."""
    client, game = table.client, table.game
    client.start_game(game)
    planned: list[Json] = []
    while (view := client.get_game(game))["status"] == "playing":
        if view["seat"] in view["waiting_on"]:
            client.list_legal(game)
            planned = planned or plan(view, table.catalogue)
            client.act(game, [planned.pop(0)])
        else:
            time.sleep(POLL_SECONDS)
    return view


def play_plainly(table: Table) -> Json:
    """One intention at a time, answered with the view and what is legal. Waits for turns with a long poll."""
    client, game = table.client, table.game
    view, legal, planned = client.start_game(game), [], []
    while view["status"] == "playing":
        if legal:
            planned = planned or plan(view, table.catalogue)
            answer = client.act(game, [planned.pop(0)], representation=True)
        else:
            answer, *_ = client.list_turns(wait=20) or [{"view": client.get_game(game)}]
        view, legal = answer["view"], answer.get("legal")
    return view


def play_by_inbox(table: Table) -> Json:
    """As a bot: the stream of the inbox brings view and legal intentions; one request for all that a turn needs."""
    table.client.start_game(table.game)
    finished = next(table.client.play(lambda view, legal: plan(view, table.catalogue)))
    view: Json = finished["view"]
    return view


def play_by_stream(table: Table) -> Json:
    """One live stream gives view and legal intentions after each append; one request for all that a turn needs."""
    view, acted_at = Json(), table.client.start_game(table.game)["version"]
    for item in table.client.listen(table.game, include="view,legal"):
        view = item.get("view", view)
        if item.get("legal") and item["version"] >= acted_at:  # an older one does not know what was done since
            acted_at = table.client.act(table.game, plan(view, table.catalogue))["version"]
    return view


def play_by_events(table: Table) -> Json:
    """From events alone, with lists of intentions, shorthands and auto-ready. It gets the catalogue once more."""
    return play(table.client, table.game).view()


CLIENTS = {
    "naive": play_naively,
    "plain": play_plainly,
    "inbox": play_by_inbox,
    "stream": play_by_stream,
    "clever": play_by_events,
}


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
