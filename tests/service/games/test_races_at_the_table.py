"""Two processes at the table at once: whatever is appended first wins, and nothing is half done."""

from time import time
from typing import Any

import pytest

from events import IdempotencyKey
from game.options import DAY_SECONDS
from service.games import rematches
from service.games.write import KeyReused
from service.jobs.expiries import abandon_game
from tests.at_once import run_at_once
from tests.service.client import Caller, Service, assert_problem, id_of
from tests.service.meanwhile import meanwhile

ROUNDS = 6
"""A race is run so often: each time another process may be first."""


def keep_old(process: Service, game: str) -> None:
    """Let the process load the game as it is now."""
    process.parts.games.load(id_of(game))


def seated(service: Service, ada: Caller, ben: Caller, **options: Any) -> str:
    game = service.open_game(ada, **options)
    assert ben.post(f"{game}/seats", {"code": ada.get(game).json.get("code")}).status_code == 201
    return game


def ready(caller: Caller, game: str):
    return caller.ask("PUT", f"{game}/seats/me/ready", json={"ready": True})


def names(service: Service, game: str) -> list[str]:
    return [entry.name for entry in service.parts.log.read(id_of(game))]


def test_a_seat_is_removed_in_the_moment_in_which_the_game_starts(
    service: Service, other: Service, ada: Caller, ben: Caller
):
    for start in (lambda game: ada.through(other).post(f"{game}/start"), lambda game: ready(ben.through(other), game)):
        for _ in range(ROUNDS // 2):
            game = seated(service, ada, ben)
            ready(ada, game)
            keep_old(other, game)
            removed, started = run_at_once(
                lambda game=game: ada.ask("DELETE", f"{game}/seats/1"), lambda game=game, start=start: start(game)
            )
            state = service.parts.games.load(id_of(game)).state
            if state.status == "playing":
                assert (removed.status_code, started.status_code) == (409, 200)
                assert state.seats[1].player == ben.id
            else:
                assert removed.status_code == 204
                assert started.status_code in (403, 409)
                assert state.seats[1].player is None
                assert "game_started" not in names(service, game)


def test_a_removal_decided_on_an_old_state_does_not_touch_a_game_under_way(
    service: Service, other: Service, ada: Caller, ben: Caller
):
    game = seated(service, ada, ben)
    keep_old(other, game)
    ada.post(f"{game}/start")
    assert_problem(ada.through(other).ask("DELETE", f"{game}/seats/1"), 409, "not_open")


def test_both_agree_at_once_and_the_game_starts_once(service: Service, other: Service, ada: Caller, ben: Caller):
    for _ in range(ROUNDS):
        game = seated(service, ada, ben)
        keep_old(other, game)
        answers = run_at_once(lambda game=game: ready(ada, game), lambda game=game: ready(ben.through(other), game))
        assert [answer.status_code for answer in answers] == [200, 200]
        assert names(service, game).count("game_started") == 1


def test_the_last_agreement_and_the_start_by_the_host_deal_once(
    service: Service, other: Service, ada: Caller, ben: Caller
):
    for _ in range(ROUNDS):
        game = seated(service, ada, ben)
        ready(ada, game)
        keep_old(other, game)
        answers = run_at_once(
            lambda game=game: ada.post(f"{game}/start"), lambda game=game: ready(ben.through(other), game)
        )
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        assert names(service, game).count("game_started") == 1


def test_the_host_leaves_in_the_moment_in_which_they_start_the_game(
    service: Service, other: Service, ada: Caller, ben: Caller
):
    for _ in range(ROUNDS):
        game = seated(service, ada, ben)
        keep_old(other, game)
        left, started = run_at_once(
            lambda game=game: ada.ask("DELETE", f"{game}/seats/me"),
            lambda game=game: ada.through(other).post(f"{game}/start"),
        )
        assert left.status_code == 204
        last = service.parts.games.load(id_of(game)).state
        expected = (200, "playing", "greedy", None) if started.status_code == 200 else (403, "open", None, 1)
        assert (started.status_code, last.status, last.seats[0].bot, last.host) == expected


def test_a_host_who_left_elsewhere_is_no_host(service: Service, other: Service, ada: Caller, ben: Caller):
    game = seated(service, ada, ben, seats=3)
    keep_old(other, game)
    ada.ask("DELETE", f"{game}/seats/me")
    assert_problem(ada.through(other).ask("DELETE", f"{game}/seats/1"), 403, "not_seated")
    assert ben.through(other).get(game).json["host"] == 1


def test_a_player_removed_elsewhere_sees_nothing_more(service: Service, other: Service, ada: Caller, ben: Caller):
    game = seated(service, ada, ben, visibility="private")
    keep_old(other, game)
    ada.ask("DELETE", f"{game}/seats/1")
    for answer in (
        ben.through(other).get(game),
        ready(ben.through(other), game),
        ben.through(other).post(f"{game}/start"),
    ):
        assert_problem(answer, 404, "no_such_game")


def test_an_invitation_made_elsewhere_opens_the_private_game(
    service: Service, other: Service, ada: Caller, ben: Caller
):
    game = service.open_game(ada, visibility="private")
    keep_old(other, game)
    ada.post(f"{game}/invitations", {"player": ben.id})
    assert ben.through(other).post(f"{game}/seats").status_code == 201


def test_a_code_renewed_elsewhere_is_the_one_that_counts(service: Service, other: Service, ada: Caller, ben: Caller):
    game = service.open_game(ada, visibility="private")
    keep_old(other, game)
    old, new = ada.get(game).json["code"], ada.post(f"{game}/code").json["code"]
    assert ben.through(other).post(f"{game}/seats", {"code": old}).status_code == 404
    assert ben.through(other).post(f"{game}/seats", {"code": new}).status_code == 201


@pytest.mark.parametrize("step", ["code_of", "_game_counter"])
@pytest.mark.parametrize("key", ["one", "another"])
def test_of_codes_that_are_renewed_at_once_one_leads_and_a_key_has_one(
    service: Service, other: Service, ada: Caller, ben: Caller, key: str, step: str, monkeypatch: pytest.MonkeyPatch
):
    game, answers = service.open_game(ada, visibility="private"), list[Any]()

    def renew(process: Service, key: str) -> None:
        answers.append(ada.through(process).post(f"{game}/code", headers={"Idempotency-Key": key}))

    meanwhile(monkeypatch, f"service.games.codes.{step}", lambda: renew(other, "one"))
    renew(service, key)
    codes = [answer.json["code"] for answer in answers]
    now = ada.get(game).json["code"]
    assert codes[-1] == now
    assert key != "one" or codes[0] == now
    assert [ben.get(f"/v1/codes/{code}").status_code == 200 for code in codes] == [code == now for code in codes]


def test_a_code_that_was_renewed_meanwhile_does_not_come_back_with_the_slower_of_two_equal_requests(
    service: Service, other: Service, ada: Caller, ben: Caller, monkeypatch: pytest.MonkeyPatch
):
    game, codes = service.open_game(ada, visibility="private"), list[str]()

    def renew(process: Service, key: str) -> None:
        codes.append(ada.through(process).post(f"{game}/code", headers={"Idempotency-Key": key}).json["code"])

    def renew_twice() -> None:
        renew(other, "one")
        renew(other, "two")

    meanwhile(monkeypatch, "service.games.codes._replace_code", renew_twice)
    renew(service, "one")
    first, second, slower = codes
    assert first != second == slower == ada.get(game).json["code"]
    assert [ben.get(f"/v1/codes/{code}").status_code for code in (first, second)] == [404, 200]


@pytest.mark.parametrize("step", ["api.resources.hosting.renew_code_once", "games.codes._replace_code"])
def test_a_code_is_not_renewed_in_the_moment_in_which_the_game_starts(
    service: Service, other: Service, ada: Caller, ben: Caller, step: str, monkeypatch: pytest.MonkeyPatch
):
    game = seated(service, ada, ben, visibility="private")
    meanwhile(monkeypatch, f"service.{step}", lambda: ada.through(other).post(f"{game}/start"))
    ada.post(f"{game}/code")
    assert service.parts.redis.get(service.parts.keys.code(id_of(game))) is None


def test_wrong_codes_are_counted_over_all_processes(service: Service, other: Service, ada: Caller, ben: Caller):
    game = service.open_game(ada, visibility="private")
    guesses = [
        lambda process=process: ben.through(process).post(f"{game}/seats", {"code": "WRONG"})
        for process in (service, other)
    ]
    answers = run_at_once(*guesses * 8)
    assert sorted({answer.status_code for answer in answers}) == [404, 429]
    assert [answer.status_code for answer in answers].count(404) <= 10


def test_joining_in_the_moment_in_which_the_game_expires_is_done_or_not(
    service: Service, other: Service, ada: Caller, ben: Caller
):
    tomorrow = time() + DAY_SECONDS + 1
    for _ in range(ROUNDS):
        game = service.open_game(ada)
        keep_old(other, game)
        joined, _ = run_at_once(
            lambda game=game: ben.through(other).post(f"{game}/seats"),
            lambda game=game: abandon_game(service.parts, id_of(game), lambda: tomorrow),
        )
        state = service.parts.games.load(id_of(game)).state
        assert state.end_reason == "expired"
        assert (joined.status_code == 201) == (state.seats[1].player == ben.id)
        assert joined.status_code in (201, 409)
        assert service.parts.redis.get(service.parts.keys.seed(id_of(game))) is None


# Rematches


def over(service: Service, ada: Caller, ben: Caller) -> str:
    game = seated(service, ada, ben)
    ada.post(f"{game}/start")
    assert ada.post(f"{game}/abort").status_code == 200
    return game


@pytest.mark.slow
def test_two_rematches_at_once_are_one_game_and_it_starts(service: Service, other: Service, ada: Caller, ben: Caller):
    for _ in range(ROUNDS):
        game = over(service, ada, ben)
        keep_old(other, game)
        answers = run_at_once(
            lambda game=game: ada.post(f"{game}/rematch"), lambda game=game: ben.through(other).post(f"{game}/rematch")
        )
        assert [answer.status_code for answer in answers] == [201, 201]
        [again] = {answer.headers["Location"] for answer in answers}
        assert names(service, again).count("game_opened") == names(service, again).count("game_started") == 1


def test_one_player_who_asks_twice_at_once_has_one_seat(service: Service, other: Service, ada: Caller, ben: Caller):
    game = over(service, ada, ben)
    answers = run_at_once(
        *[lambda process=process: ada.through(process).post(f"{game}/rematch") for process in (service, other)] * 3
    )
    assert {answer.status_code for answer in answers} == {201}
    [again] = {answer.headers["Location"] for answer in answers}
    assert names(service, again) == ["game_opened", "seat_taken", "start_agreed"]


def test_a_rematch_against_bots_that_the_same_player_starts_twice_at_once_is_one_game(
    service: Service, other: Service, ada: Caller, monkeypatch: pytest.MonkeyPatch
):
    game, answers = service.seat_and_start(ada, bots=["greedy"]), list[Any]()
    ada.post(f"{game}/abort")

    def play_again(process: Service) -> None:
        answers.append(ada.through(process).post(f"{game}/rematch"))

    meanwhile(monkeypatch, "service.games.rematches.read_deal", lambda: play_again(other))
    play_again(service)
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json["id"] == answers[1].json["id"]
    assert answers[1].json["status"] == "playing"


def test_a_key_that_opened_the_rematch_meanwhile_opens_it_for_no_other_request(
    service: Service, other: Service, ada: Caller, ben: Caller, monkeypatch: pytest.MonkeyPatch
):
    game, player = over(service, ada, ben), service.parts.accounts.by_id(ada.id)
    source = service.parts.games.load(id_of(game)).state

    def play_in(process: Service, digest: bytes) -> str:
        return rematches.play_again(process.parts, source, player, IdempotencyKey(f"{ada.id}:again", digest))[0]

    opened: list[str] = []
    meanwhile(monkeypatch, "service.games.rematches.make_server_seed", lambda: opened.append(play_in(other, b"one")))
    with pytest.raises(KeyReused):
        play_in(service, b"another")
    assert rematches.find_rematch(service.parts, id_of(game)) == opened[0]


def test_a_process_that_dies_between_claim_and_opening_does_not_block_the_rematch(
    service: Service, other: Service, ada: Caller, ben: Caller, monkeypatch: pytest.MonkeyPatch
):
    game = over(service, ada, ben)
    with monkeypatch.context() as patch:
        patch.setattr(rematches, "_open", lambda *given: (_ for _ in ()).throw(OSError("killed")))
        assert ada.post(f"{game}/rematch").status_code == 500
    assert rematches.find_rematch(service.parts, id_of(game)) is None
    assert_problem(ben.get(f"{game}/rematch"), 404, "no_rematch")
    again = ben.through(other).post(f"{game}/rematch").json["id"]
    assert ada.post(f"{game}/rematch").json["id"] == again


def test_a_process_that_dies_between_opening_and_confirming_does_not_block_the_rematch(
    service: Service, other: Service, ada: Caller, ben: Caller, monkeypatch: pytest.MonkeyPatch
):
    game = over(service, ada, ben)
    with monkeypatch.context() as patch:
        patch.setattr(rematches, "_confirm", lambda *given: (_ for _ in ()).throw(OSError("killed")))
        assert ada.post(f"{game}/rematch").status_code == 500
    view = ben.through(other).post(f"{game}/rematch").json
    assert (view["status"], view["seat"]) == ("playing", 0)
    assert ada.get(f"{game}/rematch").json["id"] == view["id"]


def test_a_claimed_id_that_another_game_has_is_not_taken_for_the_rematch(
    service: Service, ada: Caller, ben: Caller, monkeypatch: pytest.MonkeyPatch
):
    game, taken = over(service, ada, ben), id_of(service.open_game(service.new_player("Eve")))
    ids = iter([taken, "fresh0id"])
    monkeypatch.setattr(rematches, "new_id", lambda: next(ids))
    assert ada.post(f"{game}/rematch").json["id"] == "fresh0id"
