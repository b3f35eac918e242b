"""Plays games, and records the bodies that openapi.yaml shows as examples."""

from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from time import time
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from werkzeug.test import TestResponse

from bots.analysis import Decision
from game.draft import CardDrafted, Draft
from projections.explorer.store import count_everything
from service.analysis.document import make_document
from service.analysis.store import AnalysisStore
from service.backend import Backend
from service.jobs.expiries import expire_seats
from service.limits.limits import Limits
from service.puzzles.store import Puzzles
from service.signing import USES, SigningKeys, StoredKey, text_of
from tests.service.client import Caller, Json, Service, id_of
from tests.service.puzzles.made import puzzle_of
from transparency.notes import Signer
from transparency.receipt import ReceiptSigner

FILE = Path(__file__).resolve().parents[2] / "service/api/description/recorded_bodies.json"
PUZZLE = puzzle_of("9c5gjb7k2x41")
REPRESENTATION = {"Prefer": "return=representation"}
REQUESTS: dict[str, Any] = {
    "registerPlayer": {"name": "Ada", "kind": "human"},
    "changeMe": {"name": "Ada Lovelace"},
    "createToken": {"name": "phone", "scopes": ["read", "play"], "expires_in": 31_536_000},
    "rotateToken": {"overlap": 60},
    "setLimits": {"requests": 30_000, "decisions": 6_000},
    "doAct": {
        "kind": "account_suspended",
        "reason": "conduct",
        "player": "@dora",
        "seconds": 86_400,
        "note": "Be kind.",
    },
    "openGame": {"seats": 2, "side": "A", "bots": ["greedy"], "name": "Friday evening"},
    "takeSeat": {"client_seed": "four words of mine"},
    "invite": {"player": "Slartibartfast"},
    "changeTable": {"seats": 3, "bots": ["greedy"]},
    "handOn": {"seat": 1},
    "agreeToStart": {"ready": True},
    "agreeToPause": {"pause": True},
    "startGame": {"client_seed": "some other words"},
    "act": [{"type": "auto_ready", "on": True}],
    "undo": {},
    "proposeRewind": {"version": 5},
    "react": {"reaction": "well_played"},
    "forkGame": {"version": 40, "bots": ["greedy"]},
    "tryPuzzle": {"intention": PUZZLE.choices[1]["intention"]},
    "createWebhook": {"kind": "standard", "url": "https://example.org/hooks/wonder", "name": "My server"},
    "speakMcp": {"jsonrpc": "2.0", "id": 1, "method": "ping"},
}
"""Bodies that are accepted as they stand, in any game where the operation is possible."""
ORIGIN = "play.example.org"
SHOWN_ITEMS = 2
"""Of a long list, such as the cards of the catalogue."""


REACTION = {"id": "1790000000082-0", "time": "2026-09-21T14:13:20.082Z"}
"""In place of those by the store's own time."""
ACT = {"id": "1790000000350-0", "at": "2026-09-21T14:13:20.350Z"}
"""The same of an act."""
DECISION_SECONDS = 0.001
"""In place of the time that it took."""
SECRETS = {"token": "shown-only-once", "recovery_code": "7KQ2M-XWF9R-3HTBN-PZ4VC-YD8GA"}
"""In place of the real ones."""


class Recording:
    """The bodies of answers by operation and status, such as `openGame-201`; the last one counts."""

    def __init__(self) -> None:
        self.answers: Json = {}

    def keep(self, operation: str, answer: TestResponse) -> Any:
        """Record an answer; its body, which may still be changed. Raises ValueError for a problem: it is no example."""
        if answer.status_code >= 400:
            raise ValueError(f"{operation} answers {answer.status_code}: {answer.text}")
        body = self.answers[f"{operation}-{answer.status_code}"] = answer.json
        return body


