"""Bodies: the JSON form of an intention, and the way back."""

import pytest

import game
from game.auto_ready import AutoReady
from game.construction import Discard, Place
from game.draft import Draft
from game.planning import Recycle, Slate
from game.production import Choose, Ready
from game.solo import Keep, Redraw
from tests.game.positions import refused

BODIES = [
    (Draft(1, "zeppelin.1"), {"type": "draft", "card": "zeppelin.1"}),
    (Slate(1, "zeppelin.1"), {"type": "slate", "card": "zeppelin.1"}),
    (Recycle(1, "zeppelin.1", "empire"), {"type": "recycle", "card": "zeppelin.1", "onto": "empire"}),
    (Place(1, "gold", "museum.1"), {"type": "place", "item": "gold", "onto": "museum.1"}),
    (
        Place(1, "krystallium", "museum.1", "gold"),
        {"type": "place", "item": "krystallium", "onto": "museum.1", "as": "gold"},
    ),
    (Discard(1, "zeppelin.1"), {"type": "discard", "card": "zeppelin.1"}),
    (Choose(1, "general"), {"type": "choose", "character": "general"}),
    (Ready(1), {"type": "ready"}),
    (Redraw(1, ("museum.1", "zeppelin.1")), {"type": "redraw", "cards": ["museum.1", "zeppelin.1"]}),
    (Keep(1, "zeppelin.1"), {"type": "keep", "card": "zeppelin.1"}),
    (AutoReady(1, True), {"type": "auto_ready", "on": True}),
]


@pytest.mark.parametrize(("intention", "body"), BODIES, ids=[str(body) for _, body in BODIES])
def test_an_intention_and_its_body_convert_into_each_other(intention, body):
    assert game.body(intention) == body
    assert game.intention(1, body) == intention


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"type": "fly"},
        {"type": ["draft"], "card": "zeppelin.1"},
        {"type": "draft"},
        {"type": "draft", "card": None},
        {"type": "draft", "card": 1},
        {"type": "draft", "card": "zeppelin.1", "seat": "0"},
        {"type": "ready", "card": "zeppelin.1"},
        {"type": "slate", "card": "zeppelin.1", "onto": "empire"},
        {"type": "recycle", "card": "zeppelin.1"},
        {"type": "place", "item": "gold"},
        {"type": "place", "item": "krystallium", "onto": "museum.1", "as": None},
        {"type": "place", "item": "krystallium", "onto": "museum.1", "as": 1},
        {"type": "place", "item": "krystallium", "onto": "museum.1", "kind": "gold"},
        {"type": "redraw"},
        {"type": "redraw", "cards": "museum.1"},
        {"type": "redraw", "cards": ["museum.1"]},
        {"type": "redraw", "cards": ["museum.1", "museum.1"]},
        {"type": "redraw", "cards": ["museum.1", 1]},
        {"type": "redraw", "cards": ["museum.1", "zeppelin.1", "roswell.1"]},
        {"type": "keep", "cards": ["museum.1"]},
        {"type": "auto_ready"},
        {"type": "auto_ready", "on": "true"},
        {"type": "auto_ready", "on": 1},
    ],
    ids=str,
)
def test_a_body_that_describes_no_intention_is_refused(body):
    assert refused(game.intention, 0, body) == "invalid_intention"
