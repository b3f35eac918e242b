"""Logs that were tampered with in many ways: the audit finds each forgery and names the first fault."""

import json
from collections.abc import Callable
from random import Random

import pytest

import game as rules
from events.entry import canonical
from events.export import parse
from game.cards import CARDS
from projections.audit import Fault, UnknownRuleset, verify, verify_origin
from tests.amounts import SEED, amount
from tests.game.play import Play
from tests.projections.archive import Recorder, log_lines, make_log, record_fork, record_game, with_new_hashes

pytestmark = pytest.mark.slow

GAMES: dict[str, Callable[[], Recorder]] = {
    "plain": lambda: record_game(Play(4, 3)),
    "rich": lambda: record_game(Play(4, 4), 0.3),
    "solo": lambda: record_game(Play(6, 1, "A", "curious"), 0.1),
    "fork": lambda: record_fork(Play(4, 3), 0.5)[0],
}


@pytest.fixture
def plain() -> Recorder:
    return GAMES["plain"]()


@pytest.fixture
def rich() -> Recorder:
    return GAMES["rich"]()


@pytest.fixture
def fork() -> Recorder:
    return GAMES["fork"]()


EVERY = pytest.mark.parametrize("name", ["plain", "solo", "fork", pytest.param("rich", marks=pytest.mark.slow)])


def seeds(count: int):
    """So many in every run, and three times as many more in `make verify`: those of SEED."""
    more = range(1_000 * SEED, 1_000 * SEED + amount(3 * count))
    return pytest.mark.parametrize(
        "seed", [*range(count), *(pytest.param(each, marks=pytest.mark.verify) for each in more)]
    )


def fault(content) -> Fault:
    found = verify(content).fault
    assert found is not None, "the forgery was not found out"
    assert found.detail
    return found


def forged(recorder: Recorder, entries, **end) -> Fault:
    """The fault of a log whose chain and end were made to fit these entries."""
    return fault(make_log(recorder.id, with_new_hashes(recorder.id, entries), **end))


def with_data(entry, **changes):
    """The entry with other data, None for no such field."""
    data = json.loads(entry.data) | changes
    return entry._replace(data=canonical({key: value for key, value in data.items() if value is not None}))


def replaced(entries, entry):
    return [entry if other.version == entry.version else other for other in entries]


def append_of(recorder: Recorder, version: int) -> tuple[int, int]:
    """The first and last line of the append that holds a version."""
    ends = [0, *[entry.version for entry in recorder.entries if entry.hash]]
    at = next(i for i, end in enumerate(ends) if end >= version)
    return ends[at - 1] + 2, ends[at] + 1


# Without the skill to mend the chain


@EVERY
@seeds(10)
def test_a_flipped_bit_is_found(name, seed):
    recorder, rng = GAMES[name](), Random(f"{name} {seed}")
    content = bytearray(b"".join(log_lines(recorder)))
    at = rng.randrange(len(content) - 1)
    content[at] ^= 1 << rng.randrange(8)
    line = bytes(content[:at]).count(b"\n") + 1
    try:
        found = fault(bytes(content).splitlines(keepends=True) if seed % 2 else bytes(content).split(b"\n")[:-1])
    except UnknownRuleset:
        assert line == 1
        return
    if found.kind == "chain":
        assert found.line <= line <= found.last or line == 1
    elif found.kind == "end":
        assert line == len(recorder.entries) + 2
    else:
        assert found.line in (line, line + 1)


@EVERY
@seeds(3)
def test_lines_dropped_swapped_doubled_or_inserted_are_found_where_they_are(name, seed):
    recorder, rng = GAMES[name](), Random(f"{name} {seed}")
    content = log_lines(recorder)
    at = rng.randrange(1, len(content) - 2)
    before, line, after = content[:at], content[at], content[at + 1 :]
    other = content[rng.choice([i for i in range(1, len(content) - 1) if i != at])]
    assert fault([*before, *after]).line == at + 1
    assert fault([*before, after[0], line, *after[1:]]).line == at + 1
    assert fault([*before, line, line, *after]).line == at + 2
    assert fault([*before, line, other, *after]).line in (at + 2, at + 3)
    assert fault([*before, line, b"\n", *after]).line == at + 2


