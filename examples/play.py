"""Play whole games alone over the public API: solo, or the scenarios. Needs httpx and a running service.

python examples/play.py                      # a solo game, side B
python examples/play.py --side A             # the harder side
python examples/play.py --scenario SC01
python examples/play.py --all                # a solo game and each of the six scenarios
"""

import argparse
import random
from typing import Any

import httpx

Json = dict[str, Any]


class Api:
    """A registered player and what it asks of the service."""

    def __init__(self, url: str, name: str) -> None:
        self.http = httpx.Client(base_url=url, timeout=40)
        account = self.ask("POST", "/v1/players", json={"name": name, "kind": "bot"})
        self.http.headers["Authorization"] = f"Bearer {account['token']}"

    def ask(self, method: str, path: str, **request: Any) -> Any:
        answer = self.http.request(method, path, **request)
        if answer.is_error:  # problem+json: the code is for programs, the detail for people
            raise SystemExit(f"{method} {path}: {answer.status_code} {answer.text}")
        return answer.json()


def play(api: Api, options: Json, rng: random.Random) -> Json:
    """Open a game with these options and play it to its scored end. Gives the last view."""
    game = f"/v1/games/{api.ask('POST', '/v1/games', json=options)['id']}"
    view, sent = api.ask("POST", f"{game}/start", json={"client_seed": str(rng.random())}), 0
    while view["status"] == "playing":
        if legal := api.ask("GET", f"{game}/legal"):
            key = {"Idempotency-Key": f"{sent}"}  # a request that was lost may be sent again
            api.ask("POST", f"{game}/intentions", json=choose(view, legal, rng), headers=key)
            sent += 1
        else:  # all rounds are played; a job reckons the score
            api.ask("GET", f"{game}/events", params={"after": view["version"], "wait": 20})
        view = api.ask("GET", game)
    return view


def choose(view: Json, legal: list[Json], rng: random.Random) -> Json:
    """A simple player: one redraw a pool, the scenario's cards first, and seldom a cube unused."""
    own, wanted = view["seats"][view["seat"]], {card["design"] for card in view["required"] or ()}
    lacks = {site["card"]: sum(not space["filled"] for space in site["spaces"]) for site in own["construction"]}

    def worth(body: Json) -> float:
        onto = body.get("onto", "empire")
        gain = 0.0 if onto == "empire" else 1 / lacks[onto] + (onto.split(".")[0] in wanted)
        worths = {
            "keep": 1.0,
            "redraw": 5.0 if len(view["hand"]) == 5 else 0.0,
            "slate": 4.0 if len(lacks) < 5 else 1.0,  # too many cards begun are never finished
            "recycle": 2.0 + gain,
            "place": 5.0 + gain,
            "choose": 8.0,
            "ready": 0.5,
        }
        return worths.get(body["type"], 0.0) + rng.random() / 10

    return max(legal, key=worth)


def report(view: Json, names: Json) -> None:
    """The result in words, as the catalogue has them."""
    result, score = view["result"], view["result"]["scores"][0]
    earned = names[result["medal"] or result["rank"]]
    what = names[view["scenario"]] if view["scenario"] else f"Solo, side {view['side']}"
    print(f"{what}: {score['total']} points, {earned} ({view['version']} events)")
    for card in view["required"] or ():
        print(f"  {names[card['design']]}: {card['state'].replace('_', ' ')}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", default="http://127.0.0.1:8000")
    parser.add_argument("--seats", type=int, default=1, choices=[1], help="games alone only")
    parser.add_argument("--side", default="B", choices=["A", "B"])
    parser.add_argument("--scenario", help="SC01 to SC06, side B")
    parser.add_argument("--all", action="store_true", help="a solo game and every scenario")
    parser.add_argument("--seed", type=int, default=1, help="of this player's choices")
    args = parser.parse_args()
    api, rng = Api(args.url, "Example"), random.Random(args.seed)
    catalogue = api.ask("GET", "/v1/catalogue")
    named = [entry for kind in ("developments", "scenarios", "ranks", "medals") for entry in catalogue[kind]]
    scenarios = [None, *[s["id"] for s in catalogue["scenarios"]]] if args.all else [args.scenario]
    for scenario in scenarios:
        options = {"seats": args.seats, "scenario": scenario, "side": "B" if scenario and args.all else args.side}
        report(play(api, options, rng), {entry["id"]: entry["name"] for entry in named})


if __name__ == "__main__":
    main()
