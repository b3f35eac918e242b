"""Blocks: two players of whom one has blocked the other do not come to one table."""

import pytest

import game as rules
from projections.notices import Notices
from service.accounts import blocks as module
from service.games import company
from service.games.inbox.inbox import Inbox
from tests.at_once import run_at_once
from tests.service.client import Caller, Service, assert_problem, id_of, poll_turns
from tests.service.meanwhile import meanwhile


def block(caller: Caller, other: Caller) -> None:
    assert caller.ask("PUT", f"/v1/players/me/blocks/{other.id}").status_code == 204


@pytest.fixture(params=["ada blocked ben", "ben blocked ada"])
def apart(request: pytest.FixtureRequest, service: Service, ada: Caller) -> tuple[Caller, Caller]:
    """Two players who do not meet."""
    ben = service.new_player("Ben")
    block(*((ada, ben) if request.param == "ada blocked ben" else (ben, ada)))
    return ada, ben


def test_blocks_are_listed_and_taken_back(service: Service, ada: Caller):
    ben = service.new_player("Ben")
    block(ada, ben)
    block(ada, ben)
    assert ada.get("/v1/players/me/blocks").json == [
        {key: ben.account[key] for key in ("id", "name", "kind", "handle")}
    ]
    assert ben.get("/v1/players/me/blocks").json == []
    assert ada.ask("DELETE", f"/v1/players/me/blocks/@{ben.account['handle']}").status_code == 204
    assert ada.get("/v1/players/me/blocks").json == []
    assert ben.post(f"{service.open_game(ada)}/seats").status_code == 201


def test_neither_joins_the_others_table(service: Service, apart: tuple[Caller, Caller]):
    ada, ben = apart
    for host, guest in ((ada, ben), (ben, ada)):
        problem = assert_problem(guest.post(f"{service.open_game(host)}/seats"), 409, "blocked")
        assert not {ada.id, ben.id, "Ada", "Ben"} & {*problem["detail"].split()}


def test_nor_with_a_code(service: Service, apart: tuple[Caller, Caller]):
    ada, ben = apart
    game = service.open_game(ada, visibility="private")
    code = ada.get(game).json["code"]
    assert_problem(ben.post(f"{game}/seats", {"code": code}), 409, "blocked")


def test_neither_invites_the_other(service: Service, apart: tuple[Caller, Caller]):
    ada, ben = apart
    for host, guest in ((ada, ben), (ben, ada)):
        assert_problem(host.post("/v1/games", {"seats": 2, "invited": [guest.id]}), 409, "blocked")
        assert_problem(host.post(f"{service.open_game(host)}/invitations", {"player": guest.id}), 409, "blocked")


def test_nobody_invites_one_to_the_table_of_the_other(service: Service, apart: tuple[Caller, Caller]):
    ada, ben = apart
    host = service.new_player("Host")
    game = service.open_game(host, seats=3)
    ada.post(f"{game}/seats")
    assert_problem(host.post(f"{game}/invitations", {"player": ben.id}), 409, "blocked")


def test_an_invitation_from_before_the_block_does_not_help(service: Service, ada: Caller):
    ben = service.new_player("Ben")
    game = service.open_game(ada, invited=[ben.id])
    block(ada, ben)
    assert_problem(ben.post(f"{game}/seats"), 409, "blocked")


@pytest.mark.slow
def test_there_is_no_rematch(service: Service):
    game, (ada, ben) = service.start_game(2)
    service.play(game, [ada, ben])
    offered = ada.post(f"{game}/rematch").json
    block(ben, ada)
    assert_problem(ben.post(f"{game}/rematch"), 409, "blocked")
    assert_problem(ben.post(f"/v1/games/{offered['id']}/seats"), 409, "blocked")


@pytest.fixture
def three(service: Service) -> tuple[str, list[Caller]]:
    """A game of three that is over, with a block between the first two."""
    game, callers = service.start_game(3)
    assert callers[0].post(f"{game}/abort").status_code == 200
    block(callers[0], callers[1])
    return game, callers


def rematch_way(caller: Caller, game: str, again: str):
    return caller.post(f"{game}/rematch")


def seats_way(caller: Caller, game: str, again: str):
    return caller.post(f"{again}/seats")


WAYS = [rematch_way, seats_way]


@pytest.mark.parametrize("is_old", [False, True], ids=["newest state", "old kept state"])
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("first", [0, 1], ids=["blocker first", "blocked first"])
def test_the_first_of_two_gets_into_a_rematch_and_the_other_one_not(
    service: Service, three: tuple[str, list[Caller]], first: int, way, is_old: bool
):
    game, callers = three
    one, two, cem = callers[first], callers[1 - first], callers[2]
    again = f"/v1/games/{cem.post(f'{game}/rematch').json['id']}"
    process = service.another_process() if is_old else service
    process.parts.games.load(id_of(again))
    came = way(one, game, again)
    assert (came.status_code, came.json["seat"] is not None) == (201, True)
    for each in WAYS:
        problem = assert_problem(each(two.through(process), game, again), 409, "blocked")
        assert not {one.id, "Player"} & {*problem["detail"].split()}
    view = cem.get(again).json
    assert (view["status"], view["invited"]) == ("open", []), "nobody waits for who cannot come"
    assert [seat["reserved"] for seat in view["seats"] if not seat["player"]] == [None]
    eve = service.new_player("Eve")
    assert eve.post(f"{again}/seats").status_code == 201


