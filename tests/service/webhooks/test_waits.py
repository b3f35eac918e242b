"""People are told that it is their turn once each time the game begins to wait for them; programs after each move."""

from random import Random

import pytest

from tests.service.client import Caller, Service, id_of, pick_intention
from tests.service.webhooks.delivery import create, send_all
from tests.service.webhooks.receivers import Receiver


class Table:
    """Ada, who has a webhook for her turns, and Ben play. After each move all messages are sent."""

    def __init__(self, service: Service, ada: Caller, receiver: Receiver, kind: str = "discord", **options: object):
        self.service, self.ada, self.ben = service, ada, service.new_player("Ben")
        self.receiver = receiver
        create(ada, receiver.url, kind=kind, items=["your_turn"])
        self.game = service.seat_and_start(ada, self.ben, **options)
        self.send()

    def send(self) -> None:
        self.service.project(self.game)
        send_all(self.service.parts)

    def told(self) -> int:
        """How many messages there were since the last time."""
        received, self.receiver.received = self.receiver.received, []
        return len(received)

    def do(self, caller: Caller, *bodies: dict) -> None:
        for body in bodies:
            answer = caller.post(f"{self.game}/intentions", body)
            assert answer.status_code == 201, answer.text
            self.send()

    def pick(self, caller: Caller) -> None:
        self.do(caller, caller.get(f"{self.game}/legal").json[0])

    def plan(self, caller: Caller) -> int:
        """Put every drafted card under construction, then say that this is all. Returns the number of cards."""
        cards = [body for body in caller.get(f"{self.game}/legal").json if body["type"] == "slate"]
        self.do(caller, *cards)
        return len(cards)

    def draft(self) -> None:
        while self.ada.get(self.game).json["phase"] == "draft":
            self.pick(self.ada)
            self.pick(self.ben)


@pytest.mark.parametrize("kind", ["discord", "slack", "ntfy"])
def test_planning_with_seven_own_moves_is_one_message(service: Service, ada: Caller, receiver: Receiver, kind: str):
    table = Table(service, ada, receiver, kind)
    assert table.told() == 1
    table.draft()
    assert table.told() == 7, "one for each hand after the first, and one for planning"
    assert table.plan(ada) == 7
    assert table.told() == 0
    table.do(ada, {"type": "ready"})
    table.plan(table.ben)
    assert table.told() == 0, "the game waits for Ben"
    table.do(table.ben, {"type": "ready"})
    assert table.ada.get(table.game).json["phase"] == "production"
    assert table.told() == (0 in table.ada.get(table.game).json["waiting_on"])


def test_a_program_is_told_after_each_of_its_moves(service: Service, ada: Caller, receiver: Receiver):
    table = Table(service, ada, receiver, "standard")
    table.draft()
    table.told()
    assert table.plan(ada) == table.told() == 7


def test_a_program_is_told_again_after_an_undo(service: Service, ada: Caller, receiver: Receiver):
    table = Table(service, ada, receiver, "standard")
    table.pick(ada)
    table.pick(table.ben)
    table.pick(ada)
    table.told()
    assert ada.post(f"{table.game}/undo").status_code == 201
    table.send()
    assert table.told() == 1


def test_who_takes_back_that_they_are_ready_is_not_told_again(service: Service, ada: Caller, receiver: Receiver):
    table = Table(service, ada, receiver)
    table.draft()
    table.plan(ada)
    table.do(ada, {"type": "ready"})
    table.told()
    assert ada.post(f"{table.game}/undo", {}).status_code in (200, 201)
    table.send()
    assert table.told() == 0


def test_a_rewind_that_makes_the_seat_due_again_is_a_new_wait_and_no_other_rewind_is(
    service: Service, ada: Caller, receiver: Receiver
):
    table = Table(service, ada, receiver)
    table.draft()
    table.told()
    before = ada.get(table.game).json["version"]

    def rewind(proposer: Caller, other: Caller) -> None:
        number = proposer.post(f"{table.game}/rewinds", {"version": before}).json["events"][0]["data"]["number"]
        table.send()
        assert other.post(f"{table.game}/rewinds/{number}/accept").status_code == 201
        table.send()

    table.do(ada, ada.get(f"{table.game}/legal").json[0])
    rewind(table.ben, ada)
    assert table.told() == 0, "the game waited for Ada all the time"
    table.plan(ada)
    table.do(ada, {"type": "ready"})
    rewind(table.ben, ada)
    assert table.told() == 1
    table.plan(ada)
    table.do(ada, {"type": "ready"})
    rewind(table.ben, ada)
    assert table.told() == 1


@pytest.mark.parametrize("options", [{"seats": 1}, {"seats": 2, "bots": ["random"]}], ids=["solo", "a bot"])
def test_who_plays_against_strategies_alone_is_told_once_in_each_phase(
    service: Service, ada: Caller, receiver: Receiver, options: dict
):
    create(ada, receiver.url, kind="discord", items=["your_turn"])
    game = service.open_game(ada, **options)
    assert ada.post(f"{game}/start").status_code == 200
    phases, rng = [], Random(1)
    while (state := service.parts.games.load(id_of(game)).state).round < 2:
        phases += [state.phase] if state.phase not in phases else []
        service.run_jobs(game)
        if legal := ada.get(f"{game}/legal").json:
            assert ada.post(f"{game}/intentions", pick_intention(legal, rng)).status_code == 201
        service.project(game)
        send_all(service.parts)
    assert len(receiver.received) - 1 <= len(phases) <= len(receiver.received)
