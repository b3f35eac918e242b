"""Tasks on an engine: cut to a size, a bounded number at a time, in their order where that counts."""

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

import pytest

from service.commands.batch import Engine, in_this_process, results, some_at_a_time
from service.commands.batch.remote import code_digest, pack, run, unpack
from service.settings import StartError


def never() -> bool:
    return False


@pytest.fixture
def threads() -> Iterator[Engine]:
    """An engine of three threads that gets four tasks at once."""
    with ThreadPoolExecutor(3) as pool:
        yield Engine(pool, lambda: 4)


def double(numbers: Sequence[int]) -> list[int]:
    """Small numbers take longer."""
    time.sleep(0.02 / (1 + numbers[0]))
    return [2 * number for number in numbers]


def test_tasks_have_many_items_unless_these_are_large():
    assert [*some_at_a_time(range(7), 3)] == [[0, 1, 2], [3, 4, 5], [6]]
    assert [*some_at_a_time([1, 9, 1, 1, 20], 3, size=lambda item: item, max_bytes=9)] == [[1, 9], [1, 1, 20]]
    assert [*some_at_a_time([], 3)] == []


def test_results_come_in_the_order_of_the_tasks_if_that_counts(threads: Engine):
    tasks = [[number] for number in range(20)]
    expected = [[2 * number] for number in range(20)]
    assert [*results(double, tasks, threads, never, in_order=True)] == expected
    assert sorted(results(double, tasks, threads, never)) == expected
    assert [*results(double, tasks, in_this_process(), never)] == expected


@pytest.mark.parametrize("in_order", [True, False])
def test_no_more_tasks_are_taken_than_the_engine_and_the_memory_have_room_for(
    threads: Engine, in_order: bool, monkeypatch: pytest.MonkeyPatch
):
    for size, most in ((0, 4), (60, 2)):  # bytes of a task; the second one fills the 100
        monkeypatch.setattr("service.commands.batch.tasks.MAX_SUBMITTED_BYTES", 100)
        taken: list[int] = []

        def tasks(taken: list[int] = taken) -> Iterator[list[int]]:
            for number in range(12):
                taken.append(number)
                yield [number]

        found = results(double, tasks(), threads, never, size=lambda item, size=size: size, in_order=in_order)
        for count, _ in enumerate(found):
            assert len(taken) <= count + most
        assert len(taken) == 12


def fail_at_three(numbers: Sequence[int]) -> int:
    if numbers == [3]:
        raise StartError("three")
    return numbers[0]


def test_a_failure_comes_after_the_results_before_it(threads: Engine):
    for engine in (threads, in_this_process()):
        found = results(fail_at_three, [[number] for number in range(6)], engine, never, in_order=True)
        assert [next(found) for _ in range(3)] == [0, 1, 2]
        with pytest.raises(StartError, match="three"):
            next(found)


def test_a_stop_ends_the_loop_after_what_is_finished():
    found = results(double, [[1], [2]], in_this_process(), lambda: True)
    assert next(found) == [2]
    with pytest.raises(KeyboardInterrupt):
        next(found)


def test_a_worker_answers_with_the_result_or_the_exception(caplog: pytest.LogCaptureFixture):
    assert unpack(run(BytesIO(pack(double, [4])), code_digest())) == [8]
    with pytest.raises(StartError, match="three"):
        unpack(run(BytesIO(pack(fail_at_three, [3])), code_digest()))
    with pytest.raises(StartError, match="another version of this project"):
        unpack(run(BytesIO(pack(double, [4])), "0" * 64))
    with pytest.raises(IndexError):
        unpack(run(BytesIO(pack(double, [])), code_digest()))
    assert "a task failed" in caplog.text