@EVERY
@seeds(3)
def test_a_log_cut_anywhere_is_found(name, seed):
    content = b"".join(log_lines(GAMES[name]()))
    at = Random(f"{name} {seed}").randrange(len(content) - 1)
    whole = content[: at + 1].count(b"\n")  # a line is whole without its end, too
    assert fault(content[:at].splitlines(keepends=True)).line == whole + 1


@EVERY
def test_another_header_or_end_is_found(name):
    recorder = GAMES[name]()
    content, last = log_lines(recorder), len(recorder.entries) + 2
    header = json.loads(content[0])
    other = canonical(header | {"game": "cccccccc"}).encode() + b"\n"
    assert fault([other, *content[1:]]).kind == "chain"
    for change in ({"head": "00" * 32}, {"state_hash": "00" * 32}, {"result": None}, {"result": {}}):
        found = fault(make_log(recorder.id, recorder.entries, **change))
        assert (found.kind, found.line) == ("end", last)
    assert fault(make_log(recorder.id, recorder.entries, count=5)).kind == "encoding"


@EVERY
def test_a_fault_of_the_chain_names_its_append_and_both_hashes(name):
    recorder, content = GAMES[name](), log_lines(GAMES[name]())
    for entry in Random(name).sample(recorder.entries[10:-1], 5):
        altered = json.loads(content[entry.version]) | {"actor": entry.actor + "x"}
        line = canonical(altered).encode() + b"\n"
        found = fault([*content[: entry.version], line, *content[entry.version + 1 :]])
        if found.kind == "order":  # two actors in one group
            continue
        assert (found.kind, (found.line, found.last)) == ("chain", append_of(recorder, entry.version))
        assert len(found.expected) == len(found.found) == 64


# With a chain that fits: the rules are broken


CHANGES = {
    "card": lambda v, rng: rng.choice([card for card in CARDS if card != v]),
    "onto": lambda v, rng: "nowhere.1",
    "item": lambda v, rng: "general" if v != "general" else "financier",
    "as": lambda v, rng: None,
    "character": lambda v, rng: {"general": "financier", "financier": None, None: "general"}[v],
    "krystallium": lambda v, rng: v + 1,
    "generals": lambda v, rng: v + 1,
    "financiers": lambda v, rng: v + 1,
    "amounts": lambda v, rng: [v[0] + 1, *v[1:]],
    "step": lambda v, rng: "gold" if v != "gold" else "energy",
    "picks": lambda v, rng: [v[-1], *v[1:-1], v[0]],
    "passed": lambda v, rng: "left" if v == "right" else "right",
    "size": lambda v, rng: v - 1,
    "cards": lambda v, rng: [*v[1:], next(card for card in CARDS if card not in v)],
    "candidates": lambda v, rng: [*v[1:], v[0]],
    "under": lambda v, rng: [*v[1:], v[0]],
    "discarded": lambda v, rng: [*v[1:], v[0]],
    "sequence": lambda v, rng: 3 - v,
    "required": lambda v, rng: [*v[1:], v[0]],
    "strategy": lambda v, rng: "random" if v != "random" else "greedy",
    "auto": lambda v, rng: None,
    "number": lambda v, rng: v + 1,
    "group": lambda v, rng: v + 1,
    "to": lambda v, rng: 1,
    "assisted": lambda v, rng: None,
    "scores": lambda v, rng: [v[0] | {"total": v[0]["total"] + 1, "gross": v[0]["gross"] + 1}, *v[1:]],
    "ranking": lambda v, rng: [*v[1:], v[0]] if len(v) > 1 else [[0, 1]],
    "rank": lambda v, rng: "living_god" if v != "living_god" else "rookie",
    "medal": lambda v, rng: "gold" if v != "gold" else "none",
    "deck": lambda v, rng: [v[1], v[0], *v[2:]],
    "empires": lambda v, rng: (
        [*v[1:], v[0]] if len(v) > 1 else ["aztec-empire" if v[0] != "aztec-empire" else "noram-states"]
    ),
    "server_seed": lambda v, rng: "08" * 32,
    "client_seeds": lambda v, rng: [*v[:-1], v[-1] + "!"],
    "commitment": lambda v, rng: "00" * 32,
    "player": lambda v, rng: "somebody",
    "game": lambda v, rng: "cccccccc",
    "ruleset": lambda v, rng: "base-0",
    "opener": lambda v, rng: "somebody",
}
"""How a field's value is changed to one that the rules do not allow there."""
LATE = {"commitment", "client_seeds", "group", "assisted", "auto", "as", "character", "card"}
"""Fields whose changed value may be legal on its line, and then leads to a fault on a later line."""
HARMLESS = {"options", "expires", "client_seed", "empire", "on", "origin"}
"""Fields whose value may be another one without breaking a rule; tested apart."""


