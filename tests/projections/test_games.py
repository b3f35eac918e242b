"""Games at their newest version, whichever process appended last, and at earlier versions."""

from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

import game as rules
from events import Appended, Conflict, Group, IdempotencyKey, MemoryLog
from projections.games import Games, after_append, with_entries, without_events
from tests.events.stories import DIGEST, groups, write
from tests.game.play import Play
from tests.projections.reads import refuse_reads
from tests.projections.table import act, begin, fold_game, join, leave, open_game, play, save, start

PLAY = Play(2, 3, "B")


@pytest.fixture
def games(log, snapshots):
    return Games(log, snapshots.load)


def test_an_unknown_game_has_version_zero_and_is_not_remembered(games):
    assert games.load("g") == without_events("g")
    assert games.load_with_key("g", "player:key") == (without_events("g"), None)
    assert games.cached("g") is None


@pytest.mark.slow
def test_a_game_is_loaded_at_its_newest_version_while_others_append(games, log):
    for group in groups(PLAY)[:60]:
        write(log, "g", [group])
        assert games.load("g") == fold_game(log, "g")


def test_recent_returns_the_game_as_last_loaded_here_without_asking_the_server(games, log):
    open_game(log, "g")
    assert games.cached("g") is None
    first = games.load("g")
    join(log, "g")
    assert games.cached("g") is first
    assert games.load("g").version == 3
    assert games.cached("g") == fold_game(log, "g")


def test_a_cached_game_is_not_read_again_by_a_caller_that_knows_its_head(log, snapshots, monkeypatch):
    games = Games(log, snapshots.load)
    open_game(log, "g")
    first = games.load("g")
    join(log, "g")
    assert games.load("g", log.heads(["g"])["g"]) == fold_game(log, "g")
    second = games.load("g")
    refuse_reads(log, monkeypatch)
    assert games.load("g", log.heads(["g"])["g"]) is second is not first


def test_load_with_key_returns_the_outcome_of_the_key(games, log):
    open_game(log, "g")
    outcome = act(log, "g", "bob", lambda state: rules.join(state, "bob"))
    known = Appended(outcome.first, outcome.last, DIGEST, known=True)
    for _ in ("cold", "warm"):
        assert games.load_with_key("g", "player:2") == (fold_game(log, "g"), known)
    assert games.load_with_key("g", "player:9") == (fold_game(log, "g"), None)


def test_a_game_is_loaded_from_its_snapshot_and_the_entries_after_it(log, snapshots):
    open_game(log, "g")
    other = fold_game(log, "g")._replace(opened_ms=7)  # to tell it from what the log alone would give
    save(snapshots, "g", other)
    join(log, "g")
    assert Games(log, snapshots.load).load("g") == fold_game(log, "g")._replace(opened_ms=7)


def test_a_game_after_an_append_is_the_game_read_from_the_log(games, log):
    game = without_events("g")
    for number, group in enumerate(groups(PLAY)):
        outcome = log.append("g", [group], game.version, game.head, IdempotencyKey(f"player:{number}", DIGEST))
        game = after_append(game, rules.fold(group.events, game.state), outcome.entries)
        games.keep("g", game)
        assert games.cached("g") is game
    assert game == fold_game(log, "g") == games.load("g")


def test_an_older_state_does_not_replace_a_newer_one(games, log):
    open_game(log, "g")
    older = games.load("g")
    join(log, "g")
    newer = games.load("g")
    assert games.keep("g", older) is older
    assert games.cached("g") is newer


def test_the_least_recently_used_game_is_forgotten(log, snapshots):
    games = Games(log, snapshots.load, capacity=2)
    for game in ("a", "b", "c"):
        open_game(log, game)
    games.load("a")
    games.load("b")
    games.cached("a")
    games.load("c")
    assert games.cached("b") is None
    assert games.cached("a").version == games.cached("c").version == 2
    assert games.load("b") == fold_game(log, "b")


# Earlier versions


def test_every_version_can_be_seen_again_also_those_within_an_append(log, snapshots):
    begin(log, "g", seats=3, bots=["greedy"])
    play(log, "g", turns=60)
    games, entries, state = Games(log, snapshots.load), log.read("g"), rules.State()
    assert games.state_at("g", 0) == state
    for entry in entries:
        state = rules.evolve(state, entry.event)
        assert games.state_at("g", entry.version) == state
        assert state.version == entry.version
    assert any(not entry.hash for entry in entries)


def test_folding_an_earlier_version_leaves_the_kept_game_as_it_is(games, log):
    open_game(log, "g")
    join(log, "g")
    now = games.load("g")
    games.state_at("g", 1)
    assert games.cached("g") is now


# A server that lost its last second


def dump_game(parts, game="g"):
    """The keys of a game as the server would find them on its disk."""
    keys = (parts.keys.stream(game), parts.keys.idempotency(game))
    return {key: parts.redis.dump(key) for key in keys}


