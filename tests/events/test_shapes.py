"""The shape of an event's data fits every such event, and no other."""

from json import loads

import pytest

from events.entry import encode
from game.events import EVENTS
from game.scenarios import SCENARIOS
from game.shapes import Mismatch, fit
from tests.game.play import Play, walk

PLAYS = [
    Play(seed=11, seats=2, side="A", style="even"),
    Play(seed=11, seats=3, side="B", style="builder"),
    Play(seed=11, seats=5, side="A", style="recycler"),
    *[Play(seed=12, seats=1, side="B", style="curious", scenario=scenario) for scenario in SCENARIOS],
]


@pytest.mark.parametrize("play", PLAYS, ids=str)
def test_every_event_of_random_games_fits_its_shape(play: Play):
    events = [*walk(play).opening, *[event for turn in walk(play).turns for event in turn.events]]
    for event in events:
        name, seat, data = encode(event)
        assert fit(loads(data), EVENTS[name].shape) == loads(data)
        assert EVENTS[name].has_seat == (seat is not None)


@pytest.mark.parametrize("name", EVENTS)
def test_a_shape_refuses_unknown_and_missing_fields(name: str):
    shape = EVENTS[name].shape
    with pytest.raises(Mismatch):
        fit({"unknown": 1}, shape)
    if any(field.required for field in shape.fields):
        with pytest.raises(Mismatch):
            fit({}, shape)
