"""Every request and job that writes, in a process that loaded the game long ago while another process moved it on."""

import time

import pytest

import game as rules
from events import IdempotencyKey
from game.clocks import next_deadline_ms
from projections.games import Loaded
from service.accounts.acts import Act
from service.backend import open_backend
from service.games.acting import close_game
from service.games.write import Decided, write
from service.jobs.bot_turns import play_bots
from service.jobs.expiries import abandon_game, expire_seats
from service.jobs.scores import score_game
from tests.service.client import Caller, Service, assert_problem, id_of

CLOCK = {"kind": "per_phase", "seconds": 60}
FAR_FUTURE_SECONDS = 10.0**10
"""A time, since 1970, at which every time is up."""


def keep_old(process: Service, game: str) -> int:
    """Let the process load the game as it is now; returns the version that it keeps."""
    return process.parts.games.load(id_of(game)).version


def kept_version(process: Service, game: str) -> int:
    kept = process.parts.games.cached(id_of(game))
    return kept.version if kept else 0


# Requests


def test_a_game_is_closed_at_its_newest_version_and_nobody_moves_on_in_it(service: Service, other: Service):
    game, (ada, ben) = service.start_game(2)
    keep_old(other, game)
    ada.move(game)
    close_game(other.parts, Act("game_closed", game=id_of(game), reason="fault"))
    for process in (service, other):
        body = ben.through(process).get(game).json
        assert (body["status"], body["end_reason"]) == ("abandoned", "closed_fault")
        pick = {"type": "draft", "card": body["hand"][0]}
        assert_problem(ben.through(process).post(f"{game}/intentions", pick), 409, "not_playing")
    version = service.version(game)
    for job in (play_bots, expire_seats, abandon_game, score_game):
        job(service.parts, id_of(game))
    assert service.version(game) == version


def test_joining_takes_the_next_seat_when_the_first_free_one_is_taken(service: Service, other: Service, ada: Caller):
    game, ben, cem = service.open_game(ada, seats=3), service.new_player("Ben"), service.new_player("Cem")
    keep_old(other, game)
    assert ben.post(f"{game}/seats").status_code == 201
    answer = cem.through(other).post(f"{game}/seats")
    assert (answer.status_code, answer.json["seat"]) == (201, 2)


def test_joining_is_refused_once_the_last_seat_is_taken(service: Service, other: Service, ada: Caller):
    game, ben, cem = service.open_game(ada), service.new_player("Ben"), service.new_player("Cem")
    keep_old(other, game)
    ben.post(f"{game}/seats")
    assert_problem(cem.through(other).post(f"{game}/seats"), 409, "no_free_seat")


def test_a_table_is_changed_around_who_joined_in_between(service: Service, other: Service, ada: Caller):
    game, ben = service.open_game(ada, seats=3), service.new_player("Ben")
    keep_old(other, game)
    ben.post(f"{game}/seats")
    host = ada.through(other)
    assert_problem(host.ask("PATCH", game, json={"bots": ["greedy", "greedy"]}), 409, "too_few_seats")
    keep_old(other, game)
    ben.ask("DELETE", f"{game}/seats/me")
    changed = host.ask("PATCH", game, json={"bots": ["greedy", "greedy"]})
    assert (changed.status_code, [seat["bot"] for seat in changed.json["seats"]]) == (200, [None, "greedy", "greedy"])
    assert_problem(ben.post(f"{game}/seats"), 409, "no_free_seat")


def test_a_process_that_knows_more_seats_than_there_are_by_now_goes_on(service: Service, other: Service, ada: Caller):
    game, ben, cem = service.open_game(ada, seats=4), service.new_player("Ben"), service.new_player("Cem")
    for guest in (ben, cem):
        guest.post(f"{game}/seats")
    keep_old(other, game)
    ben.ask("DELETE", f"{game}/seats/me")
    assert ada.ask("PATCH", game, json={"seats": 2}).status_code == 200
    assert cem.through(other).get(game).json["seat"] == 1
    assert ada.through(other).post(f"{game}/start").status_code == 200
    third = service.another_process()
    assert cem.through(third).post(f"{game}/intentions", cem.get(f"{game}/legal").json[0]).status_code == 201


def test_leaving_after_the_start_is_a_resignation(service: Service, other: Service, ada: Caller):
    game, ben = service.open_game(ada), service.new_player("Ben")
    ben.post(f"{game}/seats")
    keep_old(other, game)
    ada.post(f"{game}/start")
    assert ben.through(other).ask("DELETE", f"{game}/seats/me").status_code == 204
    assert service.parts.log.read(id_of(game))[-1].name == "seat_resigned"


def test_starting_counts_the_client_seed_of_a_player_who_joined_in_between(
    service: Service, other: Service, ada: Caller
):
    game, ben = service.open_game(ada), service.new_player("Ben")
    keep_old(other, game)
    ben.post(f"{game}/seats", {"client_seed": "ben's"})
    assert ada.through(other).post(f"{game}/start", {"client_seed": "ada's"}).status_code == 200
    assert service.parts.games.load(id_of(game)).state.client_seeds == ("ada's", "ben's")


