"""How tests are dealt out to the workers."""

from tests.dealing import share_of


def test_a_worker_takes_whole_files_and_all_that_needs_the_generators():
    assert share_of("tests/bots/test_a.py::test_b[::]") == "tests/bots/test_a.py"
    folder = "tests/generated_clients"
    assert share_of(f"{folder}/test_a.py::test_b") == share_of(f"{folder}/test_c.py::test_d") == folder
