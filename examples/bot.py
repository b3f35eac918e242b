"""A complete bot: registers, takes what it is invited to and what open games allow, and plays by its own wits.

    python examples/bot.py --name "Deep Thought" [--url http://127.0.0.1:8000] [--join] [--games 1]

It follows `GET /v1/turns` as lines of JSON, opened again when anything fails: it begins with all that waits.
"""

import argparse
import json
import time
from collections.abc import Iterator
from typing import Any

import httpx


def main() -> None:
    parser = argparse.ArgumentParser(description="A bot for It's a Wonderful World.")
    parser.add_argument("--url", default="http://127.0.0.1:8000")
    parser.add_argument("--name", default="Deep Thought")
    parser.add_argument("--join", action="store_true", help="take a seat in open games that allow bots")
    parser.add_argument("--games", type=int, default=1, help="leave after so many games")
    given = parser.parse_args()
    with httpx.Client(base_url=given.url, timeout=httpx.Timeout(10, read=30)) as client:
        account = client.post("/v1/players", json={"name": given.name, "kind": "bot"}).raise_for_status().json()
        client.headers["Authorization"] = f"Bearer {account['token']}"
        print(f"{given.name} is {account['id']}", flush=True)
        play(client, given.join, given.games)


def play(client: httpx.Client, join: bool, games: int) -> None:
    """Answer what is told until so many games have ended; whatever fails is tried again from the beginning."""
    playing: set[str] = set()
    while True:
        try:
            if join:
                join_open_games(client)
            for item in told(client, playing):
                if item["type"] == "invitation":
                    take_seat(client, item["game"])
                elif item["type"] == "turn":
                    playing.add(item["game"])
                    act(client, item)
                else:
                    playing.discard(item["game"])
                    result = item["view"]["result"]
                    print(f"{item['game']}: {result and result['scores'][item['seat']]['total']} points", flush=True)
                    if (games := games - 1) == 0:
                        return
        except httpx.HTTPError as error:
            print(f"trying again: {error}", flush=True)
        time.sleep(1)


def told(client: httpx.Client, playing: set[str]) -> Iterator[dict[str, Any]]:
    """What ended while nobody listened, then the items of the stream. An empty line is a sign of life."""
    with client.stream("GET", "/v1/turns", headers={"Accept": "application/x-ndjson"}) as stream:
        stream.raise_for_status()
        for game in sorted(playing):
            view = client.get(f"/v1/games/{game}").raise_for_status().json()
            if view["status"] != "playing":
                yield {"type": "end", "game": game, "seat": view["seat"], "view": view}
        for line in stream.iter_lines():
            if line:
                yield json.loads(line)


def join_open_games(client: httpx.Client) -> None:
    for game in client.get("/v1/games", params={"status": "open"}).raise_for_status().json():
        if game["allow_bots"] and any(seat["player"] is None for seat in game["seats"]):
            take_seat(client, game["id"])


def take_seat(client: httpx.Client, game: str) -> None:
    """Join; whoever takes the last seat starts the game. Somebody may have been quicker: then it is refused."""
    joined = client.post(f"/v1/games/{game}/seats")
    if joined.status_code == 201 and all(seat["player"] for seat in joined.json()["seats"]):
        client.post(f"/v1/games/{game}/start")


def act(client: httpx.Client, turn: dict[str, Any]) -> None:
    """Send the best legal intention. The key makes it safe to send again; a refusal means that the turn is old."""
    best = max(turn["legal"], key=lambda intention: worth(intention, turn["view"]))
    headers = {"Idempotency-Key": str(turn["version"])}
    if (answer := client.post(f"/v1/games/{turn['game']}/intentions", json=best, headers=headers)).is_server_error:
        answer.raise_for_status()


def worth(intention: dict[str, Any], view: dict[str, Any]) -> float:
    """What to do first: fill cards, the fullest ones first; begin few; recycle what is left; then be ready."""
    own = view["seats"][view["seat"]]
    open_spaces = {s["card"]: sum(space["filled"] is None for space in s["spaces"]) for s in own["construction"]}
    order = {"choose": 9, "keep": 9, "place": 6, "slate": 5 if len(open_spaces) < 5 else 1, "recycle": 2, "ready": 1.5}
    onto = intention.get("onto", "empire")
    return order.get(intention["type"], 0) + (1 / open_spaces[onto] if onto in open_spaces else 0)


if __name__ == "__main__":
    main()