@EVERY
def test_any_changed_field_is_found_although_the_chain_was_mended(name):
    recorder, rng, seen = GAMES[name](), Random(name), set()
    for entry in recorder.entries:
        for key, value in json.loads(entry.data).items():
            if key in HARMLESS or seen & {(entry.name, key)}:
                continue
            seen.add((entry.name, key))
            altered = with_data(entry, **{key: CHANGES[key](value, rng)})
            found = forged(recorder, replaced(recorder.entries, altered))
            assert found.kind in ("rules", "deal", "score", "actor", "encoding", "origin"), (entry.name, key)
            first, last = append_of(recorder, entry.version)
            named = range(first, last + 1)
            late = key in LATE
            assert found.line in named or late, (entry.name, key, str(found))
    assert len(seen) > 15


@EVERY
@seeds(4)
def test_an_impossible_card_is_found_on_its_line(name, seed):
    recorder, rng = GAMES[name](), Random(f"{name} {seed}")
    entry = rng.choice([e for e in recorder.entries if '"card":' in e.data])
    before = rules.fold([e.event for e in recorder.entries[: entry.version - 1]])
    own = str(before.seats[entry.seat])  # another card of the seat may be as good, if the move is taken back
    card = rng.choice([c for c in CARDS if c.partition(".")[0] not in entry.data and f"'{c}'" not in own])
    found = forged(recorder, replaced(recorder.entries, with_data(entry, card=card)))
    group = [e for e in recorder.entries if e.group == entry.group]
    assert found.line in [e.version + 1 for e in group] or found.line > entry.version, str(found)


@EVERY
@seeds(3)
def test_events_that_follow_from_the_rules_cannot_be_left_out_or_added(name, seed):
    recorder, rng = GAMES[name](), Random(f"{name} {seed}")
    entries = recorder.entries
    entry = rng.choice([e for e in entries if e.version != e.group and e.version > 8])
    shifted = [
        e._replace(version=e.version - 1, group=e.group - (e.group > entry.version)) for e in entries[entry.version :]
    ]
    left_out = [*entries[: entry.version - 1], *shifted]
    if entry.hash:
        left_out[entry.version - 2] = left_out[entry.version - 2]._replace(hash=entry.hash)
    assert forged(recorder, left_out).line <= entry.version + 1
    moved = [
        e._replace(version=e.version + 1, group=e.group + (e.group > entry.version)) for e in entries[entry.version :]
    ]
    twice = [*entries[: entry.version - 1], entry._replace(hash=b""), entry._replace(version=entry.version + 1), *moved]
    assert forged(recorder, twice).line <= entry.version + 3


