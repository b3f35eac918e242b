"""A piece of work: a world, a number of requests from a seed, and the faults that they found."""

import gc
import hashlib
import heapq
import re
import sys
import time
import traceback
from contextlib import suppress
from random import Random
from typing import Any
from urllib.parse import parse_qsl

from projections.transfer import import_log
from service.accounts.registration import register
from service.accounts.stored_token import SCOPES
from service.accounts.tokens import create_token
from service.run.up import ROOT
from tests.api_description import api_description, read_description
from tests.fuzz import pinned
from tests.fuzz.checks import SLOW_SECONDS, decoded, faults_of, json_value
from tests.fuzz.fuzzed_service import FuzzedService, fuzzed_service
from tests.fuzz.messages import STREAMED, Answer, Request, curl_line, environ_of
from tests.fuzz.mutations import mutate
from tests.fuzz.operations import Operations
from tests.fuzz.outcome import MAX_SLOWEST, Outcome
from tests.fuzz.store_checks import check_store
from tests.fuzz.stories import Story, any_story
from tests.fuzz.world import Account, Game, World
from tests.game.play import Play
from tests.high_limits import HIGH_LIMITS
from tests.projections.archive import log_lines, record_game
from tests.service.client import Caller

Json = Any
STEP_REQUESTS = 25
"""Between two looks of projector and workers."""
FRESH_REQUESTS = 1500
"""After so many requests the world gets new games."""
MIN_ACCOUNTS = 14
LONG_GAMES, UNDOS = 12, 700
"""A world of at least so many games has a long one, with so many undos."""
MAX_STORIES = 6
RECEIVER = "http://127.0.0.1:65111/hook?to=me"
"""Stands for the receiver of webhooks until a request is sent: its port is another one each time."""
SHOW_TOKENS = ("/v1/players", "/v1/recoveries", "/v1/tokens")
"""Addresses whose answers may show a token, also once more."""
SAFE = ("GET", "HEAD", "OPTIONS")


