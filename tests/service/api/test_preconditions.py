"""Preconditions: with If-Match an intention counts only if the own seat and the phase are unchanged."""

import pytest

from tests.service.api.positions import legal_bodies, make_batch, play_to_planning
from tests.service.client import Service, assert_problem


def test_events_of_other_seats_do_not_make_a_version_stale(service: Service):
    game, callers = service.start_game(3)
    etag = callers[0].get(game).headers["ETag"]
    for caller in callers[1:]:
        caller.post(f"{game}/intentions", legal_bodies(caller, game)[0])
    pick = legal_bodies(callers[0], game)[0]
    assert callers[0].post(f"{game}/intentions", pick, {"If-Match": etag}).status_code == 201


def test_events_of_the_own_seat_make_a_version_stale(service: Service):
    game, [ada, _] = play_to_planning(service)
    etag, batch = ada.get(game).headers["ETag"], make_batch(service, game, 0, 2)
    assert ada.post(f"{game}/intentions", batch[0], {"If-Match": etag}).status_code == 201
    before = service.version(game)
    answer = ada.post(f"{game}/intentions", batch[1], {"If-Match": etag})
    assert_problem(answer, 412, "stale_version")
    assert answer.headers["ETag"] == f'"{before}"'
    assert service.version(game) == before
    assert ada.post(f"{game}/intentions", batch[1], {"If-Match": answer.headers["ETag"]}).status_code == 201


def test_a_reveal_makes_a_version_stale(service: Service, table):
    game, [ada, ben] = table
    etag = ada.get(game).headers["ETag"]
    for caller in (ada, ben):
        caller.post(f"{game}/intentions", legal_bodies(caller, game)[0])
    assert_problem(ada.post(f"{game}/intentions", legal_bodies(ada, game)[0], {"If-Match": etag}), 412, "stale_version")


def test_a_later_version_does_not_match(service: Service, table):
    game, [ada, _] = table
    headers = {"If-Match": f'"{service.version(game) + 1}"'}
    assert_problem(ada.post(f"{game}/intentions", legal_bodies(ada, game)[0], headers), 412, "stale_version")


def test_a_repeated_conditional_request_gets_the_same_answer(service: Service, table):
    game, [ada, ben] = table
    headers = {"If-Match": ada.get(game).headers["ETag"], "Idempotency-Key": "k"}
    pick = legal_bodies(ada, game)[0]
    first = ada.post(f"{game}/intentions", pick, headers)
    ben.post(f"{game}/intentions", legal_bodies(ben, game)[0])
    assert ada.post(f"{game}/intentions", pick, headers).data == first.data


@pytest.mark.parametrize(
    "header", ["*", "{}", ' "{}" ', '"1", "{}"', '"{}","1"', 'W/"1", "{}"', '"{}", "999999999"', '"{}",']
)
def test_a_condition_may_be_written_in_these_ways(header: str, service: Service, table):
    game, [ada, _] = table
    headers = {"If-Match": header.format(service.version(game))}
    assert ada.post(f"{game}/intentions", legal_bodies(ada, game)[0], headers).status_code == 201


@pytest.mark.parametrize("header", ['"1"', '"1", "2"', 'W/"{}"', 'W/"1", W/"{}"', 'W/"{}", "1"'])
def test_a_condition_without_the_version_fails(header: str, service: Service, table):
    """A weak tag never matches: If-Match compares strongly (RFC 9110, 13.1.1)."""
    game, [ada, _] = table
    before = service.version(game)
    headers = {"If-Match": header.format(before)}
    answer = ada.post(f"{game}/intentions", legal_bodies(ada, game)[0], headers)
    assert_problem(answer, 412, "stale_version")
    assert answer.headers["ETag"] == f'"{before}"'
    assert service.version(game) == before


def test_a_condition_of_weak_tags_only_is_explained(service: Service, table):
    game, [ada, _] = table
    answer = ada.post(f"{game}/undo", {}, {"If-Match": f'W/"{service.version(game)}"'})
    assert "weak" in assert_problem(answer, 412, "stale_version")["detail"]


def test_one_version_of_a_list_suffices(service: Service):
    game, [ada, _] = play_to_planning(service)
    early, batch = ada.get(game).headers["ETag"], make_batch(service, game, 0, 3)
    late = ada.post(f"{game}/intentions", batch[0]).headers["ETag"]
    assert_problem(ada.post(f"{game}/intentions", batch[1], {"If-Match": early}), 412, "stale_version")
    assert ada.post(f"{game}/intentions", batch[1], {"If-Match": f"{early}, {late}"}).status_code == 201
    assert_problem(ada.post(f"{game}/intentions", batch[2], {"If-Match": f"{early}, {late}"}), 412, "stale_version")


@pytest.mark.parametrize(
    "header",
    ["", '""', '"x"', '"-1"', '"1.0"', '"1", "x"', '"1", *', '"' + "9" * 20 + '"', "²", ",", "x" * 5000, '"1" "2"'],
    ids=range(12),
)
def test_a_condition_that_is_no_version_is_refused(header: str, service: Service, table):
    game, [ada, _] = table
    before = service.version(game)
    answer = ada.post(f"{game}/intentions", legal_bodies(ada, game)[0], {"If-Match": header})
    assert_problem(answer, 400, "bad_if_match")
    assert service.version(game) == before
