"""The schedule of checks: the earliest plan counts, and many plans at once are one check."""

from service.games.live.schedule import Schedule


def test_names_come_when_they_are_due_the_earliest_first():
    schedule = Schedule(pause=0)
    schedule.plan("b", 2)
    schedule.plan("a", 1)
    assert schedule.next() == 1
    assert schedule.take(0.5, 10) == []
    assert schedule.take(2, 10) == ["a", "b"]
    assert schedule.take(9, 10) == []
    assert schedule.next() is None


def test_an_earlier_plan_replaces_a_later_one_and_not_the_other_way_round():
    schedule = Schedule(pause=0)
    for at in (5, 3, 4):
        schedule.plan("a", at)
    assert schedule.take(3, 10) == ["a"]
    assert schedule.take(9, 10) == []


def test_between_two_checks_of_a_name_there_is_a_pause():
    schedule = Schedule(pause=2)
    schedule.plan("a", 1)
    assert schedule.take(1, 10) == ["a"]
    schedule.plan("a", 1)
    schedule.plan("b", 1)
    assert schedule.take(2.9, 10) == ["b"]
    assert schedule.take(3, 10) == ["a"]


def test_so_many_are_taken_in_a_row_at_most():
    schedule = Schedule(pause=0)
    for name in "abc":
        schedule.plan(name, 1)
    assert [schedule.take(1, 2), schedule.take(1, 2)] == [["a", "b"], ["c"]]


def test_a_forgotten_name_is_not_due():
    schedule = Schedule(pause=5)
    schedule.plan("a", 1)
    schedule.forget("a")
    assert schedule.take(9, 10) == []
    schedule.plan("a", 9)
    assert schedule.take(9, 10) == ["a"]
