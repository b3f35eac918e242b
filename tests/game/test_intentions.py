"""Bodies: the JSON form of an intention, and back."""

import pytest

import game
from game.intentions import Choose, Discard, Draft, Place, Ready, Recycle, Slate

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
]


@pytest.mark.parametrize(("intention", "body"), BODIES, ids=[" ".join(body.values()) for _, body in BODIES])
def test_an_intention_and_its_body_tell_each_other(intention, body):
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
    ],
    ids=str,
)
def test_a_body_that_describes_no_intention_is_refused(body):
    with pytest.raises(game.Refused) as refused:
        game.intention(0, body)
    assert refused.value.code == "invalid_intention"
