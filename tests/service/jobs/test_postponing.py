"""Effects with a time wait outside a lane in which many jobs of their account wait."""

import pytest

from service.jobs.postponing import APART_SECONDS, LOOK_SECONDS, TIMED_ROOM, Postponing


def test_an_account_has_its_part_of_the_lane_and_the_others_have_theirs():
    postponing = Postponing(list, now=lambda: 7.0)
    assert {postponing.seconds("ada") for _ in range(TIMED_ROOM.own)} == {0.0}
    assert postponing.seconds("ada") > 0
    assert postponing.seconds("ben") == 0


def test_in_a_crowded_lane_each_account_has_one_job():
    names = [f"bots-account{number}-game-v1-r1" for number in range(TIMED_ROOM.crowd)]
    postponing = Postponing(lambda: names, now=lambda: 7.0)
    assert postponing.seconds("ada") == 0
    assert postponing.seconds("ada") > 0
    assert postponing.seconds("account1") > 0


def test_the_effects_of_an_account_are_postponed_one_behind_the_other():
    moment = 7.0
    names = [f"clock-ada-game{number}-v1-r1" for number in range(TIMED_ROOM.own)]
    postponing = Postponing(lambda: names, now=lambda: moment)
    waits = [postponing.seconds("ada") for _ in range(3)]
    assert waits == pytest.approx([APART_SECONDS, 2 * APART_SECONDS, 3 * APART_SECONDS])
    moment += 2 * APART_SECONDS
    assert postponing.seconds("ada") == pytest.approx(2 * APART_SECONDS), "it goes to the end of them"


def test_what_has_left_the_lane_makes_room_at_the_next_look():
    moment = 7.0
    names = [f"clock-ada-game{number}-v1-r1" for number in range(TIMED_ROOM.own)]
    postponing = Postponing(lambda: names, now=lambda: moment)
    assert postponing.seconds("ada") > 0
    names.pop()
    assert postponing.seconds("ada") > 0, "it looks at the lane now and then only"
    moment += LOOK_SECONDS
    assert postponing.seconds("ada") == 0
    assert postponing.seconds("ada") > 0
