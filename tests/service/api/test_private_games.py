"""Private games: who may see them, and that they do not exist for anybody else."""

from collections.abc import Callable

import pytest

from tests.service.client import Caller, Json, Service, assert_problem, id_of

SLOW = pytest.mark.slow
Asking = Callable[[Caller, str], object]
REQUESTS: dict[str, Asking] = {
    "GET": lambda caller, game: caller.get(game),
    "GET ?at": lambda caller, game: caller.get(f"{game}?at=1"),
    "GET legal": lambda caller, game: caller.get(f"{game}/legal"),
    "GET events": lambda caller, game: caller.get(f"{game}/events"),
    "GET table": lambda caller, game: caller.get(f"{game}/table"),
    "GET a stream": lambda caller, game: caller.get(f"{game}/events", {"Accept": "text/event-stream"}),
    "GET receipt": lambda caller, game: caller.get(f"{game}/receipt"),
    "GET log": lambda caller, game: caller.get(f"{game}/log"),
    "GET replay": lambda caller, game: caller.get(f"{game}/replay"),
    "GET forks": lambda caller, game: caller.get(f"{game}/forks"),
    "GET rewinds": lambda caller, game: caller.get(f"{game}/rewinds"),
    "GET a rewind": lambda caller, game: caller.get(f"{game}/rewinds/1"),
    "GET rematch": lambda caller, game: caller.get(f"{game}/rematch"),
    "POST seats": lambda caller, game: caller.post(f"{game}/seats"),
    "POST seats with a wrong code": lambda caller, game: caller.post(f"{game}/seats", {"code": "ABCDEFGHJK"}),
    "DELETE seats/me": lambda caller, game: caller.ask("DELETE", f"{game}/seats/me"),
    "DELETE a seat": lambda caller, game: caller.ask("DELETE", f"{game}/seats/0"),
    "PUT ready": lambda caller, game: caller.ask("PUT", f"{game}/seats/me/ready", json={"ready": True}),
    "PATCH": lambda caller, game: caller.ask("PATCH", game, json={"seats": 3}),
    "PUT host": lambda caller, game: caller.ask("PUT", f"{game}/host", json={"seat": 0}),
    "POST invitations": lambda caller, game: caller.post(f"{game}/invitations", {"player": caller.id}),
    "DELETE an invitation": lambda caller, game: caller.ask("DELETE", f"{game}/invitations/me"),
    "POST code": lambda caller, game: caller.post(f"{game}/code"),
    "POST reactions": lambda caller, game: caller.post(f"{game}/reactions", {"reaction": "hello"}),
    "POST return": lambda caller, game: caller.post(f"{game}/seats/me/return"),
    "POST start": lambda caller, game: caller.post(f"{game}/start"),
    "POST abort": lambda caller, game: caller.post(f"{game}/abort"),
    "POST intentions": lambda caller, game: caller.post(f"{game}/intentions", {"type": "ready"}),
    "POST undo": lambda caller, game: caller.post(f"{game}/undo", {}),
    "PUT pause": lambda caller, game: caller.ask("PUT", f"{game}/seats/me/pause", json={"pause": True}),
    "POST rewinds": lambda caller, game: caller.post(f"{game}/rewinds", {"version": 1}),
    "POST accept": lambda caller, game: caller.post(f"{game}/rewinds/1/accept"),
    "POST decline": lambda caller, game: caller.post(f"{game}/rewinds/1/decline"),
    "GET analysis": lambda caller, game: caller.get(f"{game}/analysis"),
    "POST analysis": lambda caller, game: caller.post(f"{game}/analysis"),
    "POST forks": lambda caller, game: caller.post(f"{game}/forks", {"version": 9}),
    "POST rematch": lambda caller, game: caller.post(f"{game}/rematch"),
    "POST webhooks": lambda caller, game: caller.post(
        "/v1/webhooks", {"kind": "slack", "url": "https://example.org/hook", "game": id_of(game)}
    ),
}
"""Every request about a game."""


def without_ids(problem: Json) -> Json:
    return {key: value for key, value in problem.items() if key not in ("instance", "request_id")}


