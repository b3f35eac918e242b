"""Plays games, and records the bodies that openapi.yaml shows as examples."""

from pathlib import Path
from typing import Any

from werkzeug.test import TestResponse

from service.backend import Backend
from tests.service.client import Caller, Json, Service

FILE = Path(__file__).resolve().parents[2] / "service/api/description/recorded_bodies.json"
REPRESENTATION = {"Prefer": "return=representation"}
REQUESTS: dict[str, Any] = {
    "registerPlayer": {"name": "Ada", "kind": "human"},
    "openGame": {"seats": 2, "side": "A", "bots": ["greedy"], "name": "Friday evening"},
    "takeSeat": {"client_seed": "four words of mine"},
    "startGame": {"client_seed": "some other words"},
    "act": [{"type": "auto_ready", "on": True}],
    "undo": {},
    "proposeRewind": {"version": 5},
    "forkGame": {"version": 40, "bots": ["greedy"]},
}
"""Bodies that are accepted as they stand, in any game where the operation is possible."""
SHOWN_ITEMS = 2
"""Of a long list, such as the cards of the catalogue."""


class Recording:
    """The bodies of answers by operation and status, such as `openGame-201`; the last one counts."""

    def __init__(self) -> None:
        self.answers: Json = {}

    def keep(self, operation: str, answer: TestResponse) -> Any:
        """Record an answer; its body, which may still be changed."""
        body = self.answers[f"{operation}-{answer.status_code}"] = answer.json
        return body


def record(parts: Backend) -> Json:
    """The bodies of requests and answers for openapi.yaml."""
    service, recording = Service(parts), Recording()
    ada, ben = service.new_player("Ada"), service.new_player("Ben")
    _register(service, recording)
    game = _sit_down(service, recording, ada, ben)
    _play(service, recording, game, ada, ben)
    _take_back(recording, service, ada, ben)
    finished = _finish(service, recording, game, ada, ben)
    recording.keep("forkGame", ada.post(f"{finished}/forks", REQUESTS["forkGame"]))
    recording.keep("getMe", ada.get("/v1/players/me"))
    recording.keep("getPlayer", ada.get(f"/v1/players/{ben.id}"))
    return REQUESTS | recording.answers


def _register(service: Service, recording: Recording) -> None:
    client = service.app.test_client()
    account = recording.keep("registerPlayer", client.post("/v1/players", json=REQUESTS["registerPlayer"]))
    account["token"] = "shown-only-once"
    catalogue = recording.keep("getCatalogue", client.get("/v1/catalogue"))
    for name in ("developments", "empires", "scenarios"):
        del catalogue[name][SHOWN_ITEMS:]
    recording.keep("listBots", client.get("/v1/bots"))
    recording.keep("getHealth", client.get("/healthz"))
    recording.keep("getReadiness", client.get("/readyz"))


def _sit_down(service: Service, recording: Recording, ada: Caller, ben: Caller) -> str:
    recording.keep("openGame", ada.post("/v1/games", REQUESTS["openGame"]))
    game = service.open_game(ada, name="Friday evening")
    recording.keep("takeSeat", ben.post(f"{game}/seats", REQUESTS["takeSeat"]))
    recording.keep("startGame", ada.post(f"{game}/start", REQUESTS["startGame"]))
    service.project(game)
    recording.keep("listGames", ada.get(f"/v1/games?player={ada.id}"))
    return game


def _play(service: Service, recording: Recording, game: str, ada: Caller, ben: Caller) -> None:
    recording.keep("listLegal", ada.get(f"{game}/legal"))
    recording.keep("listTurns", ada.get("/v1/turns"))
    pick = [ada.get(f"{game}/legal").json[0]]
    recording.keep("act", ada.post(f"{game}/intentions", pick, REPRESENTATION))
    recording.keep("undo", ada.post(f"{game}/undo", REQUESTS["undo"]))
    start = service.version(game)
    service.play(game, [ada, ben], until="planning")
    view = recording.keep("getGame", ada.get(game))
    recording.keep("listEvents", ada.get(f"{game}/events?after={start}&limit=8&lang=en"))
    body = {"view": view, "budget": {"nodes": 100}, "seed": "1"}
    recording.answers["decide"] = body
    decision = recording.keep("decide", ada.post("/v1/bots/greedy/decisions", body))
    recording.answers["decide-202"] = {"id": "pk4h9d20vqt7", "status": "pending"}
    recording.answers["getDecision-200"] = {"id": "pk4h9d20vqt7", "status": "done", "decision": decision}


def _take_back(recording: Recording, service: Service, ada: Caller, ben: Caller) -> None:
    game = service.seat_and_start(ada, ben)
    for operation, answer in (("acceptRewind", "accept"), ("declineRewind", "decline")):
        ada.post(f"{game}/intentions", [ada.get(f"{game}/legal").json[0]])
        number = recording.keep("proposeRewind", ada.post(f"{game}/rewinds", REQUESTS["proposeRewind"]))["number"]
        recording.keep(operation, ben.post(f"{game}/rewinds/{number}/{answer}"))
    recording.keep("listRewinds", ada.get(f"{game}/rewinds"))
    recording.keep("getRewind", ada.get(f"{game}/rewinds/1"))


def _finish(service: Service, recording: Recording, game: str, ada: Caller, ben: Caller) -> str:
    service.play(game, [ada, ben])
    service.project(game)
    recording.keep("getReplay", ada.get(f"{game}/replay?from=7&limit=2&fields=round,phase,waiting_on"))
    log = ada.get(f"{game}/log").data
    recording.keep("verifyLog", ada.send("/v1/verifications", log, {"Content-Type": "application/x-ndjson"}))
    return game
