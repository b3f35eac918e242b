"""How tests are dealt out to the workers."""

from tests.dealing import in_order, share_of


def test_a_worker_takes_whole_files_and_all_that_needs_the_generators():
    assert share_of("tests/bots/test_a.py::test_b[::]") == "tests/bots/test_a.py"
    folder = "tests/generated_clients"
    assert share_of(f"{folder}/test_a.py::test_b") == share_of(f"{folder}/test_c.py::test_d") == folder


def test_folders_are_dealt_first_and_slow_files_among_quick_ones_which_are_the_last():
    shares = {
        "quick 1": False,
        "quick 2": False,
        "quick 3": False,
        "slow 1": True,
        "slow 2": True,
        "tests/training": True,
    }
    order = in_order(shares)
    assert sorted(shares, key=order.__getitem__) == [
        "tests/training", "quick 1", "slow 1", "slow 2", "quick 2", "quick 3",
    ]  # fmt: skip