class Private:
    """Private games of Ada and Ben by status, each made when it is asked for first."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self.ada, self.ben = service.new_player("Ada"), service.new_player("Ben")
        self.players = [self.ada, self.ben]
        self._games: dict[str, str] = {}

    def __getitem__(self, status: str) -> str:
        if status not in self._games:
            self._games[status] = self._make(status)
        return self._games[status]

    def _make(self, status: str) -> str:
        game = self._service.open_game(self.ada, visibility="private")
        assert self.ben.post(f"{game}/seats", {"code": self.ada.get(game).json["code"]}).status_code == 201
        if status != "open":
            assert self.ada.post(f"{game}/start").status_code == 200
        if status == "finished":
            self._service.play(game, self.players)
        self._service.project(game)
        return game


@pytest.fixture(scope="module")
def private(service: Service) -> Private:
    return Private(service)


def test_every_address_of_a_game_is_tried(service: Service):
    tried = {(name.split()[0], name) for name in REQUESTS}
    rules = [rule for rule in service.app.url_map.iter_rules() if rule.rule.startswith("/v1/games/<id>")]
    methods = [method for rule in rules for method in rule.methods - {"HEAD", "OPTIONS"}]
    known_twice = {"GET ?at", "GET a stream", "POST seats with a wrong code"}
    at_other_addresses = {"POST webhooks"}
    assert len(methods) == len(tried) - len(known_twice | at_other_addresses)


@pytest.mark.parametrize("status", ["open", pytest.param("playing", marks=SLOW), pytest.param("finished", marks=SLOW)])
@pytest.mark.parametrize("name", REQUESTS)
def test_for_a_stranger_a_private_game_does_not_exist(name: str, status: str, service: Service, private: Private):
    game, eve = private[status], service.new_player("Eve")
    before = service.version(game)
    problem = assert_problem(REQUESTS[name](eve, game), 404, "no_such_game")
    nowhere = assert_problem(REQUESTS[name](eve, "/v1/games/nowhere0"), 404, "no_such_game")
    assert without_ids(problem) == without_ids(nowhere)
    assert service.version(game) == before


@pytest.mark.parametrize("status", ["open", "playing", pytest.param("finished", marks=SLOW)])
def test_its_players_see_it_as_any_other_game(status: str, private: Private):
    game = private[status]
    for seat, player in enumerate(private.players):
        view = player.get(game).json
        assert (view["seat"], view["status"], view["visibility"]) == (seat, status, "private")
        assert player.get(f"{game}/replay?fields=none").status_code == 200
    assert private.ben.get(f"{game}/log").status_code == (200 if status == "finished" else 409)


def ids(answer) -> list[str]:
    return [listed["id"] for listed in answer.json]


def test_a_private_game_is_in_the_lists_of_its_own_players_only(service: Service, private: Private):
    eve, ada, ben = service.new_player("Eve"), private.ada, private.ben
    games = {id_of(private["open"]), id_of(private["playing"])}
    for player in (ada, ben):
        assert games <= {*ids(player.get("/v1/games?player=me"))} == {*ids(player.get(f"/v1/games?player={player.id}"))}
        assert ids(player.get("/v1/games?player=me&status=open")) == [id_of(private["open"])]
    for caller, query in (
        (eve, f"player={ada.id}"),
        (ben, f"player={ada.id}"),
        (ada, "limit=100"),
        (eve, "free_seats=true"),
    ):
        assert games.isdisjoint(ids(caller.get(f"/v1/games?{query}")))


def test_pages_of_own_games_mix_public_and_private_ones_by_age(service: Service):
    ada, kinds = service.new_player("Ada"), ["public", "private"] * 3
    opened = [service.open_game(ada, visibility=kind) for kind in kinds]
    service.project(*opened)
    found, address = [], "/v1/games?player=me&limit=2"
    while address:
        answer = ada.get(address)
        found += ids(answer)
        address = answer.headers["Link"].split(">")[0][1:] if "Link" in answer.headers else ""
    assert sorted(found) == sorted(id_of(game) for game in opened)
    times = [listed["opened_at"] for listed in ada.get("/v1/games?player=me").json]
    assert times == sorted(times, reverse=True)


def test_a_private_game_counts_in_its_players_statistics(service: Service):
    ada = service.new_player("Ada")
    service.project(service.open_game(ada, visibility="private"))
    assert ada.get("/v1/players/me").json["statistics"]["open"] == 1


@SLOW
def test_a_fork_of_a_private_game_is_private(service: Service, private: Private):
    origin, ada, ben = private["finished"], private.ada, private.ben
    fork = ada.post(f"{origin}/forks", {"version": 40}).json
    assert (fork["visibility"], "code" in fork) == ("private", True)
    service.project(f"/v1/games/{fork['id']}")
    assert ids(ada.get(f"{origin}/forks")) == [fork["id"]]
    assert ids(ben.get(f"{origin}/forks")) == []
    assert_problem(ben.get(f"/v1/games/{fork['id']}"), 404, "no_such_game")
    assert ben.post(f"/v1/games/{fork['id']}/seats", {"code": fork["code"]}).status_code == 201


@SLOW
def test_the_verification_of_a_log_does_not_tell_strangers_of_private_games(service: Service, private: Private):
    game, ada = private["finished"], private.ada
    log, eve = ada.get(f"{game}/log").data, service.new_player("Eve")
    kind = {"Content-Type": "application/x-ndjson"}
    assert ada.send("/v1/verifications", log, kind).json["here"] == "same"
    assert eve.send("/v1/verifications", log, kind).json["here"] == "unknown"
    fork = f"/v1/games/{ada.post(f'{game}/forks', {'version': 40, 'bots': ['greedy']}).json['id']}"
    service.run_jobs(fork)
    service.play(fork, [ada])
    log = ada.get(f"{fork}/log").data
    assert ada.send("/v1/verifications", log, kind).json["compared"] is True
    assert eve.send("/v1/verifications", log, kind).json["compared"] is False


# Spectators


def test_without_spectators_a_public_game_is_open_to_joiners_and_closed_to_others_once_it_starts(service: Service):
    ada, ben, eve = [service.new_player(name) for name in ("Ada", "Ben", "Eve")]
    game = service.open_game(ada, spectators=False)
    assert eve.get(game).json["spectators"] is False
    assert ben.post(f"{game}/seats").status_code == 201
    assert ada.post(f"{game}/start").status_code == 200
    service.project(game)
    for path in (game, f"{game}/events", f"{game}/replay", f"{game}/log"):
        assert_problem(eve.get(path), 403, "no_spectators")
    assert_problem(eve.post(f"{game}/intentions", {"type": "ready"}), 403, "no_spectators")
    assert id_of(game) in ids(eve.get(f"/v1/games?player={ada.id}"))


def test_a_private_game_with_spectators_is_for_who_has_its_id(service: Service, ada: Caller):
    game, eve = service.open_game(ada, visibility="private", spectators=True), service.new_player("Eve")
    view = eve.get(game).json
    assert (view["seat"], "code" in view) == (None, False)
    assert_problem(eve.post(f"{game}/seats"), 403, "not_invited")
    assert eve.post(f"{game}/seats", {"code": ada.get(game).json["code"]}).status_code == 201


def test_who_leaves_an_open_private_game_is_a_stranger_again(service: Service, ada: Caller):
    game, ben = service.open_game(ada, visibility="private"), service.new_player("Ben")
    key = {"Idempotency-Key": "in"}
    body = {"code": ada.get(game).json["code"]}
    assert ben.post(f"{game}/seats", body, key).status_code == 201
    assert ben.ask("DELETE", f"{game}/seats/me").status_code == 204
    assert_problem(ben.get(game), 404, "no_such_game")
    assert_problem(ben.post(f"{game}/seats", body, key), 404, "no_such_game")


def test_who_resigns_still_sees_the_private_game(service: Service, ada: Caller):
    game, ben = service.open_game(ada, visibility="private"), service.new_player("Ben")
    ben.post(f"{game}/seats", {"code": ada.get(game).json["code"]})
    ada.post(f"{game}/start")
    ben.ask("DELETE", f"{game}/seats/me")
    assert ben.get(game).json["seat"] is None
