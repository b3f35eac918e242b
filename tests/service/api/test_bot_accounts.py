"""Accounts that programs play: they join where they may, are invited by name, and somebody acts for them when late."""

import time

import pytest

import game as rules
from projections.audit import verify
from projections.effects import Effect, due_effect
from service.jobs.bot_turns import play_bots
from service.jobs.late_bots import play_late_bots
from service.jobs.scores import score_game
from tests.service.api.test_turns import bot, listed, polled
from tests.service.client import Caller, Service, assert_problem, id_of


def test_a_bot_account_joins_an_open_game_and_is_seen_as_what_it_is(service: Service, ada: Caller):
    game, marvin = service.opened(ada), bot(service)
    view = marvin.post(f"{game}/seats").json
    assert [seat["player"]["kind"] for seat in view["seats"]] == ["human", "bot"]
    assert (view["allow_bots"], view["bot_seconds"]) == (True, 60)
    own = service.opened(marvin, bot_seconds=5)
    assert marvin.get(own).json["bot_seconds"] == 5


def test_a_game_for_people_takes_only_invited_bots(service: Service, ada: Caller):
    marvin, deep = bot(service, "Marvin"), bot(service, "Deep Thought")
    game = service.opened(ada, seats=3, allow_bots=False, invited=["deep THOUGHT"])
    assert_problem(marvin.post(f"{game}/seats"), 409, "bots_not_allowed")
    listed(service, game)
    assert polled(marvin) == []
    [invitation] = polled(deep)
    assert (invitation["type"], invitation["game"], invitation["seat"]) == ("invitation", id_of(game), None)
    assert deep.post(f"{game}/seats").status_code == 201
    listed(service, game)
    assert polled(deep) == []
    [summary] = deep.get(f"/v1/games?player={ada.id}").json
    assert (summary["allow_bots"], summary["invited"]) == (False, [])


def test_a_name_that_several_bots_have_or_none_invites_nobody(service: Service, ada: Caller):
    twins = [bot(service, "Twin") for _ in range(2)]
    for names in (["Twin"], ["Nobody there"], [ada.id]):
        problem = assert_problem(ada.post("/v1/games", {"seats": 2, "invited": names}), 422, "unknown_player")
        assert problem["errors"][0]["pointer"] == "/invited/0"
    assert service.opened(ada, invited=[twins[1].id])


@pytest.mark.parametrize(
    "options",
    [
        {"allow_bots": "yes"},
        {"allow_bots": 1},
        {"bot_seconds": 0},
        {"bot_seconds": 86_401},
        {"bot_seconds": "9"},
        {"invited": "Marvin"},
        {"invited": ["a"] * 6},
        {"invited": [7]},
    ],
    ids=str,
)
def test_options_about_bots_that_make_no_sense_are_refused(ada: Caller, options):
    assert_problem(ada.post("/v1/games", {"seats": 2} | options), 422, "invalid_body")


def test_a_bot_account_cannot_act_for_somebody_elses_seat(service: Service):
    game, (ada, _) = service.table(2)
    marvin = bot(service)
    legal = ada.get(f"{game}/legal").json
    assert_problem(marvin.post(f"{game}/intentions", legal[0]), 403, "not_seated")
    assert_problem(marvin.post(f"{game}/intentions", legal[0] | {"seat": 0}), 403, "not_seated")
    assert_problem(ada.post(f"{game}/intentions", legal[0] | {"seat": 1}), 422, "invalid_intention")


def test_bot_accounts_need_not_agree_to_a_rewind(service: Service, ada: Caller):
    game, marvin = service.opened(ada), bot(service)
    marvin.post(f"{game}/seats")
    ada.post(f"{game}/start")
    start = service.version(game)
    ada.post(f"{game}/intentions", ada.get(f"{game}/legal").json[0])
    names = [event["name"] for event in ada.post(f"{game}/rewinds", {"version": start}).json["events"]]
    assert names == ["rewind_proposed", "rewound"]


# Late


@pytest.fixture
def late(service: Service, ada: Caller) -> str:
    """A game that waits for a bot account alone; its time is a second."""
    game, marvin = service.opened(ada, bot_seconds=1), bot(service)
    marvin.post(f"{game}/seats")
    ada.post(f"{game}/start")
    ada.post(f"{game}/intentions", ada.get(f"{game}/legal").json[0])
    return game


def test_a_bot_account_that_is_late_is_due_when_its_time_is_over(service: Service, late: str):
    loaded = service.parts.games.load(id_of(late))
    effect = due_effect(id_of(late), loaded.state, loaded.moved_ms)
    assert effect == Effect("late", id_of(late), loaded.state.since, loaded.moved_ms[1] + 1000)
    service.parts.snapshots.save(id_of(late), loaded, effect)
    assert effect in service.parts.snapshots.due_effects()


def test_the_fallback_acts_for_who_is_late_and_the_log_says_so_and_verifies(service: Service, ada: Caller, late: str):
    id = id_of(late)
    before = service.version(late)
    play_late_bots(service.parts, id, lambda: 0.0)
    assert service.version(late) == before, "not yet"
    far = 10.0**10
    play_late_bots(service.parts, id, lambda: far)
    entries = service.parts.log.read(id, before)
    assert (entries[0].seat, entries[0].actor, entries[0].name) == (1, "bot:greedy", "card_drafted")
    assert rules.waiting_on(service.parts.games.load(id).state) == (0, 1), "one phase, one hand at a time"
    while service.parts.games.load(id).state.phase != "finished":
        if legal := ada.get(f"{late}/legal").json:
            ada.post(f"{late}/intentions", next((b for b in legal if b["type"] == "ready"), legal[0]))
        play_late_bots(service.parts, id, lambda: far)
    score_game(service.parts, id)
    assert verify(ada.get(f"{late}/log").data.splitlines(keepends=True)).fault is None


def test_what_others_do_does_not_give_a_silent_bot_more_time(service: Service, ada: Caller, late: str):
    before = service.parts.games.load(id_of(late))
    time.sleep(0.005)
    ada.post(f"{late}/intentions", {"type": "auto_ready", "on": True})
    after = service.parts.games.load(id_of(late))
    assert after.touched_ms > before.touched_ms
    assert after.moved_ms[1] == before.moved_ms[1] < after.moved_ms[0]
    play_late_bots(service.parts, id_of(late), lambda: before.moved_ms[1] / 1000 + 1.001)
    assert service.parts.games.load(id_of(late)).state.seats[1].drafted


def test_an_id_invites_its_bot_even_if_another_has_it_as_a_name(service: Service, ada: Caller):
    marvin = bot(service)
    impostor = bot(service, marvin.id)
    game = service.opened(ada, invited=[marvin.id], allow_bots=False)
    assert impostor.post(f"{game}/seats").status_code == 409
    assert marvin.post(f"{game}/seats").status_code == 201


def test_who_answers_in_time_is_left_alone(service: Service, ada: Caller, late: str):
    before, moved = service.version(late), service.parts.games.load(id_of(late)).moved_ms[1]
    play_bots(service.parts, id_of(late))
    play_late_bots(service.parts, id_of(late), lambda: moved / 1000 + 0.999)
    assert service.version(late) == before
    open_ = service.opened(ada)
    play_late_bots(service.parts, id_of(open_), lambda: 10.0**10)
    assert service.version(open_) == 2
