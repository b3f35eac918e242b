"""The order of the tests."""

from tests.order import long_first

TESTS, LONG = "abcdeVfWXghiYZjk", ["VWX", "Y", "Z"]


def shares(tests: list[str], workers: int) -> list[list[str]]:
    """As pytest-xdist deals the tests out at first."""
    left, dealt = [*tests], []
    for worker in range(workers):
        size = len(left) // (workers - worker)
        dealt.append(left[:size])
        left = left[size:]
    return dealt


def test_the_share_of_each_worker_begins_with_its_groups_of_long_tests():
    three = shares(long_first(TESTS, LONG, 3), 3)
    assert [share[:4] for share in three] == [[*"VWXa"], [*"Ycde"], [*"Zghi"]]
    two = shares(long_first(TESTS, LONG, 2), 2)
    assert [share[:5] for share in two] == [[*"VWXZa"], [*"Yefgh"]]


def test_tests_that_are_not_long_keep_their_order_and_none_is_missing():
    ordered = long_first(TESTS, LONG, 3)
    assert [each for each in ordered if each.islower()] == [*"abcdefghijk"]
    assert sorted(ordered) == sorted(TESTS)


def test_a_run_of_long_tests_alone_or_without_any_is_complete():
    assert sorted(long_first("XYZ", ["XYZ"], 2)) == [*"XYZ"]
    assert long_first("abc", [], 3) == [*"abc"]
    assert long_first("", [], 3) == []
