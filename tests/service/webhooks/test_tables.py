"""The webhook of a table: whose turn it is, with names, and what else happens there."""

import json
import time
from collections.abc import Iterator
from functools import partial

import pytest

from events.entry import canonical
from game import catalogue, waiting_on
from projections.due_inboxes import DueInbox
from service.games.viewers import legal_bodies
from service.jobs.expiries import expire_seats
from service.webhooks.endpoints import MAX_TABLE_WEBHOOKS, Webhooks, parse_webhook
from service.webhooks.messages import make_messages
from service.webhooks.retries import MAX_FAILING_MS
from service.webhooks.table_messages import FOLLOWING_MS
from service.webhooks.table_news import REMINDER_MS, SLOW_BOT_MS, TABLE_ITEMS
from tests.at_once import run_at_once
from tests.service.client import Caller, Json, Service, assert_problem, id_of
from tests.service.webhooks.delivery import create, details, send_all
from tests.service.webhooks.receivers import Receiver

URL = "https://example.org/hooks/wonder"
DAY_SECONDS = 86_400


def sentences(receiver: Receiver) -> list[str]:
    """What a chat shows since the last time."""
    received, receiver.received = receiver.received, []
    return [json.loads(each.body)["content"] for each in received]


def post(service: Service, game: str, caller: Caller, url: str, **more: object) -> Json:
    """A webhook of the table. What it is told at once is not sent yet."""
    return create(caller, url, **({"kind": "discord", "game": id_of(game)} | more))


def send(service: Service, *games: str, after_seconds: float = 0.0) -> None:
    service.project(*games)
    send_all(service.parts, after_seconds)


def make(service: Service) -> None:
    """Make the messages that are due, and send none."""
    store, now_ms = Webhooks(service.parts.redis, service.parts.keys), int(service.parts.clock() * 1000)
    for each in store.inboxes.take(now_ms, now_ms + 20_000, 100):
        make_messages(service.parts, store, each, now_ms)


@pytest.fixture
def players(service: Service, ada: Caller) -> list[Caller]:
    return [ada, service.new_player("Ben"), service.new_player("Cleo")]


def moves(service: Service, game: str, players: list[Caller]) -> Iterator[None]:
    """Play to the end of the last round, one move at a time."""
    while (state := service.parts.games.load(id_of(game)).state).phase != "finished":
        seat = waiting_on(state)[0]
        legal = legal_bodies(state, seat)
        best = [body for body in legal if body["type"] == "ready"] or [b for b in legal if b["type"] != "discard"]
        answer = players[seat].post(f"{game}/intentions", best[0])
        assert answer.status_code == 201, answer.text
        yield


def test_a_whole_game_of_three_is_told_in_one_sentence_for_each_stage(
    service: Service, players: list[Caller], receiver: Receiver
):
    game = service.open_game(players[0], seats=3, name="Friday")
    for each in players[1:]:
        assert each.post(f"{game}/seats").status_code == 201
    webhook = post(service, game, players[1], receiver.url)
    assert players[0].post(f"{game}/start").status_code == 200
    names = ["Ada", "Ben", "Cleo"]
    expected, told = [r"Friday has started: Ada, Ben, and Cleo."], 0

    def note() -> None:
        """Whose turn it is, if a stage has begun."""
        nonlocal told
        state = service.parts.games.load(id_of(game)).state
        if state.since == told or state.phase == "finished":
            return
        told = state.since
        view = players[0].get(game).json
        owners = [f"{names[seat]}'s" for seat in view["waiting_on"]]
        stage = f"round {view['round']}, {view['phase']}" + (f" of {view['step']}" if view["step"] else "")
        expected.append(f"Friday: it is {listed(owners)} turn ({stage}).")

    note()
    service.project(game)
    make(service)
    for _ in moves(service, game, players):
        note()
        service.project(game)
        make(service)
    service.run_jobs(game)
    send(service, game)
    result = players[0].get(game).json["result"]
    places = [
        f"{place}. {names[seat]} ({result['scores'][seat]['total']} points)"
        for place, group in placed(result["ranking"])
        for seat in sorted(group)
    ]
    expected.append(f"Friday is over: {', '.join(places)}.")
    assert sentences(receiver) == expected
    assert 40 < len(expected) < 60
    assert_problem(players[1].get(f"/v1/webhooks/{webhook['id']}"), 404, "no_such_webhook")
    assert [*service.parts.redis.scan_iter(match=f"*{webhook['id']}*")] == []
    assert not service.parts.redis.exists(service.parts.keys.lobby(f"table-webhooks:{id_of(game)}"))


