"""The audit: logs that the service wrote are correct, and a file that is no log has a named fault."""

import json
from collections.abc import Callable
from random import Random

import pytest

import game as rules
from events.export import UnknownSchema
from game.declared import Event
from game.lobby import GameAbandoned
from projections.audit import UnknownRuleset, verify, verify_origin
from tests.amounts import amount
from tests.game.play import STYLES, Play
from tests.projections.archive import Recorder, log_lines, make_log, record_fork, record_game, with_new_hashes

RIGHT: dict[str, Callable[[], Recorder]] = {
    "two seats": lambda: record_game(Play(1, 2)),
    "four seats": lambda: record_game(Play(4, 4)),
    "five seats, side B": lambda: record_game(Play(5, 5, "B", "restless")),
    "with bots": lambda: record_game(Play(3, 3), 0.0, ("greedy",)),
    "bots alone": lambda: record_game(Play(3, 3), 0.0, ("greedy", "random", "greedy")),
    "solo, with redraws": lambda: record_game(Play(6, 1, "A", "curious")),
    "a scenario": lambda: record_game(Play(8, 1, "B", scenario="SC04")),
    "undos, auto-ready, rewinds and resignations": lambda: record_game(Play(4, 4), 0.3),
    "alone, with rewinds": lambda: record_game(Play(9, 2, "B"), 0.3, ("greedy",)),
    "solo, with rewinds": lambda: record_game(Play(10, 1, "B", "curious"), 0.3),
    "a fork": lambda: record_fork(Play(4, 4), 0.5, 0.2)[0],
    "a fork of a solo game": lambda: record_fork(Play(6, 1, "B", "curious"), 0.4, 0.2)[0],
    "a fork from the deal on": lambda: record_fork(Play(2, 3), 0.0)[0],
}


@pytest.mark.slow
@pytest.mark.parametrize("what", RIGHT)
def test_a_log_that_the_service_wrote_is_correct(what):
    recorder = RIGHT[what]()
    verdict = verify(log_lines(recorder))
    assert verdict.fault is None
    assert verdict.game == recorder.id
    assert verdict.events == len(recorder.entries)
    assert verdict.head == recorder.entries[-1].hash.hex()
    end = json.loads(log_lines(recorder)[-1])
    assert (verdict.state_hash, verdict.result) == (end["state_hash"], end["result"])
    assert verdict.assisted is (recorder.state.assisted or "fork" in what)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(amount(8)))
def test_many_more_logs_that_the_service_wrote_are_correct(seed):
    rng = Random(seed)
    play = Play(seed, rng.randint(1, 5), rng.choice("AB"), rng.choice(sorted(STYLES)))
    recorder = record_game(play, rng.choice([0.05, 0.2, 0.4]), ("greedy",) * rng.randrange(play.seats))
    assert verify(log_lines(recorder)).fault is None
    fork, origin = record_fork(play, rng.random() * 0.95, 0.1)
    assert verify(log_lines(fork)).fault is None
    assert verify_origin(fork.entries, origin.entries) is None


def resigned_by_all(*end: Event, seats: int = 2) -> Recorder:
    """A game whose players resign one after the other. `end`: what follows the last resignation in its group."""
    recorder = Recorder()
    recorder.open({"seats": seats})
    for seat in (1, 0):
        recorder.add(f"player-{seat}", [*rules.leave(recorder.state, seat), *(end if seat == 0 else ())])
    return recorder


def test_a_game_that_all_players_resigned_is_played_to_its_score():
    recorder = resigned_by_all()
    recorder.finish(Random(1))
    assert verify(log_lines(recorder)).fault is None


def test_an_older_log_in_which_the_last_resignation_ended_the_game_has_no_other_fault_than_its_missing_score():
    recorder = resigned_by_all(GameAbandoned())
    fault = verify(log_lines(recorder)).fault
    assert fault
    assert (fault.kind, fault.found) == ("end", "abandoned")


def test_a_resignation_ends_no_game_while_another_player_is_there_or_for_another_reason():
    for recorder in (resigned_by_all(GameAbandoned(), seats=3), resigned_by_all(GameAbandoned("idle"))):
        fault = verify(log_lines(recorder)).fault
        assert fault
        assert (fault.kind, fault.line) == ("rules", len(recorder.entries) + 1)


# A fork and its origin


@pytest.mark.slow
def test_a_fork_agrees_with_its_origin_and_names_it():
    for share in (0.0, 0.3, 0.9):
        fork, origin = record_fork(Play(4, 4), share, 0.2)
        assert verify_origin(fork.entries, origin.entries) is None
        assert verify(log_lines(fork)).origin == {"game": origin.id, "version": fork.state.origin.version}


@pytest.mark.slow
def test_a_fork_does_not_agree_with_another_game_or_another_past_of_it():
    fork, origin = record_fork(Play(4, 4), 0.5, 0.2)
    other = record_game(Play(5, 4))
    assert verify_origin(fork.entries, other.entries).kind == "origin"
    assert verify_origin(origin.entries, fork.entries).detail == "this game is no fork"
    version = fork.state.origin.version
    altered = [entry if entry.version != version - 3 else entry._replace(ms=entry.ms + 1) for entry in origin.entries]
    assert "hash at that version" in verify_origin(fork.entries, altered).detail


# What it cannot say


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"ruleset": "base-9"}, UnknownRuleset),
        ({"ruleset": "x" * 5000}, UnknownRuleset),
        ({"schema": 2}, UnknownSchema),
    ],
    ids=str,
)
def test_a_log_of_an_unknown_ruleset_or_schema_gets_no_verdict(changes, error):
    header, *rest = log_lines(RIGHT["two seats"]())
    header = json.dumps(json.loads(header) | changes, sort_keys=True, separators=(",", ":")).encode() + b"\n"
    with pytest.raises(error) as unknown:
        verify([header, *rest])
    assert len(str(unknown.value)) < 200


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"", 1),
        (b"\n", 1),
        (b"nonsense", 1),
        (b"\x1f\x8b\x08 compressed", 1),
        (b"\xff\xfe", 1),
        (b"\x00" * 1000, 1),
        (b"[" * 100_000, 1),
        (b"9" * 5000, 1),
    ],
    ids=lambda value: repr(value)[:20],
)
def test_a_file_that_is_no_log_has_an_encoding_fault(content, line):
    fault = verify(content.splitlines(keepends=True)).fault
    assert (fault.kind, fault.line) == ("encoding", line)
    assert len(str(fault)) < 300


def test_an_endless_line_is_refused_before_it_is_parsed():
    header, *_ = log_lines(RIGHT["two seats"]())
    fault = verify([header, b'{"a":"' + b"a" * 10_000_000]).fault
    assert (fault.kind, fault.line) == ("encoding", 2)


def test_a_fault_quotes_only_the_beginning_of_long_values():
    recorder = RIGHT["two seats"]()
    first, *rest = recorder.entries
    long = first._replace(data=first.data.replace("{", '{"' + "x" * 9000 + '":1,', 1))
    assert len(str(verify(make_log(recorder.id, with_new_hashes(recorder.id, [long, *rest]))).fault)) < 1500