def test_who_blocked_a_player_offers_a_rematch_to_the_others(service: Service, three: tuple[str, list[Caller]]):
    game, (ada, ben, cem) = three
    offered = ada.post(f"{game}/rematch")
    assert (offered.status_code, offered.json["invited"]) == (201, [cem.id])
    again = f"/v1/games/{offered.json['id']}"
    service.project(again)
    assert invitations(ben) == []
    for way in WAYS:
        assert_problem(way(ben, game, again), 409, "blocked")
    assert rematch_way(cem, game, again).status_code == 201


def invitations(caller: Caller) -> list[str]:
    return [turn["game"] for turn in poll_turns(caller) if turn["type"] in ("invitation", "rematch_offered")]


@pytest.mark.parametrize("blocker", ["host", "guest"])
def test_a_block_declines_the_invitation_of_one_by_the_other(service: Service, ada: Caller, blocker: str):
    ben = service.new_player("Ben")
    game = service.open_game(ada, invited=[ben.id])
    service.project(game)
    assert invitations(ben) == [id_of(game)]
    block(*((ada, ben) if blocker == "host" else (ben, ada)))
    assert invitations(ben) == []
    assert invitations(ben.through(service.another_process())) == []
    assert ada.get(game).json["invited"] == []
    [declined] = [each for each in ada.get(f"{game}/events").json if each["name"] == "invitation_withdrawn"]
    assert (declined["actor"], declined["data"]) == (ben.id, {"player": ben.id}), "as if the guest had declined"
    assert ben.ask("DELETE", f"/v1/players/me/blocks/{ada.id}").status_code == 204
    service.project(game)
    assert invitations(ben) == [], "declined is declined"


def test_a_block_declines_no_invitation_that_was_declined_meanwhile(service: Service, ada: Caller):
    ben = service.new_player("Ben")
    game = service.open_game(ada, invited=[ben.id])
    service.project(game)
    assert ben.ask("DELETE", f"{game}/invitations/{ben.id}").status_code < 300
    version = service.version(game)
    block(ada, ben)
    assert service.version(game) == version


def test_an_invitation_that_the_lobby_has_not_seen_is_left_out_of_the_inbox(service: Service, ada: Caller):
    ben = service.new_player("Ben")
    game = service.open_game(ada, invited=[ben.id])
    block(ben, ada)
    service.project(game)
    assert invitations(ben) == []


def test_a_block_frees_the_seat_that_a_rematch_keeps(service: Service):
    game, (ada, ben, cem) = service.start_game(3)
    ada.post(f"{game}/abort")
    again = f"/v1/games/{cem.post(f'{game}/rematch').json['id']}"
    ada.post(f"{again}/seats")
    service.project(again)
    assert invitations(ben) == [id_of(again)]
    block(ben, ada)
    assert invitations(ben) == []
    assert [seat["reserved"] for seat in cem.get(again).json["seats"] if not seat["player"]] == [None]
    assert rules.is_expected(service.parts.games.load(id_of(again)).state, ben.id) is False


def test_an_offer_stands_while_neither_sits_there(service: Service):
    game, (ada, ben, cem) = service.start_game(3)
    ada.post(f"{game}/abort")
    again = cem.post(f"{game}/rematch").json["id"]
    service.project(f"/v1/games/{again}")
    block(ada, ben)
    assert (invitations(ada), invitations(ben)) == ([again], [again])


def test_an_invitation_by_another_host_waits_again_when_it_can_be_accepted(service: Service, ada: Caller):
    other, ben, host = service.another_process(), service.new_player("Ben"), service.new_player("Host")
    game = service.open_game(host, seats=3, invited=[ben.id])
    ada.post(f"{game}/seats")
    service.project(game)
    assert invitations(ben.through(other)) == [id_of(game)]
    block(ada, ben)
    for process in (service, other):
        assert invitations(ben.through(process)) == []
    assert host.get(game).json["invited"] == [ben.id], "the host has still invited them"
    assert ada.ask("DELETE", f"/v1/players/me/blocks/{ben.id}").status_code == 204
    assert invitations(ben.through(other)) == [id_of(game)]
    block(ben, ada)
    assert invitations(ben.through(other)) == []
    assert ada.ask("DELETE", f"{game}/seats/me").status_code == 204
    service.project(game)
    assert invitations(ben.through(other)) == [id_of(game)]
    assert ben.post(f"{game}/seats").status_code == 201