def placed(ranking: list[list[int]]) -> Iterator[tuple[int, list[int]]]:
    better = 0
    for group in ranking:
        yield better + 1, group
        better += len(group)


def listed(words: list[str]) -> str:
    return f"{', '.join(words[:-1])}, and {words[-1]}" if len(words) > 2 else " and ".join(words)


def test_a_new_webhook_of_a_game_under_way_is_told_whose_turn_it_is_and_nothing_old(
    service: Service, players: list[Caller], receiver: Receiver
):
    game = service.seat_and_start(*players, name="Friday")
    players[0].move(game)
    post(service, game, players[2], receiver.url)
    send(service)
    assert sentences(receiver) == ["Friday: it is Ben's and Cleo's turn (round 1, draft)."]
    players[1].move(game)
    send(service, game)
    assert sentences(receiver) == []
    players[2].move(game)
    send(service, game)
    assert sentences(receiver) == ["Friday: it is Ada's, Ben's, and Cleo's turn (round 1, draft)."]


def test_the_last_player_of_a_stage_is_named_again_once_when_nothing_happens(
    service: Service, players: list[Caller], receiver: Receiver
):
    game = service.seat_and_start(*players, name="Friday")
    post(service, game, players[0], receiver.url)
    players[0].move(game)
    send(service, game)
    players[1].move(game)
    send(service, game)
    sentences(receiver)
    send(service, after_seconds=REMINDER_MS / 1000 - 60)
    assert sentences(receiver) == []
    send(service, after_seconds=REMINDER_MS / 1000 + 1)
    assert sentences(receiver) == ["Friday: everybody is waiting for Cleo (round 1, draft)."]
    send(service, game, after_seconds=DAY_SECONDS)
    assert sentences(receiver) == []


def test_what_happens_to_a_seat_is_told_and_the_webhook_of_a_player_who_leaves_ends(
    service: Service, players: list[Caller], receiver: Receiver
):
    game = service.seat_and_start(*players, name="Friday")
    bens = post(service, game, players[1], receiver.url)
    send(service)
    sentences(receiver)
    assert players[2].ask("DELETE", f"{game}/seats/me").status_code in (200, 204)
    send(service, game)
    assert sentences(receiver) == ["Friday: Cleo resigned, and a bot plays on."]
    assert players[1].ask("DELETE", f"{game}/seats/me").status_code in (200, 204)
    send(service, game)
    assert sentences(receiver) == ["Friday: Ben resigned, and a bot plays on."]
    assert_problem(players[1].get(f"/v1/webhooks/{bens['id']}"), 404, "no_such_webhook")


def test_a_seat_that_a_bot_takes_over_and_gives_back_is_told(
    service: Service, players: list[Caller], receiver: Receiver
):
    ada, ben, cleo = players
    game = service.seat_and_start(
        ada, ben, cleo, name="Friday", clock={"kind": "per_phase", "seconds": 60, "misses": 1}
    )
    post(service, game, ada, receiver.url)
    send(service, game)
    sentences(receiver)
    for each in (ada, ben):
        each.move(game)
    expire_seats(service.parts, id_of(game), lambda: time.time() + DAY_SECONDS)
    service.run_jobs(game)
    send(service, game)
    assert sentences(receiver) == [
        "Friday: a bot plays for Cleo for now.",
        "Friday: it is Ada's and Ben's turn (round 1, draft).",
    ]
    assert cleo.post(f"{game}/seats/me/return").status_code == 201
    send(service, game)
    assert sentences(receiver)[:1] == ["Friday: Cleo came back."]


