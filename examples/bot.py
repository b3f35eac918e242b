"""A complete bot: it registers, accepts invitations, joins open games if you ask it to, and plays.

    .venv/bin/python examples/bot.py --name "Deep Thought" [--url http://127.0.0.1:8000] [--join] [--games 1]

It reads `GET /v1/turns` as lines of JSON and reopens it after any error. Needs Python 3.11 and httpx, as in .venv.
"""

import argparse
import json
import os
import time
from collections.abc import Iterator
from typing import Any

import httpx

ACCEPTED_BY = {"invitation": "seats", "rematch_offered": "seats", "away": "seats/me/return"}


def main() -> None:
    parser = argparse.ArgumentParser(description="A bot for It's a Wonderful World.")
    parser.add_argument("--url", default=os.environ.get("WONDERFUL_URL") or "http://127.0.0.1:8000")
    parser.add_argument("--name", default="Deep Thought")
    parser.add_argument("--join", action="store_true", help="take a seat in open games that allow bots")
    parser.add_argument("--games", type=int, default=1, help="exit after this many games")
    options = parser.parse_args()
    try:
        hooks = {"response": [lambda answer: answer.is_server_error and answer.raise_for_status()]}
        with httpx.Client(base_url=options.url, timeout=httpx.Timeout(10, read=30), event_hooks=hooks) as client:
            account = client.post("/v1/players", json={"name": options.name, "kind": "bot"}).raise_for_status().json()
            client.headers["Authorization"] = f"Bearer {account['token']}"
            print(f"{options.name} is {account['id']}", flush=True)
            play(client, options.join, options.games)
    except (httpx.HTTPError, httpx.InvalidURL, ValueError) as error:  # ValueError: the answer is not JSON
        raise SystemExit(f"{options.url} does not answer as the service does: {error}".split("\n")[0]) from None


def play(client: httpx.Client, join: bool, games: int) -> None:
    """Play until this many games have ended. After an error, open the stream again."""
    last_id = None  # of the newest item: after an error, the service goes on there
    while True:
        try:
            for game in games_to_join(client) if join else ():
                client.post(f"/v1/games/{game}/seats")  # refused if other players were faster
            for item in inbox_items(client, last_id):
                if item["type"] in ACCEPTED_BY:  # refused if it is too late
                    client.post(f"/v1/games/{item['game']}/{ACCEPTED_BY[item['type']]}")
                elif item["type"] == "table_full":
                    start(client, item)
                elif item["type"] == "your_turn":
                    act(client, item)
                elif item["type"] == "finished":
                    result = item["view"]["result"]
                    print(f"{item['game']}: {result and result['scores'][item['seat']]['total']} points", flush=True)
                    if (games := games - 1) == 0:
                        return
                last_id = item["id"]
        except httpx.HTTPError as error:
            print(f"trying again: {error}", flush=True)
        time.sleep(1)


def inbox_items(client: httpx.Client, last_id: str | None) -> Iterator[dict[str, Any]]:
    """All that waits, what is new since `last_id`, then what comes. Empty lines keep the connection alive."""
    headers = {"Accept": "application/x-ndjson"} | ({"Last-Event-ID": last_id} if last_id else {})
    with client.stream("GET", "/v1/turns", headers=headers) as stream:
        stream.raise_for_status()
        yield from (json.loads(line) for line in stream.iter_lines() if line)


def games_to_join(client: httpx.Client) -> list[str]:
    return [game["id"] for game in client.get("/v1/games?free_seats=true").raise_for_status().json()]


def start(client: httpx.Client, item: dict[str, Any]) -> None:
    """Start the game as its host, or agree that it starts."""
    if item["seat"] == item["view"]["host"]:
        client.post(f"/v1/games/{item['game']}/start")
    else:
        client.put(f"/v1/games/{item['game']}/seats/me/ready", json={"ready": True})


def act(client: httpx.Client, turn: dict[str, Any]) -> None:
    """Send the best legal intention. The key makes it safe to repeat; a refusal means that the turn is out of date."""
    best = max(turn["legal"], key=lambda intention: priority(intention, turn["view"]))
    client.post(f"/v1/games/{turn['game']}/intentions", json=best, headers={"Idempotency-Key": str(turn["version"])})


def priority(intention: dict[str, Any], view: dict[str, Any]) -> float:
    """Fill cards, those with the fewest open spaces first; begin few cards; recycle the rest; then declare ready."""
    sites = view["seats"][view["seat"]]["construction"]
    open_spaces = {site["card"]: sum(space["filled"] is None for space in site["spaces"]) for site in sites}
    values = {"choose": 9, "keep": 9, "place": 6, "slate": 5 if len(open_spaces) < 5 else 1, "recycle": 2, "ready": 1.5}
    onto = intention.get("onto", "empire")
    return values.get(intention["type"], 0) + (1 / open_spaces[onto] if onto in open_spaces else 0)


if __name__ == "__main__":
    main()
