"""A new name shows in every list, view, replay and stream, also in a process that has kept the old one."""

import pytest

from projections.summaries import Summary
from service.accounts import players as module
from service.games.live import reader
from tests.end_to_end.running import await_true
from tests.service.api.accounts.account_steps import rename
from tests.service.api.live.following import NDJSON, Following
from tests.service.client import Caller, Service, assert_problem
from tests.service.meanwhile import meanwhile


def names_everywhere(caller: Caller, game: str) -> list[set[str | None]]:
    """The names of the players of a game: in the list, the view, the replay with its sentences, a new stream."""
    listed: list[Summary] = caller.get("/v1/games?player=me").json
    frames = caller.get(f"{game}/replay?limit=3").json
    stream = caller.get(f"{game}/events", {"Accept": NDJSON})
    live = Following(stream).next("frame")["view"]
    stream.close()
    seats = [*[each["seats"] for each in listed], caller.get(game).json["seats"], frames[-1]["view"]["seats"]]
    return [{seat["player"]["name"] for seat in found} for found in [*seats, live["seats"]]]


def await_name(caller: Caller, player: str, name: str) -> None:
    """Wait until a process has heard of a change."""
    await_true(lambda: caller.get(f"/v1/players/{player}").json["name"] == name)


def test_a_new_name_shows_everywhere_in_every_process(service: Service):
    game, (ada, ben) = service.start_game(2)
    service.project(game)
    other = service.another_process()
    elsewhere = ben.through(other)
    assert names_everywhere(elsewhere, game) == [{"Player 0", "Player 1"}] * 4
    assert rename(ada, name=" Countess ")["name"] == "Countess"
    await_name(elsewhere, ada.id, "Countess")
    for caller in (ben, elsewhere):
        assert names_everywhere(caller, game) == [{"Countess", "Player 1"}] * 4
    sentences = [event["text"] for event in elsewhere.get(f"{game}/events?lang=en").json]
    assert "Countess" in sentences[0]
    assert "Player 0" not in "".join(sentences)


@pytest.mark.slow
def test_a_process_that_missed_the_message_learns_the_name_after_a_while(
    service: Service, ada: Caller, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(module, "CACHED_PLAYER_SECONDS", 1.0)
    other = service.another_process()
    assert other.parts.accounts.by_id(ada.id).name == "Ada"  # nobody listens there
    rename(ada, name="Countess")
    assert other.parts.accounts.by_id(ada.id).name == "Ada"
    await_true(lambda: other.parts.accounts.by_id(ada.id).name == "Countess")


@pytest.mark.parametrize("path", ["{game}", "{game}?at=3", "{game}/replay?limit=2"])
def test_a_copy_with_the_old_name_is_not_current(path: str, service: Service):
    game, (ada, ben) = service.start_game(2)
    path = path.format(game=game)
    tag = {"If-None-Match": ben.get(path).headers["ETag"]}
    assert ben.get(path, tag).status_code == 304
    rename(ada, name="Countess")
    answer = ben.get(path, tag)
    assert (answer.status_code, "Countess" in answer.text) == (200, True)


def test_after_a_while_new_games_are_cached_again(service: Service, ada: Caller):
    rename(ada, name="Countess")
    key = service.parts.accounts.layout.player(ada.id)
    service.parts.redis.hincrby(key, "changed_ms", -120_000)
    service.parts.accounts.forget(None)
    game = service.open_game(ada)
    assert ada.get(game, {"If-None-Match": ada.get(game).headers["ETag"]}).status_code == 304


def test_a_renamed_bot_is_invited_by_its_new_name(service: Service, ada: Caller):
    marvin = service.new_bot("Marvin the first")
    rename(marvin, name="Marvin the second")
    game = service.open_game(ada, seats=3)
    assert_problem(ada.post(f"{game}/invitations", {"player": "Marvin the first"}), 422, "unknown_player")
    assert ada.post(f"{game}/invitations", {"player": "marvin the second"}).json["invited"] == [marvin.id]


def test_a_bot_that_gets_its_name_back_meanwhile_is_invited_by_it(
    service: Service, ada: Caller, monkeypatch: pytest.MonkeyPatch
):
    name = f"Marvin {ada.id}"
    marvin = service.new_bot(name)
    elsewhere = marvin.through(service.another_process())
    meanwhile(monkeypatch, "service.accounts.rename._list_no_more", lambda: rename(elsewhere, name=name))
    rename(marvin, name="Marvin the second")
    game = service.open_game(ada)
    assert ada.post(f"{game}/invitations", {"player": name}).json["invited"] == [marvin.id]


@pytest.mark.parametrize(
    "body", [{"name": ""}, {"name": "a\u202eb"}, {"name": None}, {"kind": "bot"}, [], {"handle": 1}]
)
def test_a_bad_change_changes_nothing(body: object, service: Service, ada: Caller):
    before = ada.get("/v1/players/me").json
    assert_problem(ada.ask("PATCH", "/v1/players/me", json=body), 422, "invalid_body")
    assert ada.get("/v1/players/me").json == before


def test_a_change_to_a_taken_handle_does_not_change_the_name_either(service: Service, ada: Caller):
    body = {"name": "Countess", "handle": service.new_player("Ben").account["handle"]}
    assert_problem(ada.ask("PATCH", "/v1/players/me", json=body), 409, "handle_taken")
    assert ada.get("/v1/players/me").json["name"] == "Ada"


def test_an_open_stream_tells_the_new_name_without_an_event(service: Service, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(reader, "CHECK_SECONDS", 0.1)
    game, (ada, ben) = service.start_game(2)
    stream = Following(ben.through(service.another_process()).get(f"{game}/events", {"Accept": NDJSON}))
    assert stream.next("frame")["names"] == ["Player 0", "Player 1"]
    rename(ada, name="Countess")
    names = next(item["names"] for item in stream if item["type"] == "table" and "Countess" in item["names"])
    assert names == ["Countess", "Player 1"]
    stream.answer.close()
