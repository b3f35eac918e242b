"""History, statistics, ratings and leaderboards, as clients read them."""

from collections.abc import Iterator

import pytest

from projections.record.outcomes import OUTCOMES
from tests.projections.record import results
from tests.service.api.test_lists import ids, listed
from tests.service.client import Caller, Json, Service, assert_problem, id_of, own_service


class Played:
    """Games of Ada and Ben that are over, each projected. `public`: two standard games; `private`, `solo`: one each."""

    def __init__(self, service: Service) -> None:
        self.ada, self.ben = service.new_player("Ada"), service.new_player("Ben")
        self._service = service
        self.public = [self._finish(service.open_game(self.ada, side=side), self.ben) for side in ("A", "B")]
        self.private = self._finish(service.open_game(self.ada, visibility="private"), self.ben)
        self.solo = self._finish(service.open_game(self.ada, seats=1))
        self.greedy = self._finish(service.open_game(self.ada, bots=["greedy"]))

    def _finish(self, game: str, *guests: Caller) -> str:
        """Ada's game after its end, with these players at the table."""
        code = {"code": self.ada.get(game).json["code"]} if "code" in self.ada.get(game).json else {}
        for guest in guests:
            assert guest.post(f"{game}/seats", code).status_code == 201
        assert self.ada.post(f"{game}/start").status_code == 200
        self._service.play(game, [self.ada, *guests], seed=len(game))
        self._service.project(game)
        return game


@pytest.fixture(scope="module")
def service(redis_url: str) -> Iterator[Service]:
    """A service whose leaderboards hold the players of this file alone: games of other tests end, too."""
    with own_service(redis_url) as made:
        yield made


@pytest.fixture(scope="module")
def played(service: Service) -> Played:
    return Played(service)


def modes(answer: Json) -> dict[str, Json]:
    return {each["mode"]: each for each in answer["modes"]}


# History


@pytest.mark.slow
def test_a_finished_game_in_the_list_has_places_scores_and_results_by_seat(played: Played):
    [summary] = [each for each in listed(played.ada, player="me") if each["id"] == id_of(played.public[0])]
    result = played.ada.get(played.public[0]).json["result"]
    first = result["ranking"][0]  # both seats if they tie
    assert [seat["place"] for seat in summary["seats"]] == [1 if seat in first else 2 for seat in (0, 1)]
    best = "won" if len(first) == 1 else "shared"
    assert [seat["result"] for seat in summary["seats"]] == [best if seat in first else "lost" for seat in (0, 1)]
    assert summary["scores"] == [score["total"] for score in result["scores"]]


def test_a_solo_game_in_the_list_has_its_rank(played: Played):
    [summary] = listed(played.ada, player="me", mode="solo")
    assert summary["rank"] == played.ada.get(played.solo).json["result"]["rank"]
    assert (summary["seats"][0]["result"], summary["medal"]) == ("won", None)


def test_the_results_of_a_player_part_the_finished_games(played: Played):
    found = [listed(played.ben, player="me", result=result) for result in OUTCOMES]
    assert sorted(ids([game for each in found for game in each])) == sorted([*played.public, played.private])
    for result, games in zip(OUTCOMES, found, strict=True):
        mine = [seat["result"] for game in games for seat in game["seats"] if seat["player"]["id"] == played.ben.id]
        assert {*mine} <= {result}


def test_games_of_two_players_are_found_from_either_side(played: Played):
    both = sorted([*played.public, played.private])
    assert sorted(ids(listed(played.ada, player="me", opponent=played.ben.id))) == both
    assert sorted(ids(listed(played.ada, player=played.ben.id, opponent="me"))) == both
    assert ids(listed(played.ada, player="me", opponent="bot:greedy")) == [played.greedy]
    assert listed(played.ada, player="me", opponent="nobody") == listed(played.ada, player="me", opponent="me") == []


