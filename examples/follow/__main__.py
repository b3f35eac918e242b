"""Play a game with two seats against `greedy`, by events alone, and print how few bytes that takes.

.venv/bin/python -m examples.follow [--url http://127.0.0.1:8000]

Needs the client library, as in .venv: docs/client.md. It makes the views from events; none is requested.
"""

import argparse
import os

import httpx

from wonderful_client import Client, Problem

from .strategy import play
from .traffic import CountingTransport


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", default=os.environ.get("WONDERFUL_URL") or "http://127.0.0.1:8000")
    url = parser.parse_args().url
    try:
        follow(url)
    except Problem as problem:
        raise SystemExit(f"{url}: {problem}") from None


def follow(url: str) -> None:
    """Play, and print the traffic and the result."""
    transport = CountingTransport()
    with httpx.Client(transport=transport, timeout=40) as http, Client(url, http=http) as client:
        client.register_player(name="Follower")
        opened = client.open_game(seats=2, bots=["greedy"])
        print(f"registered, and opened a game: {transport.traffic}", flush=True)
        view = play(client, opened["id"]).view()
    print(f"played a game of {view['version']} events: {transport.traffic}")
    for group in view["result"]["ranking"]:
        for seat in group:
            print(f"{view['seats'][seat]['player']['name']}: {view['result']['scores'][seat]['total']} points")


if __name__ == "__main__":
    main()