def record(parts: Backend) -> Json:
    """The bodies of requests and answers for openapi.yaml."""
    sign_as_always(parts)
    service, recording = Service(parts), Recording()
    ada, ben = service.new_player("Ada"), service.new_player("Ben")
    _register(service, recording)
    _live_with_an_account(service, recording, ben)
    _invite(service, recording, ada, ben)
    game = _sit_down(service, recording, ada, ben)
    _play(service, recording, game, ada, ben)
    _take_back(recording, service, ada, ben)
    _pause(recording, service, ada, ben)
    _return(recording, service, ada, ben)
    finished = _finish(service, recording, game, ada, ben)
    recording.keep("forkGame", ada.post(f"{finished}/forks", REQUESTS["forkGame"]))
    _analyse(recording, parts, finished, ada)
    recording.keep("playAgain", ada.post(f"{finished}/rematch"))
    recording.keep("getRematch", ben.get(f"{finished}/rematch"))
    recording.keep("createTicket", ada.post("/v1/tickets"))["ticket"] = "good-for-one-request"
    recording.keep("getMe", ada.get("/v1/players/me"))
    recording.keep("getPlayer", ada.get(f"/v1/players/{ben.id}"))
    recording.keep("getStatistics", ada.get("/v1/players/me/statistics"))
    recording.keep("listLeaders", ada.get("/v1/leaderboards?period=all"))
    _explore(recording, parts, ada)
    _limits(recording, parts, ada)
    _webhooks(recording, service)
    _acts(recording, parts, ada)
    _daily(recording, service, ada)
    recording.keep("speakMcp", ada.post("/mcp", REQUESTS["speakMcp"]))
    _puzzle(recording, parts, ada)
    recording.keep("getCoach", ada.get("/v1/players/me/coach"))
    return REQUESTS | recording.answers


def sign_as_always(parts: Backend) -> None:
    """Give the service keys that sign the same each time."""
    made = []
    for use in USES:
        private = Ed25519PrivateKey.from_private_bytes(sha256(use.encode()).digest())
        key = Signer(f"{ORIGIN}{use}", private).key
        made.append(StoredKey(use, str(key), 1_790_000_000, None, private.private_bytes_raw().hex()))
    keys = SigningKeys(ORIGIN, tuple(made))
    parts.redis.set(parts.keys.lobby("signing"), text_of(keys))
    parts.signing.receipts = ReceiptSigner(ORIGIN, keys.signers(USES[0], 0))


def _analyse(recording: Recording, parts: Backend, game: str, ada: Caller) -> None:
    """With an analysis of two picks, which is the same on each machine; what nets value differs in the last digits."""
    recording.keep("analyseGame", ada.post(f"{game}/analysis"))
    loaded, picks = parts.games.load(id_of(game)), []
    for entry in parts.log.read(id_of(game)):
        if isinstance(entry.event, CardDrafted) and len(picks) < SHOWN_ITEMS:
            made = Draft(entry.event.seat, entry.event.card)
            picks.append(Decision(entry.version - 1, made.seat, 1, "draft", made, made, 0.0, 4.5, 4.5, 0.0, False))
    picks[0] = picks[0]._replace(best=picks[1].made, best_value=9.0, error=1.25)
    document = make_document(loaded.state, picks, {each.version: ada.id for each in picks})
    AnalysisStore(parts.redis, parts.keys).keep(id_of(game), loaded.head, document)
    recording.keep("analyseGame", ada.post(f"{game}/analysis"))
    recording.keep("getAnalysis", ada.get(f"{game}/analysis"))


def _daily(recording: Recording, service: Service, ada: Caller) -> None:
    """With a finished try of a day that is not over."""
    game = f"/v1/games/{recording.keep('beginDaily', ada.post('/v1/daily/games'))['id']}"
    service.play(game, [ada])
    service.project(game)
    told = recording.keep("getDaily", ada.get("/v1/daily"))
    recording.keep("getDay", ada.get(f"/v1/daily/{told['today']['day']}"))


def _explore(recording: Recording, parts: Backend, ada: Caller) -> None:
    """After the two seats of one game, with numbers that a service has after many games."""
    count_everything(parts.explorer, parts.clock() * 1000)
    cards = recording.keep("exploreCards", ada.get("/v1/explorer/cards?players=people"))
    del cards["cards"][SHOWN_ITEMS:]
    found = recording.keep("exploreCombinations", ada.get("/v1/explorer/combinations?of=empires"))
    found["combinations"] = [{"empire": "aztec-empire", "cards": [], "result": found["seats"]}]


def _puzzle(recording: Recording, parts: Backend, ada: Caller) -> None:
    Puzzles(parts.redis, parts.keys).keep(PUZZLE)
    recording.keep("listPuzzles", ada.get("/v1/puzzles"))
    puzzle = recording.keep("nextPuzzle", ada.get("/v1/puzzles/next"))
    recording.keep("getPuzzle", ada.get(f"/v1/puzzles/{puzzle['id']}"))
    recording.keep("tryPuzzle", ada.post(f"/v1/puzzles/{puzzle['id']}/tries", REQUESTS["tryPuzzle"]))


