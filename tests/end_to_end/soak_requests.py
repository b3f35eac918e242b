"""What a client may send: requests of every kind, good and bad ones, for the position of a game."""

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from service.commands.demo import choose_intention
from tests.end_to_end.running import Json

IMPOSSIBLE = {"type": "slate", "card": "nothing.1"}
"""An intention that every game refuses in every phase."""


class Request(NamedTuple):
    """A request. `path`: below the address of the game. `must_be_refused`: accepting it is a fault."""

    kind: str
    body: Any
    path: str = "intentions"
    must_be_refused: bool = False


class Position(NamedTuple):
    """The view of a player, its legal intentions, and its last request."""

    view: Json
    legal: list[Json]
    last: Request


def single(position: Position, rng: Random) -> Request | None:
    """The intention that the demo player chooses."""
    return Request("single", choose_intention(position.view, position.legal, rng)) if position.legal else None


def batch(position: Position, _: Random, most: int = 3) -> Request | None:
    """A batch that plans cards, or places cubes of the step."""
    own = position.view["seats"][position.view["seat"]]
    room = 5 - len(own["construction"])
    cards = [body["card"] for body in position.legal if body["type"] == "slate"][:most]
    bodies = [{"type": "slate", "card": card} for card in cards[: max(0, room)]]
    bodies += [{"type": "recycle", "card": card, "onto": "empire"} for card in cards[len(bodies) :]]
    if not own["choosing"]:
        for item, cubes in own["cubes_to_place"].items():
            bodies += [{"type": "place", "item": item, "onto": "empire"}] * min(cubes, most)
            bodies += [{"type": "ready"}] * (cubes < most)
    return Request("batch", bodies) if len(bodies) > 1 else None


def repeat_last(position: Position, _: Random) -> Request | None:
    """The last body once more, as a new request; usually it comes too late."""
    return position.last._replace(kind="again", must_be_refused=False) if position.last.path == "intentions" else None


def wrong_intention(position: Position, rng: Random) -> Request | None:
    """An intention that must be refused: of the wrong phase, or with an unknown card."""
    elsewhere = {"type": "ready"} if position.view["phase"] == "draft" else IMPOSSIBLE | {"type": "draft"}
    return Request("wrong", rng.choice([IMPOSSIBLE, elsewhere]), must_be_refused=True)


def wrong_batch(position: Position, rng: Random) -> Request | None:
    """A batch with a wrong intention at its end, which must be refused as a whole."""
    begun = batch(position, rng) or single(position, rng)
    if not begun:
        return None
    bodies = begun.body if isinstance(begun.body, list) else [begun.body]
    return Request("wrong batch", [*bodies, IMPOSSIBLE], must_be_refused=True)


def undo(position: Position, _: Random) -> Request | None:
    """An undo of the newest intention of the seat."""
    undoable = position.view["undoable"]
    return Request("undo", {"version": undoable}, "undo") if undoable else None


def rewind(position: Position, rng: Random) -> Request | None:
    """A rewind to an earlier version."""
    return Request("rewind", {"version": max(1, position.view["version"] - rng.randint(1, 25))}, "rewinds")


def answer_rewind(position: Position, rng: Random) -> Request | None:
    """An answer to a rewind that another seat proposed."""
    asked, how = position.view["rewind"], rng.choice(["accept", "accept", "decline"])
    mine = asked and asked["seat"] == position.view["seat"]
    return Request(how, None, f"rewinds/{asked['number']}/{how}") if asked and not mine else None


Kind = Callable[[Position, Random], Request | None]
KINDS: dict[Kind, int] = {
    single: 51,
    batch: 15,
    repeat_last: 6,
    wrong_intention: 5,
    wrong_batch: 5,
    undo: 6,
    rewind: 2,
    answer_rewind: 10,
}
"""Kinds of requests and their weights, in percent. Where a kind has nothing to send, a single intention is sent."""


def batch_or_single(position: Position, rng: Random) -> Request | None:
    """As many intentions as possible in one request."""
    return batch(position, rng, most=60) or single(position, rng)


def by_weight(position: Position, rng: Random) -> Request | None:
    """A request of a random kind, by the weights of KINDS."""
    [kind] = rng.choices([*KINDS], [*KINDS.values()])
    return kind(position, rng) or single(position, rng)
