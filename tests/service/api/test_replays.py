"""Replays over HTTP: frames of a finished game for any viewer, before the end only for the own seat."""

from itertools import pairwise

import pytest

from projections import replay as projection
from service.api.resources import replays as resource
from tests.service.client import Caller, Json, Service, assert_problem, id_of


def frames(caller: Caller, game: str, **query: object) -> list[Json]:
    answer = caller.get(f"{game}/replay?" + "&".join(f"{key}={value}" for key, value in query.items()))
    assert answer.status_code == 200, answer.text
    return answer.json


def view_at(caller: Caller, game: str, version: int, seat: int | str) -> Json:
    """The view of one version as a seat saw it, or as a spectator does (`none`)."""
    [frame] = frames(caller, game, **{"from": version, "to": version, "seat": seat})
    return frame["view"]


def all_frames(caller: Caller, game: str, query: str = "") -> list[Json]:
    """Every page, by the Link header."""
    found, url = [], f"{game}/replay?limit=100&{query}"
    while url:
        answer = caller.get(url)
        found += answer.json
        url = answer.headers.get("Link", "").partition(">")[0].removeprefix("<")
    return found


@pytest.mark.slow
def test_every_version_of_a_finished_game_has_a_frame_with_everybodys_cards(service: Service, finished):
    game, (ada, _) = finished
    found = all_frames(ada, game)
    last = ada.get(game).json["version"]
    assert [frame["version"] for frame in found] == list(range(1, last + 1))
    for frame in found[4::37]:
        [event] = frame["events"]
        assert event["version"] == frame["version"] == frame["first"] == frame["view"]["version"]
        assert event["text"]
        assert not event["undone"]
        assert frame["view"] == ada.get(f"{game}?at={frame['version']}").json
        for seat in frame["view"]["seats"]:
            assert len(seat["hand"]) == seat["hand_size"]
        assert len(frame["view"]["deck"]) == (frame["view"]["deck_size"] if frame["view"]["phase"] else 0)
    started = next(frame for frame in found if frame["events"][0]["name"] == "game_started")
    assert started["events"][0]["data"]["server_seed"]


def test_a_replay_of_a_seat_shows_the_hand_that_it_saw(service: Service, finished):
    game, (ada, _) = finished
    hands = []
    for version in (6, 12, 60, 150):
        state = service.parts.games.state_at(id_of(game), version)
        for seat in (0, 1):
            view = view_at(ada, game, version, seat)
            assert view["seat"] == seat
            assert view["hand"] == [*state.seats[seat].hand]
            assert view["picked"] == state.seats[seat].picked
            hands.append(view["hand"])
    assert [len(hand) for hand in hands[:4]] == [9, 10, 7, 8]
    assert len({str(hand) for hand in hands[:4]}) == 4


def test_a_replay_of_a_spectator_shows_no_hand(finished):
    game, (ada, _) = finished
    for version in (6, 12, 60, 150):
        view = view_at(ada, game, version, "none")
        assert (view["seat"], view["hand"], view["picked"], view["passed"]) == (None, [], None, [])


@pytest.mark.slow
@pytest.mark.parametrize("seat", [0, 1, "none"])
def test_a_replay_of_a_viewer_hides_the_secrets_of_others(finished, seat):
    game, (ada, _) = finished
    found = all_frames(ada, game, f"seat={seat}")
    for view in [frame["view"] for frame in found]:
        assert not {"deck", "pools"} & view.keys()
        assert all("hand" not in other for other in view["seats"])
    [started] = [frame for frame in found if frame["events"][0]["name"] == "game_started"]
    assert started["events"][0]["data"].keys() == {"empires", "client_seeds"}
    picks = [frame["events"][0] for frame in found if frame["events"][0]["name"] == "card_drafted"]
    assert {event["seat"] for event in picks if event["data"]} == ({seat} if seat != "none" else set())
    assert {event["seat"] for event in picks} == {0, 1}


