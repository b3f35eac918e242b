"""The audit of what happens at the table before the start, and of rematches: right logs, and forged ones."""

import json
from random import Random

import pytest

import game as rules
from events import Entry
from events.entry import canonical, encode
from game.declared import Event
from game.hosting import PlayerInvited
from game.lobby import GameAbandoned, SeatTaken
from game.shuffle import commitment
from projections.audit import verify, verify_origin
from tests.projections.archive import Recorder, make_log, with_new_hashes
from tests.projections.busy_tables import busy_table, rematch


def fault_of(table: Recorder, entries: list[Entry]):
    return verify(make_log(table.id, with_new_hashes(table.id, entries))).fault


def changed(table: Recorder, name: str, nth: int = 0, actor: str | None = None, **data) -> tuple[int, list[Entry]]:
    """The line of the nth event of a name, and the entries with another actor of its group, or other data."""
    entry = [each for each in table.entries if each.name == name][nth]
    entries = []
    for each in table.entries:
        if actor and each.group == entry.group:
            each = each._replace(actor=actor)
        if each.version == entry.version:
            each = each._replace(data=canonical(json.loads(each.data) | data))
        entries.append(each)
    return entry.version + 1, entries


def with_more(table: Recorder, after: str, actor: str, event: Event) -> tuple[int, list[Entry]]:
    """The line of an event that is put in after the first one of a name, and the entries."""
    at = next(entry.version for entry in table.entries if entry.name == after)
    while not table.entries[at - 1].hash:
        at += 1
    name, seat, data = encode(event)
    more = Entry(at + 1, name, seat, at + 1, actor, table.entries[at].ms, data, b"", b"?")
    later = [each._replace(version=each.version + 1, group=each.group + 1) for each in table.entries[at:]]
    return at + 2, [*table.entries[:at], more, *later]


@pytest.mark.parametrize("table", [busy_table, rematch])
def test_a_log_with_all_that_happens_at_a_table_is_correct(table):
    assert verify(make_log(table().id, table().entries)).fault is None


def test_every_event_of_the_table_is_in_the_logs_that_are_forged_here():
    names = {entry.name for entry in [*busy_table().entries, *rematch().entries]}
    wanted = {"seat_removed", "host_changed", "player_invited", "invitation_withdrawn", "start_agreed"}
    wanted |= {"table_changed"}
    assert wanted <= names


@pytest.mark.parametrize(
    ("name", "actor"),
    [
        ("seat_removed", "bob"),
        ("seat_removed", "eve"),
        ("host_changed", "bob"),
        ("table_changed", "ann"),
        ("player_invited", "ann"),
        ("invitation_withdrawn", "ann"),
        ("invitation_withdrawn", "cem"),
        ("start_agreed", "bob"),
        ("seat_taken", "zoe"),
        ("game_started", "fay"),
    ],
)
def test_an_event_of_another_actor_is_found(name: str, actor: str):
    line, entries = changed(busy_table(), name, -1, actor=actor)
    found = fault_of(busy_table(), entries)
    assert (found.kind, found.line) == ("actor", line)


@pytest.mark.parametrize(
    ("name", "nth", "data"),
    [
        ("seat_removed", 0, {"player": "bob"}),
        ("host_changed", 0, {"host": 0}),
        ("host_changed", 0, {"host": 2}),
        ("host_changed", 0, {"host": 9}),
        ("host_changed", 0, {"host": True}),
        ("table_changed", 0, {"players": ["ann", "bob", "bot:greedy", None, "bot:random"]}),
        ("table_changed", 0, {"players": ["bob", "ann", None, "bot:greedy", "bot:random"]}),
        ("table_changed", 0, {"players": ["ann", "bob", None, "bot:greedy", "bot:random", None]}),
        ("table_changed", 0, {"players": ["ann", "bob", None, "bot:greedy", "eve"]}),
        ("table_changed", 0, {"players": ["ann", "bob", None, "bot:greedy", ["bot:random"]]}),
        ("table_changed", 0, {"players": ["ann"]}),
        ("table_changed", 0, {"players": 7}),
        ("table_changed", 1, {"reserved": ["zoe", None, None]}),
        ("player_invited", 0, {"player": "bob"}),
        ("player_invited", 1, {"player": "cem"}),
        ("player_invited", 0, {"player": 7}),
        ("invitation_withdrawn", 0, {"player": "zoe"}),
        ("start_agreed", 1, {"on": False}),
        ("start_agreed", 2, {"on": True}),
        ("start_agreed", 0, {"on": 1}),
        ("start_agreed", 0, {"client_seed": 5}),
    ],
    ids=str,
)
def test_an_event_that_the_rules_do_not_make_is_found(name: str, nth: int, data: dict):
    line, entries = changed(busy_table(), name, nth, **data)
    found = fault_of(busy_table(), entries)
    assert (found.kind, found.line) == ("rules", line)