def _register(service: Service, recording: Recording) -> None:
    client = service.app.test_client()
    account = recording.keep("registerPlayer", client.post("/v1/players", json=REQUESTS["registerPlayer"]))
    account |= SECRETS
    catalogue = recording.keep("getCatalogue", client.get("/v1/catalogue"))
    for name in ("developments", "empires", "scenarios", "events"):
        del catalogue[name][1:]
    recording.keep("listBots", client.get("/v1/bots"))
    catalogue["reactions"] = catalogue["reactions"][:SHOWN_ITEMS]
    for name in ("events", "words"):
        del catalogue["sentences"][name][SHOWN_ITEMS:]
    recording.keep("getHealth", client.get("/healthz"))
    recording.keep("getReadiness", client.get("/readyz"))


def _live_with_an_account(service: Service, recording: Recording, ben: Caller) -> None:
    cleo = service.new_player("Cleo")
    recording.keep("changeMe", cleo.ask("PATCH", "/v1/players/me", json=REQUESTS["changeMe"]))
    made = recording.keep("createToken", cleo.post("/v1/tokens", REQUESTS["createToken"]))
    rotated = recording.keep("rotateToken", cleo.post(f"/v1/tokens/{made['id']}/rotation", REQUESTS["rotateToken"]))
    recording.keep("listTokens", cleo.get("/v1/tokens"))
    cleo.ask("PUT", f"/v1/players/me/blocks/{ben.id}")
    recording.keep("listBlocks", cleo.get("/v1/players/me/blocks"))
    renewed = recording.keep("renewRecoveryCode", cleo.post("/v1/players/me/recovery-code"))
    body = {"player": f"@{cleo.account['handle']}", "code": renewed["recovery_code"]}
    recovered = recording.keep("recoverPlayer", service.app.test_client().post("/v1/recoveries", json=body))
    renewed["recovery_code"] = SECRETS["recovery_code"]
    recording.answers["recoverPlayer"] = body | {"code": SECRETS["recovery_code"]}
    recovered |= SECRETS
    for shown in (made, rotated):
        shown["token"] = SECRETS["token"]


def _limits(recording: Recording, parts: Backend, ada: Caller) -> None:
    """With the default limits, and as Ada sees them, who is an operator here."""
    usual = replace(parts, limits=Limits(parts.redis, parts.keys, {}))
    usual = replace(usual, settings=replace(parts.settings, operators=(ada.id,)))
    operator = Caller(Service(usual).app, ada.id, ada.token)
    recording.keep("getRegistration", operator.get("/v1/registration"))
    limits = recording.keep("listLimits", operator.get("/v1/limits"))
    del limits[SHOWN_ITEMS:]
    limits[0] |= {"remaining": limits[0]["quota"] - 1, "seconds": 1}  # on a busy machine it is back by now
    path = f"/v1/players/{ada.id}/limits"
    recording.keep("setLimits", operator.ask("PUT", path, json=REQUESTS["setLimits"]))
    recording.keep("getLimits", operator.get(path))
    operator.ask("PUT", path, json={})


def _acts(recording: Recording, parts: Backend, ada: Caller) -> None:
    """As Ada acts, who is an operator here."""
    operated = Service(replace(parts, settings=replace(parts.settings, operators=(ada.id,))))
    dora = operated.new_player("Dora")
    made = ada.through(operated).post("/v1/tokens", {"name": "acting", "scopes": ["operator"]}).json
    operator = Caller(operated.app, ada.id, made["token"])
    done = recording.keep("doAct", operator.post("/v1/acts", REQUESTS["doAct"]))
    [listed] = recording.keep("listActs", operator.get(f"/v1/acts?player={dora.id}"))
    [own] = recording.keep("listMyActs", dora.get("/v1/players/me/acts"))
    for shown in (done, listed, own):
        shown |= ACT
    recording.keep("getActivity", operator.get(f"/v1/players/{dora.id}/activity"))
    recording.keep("listGamesOf", operator.get(f"/v1/players/{dora.id}/games"))


