"""The records of the rules (named tuples, frozen dataclasses) behave alike in plain Python and compiled."""

import copy
import pickle
from dataclasses import FrozenInstanceError, fields, replace

import pytest

import game
from game.declared import DECLARED
from game.events import CardDrafted, ItemPlaced, ReadyDeclared
from game.intentions import Place
from game.model import Seat, Site, Undo

RECORDS = [
    CardDrafted(1, "zeppelin.1"),
    ItemPlaced(0, "gold", "museum.1"),
    Place(0, "krystallium", "museum.1", kind="gold"),
    Seat(hand=("zeppelin.1",)),
    Site("zeppelin.1", (None,), ("gold",)),
    game.State(seats=(Seat(), Seat())),
]


def test_arguments_are_given_by_place_or_by_name_and_defaults_fill_the_rest():
    assert ItemPlaced(0, "gold", "museum.1") == ItemPlaced(seat=0, onto="museum.1", item="gold", kind=None)
    assert ReadyDeclared(2).auto is False
    assert Seat(None, "greedy").bot == "greedy"
    assert Seat(cubes=3) == Seat()._replace(cubes=3)
    assert Seat(cubes=3, ready=True)[10:17:6] == (3, True)
    assert (repr(CardDrafted(1, "a")), repr(Undo(3, Seat(), ()))[:15]) == (
        "CardDrafted(seat=1, card='a')",
        "Undo(version=3,",
    )


@pytest.mark.parametrize("cls", [CardDrafted, Site])
def test_wrong_arguments_raise_the_usual_errors(cls):
    count = 2 if cls is CardDrafted else 3
    with pytest.raises(TypeError, match="missing"):
        cls(1)
    with pytest.raises(TypeError, match="positional arguments but"):
        cls(*range(count + 1))
    with pytest.raises(TypeError, match="unexpected keyword argument 'colour'"):
        cls(*range(count), colour="red")
    with pytest.raises(TypeError, match="multiple values for argument 'card'"):
        cls(*range(count), card="a")


def test_replacing_changes_the_fields_that_are_given_only():
    seat = Seat(player="a", hand=("zeppelin.1",))
    changed = seat._replace(hand=(), cubes=2)
    assert (changed.player, changed.hand, changed.cubes, seat.hand) == ("a", (), 2, ("zeppelin.1",))
    assert seat._replace() == seat
    assert type(changed) is Seat
    with pytest.raises(ValueError, match="colour"):
        seat._replace(colour="red")  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        seat._replace("red")  # type: ignore[misc, call-arg, arg-type]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: type(record).__name__)
def test_a_record_is_hashable_and_can_be_copied_and_pickled(record):
    for again in (pickle.loads(pickle.dumps(record)), copy.copy(record), copy.deepcopy(record)):
        assert again == record
        assert type(again) is type(record)
    assert {record: 1}[record] == 1


def test_a_record_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        CardDrafted(1, "a").card = "b"  # type: ignore[misc]
    with pytest.raises(AttributeError):
        Seat().cubes = 2  # type: ignore[misc]
    assert replace(CardDrafted(1, "a"), card="b") == CardDrafted(1, "b")


def test_no_event_computes_anything_when_it_is_made():
    for cls in DECLARED:
        assert not hasattr(cls, "__post_init__")
        assert all(field.init for field in fields(cls))