@EVERY
def test_an_intention_of_another_actor_is_found(name):
    recorder = GAMES[name]()
    first = recorder.state.origin.events + 20 if recorder.state.origin else 8
    for entry in [e for e in recorder.entries if e.version > first][::60]:
        group = [e for e in recorder.entries if e.group == entry.group]
        entries = recorder.entries
        for each in group:
            entries = replaced(entries, each._replace(actor="mallory"))
        found = forged(recorder, entries)
        assert (found.kind, found.line) == ("actor", entry.group + 1)
        assert found.found == "mallory"


def test_an_intention_of_another_seat_is_found(plain):
    entry = next(e for e in plain.entries if e.name == "card_drafted" and e.seat == 0)
    found = forged(plain, replaced(plain.entries, entry._replace(seat=1)))
    assert found.line == entry.version + 1
    assert forged(plain, replaced(plain.entries, entry._replace(seat=7))).line == entry.version + 1
    assert forged(plain, replaced(plain.entries, entry._replace(seat=None))).line == entry.version + 1


def test_another_event_of_the_same_seat_is_found(plain):
    entry = next(e for e in plain.entries if e.name == "card_slated")
    for other in ("card_discarded", "card_kept", "seat_left", "nonsense", "game_opened", "planning_begun"):
        assert forged(plain, replaced(plain.entries, entry._replace(name=other))).line in (
            entry.version + 1,
            *[e.version + 1 for e in plain.entries if e.group == entry.group],
        )


def test_groups_actors_times_and_salts_are_as_the_service_writes_them(plain):
    entries = plain.entries
    inner = next(e for e in entries if e.group != e.version and e.version > 8)
    for changes in ({"group": inner.group - 1}, {"actor": "other"}, {"ms": inner.ms + 1}, {"ms": -1}, {"ms": 10**18}):
        found = forged(plain, replaced(entries, inner._replace(**changes)))
        assert (found.kind, found.line) == ("order", inner.version + 1), changes
    secret = next(e for e in entries if e.salt)
    open_ = next(e for e in entries if not e.salt)
    assert forged(plain, replaced(entries, secret._replace(salt=b""))).line == secret.version + 1
    assert forged(plain, replaced(entries, open_._replace(salt=b"x" * 16))).line == open_.version + 1


def test_a_deal_from_another_seed_is_found_even_with_its_own_commitment(plain):
    started = next(e for e in plain.entries if e.name == "game_started")
    opened = plain.entries[0]
    other = "08" * 32
    found = forged(plain, replaced(plain.entries, with_data(started, server_seed=other)))
    assert (found.kind, found.line, found.expected) == (
        "deal",
        started.version + 1,
        json.loads(opened.data)["commitment"],
    )
    from game.shuffle import commitment

    fits = replaced(plain.entries, with_data(opened, commitment=commitment(other, plain.id)))
    found = forged(plain, replaced(fits, with_data(started, server_seed=other)))
    assert (found.kind, found.line) == ("deal", started.version + 1)
    assert found.expected != found.found


def test_the_client_seed_of_somebody_else_cannot_be_changed(plain):
    started = next(e for e in plain.entries if e.name == "game_started")
    found = forged(plain, replaced(plain.entries, with_data(started, client_seeds=["luck", "other", ""])))
    assert (found.kind, found.line) == ("deal", started.version + 1)
    assert "seat 1" in found.detail


def test_a_score_that_is_not_earned_is_found_even_if_the_end_agrees(plain):
    scored = plain.entries[-1]
    data = json.loads(scored.data)
    data["scores"][0]["total"] += 1
    found = forged(plain, replaced(plain.entries, with_data(scored, scores=data["scores"])))
    assert (found.kind, found.line) == ("score", scored.version + 1)
    assert found.expected != found.found


