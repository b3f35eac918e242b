"""Quick reactions at the table: fixed phrases, few in a phase, told to all who follow the game."""

from random import Random
from typing import Any

import pytest

from service.language.languages import LANGUAGES
from service.language.names import REACTION_TEXTS
from tests.service.api.live.following import follow
from tests.service.client import Caller, Service, assert_problem, id_of, pick_intention


def react(caller: Caller, game: str, reaction: Any = "hello", **headers: str) -> Any:
    return caller.post(f"{game}/reactions", {"reaction": reaction}, headers)


@pytest.mark.slow
def test_a_reaction_is_told_once_to_all_who_follow_the_game_in_any_process(service: Service):
    other = service.another_process()
    game, (ada, ben) = service.start_game(2)
    version = service.version(game)
    with follow(ada, game) as here, follow(ben.through(other), game) as there:
        answers = [react(ben, game, "oops"), react(ada, game, "thanks")]
        told = [[stream.next("reaction") for _ in range(2)] for stream in (here, there)]
    sent = [answer.json for answer in answers]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert told == [[{"type": "reaction"} | reaction for reaction in sent]] * 2
    assert [(each["seat"], each["reaction"]) for each in sent] == [(1, "oops"), (0, "thanks")]
    assert service.version(game) == version, "it is not in the log"
    assert ada.get(f"{game}/table").json["reactions"] == sent
    with follow(ada, game) as stream:
        assert stream.next()["reactions"] == sent
    with follow(ada, game, last_id=version) as stream:
        react(ada, game, "hello")
        assert stream.next("reaction")["reaction"] == "hello", "a stream that goes on does not tell the old ones again"


def test_a_seat_has_three_reactions_in_a_phase(service: Service):
    game, (ada, ben) = service.start_game(2)
    for _ in range(3):
        assert react(ada, game).status_code == 201
    assert_problem(react(ada, game), 409, "no_reactions_left")
    assert react(ben, game).status_code == 201
    for caller in (ada, ben):
        caller.post(f"{game}/intentions", caller.get(f"{game}/legal").json[0])
    assert react(ada, game).status_code == 201, "the next hand"


def test_a_reaction_under_the_same_key_is_sent_once(service: Service):
    game, (ada, ben) = service.start_game(2)
    keyed = {"Idempotency-Key": "k"}
    first = react(ada, game, "hello", **keyed)
    again = react(ada, game, "hello", **keyed)
    assert (again.status_code, again.json) == (201, first.json)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert "Idempotent-Replayed" not in first.headers
    assert_problem(react(ada, game, "oops", **keyed), 422, "idempotency_key_reused")
    assert react(ben, game, "oops", **keyed).status_code == 201, "the key of another player"
    assert len(ada.get(f"{game}/table").json["reactions"]) == 2


@pytest.mark.slow
def test_players_react_before_the_start_and_after_the_end(service: Service, ada: Caller):
    game = service.open_game(ada)
    assert react(ada, game).status_code == 201
    game, callers = service.start_game(2)
    service.play(game, callers)
    assert react(callers[1], game, "good_game").status_code == 201


@pytest.mark.slow
def test_who_takes_the_seat_of_another_before_the_start_has_said_nothing_there(service: Service, ada: Caller):
    game, (ben, cleo) = service.open_game(ada), (service.new_player("Ben"), service.new_player("Cleo"))
    assert ben.post(f"{game}/seats").status_code == 201
    assert [react(ben, game).status_code for _ in range(4)] == [201, 201, 201, 409]
    assert ben.ask("DELETE", f"{game}/seats/me").status_code == 204
    assert cleo.post(f"{game}/seats").status_code == 201
    assert ada.get(f"{game}/table").json["reactions"] == []
    sent = react(cleo, game, "thanks")
    assert (sent.status_code, ada.get(f"{game}/table").json["reactions"]) == (201, [sent.json])
    with follow(ada, game) as stream:
        assert stream.next()["reactions"] == [sent.json]


def test_only_seats_react(service: Service):
    game, (ada, _) = service.start_game(2)
    assert_problem(react(service.new_player(), game), 403, "not_seated")
    ada.ask("DELETE", f"{game}/seats/me")
    assert_problem(react(ada, game), 409, "resigned")
    assert_problem(react(ada, "/v1/games/unknown2"), 404, "no_such_game")


@pytest.mark.parametrize("reaction", ["shut_up", "", None, 1, "HELLO", ["hello"]])
def test_only_phrases_of_the_list_are_accepted(reaction: Any, service: Service, ada: Caller):
    assert_problem(react(ada, service.open_game(ada), reaction), 422, "invalid_body")


def test_the_newest_reactions_are_kept_for_a_while(service: Service):
    game, callers = service.start_game(2)
    for round_ in range(6):
        for caller in callers:
            for _ in range(3):
                assert react(caller, game).status_code == 201, round_
        for caller in callers:
            caller.post(f"{game}/intentions", pick_intention(caller.get(f"{game}/legal").json, Random(1)))
    kept = callers[0].get(f"{game}/table").json["reactions"]
    assert len(kept) == 20
    assert [each["id"] for each in kept] == sorted({each["id"] for each in kept}, key=order)
    assert service.parts.redis.ttl(service.parts.keys.reactions(id_of(game))) > 0


def test_each_phrase_has_a_text_in_each_language():
    assert len(REACTION_TEXTS) == 12
    for texts in REACTION_TEXTS.values():
        assert {*texts} == {*LANGUAGES}
        assert all(texts.values())


def order(reaction_id: str) -> tuple[int, ...]:
    return tuple(int(part) for part in reaction_id.split("-"))