@pytest.mark.parametrize("seats", [2, 4])
def test_a_table_that_got_other_seats_and_started_between_two_looks_is_told(
    seats: int, service: Service, players: list[Caller], receiver: Receiver
):
    ada, ben, _ = players
    game = service.open_game(ada, seats=3, name="Friday")
    assert ben.post(f"{game}/seats").status_code == 201
    post(service, game, ada, receiver.url)
    changes = {"seats": seats, "bots": ["random"] * (seats - 2)}
    assert ada.ask("PATCH", game, json=changes).status_code == 200
    assert ada.post(f"{game}/start").status_code == 200
    assert ben.ask("DELETE", f"{game}/seats/me").status_code == 204
    send(service, game)
    turn, resigned, started = sorted(sentences(receiver), key=lambda told: ("started" in told, "resigned" in told))
    assert (turn, resigned) == (
        "Friday: it is Ada's turn (round 1, draft).",
        "Friday: Ben resigned, and a bot plays on.",
    )
    assert started.startswith("Friday has started: Ada")


def test_a_rewind_that_is_applied_tells_again_whose_turn_it_is_and_an_undo_does_not(
    service: Service, players: list[Caller], receiver: Receiver
):
    ada, ben, cleo = players
    game = service.seat_and_start(*players, name="Friday")
    post(service, game, ada, receiver.url)
    send(service, game)
    version = ada.get(game).json["version"]
    ada.move(game)
    ben.move(game)
    send(service, game)
    assert ben.post(f"{game}/undo", {}).status_code in (200, 201)
    send(service, game)
    assert len(sentences(receiver)) == 1
    assert ada.post(f"{game}/rewinds", {"version": version}).status_code == 201
    for each in (ben, cleo):
        send(service, game)
        assert sentences(receiver) == []
        assert each.post(f"{game}/rewinds/1/accept").status_code == 201
    send(service, game)
    assert sentences(receiver) == ["Friday: it is Ada's, Ben's, and Cleo's turn (round 1, draft)."]


def test_a_game_that_ends_without_a_result_is_told(service: Service, players: list[Caller], receiver: Receiver):
    game = service.seat_and_start(*players, name="Friday")
    post(service, game, players[0], receiver.url, items=["abandoned"])
    assert players[1].post(f"{game}/abort").status_code == 200
    send(service, game)
    assert sentences(receiver) == ["Friday has ended without a result."]
    assert players[0].get("/v1/webhooks").json == []


def test_who_leaves_an_open_table_takes_the_webhook_along(service: Service, players: list[Caller], receiver: Receiver):
    game = service.open_game(players[0], seats=3)
    assert players[1].post(f"{game}/seats").status_code == 201
    post(service, game, players[1], receiver.url)
    send(service, game)
    assert len(players[1].get("/v1/webhooks").json) == 1
    assert players[1].ask("DELETE", f"{game}/seats/me").status_code in (200, 204)
    send(service, game)
    assert (players[1].get("/v1/webhooks").json, sentences(receiver)) == ([], [])


def test_strategies_are_not_named_and_bot_accounts_only_if_they_are_slow(
    service: Service, ada: Caller, receiver: Receiver
):
    marvin = service.new_bot("Marvin")
    game = service.open_game(ada, seats=3, bots=["random"], name="Friday", invited=[marvin.id])
    assert marvin.post(f"{game}/seats").status_code == 201
    assert ada.post(f"{game}/start").status_code == 200
    post(service, game, ada, receiver.url, items=["turn"])
    send(service, game)
    assert sentences(receiver) == ["Friday: it is Ada's turn (round 1, draft)."]
    ada.move(game)
    marvin.move(game)
    service.run_jobs(game)
    ada.move(game)
    send(service, game)
    assert sentences(receiver) == []
    send(service, after_seconds=SLOW_BOT_MS / 1000 + 1)
    assert sentences(receiver) == ["Friday: it is Marvin's turn (round 1, draft)."]


