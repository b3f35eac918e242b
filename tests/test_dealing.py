"""How tests are dealt out to the workers."""

from tests.dealing import order, share_of


def test_a_worker_takes_whole_files_and_all_that_needs_the_generators():
    assert share_of("tests/bots/test_a.py::test_b[::]") == "tests/bots/test_a.py"
    folder = "tests/generated_clients"
    assert share_of(f"{folder}/test_a.py::test_b") == share_of(f"{folder}/test_c.py::test_d") == folder


def test_a_run_begins_with_folders_goes_on_with_files_that_have_a_slow_test_and_ends_with_quick_ones():
    folder = "tests/training"
    tests = [("quick.py::a", False), ("slow.py::a", False), ("slow.py::b", True), (f"{folder}/a.py::a", False)]
    assert order([*tests, ("slower.py::a", True)]) == {folder: 0, "slow.py": 1, "slower.py": 2, "quick.py": 3}
