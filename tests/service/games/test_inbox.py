"""The inbox of a player: it delivers each turn and each end once, and a turn again when the own seat has changed."""

from random import Random

from service.games.turns import Inbox
from service.jobs.scores import score_game
from tests.service.client import Caller, Service, id_of, pick_intention


def inbox_of(service: Service, caller: Caller) -> Inbox:
    """A new inbox of the caller."""
    player = service.parts.accounts.by_id(caller.id)
    assert player
    return Inbox(service.parts, player)


def test_within_a_phase_a_turn_is_delivered_again_only_when_the_own_seat_has_changed(service: Service, ada: Caller):
    marvin = service.new_bot()
    game = service.seat_and_start(marvin, ada)
    service.play(game, [marvin, ada], until="planning")
    inbox = inbox_of(service, marvin)
    assert [item.kind for item in inbox.new_items({id_of(game)})] == ["turn"]
    ada.post(f"{game}/intentions", pick_intention(ada.get(f"{game}/legal").json, Random(1)))
    assert list(inbox.new_items({id_of(game)})) == []
    legal = marvin.get(f"{game}/legal").json
    marvin.post(f"{game}/intentions", next(body for body in legal if body["type"] == "recycle"))
    assert [item.kind for item in inbox.new_items({id_of(game)})] == ["turn"]


def test_a_turn_that_an_undo_brings_back_is_delivered_again(service: Service, ada: Caller):
    marvin = service.new_bot()
    game = service.seat_and_start(marvin, ada)
    inbox = inbox_of(service, marvin)
    [turn] = inbox.new_items()
    marvin.post(f"{game}/intentions", turn.data["legal"][0])
    assert list(inbox.new_items({id_of(game)})) == []
    assert marvin.post(f"{game}/undo").status_code == 201
    [again] = inbox.new_items({id_of(game)})
    assert (again.kind, again.data["legal"]) == ("turn", turn.data["legal"])


def test_the_end_of_a_game_is_delivered_to_a_player_without_a_turn_left(service: Service, ada: Caller):
    marvin = service.new_bot()
    game = service.seat_and_start(ada, marvin)
    inboxes = []
    while service.parts.games.load(id_of(game)).state.phase != "finished":
        if not marvin.get(f"{game}/legal").json:
            inboxes.append(inbox_of(service, marvin))
            assert list(inboxes[-1].new_items()) == []
        for caller in (marvin, ada):
            if legal := caller.get(f"{game}/legal").json:
                caller.post(f"{game}/intentions", pick_intention(legal, Random(2)))
                service.project(game)
    score_game(service.parts, id_of(game))
    service.project(game)
    assert [item.kind for item in inboxes[-1].new_items()] == ["end"]


def test_the_end_of_a_game_is_delivered_once_after_its_turns(service: Service, ada: Caller):
    marvin = service.new_bot()
    game = service.seat_and_start(marvin, ada)
    inbox = inbox_of(service, marvin)
    assert [item.kind for item in inbox.new_items({id_of(game)})] == ["turn"]
    service.play(game, [marvin, ada])
    [end] = inbox.new_items({id_of(game)})
    assert (end.kind, end.data["view"]["status"]) == ("end", "finished")
    assert end.data["view"]["result"]["ranking"]
    assert list(inbox.new_items()) == []