def test_messages_hold_names_and_phases_and_no_cards(service: Service, players: list[Caller], receiver: Receiver):
    game = service.seat_and_start(
        *players, visibility="private", spectators=False, invited=[each.id for each in players[1:]]
    )
    post(service, game, players[0], receiver.url, kind="standard")
    send(service, game)
    [received] = receiver.received
    body = json.loads(received.body)
    assert body.keys() == {
        *("id", "type", "game", "version", "seat", "deadline", "timestamp", "round", "phase", "step", "players")
    }
    assert (body["type"], body["round"], body["phase"], body["seat"]) == ("turn", 1, "draft", None)
    assert body["players"][0] == {"seat": 0, "name": "Ada", "kind": "human", "place": None, "points": None}
    assert not [each["id"] for each in catalogue["developments"] if each["id"] in received.body.decode()]
    assert players[0].id not in received.body.decode()


def test_a_message_that_waited_holds_no_former_name(service: Service, players: list[Caller], receiver: Receiver):
    game = service.seat_and_start(*players, name="Friday")
    post(service, game, players[0], receiver.url)
    service.project(game)
    make(service)
    assert players[1].ask("PATCH", "/v1/players/me", json={"name": "Bea"}).status_code == 200
    assert players[2].ask("DELETE", "/v1/players/me").status_code == 204
    send_all(service.parts)
    assert sentences(receiver)[0] == "Friday: it is Ada's, Bea's, and a former player's turn (round 1, draft)."


def test_an_answer_to_the_news_of_a_table_is_no_intention(service: Service, ada: Caller, receiver: Receiver):
    game = service.seat_and_start(ada, service.new_player("Ben"))
    webhook = post(service, game, ada, receiver.url, kind="standard")
    body = json.dumps(ada.get(f"{game}/legal").json[0]).encode()
    receiver.answer = lambda received: (200, {"Content-Type": "application/json"}, body)
    send(service, game)
    assert details(ada, webhook)["deliveries"][0]["intention"] is None
    assert 0 in ada.get(game).json["waiting_on"]


def test_names_of_players_are_no_markup(service: Service, receiver: Receiver):
    mallory = service.new_player("[free](http://evil.example)")
    game = service.seat_and_start(mallory, service.new_player("Ben"), name="*Friday*")
    post(service, game, mallory, receiver.url)
    send(service, game)
    [sentence] = sentences(receiver)
    assert sentence.startswith(r"\*Friday\*: it is \[free\](http://evil.example)'s and Ben's turn")


def test_french_sentences(service: Service, players: list[Caller], receiver: Receiver):
    game = service.seat_and_start(*players, name="Vendredi")
    post(service, game, players[0], receiver.url, language="fr")
    send(service, game)
    assert sentences(receiver) == ["Vendredi : à Ada, Ben et Cleo de jouer (manche 1, draft)."]


def test_two_workers_at_once_tell_a_table_once(service: Service, players: list[Caller], receiver: Receiver):
    game = service.seat_and_start(*players)
    webhook = post(service, game, players[0], receiver.url)
    due, now_ms = DueInbox(players[0].id, id_of(game), 0), int(service.parts.clock() * 1000)
    stores = [Webhooks(service.parts.redis, service.parts.keys) for _ in range(8)]
    run_at_once(*[partial(make_messages, service.parts, each, due, now_ms) for each in stores])
    assert details(players[0], webhook)["waiting"] == 1