@pytest.mark.parametrize("by", ["event", "intention", "phase"])
@pytest.mark.slow
def test_frames_follow_each_other_without_gaps_or_overlaps(service: Service, finished, by):
    game, (ada, _) = finished
    found = all_frames(ada, game, f"by={by}")
    assert found[0]["first"] == 1
    for frame, following in pairwise(found):
        assert following["first"] == frame["version"] + 1
        assert [event["version"] for event in frame["events"]] == list(range(frame["first"], frame["version"] + 1))
    assert found[-1]["version"] == ada.get(game).json["version"]


def test_a_frame_by_phase_covers_one_phase_or_step(finished):
    game, (ada, _) = finished
    moments = [(f["view"]["round"], f["view"]["phase"], f["view"]["step"]) for f in all_frames(ada, game, "by=phase")]
    assert len(set(moments)) == len(moments) == 2 + 4 * 7


def test_frames_can_be_filtered_by_version_round_phase_and_step(service: Service, finished):
    game, (ada, _) = finished
    found = all_frames(ada, game, "round=2&phase=production&step=gold")
    assert found
    assert {(f["view"]["round"], f["view"]["phase"], f["view"]["step"]) for f in found} == {(2, "production", "gold")}
    assert frames(ada, game, round=1, phase="finished") == []
    assert [f["version"] for f in frames(ada, game, **{"from": 20, "to": 23})] == [20, 21, 22, 23]


def test_before_the_end_a_replay_shows_only_the_own_views(service: Service):
    game, (ada, bob) = service.start_game(2)
    service.play(game, [ada, bob], until="planning")
    eve = service.new_player("Eve")
    for caller, seat in ((ada, 0), (bob, 1), (eve, None)):
        for frame in all_frames(caller, game)[4::9]:
            assert frame["view"] == caller.get(f"{game}?at={frame['version']}").json
            assert frame["view"]["seat"] == seat
            assert all("hand" not in each for each in frame["view"]["seats"])
    assert_problem(ada.get(f"{game}/replay?seat=1"), 403, "not_your_seat")
    assert_problem(eve.get(f"{game}/replay?seat=0"), 403, "not_your_seat")
    assert frames(ada, game, seat="none")[0]["view"]["seat"] is None
    assert frames(ada, game, seat=0)[0]["view"]["seat"] == 0
    drafted = [f["events"][0] for f in all_frames(ada, game) if f["events"][0]["name"] == "card_drafted"]
    assert {event["seat"] for event in drafted} == {0, 1}
    assert all(bool(event["data"]) is (event["seat"] == 0) for event in drafted)
    assert all("salt" not in event for event in drafted)


def test_undone_events_stay_in_the_replay_and_are_marked(service: Service):
    ada = service.new_player("Ada")
    game = service.open_game(ada, seats=2, bots=["random"])
    ada.post(f"{game}/start")
    service.run_jobs(game)
    start = service.version(game)
    ada.post(f"{game}/intentions", ada.get(f"{game}/legal").json[0])
    service.run_jobs(game)
    ada.post(f"{game}/rewinds", {"version": start})
    there = service.version(game)
    service.run_jobs(game)
    for frame in all_frames(ada, game):
        [event] = frame["events"]
        taken_back = start < frame["version"] <= there and event["name"] not in ("rewind_proposed", "rewound")
        assert event["undone"] is frame["undone"] is taken_back, event


def test_a_seat_that_is_not_there_is_refused(finished):
    game, (ada, _) = finished
    assert_problem(ada.get(f"{game}/replay?seat=3"), 422, "unknown_seat")


def test_beyond_the_end_there_are_no_frames(service: Service, finished):
    game, (ada, _) = finished
    assert frames(ada, game, **{"from": 99_999}) == []
    assert_problem(ada.get("/v1/games/nosuchgame/replay"), 404, "no_such_game")


