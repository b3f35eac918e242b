"""The fold of the events shows hosts, invitations, agreements and rematches as the views do."""

from tests.client.followed import Follower
from tests.service.client import Caller, Service


def followers(game: str, callers: dict[str, Caller]) -> list[Follower]:
    names = {caller.id: name for name, caller in callers.items()}
    return [Follower(caller, game, names) for caller in callers.values()]


def test_a_table_is_followed_while_players_come_and_go(service: Service):
    people = {name: service.new_player(name) for name in ("Ada", "Ben", "Cem", "Eve")}
    people["Marvin"] = service.new_bot("Marvin")
    ada, ben, cem, _, marvin = people.values()
    game = service.open_game(ada, seats=4, bots=["greedy"], clock={"kind": "bank", "seconds": 600}, invited=[cem.id])
    following = followers(game, people)
    steps = [
        lambda: marvin.post(f"{game}/seats"),
        lambda: ben.post(f"{game}/seats"),
        lambda: ada.ask("DELETE", f"{game}/seats/3"),
        lambda: cem.post(f"{game}/seats"),
        lambda: ada.ask("DELETE", f"{game}/seats/3"),
        lambda: ada.post(f"{game}/invitations", {"player": cem.id}),
        lambda: ada.ask("DELETE", f"{game}/invitations/{cem.id}"),
        lambda: ada.post(f"{game}/invitations", {"player": cem.id}),
        lambda: ada.ask("PATCH", game, json={"seats": 5, "bots": ["greedy", "random"]}),
        lambda: ada.ask("PATCH", game, json={"seats": 4, "bots": []}),
        lambda: ada.ask("PUT", f"{game}/host", json={"seat": 2}),
        lambda: ben.ask("DELETE", f"{game}/seats/me"),
        lambda: ada.ask("DELETE", f"{game}/seats/me"),
        lambda: ada.post(f"{game}/seats"),
        lambda: marvin.ask("PUT", f"{game}/seats/me/ready", json={"ready": True}),
        lambda: ben.post(f"{game}/seats"),
        lambda: cem.post(f"{game}/seats"),
        lambda: marvin.post(f"{game}/start"),
        lambda: ada.post(f"{game}/abort"),
    ]
    for step in steps:
        answer = step()
        assert answer.status_code < 300, answer.text
        for follower in following:
            follower.check()
    assert ada.get(game).json["end_reason"] == "aborted"


def test_a_rematch_is_followed(service: Service):
    people = {name: service.new_player(name) for name in ("Ada", "Ben", "Cem")}
    ada, ben, cem = people.values()
    game = service.seat_and_start(ada, ben, cem)
    ada.post(f"{game}/abort")
    again = ada.post(f"{game}/rematch").headers["Location"]
    following = followers(again, people)
    steps = [
        lambda: ben.post(f"{game}/rematch"),
        lambda: ben.ask("DELETE", f"{again}/seats/me"),
        lambda: ben.post(f"{again}/seats"),
        lambda: ben.ask("PUT", f"{again}/seats/me/ready", json={"ready": True}),
        lambda: ada.ask("PATCH", again, json={"seats": 4, "bots": ["greedy"]}),
        lambda: ada.ask("PATCH", again, json={"seats": 3, "bots": []}),
        lambda: ada.ask("PUT", f"{again}/seats/me/ready", json={"ready": True}),
        lambda: ben.ask("PUT", f"{again}/seats/me/ready", json={"ready": True}),
        lambda: cem.post(f"{game}/rematch"),
    ]
    for follower in following:
        follower.check()
    for step in steps:
        assert step().status_code < 300
        for follower in following:
            follower.check()
    assert ada.get(again).json["status"] == "playing"