def test_an_open_stream_tells_an_invitation_again_after_the_block_is_taken_back(service: Service, ada: Caller):
    ben, host = service.new_player("Ben"), service.new_player("Host")
    game = service.open_game(host, seats=3, invited=[ben.id])
    ada.post(f"{game}/seats")
    service.project(game)
    player = service.parts.accounts.by_id(ben.id)
    assert player
    inbox = Inbox(service.parts, player)
    with service.app.wakeups.waiting(ben.id) as waiter:
        heard: set[str] = set()
        while "listening" not in heard:
            Notices(service.parts.redis, service.parts.keys).send_to("listening", [ben.id])
            waiter.wait(1)
            heard = waiter.take() or set()
        assert [item.kind for item in inbox.new_items()] == ["invitation"]
        for method, told in (("PUT", []), ("DELETE", ["invitation"])):
            assert ada.ask(method, f"/v1/players/me/blocks/{ben.id}").status_code == 204
            games: set[str] = set()
            while id_of(game) not in games:
                assert waiter.wait(60)
                games = waiter.take() or set()
            assert [item.kind for item in inbox.new_items([id_of(game)])] == told


def test_a_game_under_way_goes_on(service: Service):
    game, (ada, ben) = service.start_game(2)
    block(ada, ben)
    for caller in (ada, ben):
        assert caller.post(f"{game}/intentions", caller.get(f"{game}/legal").json[0]).status_code == 201


def test_their_tables_are_not_offered_in_the_list(service: Service, ada: Caller):
    ben = service.new_player("Ben")
    game = service.open_game(ben)
    service.project(game)
    path = f"/v1/games?player={ben.id}&free_seats=true"
    assert [each["id"] for each in ada.get(path).json] == [id_of(game)]
    block(ada, ben)
    assert ada.get(path).json == []


def test_a_blocker_who_joined_elsewhere_meanwhile_keeps_the_blocked_one_out(service: Service, ada: Caller):
    other, ben, cem = service.another_process(), service.new_player("Ben"), service.new_player("Cem")
    block(ben, cem)
    game = service.open_game(ada, seats=3)
    other.parts.games.load(id_of(game))
    assert ben.post(f"{game}/seats").status_code == 201
    assert_problem(cem.through(other).post(f"{game}/seats"), 409, "blocked")


@pytest.mark.parametrize("attempts", [company.MAX_ATTEMPTS, 1])
def test_whom_others_at_the_table_overtake_is_asked_about_again_but_not_without_end(
    service: Service, ada: Caller, monkeypatch: pytest.MonkeyPatch, attempts: int
):
    ben, cem = service.new_player("Ben"), service.new_player("Cem")
    game = service.open_game(ada, seats=3)
    monkeypatch.setattr(company, "MAX_ATTEMPTS", attempts)
    meanwhile(monkeypatch, "service.games.company.read_apart", lambda: ben.post(f"{game}/seats"))
    answer = cem.post(f"{game}/seats")
    seated = [seat.player for seat in service.parts.games.load(id_of(game)).state.seats]
    if attempts == 1:
        assert_problem(answer, 503, "too_busy")
        assert seated == [ada.id, ben.id, None]
    else:
        assert (answer.status_code, seated) == (201, [ada.id, ben.id, cem.id])


def test_of_two_who_join_at_once_one_stays_out(service: Service, ada: Caller):
    other, ben, cem = service.another_process(), service.new_player("Ben"), service.new_player("Cem")
    block(ben, cem)
    for _ in range(5):
        game = service.open_game(ada, seats=3)
        answers = run_at_once(
            lambda game=game: ben.post(f"{game}/seats"), lambda game=game: cem.through(other).post(f"{game}/seats")
        )
        assert sorted(answer.status_code for answer in answers) == [201, 409]


def test_a_join_that_is_sent_again_gets_its_first_answer_after_a_block(service: Service, ada: Caller):
    ben, key = service.new_player("Ben"), {"Idempotency-Key": "join"}
    game = service.open_game(ada)
    first = ben.post(f"{game}/seats", {}, key)
    block(ada, ben)
    again = ben.post(f"{game}/seats", {}, key)
    assert (again.status_code, again.json["version"]) == (201, first.json["version"])


def test_blocks_are_bounded(service: Service, ada: Caller, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "MAX_BLOCKS", 2)
    others = [service.new_player() for _ in range(3)]
    for other in others[:2]:
        block(ada, other)
    assert_problem(ada.ask("PUT", f"/v1/players/me/blocks/{others[2].id}"), 409, "too_many_blocks")
    block(ada, others[0])
    assert len(ada.get("/v1/players/me/blocks").json) == 2


def test_nobody_blocks_themselves_or_nobody(ada: Caller):
    assert_problem(ada.ask("PUT", f"/v1/players/me/blocks/{ada.id}"), 409, "own_account")
    assert_problem(ada.ask("PUT", "/v1/players/me/blocks/nobody"), 404, "no_such_player")
    assert_problem(ada.ask("DELETE", "/v1/players/me/blocks/@nobody"), 404, "no_such_player")
