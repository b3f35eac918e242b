"""The explorer, as clients read it."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from game.cards import DESIGNS, EMPIRE_IDS
from projections.explorer.facts import lead_of
from projections.explorer.store import count_everything
from projections.record.generations import rate_everything
from tests.projections.explorer.made import random_games
from tests.service.client import Caller, Service, own_service

GAMES = [game for game in random_games(40, seed=5) if game.mode == "standard"]


@pytest.fixture(scope="module")
def service(redis_url: str) -> Iterator[Service]:
    """A service whose only games are GAMES: those of other tests would be counted, too."""
    with own_service(redis_url) as made:
        yield made


@pytest.fixture(scope="module")
def reader(service: Service) -> Caller:
    """Somebody who reads the numbers of GAMES."""
    for game in GAMES:
        service.parts.record.add(game)
    rate_everything(service.parts.record)
    count_everything(service.parts.explorer, 0)
    return service.new_player("Ada")


def read(reader: Caller, path: str) -> Any:
    answer = reader.get(f"/v1/explorer/{path}")
    assert answer.status_code == 200, answer.text
    return answer.json


def stayed(people: bool | None = None):
    """Lead and play of each seat whose player stayed."""
    for game in GAMES:
        scores = [seat.score for seat in game.seats]
        for index, seat in enumerate(game.seats):
            if seat.stayed and people in (None, seat.kind == "human"):
                yield Fraction(lead_of(scores, index), 12), game.plays[index]


def test_first_picks_are_counted_for_each_card(reader: Caller):
    found = read(reader, "cards?place=1&players=people")
    picks = [(lead, pick) for lead, play in stayed(people=True) for pick in play.picks if pick.place == 1]
    assert sum(card["picked"] for card in found["cards"]) == len(picks)
    for card in found["cards"]:
        own = [lead for lead, pick in picks if pick.design == card["card"]]
        assert card["seen"] == sum(card["card"] in pick.hand for _, pick in picks)
        assert (card["picked"], card["picks"]["cases"]) == (len(own), len(own))
        assert card["picks"]["mean"] == (pytest.approx(float(sum(own) / len(own)), abs=0.001) if own else None)
        assert (card["places"][0]["seen"], card["places"][0]["picked"]) == (card["seen"], card["picked"])


def test_a_round_restricts_what_is_built_and_recycled(reader: Caller):
    rounds = [{row["card"]: row for row in read(reader, f"cards?round={each}")["cards"]} for each in range(1, 5)]
    everything = {row["card"]: row for row in read(reader, "cards")["cards"]}
    for name in ("seen", "picked", "built", "recycled"):
        assert all(sum(each[card][name] for each in rounds) == everything[card][name] for card in DESIGNS)
    built = sum(len(play.built) for _, play in stayed())
    assert sum(row["built"] for row in everything.values()) == built


def test_all_cards_come_the_best_first_and_those_with_few_cases_last(reader: Caller):
    for sort, of in (("builds", "builds"), ("picks", "picks")):
        rows = read(reader, f"cards?sort={sort}")["cards"]
        assert sorted(row["card"] for row in rows) == sorted(DESIGNS)
        enough = [row[of]["mean"] for row in rows if row[of]["enough"]]
        assert enough == sorted(enough, reverse=True)
        assert [row[of]["enough"] for row in rows] == [True] * len(enough) + [False] * (len(rows) - len(enough))
        assert all((row[of]["mean_interval"] is None) != row[of]["enough"] for row in rows)


def test_empires_and_pairs_are_those_with_enough_cases(reader: Caller):
    found = read(reader, "combinations?of=empires")
    assert found["seats"]["cases"] == len([*stayed()])
    assert {row["empire"] for row in found["combinations"]} <= {*EMPIRE_IDS}
    assert all(row["result"]["enough"] and row["cards"] == [] for row in found["combinations"])
    assert read(reader, "combinations?card=zeppelin&players=bots")["combinations"] == []
    assert read(reader, "combinations?of=empire_cards&limit=1")["games"] == len(GAMES)


def test_pages_go_on_where_the_last_one_ended(reader: Caller):
    path, pages = "/v1/explorer/cards?limit=30&sort=rate", []
    while path:
        answer = reader.get(path)
        pages += [[row["card"] for row in answer.json["cards"]]]
        path = answer.headers.get("Link", "").partition(">")[0].removeprefix("<")
    assert [len(page) for page in pages] == [30, 30, 18]
    assert [card for page in pages for card in page] == [
        row["card"] for row in read(reader, "cards?sort=rate")["cards"]
    ]


def test_a_mode_or_month_without_games_has_no_numbers(reader: Caller):
    for query in ("mode=solo", "mode=scenario&side=A", "period=2031-01", "seats=5&strength=high&side=B"):
        found = read(reader, f"cards?{query}")
        assert len(found["cards"]) == len(DESIGNS)
        assert found["seats"] == {
            "cases": 0,
            "enough": False,
            "won": None,
            "won_interval": None,
            "mean": None,
            "mean_interval": None,
        }
        assert {row["rate"] for row in found["cards"]} == {None}