def _invite(service: Service, recording: Recording, ada: Caller, ben: Caller) -> None:
    service.new_bot("Slartibartfast")
    game = service.open_game(ada, visibility="private", name="Among friends")
    code = recording.keep("renewCode", ada.post(f"{game}/code"))["code"]
    recording.keep("findGameByCode", ben.get(f"/v1/codes/{code}"))
    recording.keep("invite", ada.post(f"{game}/invitations", REQUESTS["invite"]))
    ben.post(f"{game}/seats", {"code": code})
    recording.keep("changeTable", ada.ask("PATCH", game, json=REQUESTS["changeTable"]))
    ada.ask("PATCH", game, json={"seats": 2, "bots": []})
    recording.keep("handOn", ada.ask("PUT", f"{game}/host", json=REQUESTS["handOn"]))
    recording.keep("agreeToStart", ben.ask("PUT", f"{game}/seats/me/ready", json=REQUESTS["agreeToStart"]))
    ada.ask("PUT", f"{game}/seats/me/ready", json=REQUESTS["agreeToStart"])
    recording.keep("abortGame", ada.post(f"{game}/abort"))


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
    reacted = recording.keep("react", ben.post(f"{game}/reactions", REQUESTS["react"]))
    table = recording.keep("getTable", ada.get(f"{game}/table"))
    for reaction in (reacted, *table["reactions"]):
        reaction |= REACTION
    start = service.version(game)
    service.play(game, [ada, ben], until="planning")
    view = recording.keep("getGame", ada.get(game))
    recording.keep("listEvents", ada.get(f"{game}/events?after={start}&limit=8&lang=en"))
    body = {"view": view, "budget": {"nodes": 100}, "seed": "1"}
    recording.answers["decide"] = body
    decision = recording.keep("decide", ada.post("/v1/bots/greedy/decisions", body))
    decision["seconds"] = DECISION_SECONDS
    recording.answers["decide-202"] = {"id": "pk4h9d20vqt7", "status": "pending"}
    recording.answers["getDecision-200"] = {"id": "pk4h9d20vqt7", "status": "done", "decision": decision}


def _pause(recording: Recording, service: Service, ada: Caller, ben: Caller) -> None:
    game = service.seat_and_start(ada, ben, clock={"kind": "bank", "seconds": 600, "increment": 5})
    for player in (ada, ben):
        answer = player.ask("PUT", f"{game}/seats/me/pause", json=REQUESTS["agreeToPause"])
        recording.keep("agreeToPause", answer)


def _take_back(recording: Recording, service: Service, ada: Caller, ben: Caller) -> None:
    game = service.seat_and_start(ada, ben)
    for operation, answer in (("acceptRewind", "accept"), ("declineRewind", "decline")):
        ada.post(f"{game}/intentions", [ada.get(f"{game}/legal").json[0]])
        number = recording.keep("proposeRewind", ada.post(f"{game}/rewinds", REQUESTS["proposeRewind"]))["number"]
        recording.keep(operation, ben.post(f"{game}/rewinds/{number}/{answer}"))
    recording.keep("listRewinds", ada.get(f"{game}/rewinds"))
    recording.keep("getRewind", ada.get(f"{game}/rewinds/1"))


def _return(recording: Recording, service: Service, ada: Caller, ben: Caller) -> None:
    game = service.seat_and_start(ada, ben, clock={"kind": "per_phase", "seconds": 3600, "misses": 1})
    pick = [ada.get(f"{game}/legal").json[0]]
    ada.post(f"{game}/intentions", pick)
    expire_seats(service.parts, id_of(game), lambda: time() + 3600)
    recording.keep("returnToSeat", ben.post(f"{game}/seats/me/return"))


def _webhooks(recording: Recording, service: Service) -> None:
    ada, client = service.new_player("Ada"), service.app.test_client()
    created = recording.keep("createWebhook", ada.post("/v1/webhooks", REQUESTS["createWebhook"]))
    webhook = f"/v1/webhooks/{created['id']}"
    recording.keep("testWebhook", ada.post(f"{webhook}/test"))
    rotated = recording.keep("rotateWebhookSecret", ada.post(f"{webhook}/secret"))
    recording.keep("enableWebhook", ada.post(f"{webhook}/enable"))
    recording.keep("getWebhook", ada.get(webhook))
    recording.keep("listWebhooks", ada.get("/v1/webhooks"))
    created["secret"] = rotated["secret"] = "whsec_shown-only-once"
    recording.keep("getKeys", client.get("/v1/keys"))["push"] = "the-public-key-of-the-service"


def _finish(service: Service, recording: Recording, game: str, ada: Caller, ben: Caller) -> str:
    service.play(game, [ada, ben])
    service.project(game)
    recording.keep("getReplay", ada.get(f"{game}/replay?from=7&limit=2&fields=round,phase,waiting_on"))
    log = ada.get(f"{game}/log").data
    answer = ada.send("/v1/verifications", log, {"Content-Type": "application/x-ndjson"})
    verdict = recording.keep("verifyLog", answer)
    recording.answers["verifyLog-202"] = {"id": "pk4h9d20vqt7", "status": "pending"}
    recording.answers["getVerification-200"] = {"id": "pk4h9d20vqt7", "status": "done", "verdict": verdict}
    return game