def test_an_intention_is_decided_on_the_newest_state(service: Service, other: Service):
    game, (ada, ben) = service.start_game(2)
    old = keep_old(other, game)
    ada.move(game)
    answer = ben.through(other).post(f"{game}/intentions", ben.get(f"{game}/legal").json[0])
    assert answer.status_code == 201
    assert [event["name"] for event in answer.json["events"]] == ["card_drafted", "picks_revealed"]
    assert kept_version(other, game) == answer.json["version"] > old + 1


def test_a_batch_with_a_precondition_counts_what_the_own_seat_did_elsewhere(service: Service, other: Service):
    game, (ada, ben) = service.start_game(2)
    version = keep_old(other, game)
    body = {"type": "auto_ready", "on": True}
    ada.post(f"{game}/intentions", body)
    stale = ada.through(other).post(f"{game}/intentions", body, {"If-Match": f'"{version}"'})
    assert_problem(stale, 412, "stale_version")
    mine = ben.through(other).post(f"{game}/intentions", body, {"If-Match": f'"{version}"'})
    assert mine.status_code == 201, "another seat's event is no reason"


def test_an_undo_takes_back_what_another_process_wrote(service: Service, other: Service):
    game, (ada, _) = service.start_game(2)
    keep_old(other, game)
    drafted = ada.move(game).json
    undone = ada.through(other).post(f"{game}/undo", {})
    assert (undone.status_code, undone.json["events"][0]["data"]) == (201, {"group": drafted["version"]})


def test_a_rewind_is_proposed_to_a_version_that_the_process_has_not_seen(service: Service, other: Service):
    game, (ada, ben) = service.start_game(2)
    keep_old(other, game)
    for caller in (ada, ben):
        version = caller.move(game).json["version"]
    ada.move(game)
    proposed = ada.through(other).post(f"{game}/rewinds", {"version": version})
    assert (proposed.status_code, proposed.json["events"][0]["data"]["to"]) == (201, version)


@pytest.mark.parametrize(("answer", "status"), [("accept", "done"), ("decline", "declined")])
def test_a_rewind_is_answered_by_a_process_that_has_not_seen_the_proposal(
    answer: str, status: str, service: Service, other: Service
):
    game, (ada, ben) = service.start_game(2)
    version = keep_old(other, game)
    ada.move(game)
    number = ada.post(f"{game}/rewinds", {"version": version}).json["number"]
    answered = ben.through(other).post(f"{game}/rewinds/{number}/{answer}")
    assert answered.status_code == 201, answered.text
    assert ada.get(f"{game}/rewinds/{number}").json["status"] == status
    for process in (service, other):
        states = [each.through(process).get(game).json for each in (ada, ben)]
        assert [state["picked"] is None for state in states] == [answer == "accept", True]


def test_proposals_count_that_were_declined_in_another_process(service: Service, other: Service):
    game, (ada, ben) = service.start_game(2)
    version = keep_old(other, game)
    ada.move(game)
    here, there = ada.through(service), ada.through(other)
    for proposer in (here, there):
        number = proposer.post(f"{game}/rewinds", {"version": version}).json["number"]
        assert ben.post(f"{game}/rewinds/{number}/decline").status_code == 201
    for proposer in (there, here):
        assert_problem(proposer.post(f"{game}/rewinds", {"version": version}), 409, "too_many_rewinds")


def test_a_repeated_key_gets_the_first_answer_from_another_process(service: Service, other: Service):
    game, (ada, ben) = service.start_game(2)
    keep_old(other, game)
    body, key = ada.get(f"{game}/legal").json[0], {"Idempotency-Key": "pick"}
    first = ada.post(f"{game}/intentions", body, key)
    ben.move(game)
    again = ada.through(other).post(f"{game}/intentions", body, key)
    assert (again.status_code, again.json["events"]) == (201, first.json["events"])


def test_a_player_who_resigned_elsewhere_sees_no_more_of_the_seat(service: Service, other: Service):
    game, (ada, _) = service.start_game(2)
    keep_old(other, game)
    ada.ask("DELETE", f"{game}/seats/me")
    play_bots(service.parts, id_of(game))
    view = ada.through(other).get(game).json
    assert (view["seat"], view["hand"], view["picked"]) == (None, [], None)
    assert_problem(ada.through(other).post(f"{game}/intentions", {"type": "ready"}), 409, "resigned")


# Jobs


def test_bots_are_played_once_when_two_workers_take_the_same_job(service: Service, other: Service):
    game, (ada,) = service.start_game(1, ["greedy"])
    keep_old(other, game)
    ada.move(game)
    play_bots(service.parts, id_of(game))
    version = service.version(game)
    play_bots(other.parts, id_of(game))
    assert service.version(game) == version