def test_a_handle_names_a_player_in_history_and_statistics(played: Played):
    handle = "@" + played.ben.account["handle"]
    assert listed(played.ada, player="me", opponent=handle) == listed(played.ada, player="me", opponent=played.ben.id)
    assert listed(played.ada, player=handle, opponent="me") == listed(played.ada, player="me", opponent=handle)
    assert listed(played.ada, player="me", opponent="@nobody-at-all") == []
    answer = played.ada.get(f"/v1/players/{handle}/statistics").json
    assert answer == played.ben.get("/v1/players/me/statistics").json
    assert answer["handle"] == played.ben.account["handle"]


def test_a_deleted_account_keeps_its_statistics_without_its_name_and_leaves_the_leaderboards(
    service: Service, played: Played
):
    eve = service.new_player("Eve")
    game = service.open_game(eve, seats=1)
    assert eve.post(f"{game}/start").status_code == 200
    service.play(game, [eve])
    service.project(game)
    assert eve.id in [each["player"]["id"] for each in leaders(played.ada, "mode=solo")]
    assert eve.ask("DELETE", "/v1/players/me").status_code == 204
    assert eve.id not in [each["player"]["id"] for each in leaders(played.ada, "mode=solo")]
    found = played.ada.get(f"/v1/players/{eve.id}/statistics").json
    assert (found["player"]["name"], found["modes"][1]["games"]) == ("a former player", 1)


def test_opponent_and_the_other_filters_combine(played: Played):
    first, second = played.public
    pair = {"player": "me", "opponent": played.ben.id}
    assert ids(listed(played.ada, **pair, side="B")) == [second]
    assert listed(played.ada, **pair, mode="solo") == listed(played.ada, **pair, status="playing") == []
    found = [game for result in OUTCOMES for game in ids(listed(played.ada, **pair, result=result, limit=1))]
    assert sorted(found) == sorted([first, second, played.private])


def test_a_result_of_a_game_that_is_not_finished_finds_nothing(played: Played):
    assert listed(played.ada, player="me", result="won", status="playing") == []
    assert listed(played.ada, player="me", result="won", free_seats="true") == []


def test_a_stranger_finds_no_private_game_in_any_list(played: Played, service: Service):
    eve = service.new_player("Eve")
    for query in (
        {"player": played.ada.id},
        {"player": played.ada.id, "opponent": played.ben.id},
        {"player": played.ada.id, "result": "won"},
        {"player": played.ada.id, "result": "lost"},
        {"player": f"private:{played.ada.id}", "opponent": played.ben.id},
        {"player": f"{played.ada.id}:standard", "opponent": played.ben.id},
    ):
        assert played.private not in ids(listed(eve, **query))


# Statistics and ratings


def test_statistics_count_finished_games_by_mode_private_ones_too(played: Played):
    found = played.ada.get("/v1/players/me/statistics").json
    standard, solo = modes(found)["standard"], modes(found)["solo"]
    mine = [
        game["scores"][seat["seat"]]
        for game in listed(played.ada, player="me", mode="standard", status="finished")
        for seat in game["seats"]
        if seat["player"]["id"] == played.ada.id
    ]
    assert (standard["games"], solo["games"], modes(found)["scenario"]["games"]) == (4, 1, 0)
    assert standard["best_score"] == max(mine)
    assert standard["mean_score"] == pytest.approx(sum(mine) / 4, abs=0.01)
    assert sum(empire["games"] for empire in standard["empires"]) == 4
    assert sum(standard["outcomes"].values()) == 4
    assert sum(solo["ranks"].values()) == 1
    assert found["player"] == {"id": played.ada.id, "name": "Ada", "kind": "human"}


def test_everybody_may_read_statistics_also_those_of_strategies(played: Played, service: Service):
    eve = service.new_player("Eve")
    assert eve.get(f"/v1/players/{played.ada.id}/statistics").json == played.ada.get("/v1/players/me/statistics").json
    greedy = eve.get("/v1/players/bot:greedy/statistics").json
    assert greedy["player"] == {"id": "bot:greedy", "name": "greedy", "kind": "bot"}
    assert modes(greedy)["standard"]["games"] >= 1
    assert greedy["rating"]["games"] >= 1