def test_a_replay_has_sentences_in_the_language_of_the_query(service: Service, finished):
    game, (ada, _) = finished
    answer = ada.get(f"{game}/replay?lang=fr&from=6&to=6")
    assert answer.headers["Content-Language"] == "fr"
    assert "choisit" in answer.json[0]["events"][0]["text"]


def test_a_replay_has_sentences_in_the_language_of_the_header(service: Service, finished):
    game, (ada, _) = finished
    answer = ada.get(f"{game}/replay?from=6&to=6", headers={"Accept-Language": "de, fr;q=0.5"})
    assert answer.headers["Content-Language"] == "fr"
    assert "choisit" in answer.json[0]["events"][0]["text"]


def test_frames_may_have_chosen_fields_of_the_view(service: Service, finished):
    game, (ada, _) = finished
    whole = frames(ada, game, limit=5)
    chosen = frames(ada, game, limit=5, fields="phase,waiting_on,phase")
    for frame, short in zip(whole, chosen, strict=True):
        view = frame.pop("view")
        assert short == frame | {"fields": {"phase": view["phase"], "waiting_on": view["waiting_on"]}}


def test_frames_may_have_no_view_at_all(service: Service, finished):
    game, (ada, _) = finished
    answer = ada.get(f"{game}/replay?fields=none&limit=5&from=10")
    assert [frame.keys() for frame in answer.json] == [{"version", "first", "undone", "events"}] * 5
    assert len(answer.data) < len(ada.get(f"{game}/replay?limit=5&from=10").data) / 4


def test_the_next_page_has_the_same_fields(service: Service, finished):
    game, (ada, _) = finished
    for fields in ("phase,seats", "none"):
        link = ada.get(f"{game}/replay?limit=2&fields={fields}").headers["Link"]
        [first, _] = ada.get(link.partition(">")[0].removeprefix("<")).json
        assert (first["version"], [*first.get("fields", {})]) == (3, fields.split(",") if fields != "none" else [])


def test_a_field_that_is_open_only_after_the_end_is_left_out_before(service: Service):
    game, [ada, _] = service.start_game(2)
    assert [frame["fields"].keys() for frame in frames(ada, game, fields="deck,round")] == [{"round"}] * 5


def test_a_replay_in_another_language_has_another_tag(service: Service, finished):
    game, (ada, _) = finished
    tags = {
        language: ada.get(f"{game}/replay?limit=1", headers={"Accept-Language": language}).headers["ETag"]
        for language in ("en", "fr", "es")
    }
    assert len({*tags.values()}) == 3
    for language, tag in tags.items():
        answers = [
            ada.get(f"{game}/replay?limit=1", headers={"Accept-Language": other, "If-None-Match": tag}).status_code
            for other in tags
        ]
        assert answers == [304 if other == language else 200 for other in tags]


@pytest.mark.slow
def test_a_page_looks_through_so_many_versions_and_the_next_one_goes_on(finished, monkeypatch: pytest.MonkeyPatch):
    game, (ada, _) = finished
    queries = (
        "round=4",
        "by=phase&phase=planning&fields=none",
        "by=intention&from=9&to=99",
        "phase=finished&fields=none",
    )
    whole = [all_frames(ada, game, query) for query in queries]
    monkeypatch.setattr(resource, "MAX_STEPS", 60)
    assert [all_frames(ada, game, query) for query in queries] == whole
    first = ada.get(f"{game}/replay?round=4")
    assert (first.json, "Link" in first.headers) == ([], True)


def test_a_frame_has_a_bounded_number_of_events(finished, monkeypatch: pytest.MonkeyPatch):
    game, (ada, _) = finished
    for module in (projection, resource):
        monkeypatch.setattr(module, "MAX_SPAN", 10)
    found = all_frames(ada, game, "by=phase&fields=none")
    assert max(len(frame["events"]) for frame in found) == 10
    assert [event["version"] for frame in found for event in frame["events"]] == [
        *range(1, ada.get(game).json["version"] + 1)
    ]