def test_bots_play_on_from_the_newest_state(service: Service, other: Service):
    game, (ada, ben) = service.start_game(2, ["greedy"])
    keep_old(other, game)
    for caller in (ada, ben):
        caller.move(game)
    play_bots(other.parts, id_of(game))
    state = service.parts.games.load(id_of(game)).state
    assert rules.waiting_on(state) == (0, 1)


def test_a_seat_that_moved_in_time_does_not_expire(service: Service, other: Service):
    """The worker loaded the game when the hand began. One player then answers in time, another does not."""
    game, (ada, ben, _) = service.start_game(3, clock=CLOCK)
    keep_old(other, game)
    for caller in (ada, ben):
        caller.move(game)
    before = service.version(game)
    expire_seats(other.parts, id_of(game), now=lambda: FAR_FUTURE_SECONDS)
    written = [(entry.name, entry.seat, entry.actor) for entry in service.parts.log.read(id_of(game), before)]
    assert written[:2] == [("time_expired", 2, "service"), ("card_drafted", 2, "bot:greedy")]
    assert "time_expired" not in [name for name, _, _ in written[1:]]


def test_two_workers_expire_a_seat_once(service: Service, other: Service):
    game, (ada, _) = service.start_game(2, clock=CLOCK)
    ada.move(game)
    keep_old(other, game)
    expired_at = (next_deadline_ms(service.parts.games.load(id_of(game)).clocks) or 0) / 1000
    expire_seats(service.parts, id_of(game), now=lambda: expired_at)
    version = service.version(game)
    expire_seats(other.parts, id_of(game), now=lambda: expired_at)
    assert service.version(game) == version


def test_a_seat_that_was_taken_over_elsewhere_is_away_in_every_process(service: Service, other: Service):
    game, (ada, ben) = service.start_game(2, clock={**CLOCK, "misses": 1})
    ada.move(game)
    keep_old(other, game)
    body = ben.through(other).get(f"{game}/legal").json[0]
    expire_seats(service.parts, id_of(game), now=lambda: FAR_FUTURE_SECONDS)
    assert_problem(ben.through(other).post(f"{game}/intentions", body), 409, "seat_away")


def test_a_bots_job_that_decided_before_a_return_plays_nothing_for_the_seat(service: Service, other: Service):
    game, (ada, ben) = service.start_game(2, clock={**CLOCK, "misses": 1})
    ada.move(game)
    expire_seats(service.parts, id_of(game), now=lambda: FAR_FUTURE_SECONDS)
    keep_old(other, game)
    assert ben.through(service).post(f"{game}/seats/me/return").status_code == 201
    version = service.version(game)
    play_bots(other.parts, id_of(game))
    assert service.version(game) == version
    ben.move(game)


def test_a_player_returns_in_a_process_that_has_not_seen_the_seat_taken_over(service: Service, other: Service):
    game, (ada, ben) = service.start_game(2, clock={**CLOCK, "misses": 1})
    ada.move(game)
    keep_old(other, game)
    expire_seats(service.parts, id_of(game), now=lambda: FAR_FUTURE_SECONDS)
    assert ben.through(other).post(f"{game}/seats/me/return").status_code == 201


def test_a_game_that_started_elsewhere_does_not_expire(service: Service, other: Service, ada: Caller):
    game, ben = service.open_game(ada, open_seconds=10), service.new_player("Ben")
    ben.post(f"{game}/seats")
    keep_old(other, game)
    ada.post(f"{game}/start")
    abandon_game(other.parts, id_of(game), now=lambda: time.time() + 60)
    assert ada.get(game).json["status"] == "playing"


def test_a_game_is_scored_once_by_two_workers(service: Service, other: Service):
    game, callers = service.start_game(2)
    service.play(game, callers, until="finished")
    keep_old(other, game)
    score_game(service.parts, id_of(game))
    version = service.version(game)
    score_game(other.parts, id_of(game))
    assert service.version(game) == version
    assert callers[0].get(game).json["status"] == "finished"


# The contract of `write`


def test_write_asks_the_newest_state_before_it_believes_a_refusal(service: Service, other: Service, ada: Caller):
    game, ben = service.open_game(ada), service.new_player("Ben")
    keep_old(other, game)
    ben.post(f"{game}/seats")
    versions = []

    def decide(loaded: Loaded) -> Decided:
        versions.append(loaded.version)
        raise rules.Refused("never", "whatever the state is")

    with pytest.raises(rules.Refused):
        write(other.parts.games, id_of(game), IdempotencyKey("a:k", b"d"), decide)
    assert versions == [2, 3]


def test_write_returns_the_state_after_what_it_wrote(service: Service, other: Service):
    game, (ada, ben) = service.start_game(2)
    keep_old(other, game)
    ada.move(game)
    ben.through(other).move(game)
    kept, newest = other.parts.games.cached(id_of(game)), open_backend(service.parts.settings).games.load(id_of(game))
    assert kept == newest