def restore_after_loss(parts, saved):
    """Restart the server as if it had lost the writes after the dump, which were not on its disk yet."""
    for key, value in saved.items():
        parts.redis.restore(key, 0, value, replace=True)


def test_a_process_that_kept_lost_entries_goes_back_to_the_log(games, log, parts):
    open_game(log, "g", seats=3)
    before, disk = games.load("g"), dump_game(parts)
    join(log, "g")
    known = games.load("g")
    restore_after_loss(parts, disk)
    with pytest.raises(Conflict):
        log.append(
            "g",
            [Group("cat", rules.join(known.state, "cat"))],
            known.version,
            known.head,
            IdempotencyKey("c:1", DIGEST),
        )
    assert games.load("g") == games.cached("g") == before
    assert games.load_with_key("g", "cat:1") == (before, None)


def test_a_process_that_kept_another_past_of_the_same_length_goes_back_to_the_log(games, log, parts):
    open_game(log, "g", seats=3)
    disk = dump_game(parts)
    join(log, "g", "bob")
    known = games.load("g")
    restore_after_loss(parts, disk)
    join(log, "g", "dan")
    with pytest.raises(Conflict):
        log.append(
            "g",
            [Group("cat", rules.join(known.state, "cat"))],
            known.version,
            known.head,
            IdempotencyKey("c:1", DIGEST),
        )
    now = games.load("g")
    assert [seat.player for seat in now.state.seats] == ["ann", "dan", None]
    assert now == games.cached("g") == fold_game(log, "g")


def test_a_snapshot_of_lost_entries_is_not_used(log, snapshots, parts):
    open_game(log, "g", seats=3)
    disk = dump_game(parts)
    join(log, "g", "bob")
    save(snapshots, "g", fold_game(log, "g"))
    restore_after_loss(parts, disk)
    assert Games(log, snapshots.load).load("g") == fold_game(log, "g")
    for player in ("dan", "eve"):
        join(log, "g", player)
    assert [seat.player for seat in Games(log, snapshots.load).load("g").state.seats] == ["ann", "dan", "eve"]


# Several threads


@pytest.mark.slow
def test_threads_that_load_and_append_see_only_true_states(log, snapshots):
    games, names = Games(log, snapshots.load, capacity=3), ["a", "b", "c", "d"]
    for name in names:
        open_game(log, name, seats=3)

    def work(thread):
        rng = Random(thread)
        for number in range(25):
            name = rng.choice(names)
            game = games.load(name)
            key = IdempotencyKey(f"{thread}:{number}", DIGEST)
            try:
                taken = [seat.player for seat in game.state.seats].count(None) == 0
                events = rules.leave(game.state, 1) if taken else rules.join(game.state, f"p{thread}-{number}")
                group = Group(f"p{thread}", events)
                outcome = log.append(name, [group], game.version, game.head, key)
                games.keep(name, after_append(game, rules.fold(events, game.state), outcome.entries))
            except (Conflict, rules.Refused):
                pass
            found = games.load(name)
            assert found == with_entries(without_events(name), log.read(name, upto=found.version))

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(work, range(6)))
    for name in names:
        assert games.load(name) == fold_game(log, name)
        assert fold_game(log, name).version > 5


def test_a_game_in_memory_is_loaded_as_well(snapshots):
    log = MemoryLog()
    open_game(log, "m")
    games = Games(log, snapshots.load)
    join(log, "m")
    leave(log, "m", 1)
    assert games.load("m") == fold_game(log, "m")


def test_a_game_that_was_rewound_is_folded_anew_where_it_was_known(log, snapshots):
    kept, cold = Games(log, snapshots.load), Games(log, snapshots.load)
    open_game(log, "g", seats=2, bots=["greedy"])
    start(log, "g")
    play(log, "g", turns=6)
    there = fold_game(log, "g").version
    play(log, "g", turns=3, seed=5)
    save(snapshots, "g", kept.load("g"))
    past = rules.fold([entry.event for entry in log.read("g", upto=there)])
    act(log, "g", "ann", lambda state: rules.propose(state, 0, past, "2026-11-21T12:00:00.000Z", "2026-11-21T13"))
    assert kept.load("g") == cold.load("g") == fold_game(log, "g")
    assert kept.load("g").state.seats == past.seats
    assert kept.cached("g").version == fold_game(log, "g").version
    assert kept.load_with_key("g", "player:key") == (fold_game(log, "g"), None)


def test_the_last_group_end_is_the_newest_one_at_most_at_the_version(games, log):
    for group in groups(PLAY)[:40]:
        write(log, "g", [group])
    entries = log.read("g")
    ends = {entry.group - 1 for entry in entries if entry.group == entry.version} | {len(entries)}
    for version in range(1, len(entries) + 1):
        assert games.last_group_end("g", version) == max(end for end in ends if end <= version)
