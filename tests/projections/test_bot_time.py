"""The time of bot accounts: which events restart it. `late` becomes due `bot_seconds` after the last of them."""

from dataclasses import fields

import pytest

from events.names import NAMES
from game import events as e
from tests.game.play import Play, walk

RESTARTS_BOT_TIME = {
    e.GameAbandoned,
    e.GameEnded,
    e.GameOpened,
    e.GameScored,
    e.GameStarted,
    e.HandsDealt,
    e.HandsDiscarded,
    e.PicksRevealed,
    e.PlanningBegun,
    e.PoolsFormed,
    e.ResourcesProduced,
    e.Rewound,
}
"""Events without a seat: they begin something for the whole table."""


@pytest.mark.parametrize("event", NAMES.values(), ids=lambda event: event.__name__)
def test_only_an_event_that_begins_something_for_all_restarts_the_time_of_every_bot_account(event: type[e.Event]):
    has_seat = "seat" in {field.name for field in fields(event)}
    assert has_seat != (event in RESTARTS_BOT_TIME), (
        f"{event.__name__} restarts every bot account's time if it has no seat: give it one, or add it to "
        "RESTARTS_BOT_TIME in tests/projections/test_bot_time.py"
    )


def test_whole_games_have_most_of_these_events():
    found = {type(event) for event in walk(Play(seed=2, seats=3)).events}
    assert len(found & RESTARTS_BOT_TIME) >= 7
