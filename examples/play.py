"""Play games with one seat over the public API: solo games and scenarios. Needs a running service.

.venv/bin/python examples/play.py                     # a solo game, side B
.venv/bin/python examples/play.py --side A            # the harder side
.venv/bin/python examples/play.py --scenario SC01
.venv/bin/python examples/play.py --all               # a solo game and each of the six scenarios

Needs the client library, as in .venv: docs/client.md. WONDERFUL_URL is the default of --url.
"""

import argparse
import os
import random

from wonderful_client import Client, Game, Json, Problem


def play(client: Client, options: Json, rng: random.Random) -> Json:
    """Open a game with these options and play it until it is scored. Returns the last view."""
    game = Game(client, client.open_game(**options)["id"])
    client.start_game(game.id, client_seed=str(rng.random()))
    for view in game.follow():
        if view["seat"] in view["waiting_on"]:
            game.act(choose(view, client.list_legal(game.id), rng))
    return game.view()


def choose(view: Json, legal: list[Json], rng: random.Random) -> Json:
    """A simple strategy: one redraw for each pool, the scenario's cards first, and few unused cubes."""
    own, required = view["seats"][view["seat"]], {card["design"] for card in view["required"] or ()}
    open_spaces = {site["card"]: sum(not space["filled"] for space in site["spaces"]) for site in own["construction"]}

    def priority(body: Json) -> float:
        onto = body.get("onto", "empire")
        gain = 0.0 if onto == "empire" else 1 / open_spaces[onto] + (onto.split(".")[0] in required)
        redraw = 5.0 if len(view["hand"]) == 5 else 0.0
        slate = 4.0 if len(open_spaces) < 5 else 1.0  # more cards would hardly be completed
        priorities = {"keep": 1.0, "redraw": redraw, "slate": slate, "recycle": 2.0 + gain, "place": 5.0 + gain}
        return (priorities | {"choose": 8.0, "ready": 0.5}).get(body["type"], 0.0) + rng.random() / 10

    return max(legal, key=priority)


def report(view: Json, names: Json) -> None:
    """Print the result with the names of the catalogue."""
    result, score = view["result"], view["result"]["scores"][0]
    earned = names[result["medal"] or result["rank"]]
    title = names[view["scenario"]] if view["scenario"] else f"Solo, side {view['side']}"
    print(f"{title}: {score['total']} points, {earned} ({view['version']} events)")
    for card in view["required"] or ():
        print(f"  {names[card['design']]}: {card['state'].replace('_', ' ')}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", default=os.environ.get("WONDERFUL_URL") or "http://127.0.0.1:8000")
    parser.add_argument("--side", default="B", choices=["A", "B"])
    parser.add_argument("--scenario", help="SC01 to SC06, side B")
    parser.add_argument("--all", action="store_true", help="play a solo game and every scenario")
    parser.add_argument("--seed", type=int, default=1, help="seed of the player's moves")
    args = parser.parse_args()
    rng = random.Random(args.seed)
    try:
        with Client(args.url) as client:
            client.register_player(name="Example", kind="bot")
            catalogue = client.get_catalogue()
            entries = [entry for kind in ("developments", "scenarios", "ranks", "medals") for entry in catalogue[kind]]
            for scenario in [None, *[s["id"] for s in catalogue["scenarios"]]] if args.all else [args.scenario]:
                options = {"seats": 1, "scenario": scenario, "side": "B" if scenario and args.all else args.side}
                report(play(client, options, rng), {entry["id"]: entry["name"] for entry in entries})
    except Problem as problem:
        raise SystemExit(f"{args.url}: {problem}") from None


if __name__ == "__main__":
    main()
