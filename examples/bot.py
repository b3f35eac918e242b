"""A complete bot: it accepts invitations, joins open games if you ask it to, and plays.

    .venv/bin/python examples/bot.py --name "Deep Thought" [--url http://127.0.0.1:8000] [--join] [--games 1]

Needs the client library, as in .venv: docs/client.md.
"""

import argparse
import os
from itertools import islice

from wonderful_client import Client, Json, Problem


def choose(view: Json, legal: list[Json]) -> Json:
    """Fill cards, those with the fewest open spaces first; begin few cards; recycle the rest; then declare ready."""
    sites = view["seats"][view["seat"]]["construction"]
    open_spaces = {site["card"]: sum(space["filled"] is None for space in site["spaces"]) for site in sites}
    values = {"choose": 9, "keep": 9, "place": 6, "slate": 5 if len(open_spaces) < 5 else 1, "recycle": 2, "ready": 1.5}
    return max(legal, key=lambda each: values.get(each["type"], 0) + 1 / open_spaces.get(each.get("onto"), 99))


def main() -> None:
    parser = argparse.ArgumentParser(description="A bot for It's a Wonderful World.")
    parser.add_argument("--url", default=os.environ.get("WONDERFUL_URL") or "http://127.0.0.1:8000")
    parser.add_argument("--name", default="Deep Thought")
    parser.add_argument("--join", action="store_true", help="take a seat in open games that allow bots")
    parser.add_argument("--games", type=int, default=1, help="exit after this many games")
    options = parser.parse_args()
    try:
        with Client(options.url, patience=3600) as client:
            account = client.register_player(name=options.name, kind="bot")
            print(f"{options.name} is {account['id']}", flush=True)
            for item in islice(client.play(choose, join=options.join), options.games):
                result = item["view"]["result"]
                print(f"{item['game']}: {result and result['scores'][item['seat']]['total']} points", flush=True)
    except Problem as problem:
        raise SystemExit(f"{options.url}: {problem}") from None


if __name__ == "__main__":
    main()