def test_a_new_player_has_neither_games_nor_a_rating(service: Service):
    eve = service.new_player("Eve")
    assert eve.get("/v1/players/me").json["rating"] is None
    assert [each["games"] for each in eve.get("/v1/players/me/statistics").json["modes"]] == [0, 0, 0]


def test_the_rating_of_a_player_is_the_same_everywhere(played: Played, service: Service):
    account = service.new_player("Eve").get(f"/v1/players/{played.ada.id}").json
    assert account["rating"]["games"] == 4
    assert account["rating"] == played.ada.get("/v1/players/me/statistics").json["rating"]
    [entry] = [each for each in leaders(played.ada) if each["player"]["id"] == played.ada.id]
    assert entry["rating"] == account["rating"]


@pytest.mark.parametrize("player", ["nobody", "bot:nobody", "bot:", "*", "bot:greedy*", "%2e%2e"])
def test_unknown_players_have_no_statistics(ada: Caller, player: str):
    assert_problem(ada.get(f"/v1/players/{player}/statistics"), 404, "no_such_player")


# Leaderboards


def leaders(caller: Caller, query: str = "") -> list[Json]:
    """The entries of all pages."""
    path, found = f"/v1/leaderboards?{query}", []
    while path:
        answer = caller.get(path)
        assert answer.status_code == 200, answer.text
        found += answer.json
        path = answer.headers.get("Link", "").partition(">")[0].removeprefix("<")
    return found


def test_leaders_are_ordered_by_rating_and_numbered(played: Played):
    found = leaders(played.ada)
    points = [each["rating"]["points"] for each in found]
    assert [each["place"] for each in found] == [1 + sum(other > own for other in points) for own in points]
    ordinals = [each["rating"]["mu"] - 3 * each["rating"]["sigma"] for each in found]
    assert ordinals == sorted(ordinals, reverse=True)
    assert {played.ada.id, played.ben.id, "bot:greedy"} <= {each["player"]["id"] for each in found}


def test_pages_of_a_leaderboard_go_on_where_the_last_one_ended(played: Played):
    assert leaders(played.ada, "limit=1") == leaders(played.ada)
    assert "cursor=1" in played.ada.get("/v1/leaderboards?limit=1").headers["Link"]
    assert played.ada.get("/v1/leaderboards?cursor=1000000000").json == []


def test_equal_scores_share_a_place_also_at_the_end_of_a_page(service: Service, played: Played):
    record, period = service.parts.record, "2031-02"
    for number, score in enumerate([90, 80, 80, 70]):
        won = results.seat(f"player-{number}", 1, score)
        ended_ms = 1_930_000_000_000 + number
        record.add(results.result(f"equal-{number}", won, ended_ms=ended_ms, mode="solo"))
    for limit in (1, 2, 100):
        found = leaders(played.ada, f"mode=solo&period={period}&limit={limit}")
        assert [(each["place"], each["score"]) for each in found] == [(1, 90), (2, 80), (2, 80), (4, 70)]


def test_leaders_of_solo_games_have_scores(played: Played):
    [mine] = [each for each in leaders(played.ada, "mode=solo&side=B") if each["player"]["id"] == played.ada.id]
    assert mine["score"] == played.ada.get(played.solo).json["result"]["scores"][0]["total"]
    assert mine["rating"] is None
    assert played.ada.get("/v1/leaderboards?mode=solo&side=B&kind=strategy").json == []


def test_a_board_can_be_of_one_kind_of_player_and_one_period(played: Played):
    year = played.ada.get(played.solo).headers["Date"].split()[3]
    assert {each["player"]["kind"] for each in leaders(played.ada, f"kind=human&period={year}")} == {"human"}
    assert {each["player"]["id"] for each in leaders(played.ada, "kind=strategy")} == {"bot:greedy"}
    assert leaders(played.ada, "period=2024-02") == []
