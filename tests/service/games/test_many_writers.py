"""Thirty writers of one game, in two processes: each is served, none is told to try again."""

from threading import Thread

import pytest

from tests.service.client import Caller, Service

WRITERS, EACH = 30, 4


@pytest.mark.slow
def test_thirty_writers_of_one_game_are_all_served(service: Service):
    game, callers = service.start_game(2)
    processes = [service, service.another_process()]
    answers: list[int] = []

    def send(number: int) -> None:
        caller = Caller(processes[number // 2 % 2].app, callers[number % 2].id, callers[number % 2].token)
        for turn in range(EACH):
            body = {"type": "auto_ready", "on": (turn + number) % 2 == 0}
            answers.append(caller.post(f"{game}/intentions", body).status_code)

    threads = [Thread(target=send, args=(number,)) for number in range(WRITERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [201] * WRITERS * EACH
