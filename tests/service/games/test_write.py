"""The write path: two processes of which one keeps an old state, and thirty writers of one game who are all served."""

from functools import partial

import pytest

import game as rules
from events import Group, IdempotencyKey, MemoryLog
from game.draft import Draft
from projections.games import Games, Loaded
from service.games import write as write_path
from service.games.write import Decided, Declined, KeyReused, NoSuchGame, TooBusy, Written, write
from tests.at_once import run_at_once
from tests.events.stories import DIGEST, groups
from tests.events.stories import write as append
from tests.game.play import Play
from tests.service.client import Caller, Service

OPENING = groups(Play(1, 2))[:1]
WRITERS, EACH = 30, 4


def process(log: MemoryLog) -> Games:
    """The games as one process has them."""
    return Games(log, lambda game: None)


@pytest.fixture
def log() -> MemoryLog:
    log = MemoryLog()
    append(log, "g", OPENING)
    return log


def pick(seat: int, seen: list[int] | None = None):
    """A function that drafts the first card of the seat's hand. `seen`: gets each version that it decides on."""

    def decide(loaded: Loaded) -> Decided:
        if seen is not None:
            seen.append(loaded.version)
        legal = rules.legal(loaded.state, seat)
        if not legal:
            raise rules.Refused("already_picked", "the seat has picked")
        events = rules.decide(loaded.state, legal[0])
        return Decided([Group(f"player-{seat}", events)], rules.fold(events, loaded.state))

    return decide


def write_once(games: Games, decide: write_path.Decide, key: str = "player-0:1", digest: bytes = DIGEST) -> Written:
    return write(games, "g", IdempotencyKey(key, digest), decide)


def test_the_first_attempt_decides_on_the_kept_state_and_the_next_one_on_the_newest(log: MemoryLog):
    here, elsewhere, seen = process(log), process(log), list[int]()
    kept = here.load("g").version
    write_once(elsewhere, pick(1), "player-1:1")
    written = write_once(here, pick(0, seen))
    assert seen == [kept, kept + 1]
    assert written.entries[0].name == "card_drafted"
    assert written.state == process(log).load("g").state


def test_a_refusal_on_a_kept_state_is_asked_again_on_the_newest(log: MemoryLog):
    here, elsewhere = process(log), process(log)
    write_once(here, pick(0))
    write_once(elsewhere, pick(1), "player-1:1")  # both have picked: the next hands are there
    assert write_once(here, pick(0), "player-0:2").entries


def test_a_refusal_on_the_newest_state_is_final(log: MemoryLog):
    def decide(loaded: Loaded) -> Decided:
        return Decided([Group("a", rules.decide(loaded.state, Draft(0, "no such card")))])

    with pytest.raises(rules.Refused):
        write_once(process(log), decide)


def test_an_error_that_is_no_refusal_ends_the_write_at_once(log: MemoryLog):
    games, seen = process(log), list[int]()
    games.load("g")

    def decide(loaded: Loaded) -> Decided:
        seen.append(loaded.version)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write_once(games, decide)
    assert len(seen) == 1


def test_a_repeated_key_appends_nothing_in_any_process(log: MemoryLog):
    first = write_once(process(log), pick(0))
    again = write_once(process(log), pick(0))
    assert (again.version, [*again.entries], again.repeated) == (first.version, [*first.entries], True)
    with pytest.raises(KeyReused):
        write_once(process(log), pick(0), digest=b"another request")


def test_nothing_is_written_to_a_game_that_does_not_exist():
    with pytest.raises(NoSuchGame):
        write_once(process(MemoryLog()), pick(0))


def test_a_writer_who_decides_nothing_gets_the_newest_state(log: MemoryLog):
    written = write_once(process(log), lambda loaded: Decided())
    assert (written.version, written.entries) == (len(OPENING[0].events), ())


def test_a_writer_who_loses_every_race_gives_up_and_has_appended_nothing(
    log: MemoryLog, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(write_path, "MAX_WAIT_SECONDS", 0.01)
    here, elsewhere = process(log), process(log)
    other = 0

    def overtaken(loaded: Loaded) -> Decided:
        nonlocal other
        other += 1
        with pytest.MonkeyPatch.context() as patience:
            patience.setattr(write_path, "MAX_WAIT_SECONDS", 5.0)
            seat = rules.waiting_on(elsewhere.load("g").state)[0]
            write_once(elsewhere, pick(seat), f"elsewhere:{other}")
        return pick(rules.waiting_on(loaded.state)[0])(loaded)

    with pytest.raises(TooBusy):
        write_once(here, overtaken)
    assert other >= write_path.MIN_ATTEMPTS
    assert log.tail("g", 0, b"", "player-0:1")[1] is None


def test_what_declines_is_raised_when_it_holds_on_the_newest_state(log: MemoryLog):
    class Full(Declined):
        pass

    def decide(loaded: Loaded) -> Decided:
        raise Full

    games = process(log)
    games.load("g")
    with pytest.raises(Full):
        write_once(games, decide)


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

    run_at_once(*[partial(send, number) for number in range(WRITERS)])
    assert answers == [201] * WRITERS * EACH
