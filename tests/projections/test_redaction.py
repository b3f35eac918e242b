"""Redacted events: a seat or a spectator sees every public field and no hidden one."""

import json
from dataclasses import replace

import pytest

import game as rules
from events import MemoryLog
from events.entry import timestamp
from game.events import SECRET
from projections.redaction import redact
from tests.events.stories import groups, write
from tests.game.play import Play
from tests.game.random_games import for_random_games

PLAYS = [Play(1, 2), Play(2, 3, "B"), Play(3, 5)]


def entries_of(play):
    log = MemoryLog()
    write(log, "g", *[[group] for group in groups(play)])
    return log.read("g")


def with_name(entries, name):
    return [entry for entry in entries if entry.name == name]


def hidden(state, viewer):
    """Every card that the viewer may not know: in the deck, a pool, another hand, or picked or seen by another."""
    cards = {*state.deck, *(card for pool in state.pools for card in pool)}
    for index, seat in enumerate(state.seats):
        if index != viewer:
            cards |= {*seat.hand, *seat.candidates, *([seat.picked] if seat.picked else [])}
    return cards


def discarded_openly(entry):
    """Cards that a redraw discards openly, even if they are shuffled under the deck at once (R65)."""
    return {*entry.event.cards} if entry.name == "cards_redrawn" else set()


@pytest.mark.slow
@for_random_games(6)
def test_no_redacted_event_reveals_a_hidden_card_a_salt_or_the_seed(play):
    state, entries = rules.State(), entries_of(play)
    for entry in entries:
        state = rules.evolve(state, entry.event)
        for viewer in (*range(play.seats), None):
            text = json.dumps(redact(entry, viewer))
            revealed = [card for card in hidden(state, viewer) - discarded_openly(entry) if f'"{card}"' in text]
            assert revealed == [], (entry.name, viewer)
            assert not state.server_seed or state.server_seed not in text
            assert not entry.salt or entry.salt.hex() not in text


@pytest.mark.parametrize("play", PLAYS, ids=str)
def test_everybody_sees_all_of_a_public_event(play):
    public = [entry for entry in entries_of(play) if entry.name not in SECRET]
    assert public
    for entry in public:
        for viewer in (*range(play.seats), None):
            assert redact(entry, viewer)["data"] == json.loads(entry.data)
            assert redact(entry, viewer) == redact(entry, viewer, everything=True)


@pytest.mark.parametrize("play", PLAYS, ids=str)
def test_only_the_own_seat_sees_the_card_of_a_pick(play):
    for entry in with_name(entries_of(play), "card_drafted"):
        for viewer in (*range(play.seats), None):
            event = redact(entry, viewer)
            assert event["seat"] == entry.seat
            assert event["data"] == ({"card": entry.event.card} if viewer == entry.seat else {})


@pytest.mark.parametrize("scenario", [None, "SC02"])
def test_a_spectator_of_a_solo_game_sees_only_discarded_cards(scenario):
    play = Play(1, seats=1, side="B", style="curious", scenario=scenario)
    entries = entries_of(play)
    public = {"pool_taken": {"sequence"}, "cards_redrawn": {"cards"}, "card_kept": {"discarded"}}
    own = {
        "pool_taken": {"sequence", "cards"},
        "cards_redrawn": {"cards", "candidates"},
        "card_kept": {"card", "discarded"},
    }
    for name in public:
        assert with_name(entries, name)
        for entry in with_name(entries, name):
            assert redact(entry, None)["data"].keys() == public[name]
            assert redact(entry, 0)["data"].keys() == own[name]
    assert any(entry.event.under for entry in with_name(entries, "cards_redrawn"))


def test_everybody_sees_empires_and_client_seeds_of_the_start():
    [entry] = with_name(entries_of(PLAYS[0]), "game_started")
    for viewer in (0, 1, None):
        event = entry.event
        assert redact(entry, viewer)["data"] == {
            "empires": [*event.empires],
            "client_seeds": [*event.client_seeds],
        }


@pytest.mark.parametrize("play", PLAYS, ids=str)
def test_a_finished_game_shows_all_data_of_every_event(play):
    for entry in entries_of(play):
        for viewer in (*range(play.seats), None):
            assert redact(entry, viewer, everything=True)["data"] == json.loads(entry.data)


def test_every_redacted_event_has_the_same_fields():
    for entry in entries_of(replace(PLAYS[0], steps=40)):
        event = redact(entry, 0)
        assert event.keys() == {"version", "name", "seat", "group", "actor", "time", "data"}
        assert (event["version"], event["name"], event["group"], event["actor"]) == entry[:2] + entry[3:5]


@pytest.mark.parametrize(
    ("ms", "text"),
    [
        (0, "1970-01-01T00:00:00.000Z"),
        (1_795_234_774_306, "2026-11-21T04:19:34.306Z"),
        (1_795_234_774_999, "2026-11-21T04:19:34.999Z"),
        (1_795_234_775_000, "2026-11-21T04:19:35.000Z"),
    ],
)
def test_times_are_rfc_3339_in_utc_to_the_millisecond(ms, text):
    assert timestamp(ms) == text