class Piece:
    """Sends the requests of a seed."""

    def __init__(self, fuzzed: FuzzedService, seed: int, outcome: Outcome) -> None:
        self.fuzzed, self.seed, self.outcome = fuzzed, seed, outcome
        self.number = 0
        self.world = World()
        text = (ROOT / "openapi.yaml").read_text("utf-8")
        self._description = api_description(text)
        self._make = Operations(read_description(text), self.world, RECEIVER)
        self._stories: list[tuple[Story, Answer]] = []
        self._line = ""
        self._digest = hashlib.sha256()

    def fault(self, kind: str, detail: str) -> None:
        """Note a fault at the current request."""
        self.outcome.add_fault(kind, f"seed {self.seed}, request {self.number}: {detail[:3000]}\n  {self._line}")

    def run(self, count: int, games: int) -> None:
        """Make a world of so many games, and send so many requests."""
        self._begin(games)
        gc.collect()
        gc.freeze()
        gc.disable()
        began = time.monotonic()
        for number in range(1, count + 1):
            self.number = number
            rng = pinned.begin(self.seed, number, self._skipped(number))
            self._send_one(rng)
            if number % STEP_REQUESTS == 0:
                self.fuzzed.step()
                self._add_accounts()
            if number % FRESH_REQUESTS == 0:
                self._add_games(Random(f"games {self.seed} {number}"), 3)
            if number % 500 == 0:
                gc.collect(1 if number % 10_000 else 2)
        gc.enable()
        self.outcome.requests = count
        self.outcome.seconds = time.monotonic() - began
        self.outcome.digest = self._digest.hexdigest()[:16]
        self.outcome.jobs = self.fuzzed.jobs

    def _skipped(self, number: int) -> float:
        """Sometimes nobody asks for a while, so that clocks run out and games expire."""
        return 3600.0 if number % 9973 == 0 else 30.0 if number % 401 == 0 else 0.0

    def _begin(self, games: int) -> None:
        operator, accounts = self.fuzzed.operator, self.fuzzed.parts.accounts
        access = accounts.by_token(operator.secrets.token)
        assert access
        _, token = create_token(accounts, access, "acting", SCOPES)
        self.world.operator = Account(operator.player.id, token, "root", "Root")
        self._add_accounts()
        self.world.limited = self._registered("Limited")
        self.world.add_account(self.world.limited)
        imported = record_game(Play(self.seed, 2))
        import_log(log_lines(imported), self.fuzzed.parts.log, self.fuzzed.parts.lobby)
        self.world.games[imported.id] = Game(imported.id, "finished", len(imported.entries), 2)
        self._add_games(Random(f"games {self.seed}"), games)
        if games >= LONG_GAMES:
            self._add_long_game()
        for operation in self._make.by_id:  # what a process makes once, is made
            if operation not in ("deleteMe", "setLimits"):
                for _ in range(2):
                    self._answer(self._make.make(operation, Random(0)))

    def _add_accounts(self) -> None:
        """Requests end accounts: there are always some."""
        while len(self.world.accounts) < MIN_ACCOUNTS:
            number = len(self.world.accounts)
            self.world.add_account(self._registered(f"Player {number}", "bot" if number % 6 == 5 else "human"))

    def _registered(self, name: str, kind: str = "human") -> Account:
        player, secrets, _ = register(self.fuzzed.parts.accounts, name, kind)
        return Account(player.id, secrets.token, player.handle or "", name, secrets.recovery_code, kind)

    def _add_games(self, rng: Random, count: int) -> None:
        """Games of two and alone, in all phases and finished, played without requests."""
        service, world = self.fuzzed.service, self.world
        humans = [each for each in world.accounts.values() if each is not world.limited]
        for number in range(count):
            pinned.begin(self.seed, -self.number * 100 - number - 1)
            callers = [self._caller(each) for each in rng.sample(humans, 2)][: 1 + number % 2]
            options: Json = {"bots": rng.choice(([], ["random"], ["greedy", "random"]))} if number % 2 else {}
            options["seats"] = len(callers) + len(options.get("bots", ()))
            answer = callers[0].post("/v1/games", options)
            if answer.status_code != 201:
                continue
            game = f"/v1/games/{answer.json['id']}"
            for caller in callers[1:]:
                caller.post(f"{game}/seats")
            if callers[0].post(f"{game}/start").status_code == 200 and number % 4 != 3:
                service.play(game, callers, rng.randrange(1000), (None, "planning", "production")[number % 3])
            self.fuzzed.project()
            view = callers[0].get(game)
            if view.status_code == 200:
                world.learn_view(view.json)
            if view.json.get("status") == "finished" and number < 12:
                world.logs.append(callers[0].get(f"{game}/log").data)

    def _add_long_game(self) -> None:
        """A finished game of more than thousand events, most of them taken back."""
        pinned.begin(self.seed, -1_000_000_000)  # other secrets than anywhere else
        caller = self._caller(next(iter(self.world.accounts.values())))
        game = self.fuzzed.service.open_game(caller, seats=1)
        caller.post(f"{game}/start")
        [first, *_] = caller.get(f"{game}/legal").json
        for _ in range(UNDOS):
            caller.post(f"{game}/intentions", first)
            caller.post(f"{game}/undo", {})
        self.fuzzed.service.play(game, [caller])
        self.fuzzed.project()
        self.world.learn_view(caller.get(game).json)

    def _caller(self, account: Account) -> Caller:
        return Caller(self.fuzzed.app, account.id, account.token)

    def _send_one(self, rng: Random) -> None:
        """A request of a story that goes on, of a new one, or one that stands alone; as it should be, or damaged."""
        try:
            story, request = self._next(rng)
        except Exception as error:  # an answer that nobody foresaw: the fuzzer is at fault, or the answer
            self.fault(f"cannot make a request: {type(error).__name__}", traceback.format_exc())
            return
        if rng.random() < (0.15 if story else 0.8):
            request = mutate(request, rng)
        answer = self._checked(_without_wait(request))
        if story:
            self._stories.append((story, answer))

    def _next(self, rng: Random) -> tuple[Story | None, Request]:
        if self._stories and rng.random() < 0.35:
            story, answer = self._stories.pop(rng.randrange(len(self._stories)))
            with suppress(StopIteration):
                return story, story.send(answer)
        elif len(self._stories) < MAX_STORIES and rng.random() < 0.15:
            story = any_story(self._make, rng)
            if request := next(story, None):
                return story, request
        return None, self._make.any(rng)

    def _checked(self, request: Request) -> Answer:
        self._digest.update(f"{request}".encode("utf-8", "surrogatepass"))
        outcome = self.outcome
        answer = self._answer(request)
        try:
            plain = decoded(answer)
        except Exception as error:
            self.fault("content coding", repr(error))
            return answer
        value = json_value(plain)
        for fault in faults_of(self._description, request, plain, value):
            kind, _, detail = fault.partition(" ||| ")
            self.fault(f"{request.operation} {kind}", f"{detail or kind}\n  {answer.status} {plain.body[:600]!r}")
        if not request.path.startswith(SHOW_TOKENS):
            for account in self.world.accounts.values():
                if account.token != request.token and account.token.encode() in plain.body:
                    self.fault(f"{request.operation} shows a token", plain.body[:300].decode(errors="replace"))
        outcome.statuses[answer.status] += 1
        outcome.cpu_seconds += answer.cpu_seconds
        outcome.accepted[request.operation] += answer.status < 300
        if answer.status >= 400:
            outcome.codes[str(value.get("code")) if isinstance(value, dict) else answer.media_type] += 1
        self._note_time(request, answer)
        with suppress(KeyError, TypeError, IndexError):  # another path or method: it is another operation's answer
            self.world.learn(request, plain, value)
        return plain

    def _answer(self, request: Request) -> Answer:
        """What the application answers."""
        self._line = curl_line(request)
        request = request._replace(body=request.body.replace(RECEIVER.encode(), self.fuzzed.receiver.encode()))
        started: list[Any] = []
        pinned.Stretch.begin()
        try:
            chunks = self.fuzzed.app(
                environ_of(request), lambda status, headers, exc_info=None: started.extend((status, headers))
            )
            media_type = next((value for name, value in started[1] if name.lower() == "content-type"), "")
            try:
                endless = media_type.partition(";")[0] in STREAMED and not request.path.endswith("/log")
                body = next(iter(chunks), b"") if endless else b"".join(chunks)
            finally:
                chunks.close()
        except Exception as error:
            self.fault(f"{request.operation} raises {type(error).__name__}", traceback.format_exc())
            return Answer(500, (), b"", 0.0)
        return Answer(int(started[0].split()[0]), tuple(started[1]), body, pinned.Stretch.end())

    def _note_time(self, request: Request, answer: Answer) -> None:
        outcome, cpu = self.outcome, answer.cpu_seconds
        if len(outcome.slowest) < MAX_SLOWEST or cpu > outcome.slowest[0][0]:
            if cpu > SLOW_SECONDS and request.method in SAFE:  # a slow moment of the machine, or a slow request?
                cpu = min(cpu, self._answer(request).cpu_seconds)
            entry = (cpu, self.number, f"{answer.status} {self._line[:700]}")
            push = heapq.heappush if len(outcome.slowest) < MAX_SLOWEST else heapq.heappushpop
            push(outcome.slowest, entry)
        if answer.cpu_seconds > SLOW_SECONDS and cpu > SLOW_SECONDS:
            name = f"{request.operation} {answer.status}"
            count, most, line = outcome.slow.get(name, (0, 0.0, ""))
            example = f"seed {self.seed}, request {self.number}: {self._line[:700]}"
            outcome.slow[name] = (count + 1, max(cpu, most), example if cpu > most else line)


def _without_wait(request: Request) -> Request:
    """The request without its wait, if it would wait long."""
    path, _, query = request.target.partition("?")
    if "wait" not in request.path + query and "%" not in query:
        return request
    for name, value in parse_qsl(query, keep_blank_values=True):
        if name == "wait" and re.fullmatch(r"-?[0-9]+([.][0-9]+)?", value) and 0.01 < float(value) <= 30:
            return request._replace(target=f"{path}?wait=0.01")
    return request


def run_piece(seed: int, count: int, games: int) -> Outcome:
    """One piece in this process."""
    pinned.restart(seed)
    outcome = Outcome(seed)
    pieces: list[Piece] = []

    def fault(kind: str, detail: str) -> None:
        pieces[0].fault(kind, detail) if pieces else outcome.add_fault(kind, detail)

    few = {"LIMITS": HIGH_LIMITS["LIMITS"].replace("all_registrations=10000000", "all_registrations=100")}
    with fuzzed_service(fault, **(few if seed % 3 == 0 else {})) as fuzzed:
        piece = Piece(fuzzed, seed, outcome)
        pieces.append(piece)
        piece.run(count, games)
        outcome.games = check_store(fuzzed, piece.fault)
    sys.stdout.flush()
    return outcome
