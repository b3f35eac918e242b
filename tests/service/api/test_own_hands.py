"""Events that give new hands show a seat its own one, so that a client can follow a game by its events."""

from collections.abc import Sequence
from random import Random

import pytest

from tests.service.client import Caller, Json, Service, pick_intention

GIVES_HANDS = ("hands_dealt", "picks_revealed")


def hands_in(events: Sequence[Json]) -> dict[int, list[str]]:
    """The hands that the events show, by version."""
    return {event["version"]: event["data"]["hand"] for event in events if event["name"] in GIVES_HANDS}


def hands_seen(caller: Caller, game: str) -> dict[int, list[str]]:
    """The hands in the caller's views at the versions that gave them."""
    versions = hands_in(caller.get(f"{game}/events?limit=1000").json)
    return {version: caller.get(f"{game}?at={version}").json["hand"] for version in versions}


def test_each_seat_is_shown_the_hand_of_its_own_view(service: Service):
    game, callers = service.start_game(2)
    service.play(game, callers, until="planning")
    for caller in callers:
        shown = hands_in(caller.get(f"{game}/events?limit=1000").json)
        assert [len(hand) for hand in shown.values()] == [10, 9, 8, 7, 6, 5, 4, 3]
        assert shown == hands_seen(caller, game)


def test_the_hand_is_the_one_that_was_given_also_after_a_pick(service: Service):
    game, [ada, ben] = service.start_game(2)
    given = ada.get(game).json["hand"]
    ada.post(f"{game}/intentions", [ada.get(f"{game}/legal").json[3]])
    assert [*hands_in(ada.get(f"{game}/events").json).values()] == [given]
    assert hands_in(ben.get(f"{game}/events").json) != hands_in(ada.get(f"{game}/events").json)


def test_the_answer_to_the_last_pick_shows_the_next_hand_also_when_it_is_repeated(service: Service):
    game, [ada, ben] = service.start_game(2)
    ada.post(f"{game}/intentions", [ada.get(f"{game}/legal").json[0]])
    pick, headers = [ben.get(f"{game}/legal").json[0]], {"Idempotency-Key": "last pick"}
    answer = ben.post(f"{game}/intentions", pick, headers)
    hand = ben.get(game).json["hand"]
    assert [*hands_in(answer.json["events"]).values()] == [hand]
    service.play(game, [ada, ben], until="planning")
    repeated = ben.post(f"{game}/intentions", pick, headers)
    assert repeated.json == answer.json
    assert (answer.headers.get("Idempotent-Replayed"), repeated.headers["Idempotent-Replayed"]) == (None, "true")


def test_a_spectator_and_a_player_who_resigned_see_no_hands(service: Service):
    game, [ada, ben, cyd] = service.start_game(3)
    assert ada.ask("DELETE", f"{game}/seats/me").status_code == 204
    for caller in (ada, service.new_player("Eve")):
        events = caller.get(f"{game}/events").json
        assert all("hand" not in event["data"] and "hands" not in event["data"] for event in events)
    assert hands_in(ben.get(f"{game}/events").json) == hands_seen(ben, game)
    assert hands_in(cyd.get(f"{game}/events").json) == hands_seen(cyd, game)


def test_a_rewound_hand_stays_in_the_events_that_gave_it(service: Service):
    game, [ada] = service.start_game(1, ["random"])
    start = service.version(game)
    for _ in range(3):
        ada.post(f"{game}/intentions", [pick_intention(ada.get(f"{game}/legal").json, Random(1))])
        service.run_jobs(game)
    before = hands_in(ada.get(f"{game}/events").json)
    assert len(before) == 4
    assert ada.post(f"{game}/rewinds", {"version": start}).status_code == 201
    service.run_jobs(game)
    assert hands_in(ada.get(f"{game}/events").json).items() >= before.items()


@pytest.mark.slow
def test_a_finished_game_shows_all_hands_to_everybody(service: Service, finished):
    game, callers = finished
    for caller in (callers[0], service.new_player("Eve")):
        for event in caller.get(f"{game}/events?limit=1000").json:
            if event["name"] in GIVES_HANDS:
                view = caller.get(f"{game}?at={event['version']}").json
                assert event["data"]["hands"] == [seat["hand"] for seat in view["seats"]]


def test_replay_frames_show_the_hands_that_their_events_give(service: Service, finished):
    game, callers = finished
    frames = callers[0].get(f"{game}/replay?seat=1&phase=draft&limit=100").json
    given = [frame for frame in frames if frame["events"][0]["name"] in GIVES_HANDS]
    assert given
    for frame in given:
        assert frame["events"][0]["data"]["hand"] == frame["view"]["hand"]