def test_the_webhook_of_a_table_that_is_over_waits_until_its_last_message_has_arrived(
    service: Service, players: list[Caller], receiver: Receiver
):
    game = service.seat_and_start(*players, name="Friday")
    webhook = post(service, game, players[0], receiver.url)
    send(service, game)
    receiver.answer = lambda received: (503, {}, b"")
    assert players[1].post(f"{game}/abort").status_code == 200
    send(service, game)
    send(service, game)
    assert details(players[0], webhook)["waiting"] == 1
    receiver.answer = lambda received: (204, {}, b"")
    sentences(receiver)
    send(service, after_seconds=60)
    assert sentences(receiver) == ["Friday has ended without a result."]
    assert players[0].get("/v1/webhooks").json == []


def test_the_webhook_of_a_table_that_is_over_ends_with_a_last_message_that_is_too_old(
    service: Service, players: list[Caller], receiver: Receiver
):
    game = service.seat_and_start(*players, name="Friday")
    post(service, game, players[0], receiver.url)
    send(service, game)
    receiver.received.clear()
    assert players[1].post(f"{game}/abort").status_code == 200
    service.project(game)
    make(service)
    send(service, after_seconds=MAX_FAILING_MS / 1000 + 60)
    assert (receiver.received, players[0].get("/v1/webhooks").json) == ([], [])


def test_a_worker_that_was_killed_after_the_last_message_is_replaced_and_the_message_keeps_its_id(
    service: Service, players: list[Caller], receiver: Receiver
):
    game = service.seat_and_start(*players, name="Friday")
    webhook = post(service, game, players[0], receiver.url, kind="standard", items=["abandoned"])
    assert players[1].post(f"{game}/abort").status_code == 200
    service.project(game)
    make(service)
    store, now_ms = Webhooks(service.parts.redis, service.parts.keys), int(service.parts.clock() * 1000)
    waiting = store.outbox.take(now_ms, now_ms + 20_000, {"new": 10})
    [taken] = [each for each in waiting if webhook["id"] in each.member]
    send(service, game)
    assert (receiver.ids, len(players[0].get("/v1/webhooks").json)) == ([], 1)
    send(service, game, after_seconds=21)
    assert (receiver.ids, players[0].get("/v1/webhooks").json) == ([taken.message.id], [])


@pytest.mark.parametrize("follows", [True, False])
def test_a_webhook_follows_to_a_rematch_only_if_its_owner_wants_it(
    service: Service, ada: Caller, receiver: Receiver, follows: bool
):
    ben = service.new_player("Ben")
    game = service.seat_and_start(ada, ben, name="Friday")
    webhook = post(service, game, ada, receiver.url, follows_rematch=follows)
    service.play(game, [ada, ben])
    send(service, game)
    assert "Friday is over" in sentences(receiver)[-1]
    rematch = f"/v1/games/{ben.post(f'{game}/rematch').json['id']}"
    send(service, rematch)
    assert ada.post(f"{game}/rematch").status_code == 201
    send(service, rematch)
    if not follows:
        assert (sentences(receiver), ada.get("/v1/webhooks").json) == ([], [])
        return
    assert details(ada, webhook)["game"] == id_of(rematch)
    assert sentences(receiver) == [
        "Friday has started: Ben and Ada.",
        "Friday: it is Ben's and Ada's turn (round 1, draft).",
    ]


def test_a_webhook_that_waits_for_a_rematch_waits_for_a_week(service: Service, ada: Caller, receiver: Receiver):
    ben = service.new_player("Ben")
    game = service.seat_and_start(ada, ben)
    post(service, game, ada, receiver.url, follows_rematch=True)
    service.play(game, [ada, ben])
    send(service, game)
    send(service, game, after_seconds=FOLLOWING_MS / 1000 - 60)
    assert len(ada.get("/v1/webhooks").json) == 1
    send(service, after_seconds=FOLLOWING_MS / 1000 + 60)
    assert ada.get("/v1/webhooks").json == []