@EVERY
def test_a_game_that_ends_early_is_found_although_its_last_line_fits(name):
    recorder = GAMES[name]()
    ends = [e.version for e in recorder.entries if e.hash]
    for version in (ends[1], ends[len(ends) // 2], ends[-2]):
        found = fault(make_log(recorder.id, recorder.entries[:version]))
        assert (found.kind, found.line) == ("end", version + 2)


def test_nothing_follows_the_score(plain):
    last = plain.entries[-1]
    more = last._replace(version=last.version + 1, group=last.version + 1, hash=b"?")
    assert forged(plain, [*plain.entries, more]).line == last.version + 2
    opened = plain.entries[0]._replace(version=last.version + 1, group=last.version + 1, hash=b"?")
    assert forged(plain, [*plain.entries, opened]).line == last.version + 2


def test_a_fork_can_copy_only_moves_and_only_with_its_append(fork):
    started = next(e for e in fork.entries if e.name == "game_started")
    opened = fork.entries[0]
    origin = json.loads(opened.data)["origin"]
    for changes, kind in (
        ({"events": origin["events"] - 1}, "actor"),
        ({"events": 900}, "origin"),
        ({"dealt": "cccccccc"}, "deal"),
    ):
        found = forged(fork, replaced(fork.entries, with_data(opened, origin=origin | changes)))
        assert found.kind == kind
        assert found.line > started.version
    for changes in ({"events": "1"}, {"version": None}, {"more": 1}):
        found = forged(fork, replaced(fork.entries, with_data(opened, origin=origin | changes)))
        assert (found.kind, found.line) == ("rules", 2)


@pytest.mark.parametrize(
    "options",
    [
        {"seats": 40_000_000},
        {"side": "B"},
        {"empires": []},
        {"visibility": "private"},
        {"name": {"a": 1}},
        {"name": "\x1b"},
    ],
    ids=str,
)
def test_a_fork_with_other_options_is_found_alone_or_with_its_origin(options, fork):
    opened = fork.entries[0]
    other = json.loads(opened.data)["options"] | options
    content = make_log(
        fork.id,
        with_new_hashes(fork.id, replaced(fork.entries, with_data(opened, options=other))),
    )
    found = verify(content).fault
    if found is None:
        entries = parse(line.decode().rstrip("\n") for line in content)[1]
        found = verify_origin(entries, record_fork(Play(4, 3), 0.5)[1].entries)
    assert found is not None


@pytest.mark.parametrize(
    ("changes", "kind"),
    [({"game": "a b"}, "order"), ({"game": ""}, "order"), ({"game": "x" * 33}, "order"), ({"game": "../x"}, "order")],
    ids=str,
)
def test_an_invalid_game_id_is_found(changes, kind, plain):
    header = canonical(json.loads(log_lines(plain)[0]) | changes).encode() + b"\n"
    found = fault([header, *log_lines(plain)[1:]])
    assert (found.kind, found.line) == (kind, 1)


def test_only_the_strategy_of_a_seat_or_a_fallback_acts_for_it():
    recorder = record_game(Play(3, 3), 0.0, ("greedy",))
    entry = next(e for e in recorder.entries if e.actor == "bot:greedy")
    group = [e for e in recorder.entries if e.group == entry.group]
    for actor, right in (("bot:evil", False), ("bot:random", True)):
        entries = recorder.entries
        for each in group:
            entries = replaced(entries, each._replace(actor=actor))
        assert verify(make_log(recorder.id, with_new_hashes(recorder.id, entries))).ok is right


def test_a_rewind_without_a_valid_expiry_is_found(rich):
    proposed = next(e for e in rich.entries if e.name == "rewind_proposed")
    for expires in ("zzz", "9999", "2020-01-01T00:00:00.000Z"):
        found = forged(rich, replaced(rich.entries, with_data(proposed, expires=expires)))
        assert (found.kind, found.line) == ("rules", proposed.version + 1)


def test_an_append_without_its_hash_at_the_end_is_found(plain):
    last = plain.entries[-1]
    content = log_lines(plain)
    content[last.version] = content[last.version].replace(f'"hash":"{last.hash.hex()}",'.encode(), b"")
    found = fault(content)
    assert (found.kind, found.last) == ("chain", last.version + 1)
