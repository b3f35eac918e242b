"""Over the API, the fold of a follower's events is the follower's view after every answer. Modes: `tests/fold`."""

from random import Random

from tests.client.followed import Followed, Follower, sample_versions
from tests.service.client import Caller, Service


def test_a_game_is_followed_to_the_end(service: Service):
    clock = {"kind": "bank", "seconds": 86_400}
    followed, rng = Followed(service, 2, ["random"], side="B", clock=clock), Random(2)
    followed.start()
    followed.play(rng)
    for follower in followed.followers:
        assert follower.fold()["result"]
        follower.read_again()
        assert follower.fold() == follower.caller.get(followed.game).json
        follower.check_earlier([*range(1, 10), *sample_versions(follower, rng)])


def test_a_player_who_resigned_goes_on_as_a_spectator(service: Service):
    followed = Followed(service, 3)
    followed.start()
    [ada, *_], eve = followed.players, followed.followers[-1]
    followed.play(Random(1), max_attempts=20)
    assert (ada.fold()["seat"], ada.fold(len(ada.events) - 1)["seat"]) == (0, 0)
    assert followed.ask(ada, "DELETE", "seats/me")
    followed.play(Random(2), max_attempts=20)
    for version in range(1, len(ada.events) + 1):
        assert ada.fold(version) == eve.caller.get(f"{followed.game}?at={version}").json
    ada.read_again()
    assert [ada.fold(version) for version in range(1, 30)] == [eve.fold(version) for version in range(1, 30)]


def test_the_lobby_is_followed(service: Service):
    followed = Followed(service, 3, side="B", empires=["aztec-empire"])
    ada, ben, cyd = followed.players
    assert followed.ask(ben, "POST", "seats", {"empire": "noram-states", "client_seed": "b"})
    assert followed.ask(cyd, "POST", "seats")
    assert followed.ask(ben, "DELETE", "seats/me")
    assert followed.ask(ben, "POST", "seats")
    assert followed.ask(ada, "DELETE", "seats/me")
    assert [follower.fold()["seat"] for follower in followed.followers] == [None, 1, 2, None]
    assert followed.ask(cyd, "DELETE", "seats/me")
    assert followed.ask(ben, "DELETE", "seats/me")
    assert {follower.fold()["status"] for follower in followed.followers} == {"abandoned"}


def test_a_fork_is_followed(service: Service, finished: tuple[str, list[Caller]]):
    game, [ada, ben] = finished
    forked = ada.post(f"{game}/forks", {"version": 60, "seat": 1, "bots": ["greedy"]}).json
    assert forked["origin"]
    for caller in (ada, ben):
        follower = Follower(caller, f"/v1/games/{forked['id']}", {ada.id: "Player 0"})
        follower.check()
        assert follower.fold()["origin"] == forked["origin"]
        follower.check_earlier(sample_versions(follower, Random(1)))
