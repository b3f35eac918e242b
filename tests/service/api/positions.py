"""Games in the first draft or planning, and the bodies that a caller can send there."""

import game as rules
from tests.service.client import Caller, Json, Service, id_of


def legal_bodies(caller: Caller, game: str) -> list[Json]:
    return caller.get(f"{game}/legal").json


def play_to_planning(service: Service, humans: int = 2) -> tuple[str, list[Caller]]:
    game, callers = service.start_game(humans)
    service.play(game, callers, until="planning")
    return game, callers


def make_batch(service: Service, game: str, seat: int, length: int) -> list[Json]:
    """Bodies of `length` cards that the seat can slate one after the other."""
    state, found = service.parts.games.load(id_of(game)).state, []
    while len(found) < length:
        bodies = [rules.body(intention) for intention in rules.legal(state, seat)]
        body = next(body for body in bodies if body["type"] == "slate")
        found.append(body)
        state = rules.fold(rules.decide(state, rules.intention(seat, body)), state)
    return found
