"""A receiver that was written with the library `standardwebhooks` and was down for half of a game misses nothing."""

import json
from collections import Counter
from contextlib import closing
from random import Random

import pytest
from standardwebhooks import Webhook

from service.commands.demo import choose_intention
from tests.end_to_end.running import Json, PersistentPlayer, Running, await_true
from tests.service.webhooks.receivers import Received, Receiver, receiving
from wonderful_client import Client


class Inbox:
    """A receiver's own inbox: each message once by its id, its signature checked."""

    def __init__(self, receiver: Receiver, secret: str) -> None:
        self.is_down = False
        self.refused = 0
        self.accepted: dict[str, Json] = {}
        self.repeated: Counter[str] = Counter()
        self._library = Webhook(secret)
        receiver.answer = self.answer

    def answer(self, received: Received) -> tuple[int, dict[str, str], bytes]:
        if self.is_down:
            self.refused += 1
            return 503, {}, b"down for maintenance"
        body = self._library.verify(received.body, received.headers)
        self.repeated[received.id] += received.id in self.accepted
        self.accepted[received.id] = body
        return 204, {}, b""

    def items(self) -> "Counter[tuple[str, int]]":
        """Type and version of each item."""
        return Counter((body["type"], body["version"]) for body in [*self.accepted.values()])

    def has_turn(self, version: int) -> bool:
        """Whether there is a turn of this version or a later one."""
        return any(kind == "your_turn" and at >= version for kind, at in self.items())


def subscribe(player: Client, receiver: Receiver) -> tuple[str, Inbox]:
    """A new webhook: its id, and the receiver's inbox."""
    items = ["your_turn", "started", "finished"]
    webhook = player.create_webhook(kind="standard", url=receiver.url, items=items)
    return webhook["id"], Inbox(receiver, webhook["secret"])


def move(player: PersistentPlayer, game: str, rng: Random) -> int:
    """One intention, if the game waits for the player. Returns the version afterwards."""
    view, legal = player.get_game(game), player.list_legal(game)
    if not legal:
        return int(view["version"])
    return int(player.act(game, choose_intention(view, legal, rng))["version"])


@pytest.mark.verify
@pytest.mark.timeout(300)
def test_a_chat_follows_a_whole_game_of_three_by_one_sentence_for_each_stage(running: Running):
    """Nobody moves in a new stage before the chat has it, so every stage is told, once."""
    with (
        receiving() as chat,
        closing(PersistentPlayer(running.url, "Ada")) as ada,
        closing(PersistentPlayer(running.url, "Ben")) as ben,
        closing(PersistentPlayer(running.url, "Cleo")) as cleo,
    ):
        players, names, rng = [ada, ben, cleo], ["Ada", "Ben", "Cleo"], Random(1)
        game = ada.open_game(seats=3, name="Friday")["id"]
        link = f"https://play.example.org/games/{game}"
        for each in (ben, cleo):
            each.take_seat(game)
        ben.create_webhook(kind="discord", url=chat.url, game=game)
        ada.start_game(game)
        expected, stage = [f"Friday has started: Ada, Ben, and Cleo. {link}"], ("", None)

        def told() -> list[str]:
            return [json.loads(each.body)["content"] for each in chat.received]

        while (view := ada.get_game(game))["phase"] != "finished":
            now = f"round {view['round']}, {view['phase']}" + (f" of {view['step']}" if view["step"] else "")
            hand = len(view["seats"][0]["drafted"]) if view["phase"] == "draft" else None
            if stage != (now, hand):
                stage = (now, hand)
                owners = [f"{names[seat]}'s" for seat in view["waiting_on"]]
                listed = f"{', '.join(owners[:-1])}, and {owners[-1]}" if len(owners) > 2 else " and ".join(owners)
                expected.append(f"Friday: it is {listed} turn ({now}). {link}")
                await_true(lambda: len(told()) >= len(expected), running.output)
            move(players[view["waiting_on"][0]], game, rng)
        await_true(lambda: ben.list_webhooks() == [], running.output)
        assert told()[:-1] == expected
        assert told()[-1].startswith("Friday is over: 1. ")