def test_only_who_has_a_seat_in_a_game_that_is_not_over_adds_a_webhook(service: Service, players: list[Caller]):
    ada, ben, eve = players
    game = service.seat_and_start(ada, ben)
    private = service.seat_and_start(ada, ben, visibility="private", invited=[ben.id])
    new = {"kind": "discord", "url": URL}
    assert_problem(eve.post("/v1/webhooks", new | {"game": id_of(game)}), 403, "not_seated")
    assert_problem(eve.post("/v1/webhooks", new | {"game": id_of(private)}), 404, "no_such_game")
    for unknown in ("zzzzzzzz", ""):
        assert_problem(eve.post("/v1/webhooks", new | {"game": unknown}), 404, "no_such_game")
    assert ben.post(f"{game}/abort").status_code == 200
    assert_problem(ada.post("/v1/webhooks", new | {"game": id_of(game)}), 409, "not_playing")
    assert [each.get("/v1/webhooks").json for each in players] == [[], [], []]


def test_a_table_has_so_many_webhooks_and_no_more(service: Service, players: list[Caller]):
    game = service.seat_and_start(*players)
    made = [post(service, game, players[at % 3], URL) for at in range(MAX_TABLE_WEBHOOKS)]
    new = {"kind": "discord", "url": URL, "game": id_of(game)}
    problem = assert_problem(players[0].post("/v1/webhooks", new), 409, "too_many_webhooks")
    assert problem["detail"] == f"this table has {MAX_TABLE_WEBHOOKS} webhooks"
    assert players[0].ask("DELETE", f"/v1/webhooks/{made[0]['id']}").status_code == 204
    assert players[0].post("/v1/webhooks", new).status_code == 201


@pytest.mark.parametrize(
    "wrong",
    [
        {"view": True},
        {"items": ["your_turn"]},
        {"game": "g" * 65},
        {"items": ["turn"], "game": None},
        {"game": None, "follows_rematch": True},
        {"kind": "push", "url": None, "subscription": {"endpoint": URL, "keys": {"p256dh": "a", "auth": "b"}}},
    ],
    ids=str,
)
def test_a_malformed_webhook_of_a_table_is_refused(service: Service, players: list[Caller], wrong: Json):
    game = service.seat_and_start(*players)
    answer = players[0].post("/v1/webhooks", {"kind": "standard", "url": URL, "game": id_of(game)} | wrong)
    assert_problem(answer, 422, "invalid_body")


def test_a_webhook_says_of_which_table_it_is(service: Service, players: list[Caller]):
    made = post(service, service.seat_and_start(*players), players[0], URL)
    assert (made["items"], made["follows_rematch"]) == ([*TABLE_ITEMS], False)
    assert create(players[0], URL)["game"] is None


def test_nothing_of_the_webhooks_of_a_deleted_account_remains(service: Service, players: list[Caller]):
    game = service.seat_and_start(*players)
    webhook = post(service, game, players[0], URL)
    Webhooks(service.parts.redis, service.parts.keys).forget_account(players[0].id)
    assert [*service.parts.redis.scan_iter(match=f"*{webhook['id']}*")] == []
    assert not service.parts.redis.exists(service.parts.keys.lobby(f"table-webhooks:{id_of(game)}"))


def test_a_webhook_that_an_older_version_stored_is_as_it_was(service: Service, ada: Caller):
    """It has no fields of a table, and its secret can be rotated."""
    webhook, store = create(ada, URL), Webhooks(service.parts.redis, service.parts.keys)
    key = service.parts.keys.lobby(f"webhooks:{ada.id}")
    stored = json.loads(service.parts.redis.hget(key, webhook["id"]))
    service.parts.redis.hset(key, webhook["id"], canonical(stored[:12]))
    assert (parse_webhook(canonical(stored[:12])).game, details(ada, webhook)["game"]) == (None, None)
    rotated = ada.post(f"/v1/webhooks/{webhook['id']}/secret").json
    assert rotated["secret"] != webhook["secret"]
    store.delete(store.list(ada.id)[0])
    assert store.list(ada.id) == []