def test_a_seed_that_came_with_an_agreement_is_the_one_of_the_deal():
    """Another seed gives another deal."""
    _, entries = changed(busy_table(), "start_agreed", client_seed="another")
    assert fault_of(busy_table(), entries).kind == "deal"


def test_a_removed_player_cannot_be_back():
    line, entries = with_more(busy_table(), "seat_removed", "eve", SeatTaken(2, "eve"))
    found = fault_of(busy_table(), entries)
    assert (found.kind, found.line) == ("rules", line)


def test_nobody_is_invited_or_made_host_after_the_start():
    line, entries = with_more(busy_table(), "game_started", "bob", PlayerInvited("zoe"))
    assert fault_of(busy_table(), entries).line == line


@pytest.mark.parametrize(
    ("after", "actor", "kind"), [("picks_revealed", "ann", "rules"), ("game_started", "eve", "actor")]
)
def test_a_game_is_aborted_only_early_and_by_a_player(after: str, actor: str, kind: str):
    line, entries = with_more(busy_table(), after, actor, GameAbandoned("aborted"))
    found = fault_of(busy_table(), entries)
    assert (found.kind, found.line) == (kind, line)


@pytest.mark.parametrize("after", ["game_opened", "game_started", "picks_revealed"])
def test_an_operator_may_close_a_game_at_any_time_by_the_service_alone(after: str):
    """Nothing follows a closed game, so the audit finds the next line at fault."""
    line, entries = with_more(busy_table(), after, "service", GameAbandoned("closed_conduct"))
    assert fault_of(busy_table(), entries).line == line + 1
    for actor, reason in (("ann", "closed_conduct"), ("service", "closed_whim")):
        line, entries = with_more(busy_table(), after, actor, GameAbandoned(reason))
        found = fault_of(busy_table(), entries)
        assert (found.kind, found.line) == ("actor", line)


# Rematches


@pytest.mark.parametrize(
    "changes",
    [
        {"players": ["bot:greedy", "player-0", "player-1"]},
        {"players": ["player-1", "player-0", "bot:greedy", "player-2"]},
        {"players": ["bot:greedy", "player-0", "player-1", "eve"]},
        {"players": ["bot:random", "player-0", "player-1", "player-2"]},
        {"players": ["bot:greedy", "player-0", "player-1", 2]},
        {"players": None},
        {"game": 5},
        {"more": 1},
    ],
    ids=str,
)
def test_a_rematch_of_other_players_is_found(changes: dict):
    told = json.loads(rematch().entries[0].data)["rematch"]
    line, entries = changed(rematch(), "game_opened", rematch=told | changes)
    found = fault_of(rematch(), entries)
    assert (found.kind, found.line) in (("rules", line), ("rules", line + 1))


def test_a_rematch_that_is_opened_by_a_stranger_is_found():
    line, entries = changed(rematch(), "game_opened", actor="eve")
    assert fault_of(rematch(), entries).line == line


def test_a_rematch_is_no_fork():
    origin = {"game": "aaaaaaaa", "version": 9, "head": "", "dealt": "aaaaaaaa", "events": 2}
    line, entries = changed(rematch(), "game_opened", origin=origin)
    assert fault_of(rematch(), entries).line == line


@pytest.mark.parametrize("table", [busy_table, rematch])
@pytest.mark.parametrize("day", ["2026-11-28", "2026-02-30", 5])
def test_a_game_for_several_and_a_rematch_are_no_tries_at_a_daily_deal(table, day):
    line, entries = changed(table(), "game_opened", daily=day)
    found = fault_of(table(), entries)
    assert (found.kind, found.line) == ("rules", line)


def test_a_seat_that_is_kept_for_somebody_else_is_not_taken():
    line, entries = with_more(rematch(), "game_opened", "eve", SeatTaken(1, "eve"))
    assert fault_of(rematch(), entries).line == line


def test_a_public_fork_of_a_private_game_is_found():
    origin, fork = Recorder(), Recorder("bbbbbbbb")
    origin.open({"seats": 2, "visibility": "private"})
    origin.finish(Random(1))
    fork.fork(origin, 40, ("greedy",))
    fork.finish(Random(2))
    assert verify_origin(fork.entries, origin.entries) is None
    options = json.loads(fork.entries[0].data)["options"] | {"visibility": "public"}
    _, entries = changed(fork, "game_opened", options=options)
    assert fault_of(fork, entries) is None, "alone it is correct"
    found = verify_origin(with_new_hashes(fork.id, entries), origin.entries)
    assert (found.kind, found.detail) == ("origin", "the mode of the origin is another")


def test_a_log_from_before_there_were_hosts_is_correct():
    """Any player could start the game."""
    old = Recorder()
    old.add("player-0", rules.open({"seats": 2}, "player-0", old.id, commitment(old.seed, old.id)))
    old.add("player-1", rules.join(old.state, "player-1"))
    old.add("player-1", rules.opening_deal(old.state, old.seed, ("", "luck")))
    old.finish(Random(1))
    assert verify(make_log(old.id, old.entries)).fault is None
