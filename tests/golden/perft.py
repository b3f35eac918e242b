"""Small positions of every mode, and the numbers of legal sequences of intentions from them.

`counts`: sequences of 1, 2, 3 intentions of any seat. `split`: the last count, by the first intention.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import game
from game.cards import DESIGNS
from game.declared import Intention
from game.model import Seat
from game.scenarios import SCENARIOS
from tests.game.positions import alone, draft, one_left, planning, production, seat, site
from tests.golden.recorded import FOLDER

FILE = FOLDER / "perft.json"
DECK = [f"wind-turbines.{n}" for n in range(2, 8)] + [f"recycling-plant.{n}" for n in range(2, 8)]


def positions() -> dict[str, game.State]:
    """The positions by name; where hidden cards would be dealt there is a deck or a pool to deal from."""
    hands = [["zeppelin.1", "museum.1"], ["roswell.1", "atlantis.1"], ["satellites.1", "submarine.1"]]
    tools = {"krystallium": 1, "generals": 1, "financiers": 1}
    sites = [one_left("giant-tower.1", "gold"), site("roswell.1"), one_left("mega-drill.1", "energy")]
    pools = [["museum.2", "zeppelin.2"], ["zeppelin.3"]]
    chosen = {"round": 1, "step": "science", "seat": 0, "character": None}
    found = {
        "draft of 2 seats": draft(*[seat(hand=hand) for hand in hands[:2]]),
        "draft of 3 seats, to the right": draft(*[seat(hand=hand) for hand in hands], round=2),
        "planning of 2 seats": planning(
            seat(drafted=["wind-turbines.1", "zeppelin.1"], construction=sites, **tools), seat(drafted=["museum.1"])
        ),
        "the last planned cards, side B": planning(
            seat(drafted=["zeppelin.1"], empire_cubes=["gold"] * 4), seat(drafted=["museum.1"]), side="B"
        ),
        "production of 3 seats": production(
            "gold", seat(cubes=2, construction=sites, **tools), seat(cubes=1, empire_cubes=["gold"] * 4), seat(cubes=1)
        ),
        "a choice in science": production(
            "science", seat(choosing=True, cubes=1, construction=sites), seat(cubes=1), supremacy=[chosen]
        ),
        "a step that ends by itself": production(
            "gold", seat(cubes=1, auto_ready=True, construction=sites), seat(cubes=1, auto_ready=True)
        ),
        "solo on side A": alone(hand=["zeppelin.1", "museum.1", "atlantis.1"], pools=pools, deck=DECK, side="A"),
        "solo on side B": alone(
            2, hand=["zeppelin.1", "museum.1"], construction=sites, pools=pools, deck=DECK, **tools
        ),
        "solo with an empty deck": alone(
            hand=["zeppelin.1", "museum.1"], pools=pools, deck=DECK[:2], discard=DECK[2:6], server_seed="5eed"
        ),
        "solo after two discards": alone(hand=["zeppelin.1"], candidates=DECK[:5], pools=pools, deck=DECK[5:]),
        "the end of a solo production": alone(2, "exploration", cubes=2, construction=sites, pools=pools, round=3),
    }
    return found | {name: _scenario(name, pools) for name in SCENARIOS}


def _scenario(name: str, pools: list[list[str]]) -> game.State:
    """A hand of two, the scenario's cards under construction, each lacking a single space."""
    required = [one_left(f"{d}.1", DESIGNS[d].spaces[0]) for d in SCENARIOS[name].required]
    hand = ["tank-division.1", "human-cloning.1"]
    return alone(hand=hand, construction=required, krystallium=1, pools=pools, deck=DECK, scenario=name)


def sequences(state: game.State, depth: int) -> int:
    """The number of legal sequences of `depth` intentions."""
    if depth == 0:
        return 1
    return sum(sequences(game.fold(game.decide(state, i), state), depth - 1) for i in intentions(state))


def intentions(state: game.State) -> Iterator[Intention]:
    """Every legal intention of every seat."""
    for index in range(len(state.seats)):
        yield from game.legal(state, index)


def split(state: game.State, depth: int) -> dict[str, int]:
    """The sequences by their first intention, as seat and body."""
    return {intention_text(i): sequences(game.fold(game.decide(state, i), state), depth - 1) for i in intentions(state)}


def intention_text(intention: Intention) -> str:
    words = [" ".join(value) if isinstance(value, list) else value for value in game.body(intention).values()]
    return " ".join([str(intention.seat), *words])


def differing_facts(state: game.State) -> dict[str, Any]:
    """The facts of a state that differ from the defaults."""
    plain = game.facts(game.State(seats=(Seat(),)))
    facts = _differing(game.facts(state), plain)
    return facts | {"seats": [_differing(own, plain["seats"][0]) for own in game.facts(state)["seats"]]}


def _differing(facts: Mapping[str, Any], plain: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in facts.items() if key == "options" or value != plain[key]}


def count_position(name: str, state: game.State, depth: int = 3) -> dict[str, Any]:
    """The position with its counts, as the file holds it."""
    by_first = split(state, depth)
    counts = [*(sequences(state, d) for d in range(1, depth)), sum(by_first.values())]
    return {"name": name, "facts": differing_facts(state), "counts": counts, "split": by_first}


def text() -> str:
    """The whole file: a line for each part of a position."""
    found = [count_position(name, state) for name, state in positions().items()]
    parts = [",\n ".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in one.items()) for one in found]
    return "[\n" + ",\n".join(f"{{{part}}}" for part in parts) + "\n]\n"
