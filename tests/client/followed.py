"""Games whose players, and a spectator, fold the events and compare with the view after every answer."""

from collections.abc import Sequence
from random import Random
from typing import Any

from service.commands.demo import choose_intention
from tests.service.client import Caller, Json, Service
from wonderful_client.fold import fold

ACTIONS = {
    "move": 80,
    "whim": 12,
    "batch": 6,
    "undo": 10,
    "auto_ready": 3,
    "rewind": 2,
    "answer_rewind": 15,
    "pause": 4,
    "resign": 0.5,
}
"""How often a player tries what; many attempts are refused."""
SHORTHANDS = ("slate_all", "recycle_rest", "place_rest_on_empire")
MAX_REWOUND_EVENTS = 40
PAGE_EVENTS = 1000


class Follower:
    """A caller with the events that it got so far. `names`: of the players, by id."""

    def __init__(self, caller: Caller, game: str, names: Json) -> None:
        self.caller = caller
        self.game = game
        self.events: list[Json] = []
        self.view: Json = {}  # by them
        self.names = names
        self._catalogue: Json = caller.get("/v1/catalogue").json

    def fold(self, version: int | None = None) -> Json:
        """The view by the events, now or at an earlier version."""
        return fold(self.events, self.caller.id, self._catalogue, self.names, version)

    def check(self, written: Json | None = None) -> None:
        """Add the events of an answer to the caller's request, read what else is new, and compare."""
        if written and written["events"][0]["version"] == len(self.events) + 1:
            self.events += written["events"]
        self.events += self._read(len(self.events))
        self.view = self.fold()
        assert self.view == without_open_cards(self.caller.get(self.game).json)

    def check_earlier(self, versions: Sequence[int]) -> None:
        """Compare with the views of earlier versions."""
        for version in versions:
            assert self.fold(version) == self.caller.get(f"{self.game}?at={version}").json

    def read_again(self) -> None:
        """Read all events anew. Those of a finished game show more than before."""
        self.events = self._read(0)

    def _read(self, after: int) -> list[Json]:
        page: list[Json] = self.caller.get(f"{self.game}/events?after={after}&limit={PAGE_EVENTS}").json
        return page if len(page) < PAGE_EVENTS else [*page, *self._read(page[-1]["version"])]


def without_open_cards(view: Json) -> Json:
    """The view without the cards that only the end of the game opened."""
    seats = [{key: seat[key] for key in seat.keys() - {"hand", "picked", "candidates"}} for seat in view["seats"]]
    return {key: view[key] for key in view.keys() - {"deck", "pools"}} | {"seats": seats}


class Followed:
    """A game of people and bots, and its followers: the players, then a spectator."""

    def __init__(self, service: Service, humans: int, bots: Sequence[str] = (), **options: Any) -> None:
        callers = [service.new_player(f"Player {seat}") for seat in range(humans)]
        names = {caller.id: f"Player {seat}" for seat, caller in enumerate(callers)}
        self.service = service
        self.game = service.open_game(callers[0], seats=humans + len(bots), bots=list(bots), **options)
        self.followers = [Follower(caller, self.game, names) for caller in (*callers, service.new_player("Eve"))]
        self.players = self.followers[:-1]
        self.check()

    def start(self) -> None:
        """Fill the seats and start the game."""
        for player in self.players[1:]:
            assert self.ask(player, "POST", "seats")
        assert self.ask(self.players[0], "POST", "start")

    def check(self) -> None:
        for follower in self.followers:
            follower.check()

    def ask(self, player: Follower, method: str, path: str, body: Any = None) -> bool:
        """Send a request. If it succeeds, the player checks the answer, and everybody what the bots then did.

        Returns whether it succeeded.
        """
        answer = player.caller.ask(method, f"{self.game}/{path}", json=body)
        if answer.status_code >= 400:
            return False
        player.check(answer.json if answer.data and "events" in answer.json else None)
        self.service.run_jobs(self.game)
        self.check()
        return True

    def play(self, rng: Random, max_attempts: int | None = None) -> None:
        """Play at random until the game is scored; at most so many attempts."""
        attempts = 0
        while self.players[0].view["status"] == "playing" and attempts != max_attempts:
            [action] = rng.choices([*ACTIONS], [*ACTIONS.values()])
            self._attempt(rng.choice(self.players), action, rng)
            attempts += 1

    def _attempt(self, player: Follower, action: str, rng: Random) -> None:
        view = player.view
        if view["seat"] is None:  # has resigned
            return
        if action in ("move", "whim", "batch"):
            if legal := player.caller.get(f"{self.game}/legal").json:
                body = rng.choice(legal) if action == "whim" else choose_intention(view, legal, rng)
                shorthand = [{"type": rng.choice(SHORTHANDS)}] if action == "batch" else []
                self.ask(player, "POST", "intentions", [body, *shorthand])
        elif action == "undo":
            self.ask(player, "POST", "undo", {"version": view["undoable"]})
        elif action == "auto_ready":
            self.ask(player, "POST", "intentions", [{"type": "auto_ready", "on": rng.random() < 0.7}])
        elif action == "rewind":
            self.ask(
                player, "POST", "rewinds", {"version": max(1, view["version"] - rng.randrange(MAX_REWOUND_EVENTS))}
            )
        elif action == "answer_rewind" and view["rewind"]:
            answer = "decline" if rng.random() < 0.1 else "accept"
            self.ask(player, "POST", f"rewinds/{view['rewind']['number']}/{answer}")
        elif action == "pause":
            self.ask(player, "PUT", "seats/me/pause", {"pause": rng.random() < 0.6})
        elif action == "resign" and sum(other.view["seat"] is not None for other in self.players) > 1:
            self.ask(player, "DELETE", "seats/me")


def sample_versions(follower: Follower, rng: Random) -> list[int]:
    """Some versions of a game."""
    versions = range(1, len(follower.events) + 1)
    return rng.sample(versions, min(len(versions), 20))
