"""Steps that are easily forgotten when the rules grow; each failure says what to add where (see CONTRIBUTING.md)."""

from dataclasses import fields
from pathlib import Path

import pytest

import game
from game.construction import CardConstructed, KrystalliumMade
from game.declared import DECLARED, MOVE, TABLE, Intention
from game.draft import HandsDealt, HandsDiscarded, PicksRevealed
from game.events import EVENTS, SETTINGS
from game.intentions import INTENTIONS
from game.model import SEAT_SETTINGS, Seat, State, with_settings
from game.opening import GameStarted
from game.options import OPTIONS, Options
from game.planning import PlanningBegun
from game.production import GameEnded, ResourcesProduced, SupremacyWon
from game.rewinds import Rewound, return_to
from game.scoring import GameScored
from game.solo import PoolsFormed, PoolTaken
from game.views.fields import SEAT_FIELDS, TABLE_FIELDS
from tests.game.play import Play, walk
from tests.projections.archive import record_game
from tests.projections.timed_games import record_timed

ACCOUNT_FIELDS = ("player", "client_seed", "external")
"""Fields of a seat that are settled before the start, so that no undo or rewind meets a change of them."""
CLOCK_FIELDS = ("expired", "misses")
"""Fields of a seat that are told with the clocks, beside the view."""
HIDDEN_FIELDS = ("client_seed", "undo", "pause_asked")
"""Fields of a seat that no view shows as they are; the start's event makes client seeds public."""


def other_value(field: str) -> object:
    """A value of the seat's field that differs from its default."""
    default = getattr(Seat(), field)
    return {bool: not default, int: 7, tuple: ("zeppelin.1",), type(None): "another"}[type(default)]


@pytest.mark.parametrize("field", [field for field in Seat._fields if field not in (*ACCOUNT_FIELDS, "undo")])
def test_a_rewind_restores_a_field_of_a_seat_or_leaves_it_as_a_setting(field: str):
    past, now = Seat(), Seat()._replace(**{field: other_value(field)})
    state = State(version=9, seats=(now,))
    restored = return_to(state, State(version=3, seats=(past,))).seats[0]
    keeps = getattr(restored, field) == getattr(now, field)
    assert keeps == (field in SEAT_SETTINGS), (
        f"add {field} to game.model.SEAT_SETTINGS, and to with_settings, if undo and rewind must leave it as it is"
    )


def test_settings_of_a_seat_are_carried_over_by_name():
    changed = Seat()._replace(**{field: other_value(field) for field in Seat._fields if field != "undo"})
    carried = with_settings(Seat(), changed)
    assert {field for field in Seat._fields if getattr(carried, field) != getattr(Seat(), field)} == {*SEAT_SETTINGS}


def test_every_field_of_a_seat_follows_from_its_facts():
    for turn in walk(Play(seed=2, seats=3)).turns[::7]:
        assert game.state(game.facts(turn.after)) == turn.after
    assert game.facts(State(seats=(Seat(),)))["seats"][0].keys() == {*Seat._fields}


def test_every_field_of_a_seat_is_seen_by_somebody_or_hidden_on_purpose():
    paths = {field.value for field in (*SEAT_FIELDS, *TABLE_FIELDS) if isinstance(field.value, str)}
    visible = {path.rpartition(".")[2] for path in paths if path.startswith(("seat.", "own."))}
    restored = {"player", "external", "construction", "cubes", "empire_cubes", "ready"}
    missing = {*Seat._fields} - {*CLOCK_FIELDS} - visible - restored - {*HIDDEN_FIELDS}
    assert not missing, (
        f"{missing}: in game/views/fields.py, what everybody may see belongs in SEAT_FIELDS, what only its seat may "
        "see in TABLE_FIELDS with OWN_SEAT; what nobody sees belongs in HIDDEN_FIELDS here"
    )


def test_every_move_begins_a_group_or_follows_in_one():
    """Events that begin a group need an intention, for an audit decides groups again."""
    by_the_service = {GameStarted, GameScored}
    follow = {
        CardConstructed,
        GameEnded,
        HandsDealt,
        HandsDiscarded,
        KrystalliumMade,
        PicksRevealed,
        PlanningBegun,
        PoolTaken,
        PoolsFormed,
        ResourcesProduced,
        SupremacyWon,
    }
    missing = {each.event for each in EVENTS.values() if each.kind is MOVE and not each.caused_by}
    missing -= by_the_service | follow
    assert not missing, f"name the intention in the declaration of {missing}, or add it to `follow` here"


PLAYS = [Play(seed=2, seats=2), Play(seed=3, seats=4, style="restless"), Play(seed=6, seats=1, style="curious")]


def test_a_move_can_be_undone_or_ends_undo_for_all_as_it_is_declared():
    """Clients know by the declaration alone what a seat can undo."""
    wrong = set[str]()
    for events in (walk(play).events for play in PLAYS):
        for event, after in zip(events, game.states(events), strict=True):
            declared = DECLARED[type(event)]
            if declared.ends_undo and any(seat.undo for seat in after.seats):
                wrong.add(declared.name)
            if declared.kind is MOVE and declared.caused_by and not declared.ends_undo:
                undo = after.seats[event.seat].undo
                if undo is None or undo.version != after.version:
                    wrong.add(declared.name)
    assert not wrong, (
        f"{wrong}: `apply` gives the seat an Undo of this version; with `ends_undo`, it leaves no seat any"
    )


@pytest.mark.parametrize("kind", INTENTIONS)
def test_every_intention_is_listed_by_legal_somewhere(kind: str):
    declared = INTENTIONS[kind]
    listed = {type(each) for play in PLAYS for state in walk(play).states for each in _all_legal(state)}
    # A setting is always possible, so listing it would help nobody.
    assert (declared.intention in listed) == (not declared.is_setting), f"list {kind} in game/legal_moves.py"


def test_a_setting_is_no_move_and_no_bot_changes_it():
    events = [declared for name, declared in EVENTS.items() if name in SETTINGS]
    assert events
    assert {(declared.kind, declared.players_only) for declared in events} == {(TABLE, True)}


def test_what_is_no_move_changes_only_fields_that_undo_and_rewind_leave_alone():
    found = set[str]()
    for recorder in (record_timed("bank", 1), record_timed("per phase", 2), record_game(PLAYS[0], 0.15)):
        events = [entry.event for entry in recorder.entries]
        states = list(game.states(events))
        for before, event, after in zip(states, events[1:], states[1:], strict=False):
            if DECLARED[type(event)].kind is TABLE and not isinstance(event, Rewound):
                seats = zip(before.seats, after.seats, strict=True)
                found |= {name for a, b in seats for name in Seat._fields if getattr(a, name) != getattr(b, name)}
    assert found == {*SEAT_SETTINGS}, "what no move changes belongs in SEAT_SETTINGS of game/model.py"


def _all_legal(state: State) -> list[Intention]:
    return [each for seat in range(len(state.seats)) for each in game.legal(state, seat)]


def test_every_option_has_a_shape_and_a_meaning():
    described = {field.name: field for field in OPTIONS.fields}
    assert {*described} == {field.name for field in fields(Options)} | {"clock"}
    assert all(field.meaning for field in described.values())


def test_no_export_of_game_hides_a_module_of_its_name():
    modules = {path.stem for path in Path(game.__file__).parent.iterdir() if path.suffix in ("", ".py")}
    assert not modules & {*game.__all__}
