"""Play a game with two seats against `greedy`, by events alone, and print how few bytes that takes.

.venv/bin/python -m examples.follow [--url http://127.0.0.1:8000]

Needs Python 3.11 and httpx, and a running service. The client library makes the views from events; none is requested.
"""

import argparse
import os

import httpx

from .client import WAIT_SECONDS, Service
from .play import play
from .traffic import Traffic


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", default=os.environ.get("WONDERFUL_URL") or "http://127.0.0.1:8000")
    url = parser.parse_args().url
    try:
        follow(url)
    except (httpx.HTTPError, httpx.InvalidURL, ValueError) as error:  # ValueError: an answer is not JSON
        reason = str(error).partition("\n")[0]
        raise SystemExit(f"{url} does not answer as the service does: {reason}") from None


def follow(url: str) -> None:
    """Play, and print the traffic and the result."""
    traffic = Traffic()
    with httpx.Client(base_url=url, timeout=2 * WAIT_SECONDS, event_hooks={"response": [traffic.count]}) as http:
        service = Service(http, "Follower")
        print(f"registered, and got the catalogue: {traffic}", flush=True)
        view = play(service, service.open_game("greedy")).view()
    print(f"played a game of {view['version']} events: {traffic}")
    for group in view["result"]["ranking"]:
        for seat in group:
            print(f"{view['seats'][seat]['player']['name']}: {view['result']['scores'][seat]['total']} points")


if __name__ == "__main__":
    main()
