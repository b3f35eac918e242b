"""Every code of a refusal is provoked here; a code without a test fails."""

import ast
from pathlib import Path

import pytest

import game
from game.construction import Discard, Place
from game.draft import Draft
from game.planning import Slate
from game.production import Choose, Ready
from game.solo import Keep, Redraw
from tests.game.clock_times import started
from tests.game.positions import after, alone, draft, finished, planning, production, seat, site

OPEN = game.fold(game.open({"seats": 3}, "ann"))
FULL = game.fold(game.new({"seats": 2}))
DRAFT = draft(seat(hand=["museum.1"]), seat(picked="zeppelin.1"))
PLANNING = planning(
    seat(drafted=["museum.1"], krystallium=1, construction=[site("zeppelin.1"), site("mega-drill.1")]),
    seat(ready=True),
)
SCIENCE = production("science", seat(choosing=True), seat(cubes=1))
SOLO = alone(hand=["museum.1", "zeppelin.1"])
SEEN = alone(hand=["museum.1"], candidates=["zeppelin.1", "roswell.1"])

STARTED = game.fold(game.new({"seats": 3}))
BEGUN = game.fold(game.decide(STARTED, Draft(1, STARTED.seats[1].hand[0])), STARTED)
NOON, LATER = "2026-11-21T12:00:00.000Z", "2026-11-21T12:10:00.000Z"
ASKED = game.fold(game.propose(BEGUN, 0, STARTED, NOON, LATER), BEGUN)
AGREED = game.fold(game.accept(ASKED, 1, 1, NOON), ASKED)
DECLINED = game.fold(game.decline(ASKED, 1, 1, NOON), ASKED)
SLATED = after(
    planning(seat(drafted=["museum.1", "zeppelin.1"]), seat(drafted=["roswell.1", "atlantis.1"]), version=8, since=8),
    Slate(0, "museum.1"),
    Slate(1, "roswell.1"),
    Slate(0, "zeppelin.1"),
)
CLOCKED = started({"kind": "bank", "seconds": 60}).state
PAUSE = (NOON, LATER, LATER)
WANTED = game.fold(game.agree_to_pause(CLOCKED, 0, *PAUSE), CLOCKED)
UNWANTED = game.fold(game.end_pause(WANTED, 1, NOON), WANTED)
PAUSED = game.fold(game.agree_to_pause(WANTED, 1, *PAUSE), WANTED)
AWAY = started({"kind": "bank", "seconds": 60, "misses": 1}).expire(60_000, 0)

HOSTED = game.fold(game.join(OPEN, "bob"), OPEN)
REMOVED = game.fold(game.remove(HOSTED, 0, 1), HOSTED)
REVEALED = after(STARTED, *[Draft(index, STARTED.seats[index].hand[0]) for index in range(3)])
INVITING = game.fold(game.open({"seats": 2, "invited": [f"p{number}" for number in range(20)]}, "ann"))

CODES = {
    "already_at_table": (HOSTED, lambda s: game.invite(s, 0, "bob")),
    "empty_seat": (HOSTED, lambda s: game.hand_on(s, 0, 2)),
    "no_such_invitation": (HOSTED, lambda s: game.withdraw(s, 0, "eve")),
    "not_host": (HOSTED, lambda s: game.remove(s, 1, 0)),
    "no_clock": (STARTED, lambda s: game.agree_to_pause(s, 0, *PAUSE)),
    "no_pause": (CLOCKED, lambda s: game.end_pause(s, 0, NOON)),
    "pause_asked": (UNWANTED, lambda s: game.agree_to_pause(s, 0, *PAUSE)),
    "people_only": (game.fold(game.leave(CLOCKED, 0), CLOCKED), lambda s: game.agree_to_pause(s, 0, *PAUSE)),
    "paused": (PAUSED, lambda s: game.undo(s, 0)),
    "not_over": (FULL, lambda s: game.check_rematch(s, "player-0")),
    "not_seated": (FULL, lambda s: game.check_rematch(s, "eve")),
    "own_seat": (HOSTED, lambda s: game.remove(s, 0, 0)),
    "removed": (REMOVED, lambda s: game.join(s, "bob")),
    "too_many_invited": (INVITING, lambda s: game.invite(s, 0, "eve")),
    "under_way": (REVEALED, game.abort),
    "already_accepted": (AGREED, lambda s: game.accept(s, 1, 1, NOON)),
    "already_picked": (DRAFT, lambda s: game.decide(s, Draft(1, "zeppelin.1"))),
    "already_ready": (PLANNING, lambda s: game.decide(s, Ready(1))),
    "already_resigned": (game.fold(game.new({"seats": 3, "bots": ["greedy"]})), lambda s: game.leave(s, 2)),
    "already_seated": (OPEN, lambda s: game.join(s, "ann")),
    "ambiguous_space": (PLANNING, lambda s: game.decide(s, Place(0, "krystallium", "mega-drill.1"))),
    "bots_not_allowed": (
        game.fold(game.open({"seats": 3, "allow_bots": False, "invited": ["bob"]}, "ann")),
        lambda s: game.join(s, "eve", external=True),
    ),
    "card_not_drafted": (PLANNING, lambda s: game.decide(s, Slate(0, "zeppelin.1"))),
    "card_not_in_hand": (DRAFT, lambda s: game.decide(s, Draft(0, "zeppelin.1"))),
    "card_not_under_construction": (PLANNING, lambda s: game.decide(s, Discard(0, "museum.1"))),
    "card_not_seen": (SEEN, lambda s: game.decide(s, Keep(0, "museum.1"))),
    "cards_left": (PLANNING, lambda s: game.decide(s, Ready(0))),
    "cubes_left": (SCIENCE, lambda s: game.decide(s, Ready(1))),
    "deck_exhausted": (SOLO, lambda s: game.decide(s, Redraw(0, ("museum.1", "zeppelin.1")))),
    "empire_taken": (
        game.fold(game.open({"seats": 3, "empires": ["aztec-empire"]}, "ann")),
        lambda s: game.join(s, "bob", "aztec-empire"),
    ),
    "invalid_deck": (None, lambda s: game.new({"seats": 2}, deck=["zeppelin"])),
    "invalid_intention": (SCIENCE, lambda s: game.decide(s, Choose(0, "admiral"))),
    "invalid_view": (None, lambda s: game.check_view({"status": "playing"})),
    "invalid_options": (None, lambda s: game.new({"seats": 6})),
    "item_not_owned": (PLANNING, lambda s: game.decide(s, Place(0, "gold", "empire"))),
    "must_choose": (SCIENCE, lambda s: game.decide(s, Ready(0))),
    "must_keep": (SEEN, lambda s: game.decide(s, Slate(0, "museum.1"))),
    "no_free_seat": (game.fold(game.open({"seats": 2, "bots": ["greedy"]}, "ann")), lambda s: game.join(s, "bob")),
    "no_open_space": (PLANNING, lambda s: game.decide(s, Place(0, "krystallium", "zeppelin.1", "gold"))),
    "no_time_left": (AWAY.state, lambda s: game.come_back(s, AWAY.clocks, 0)),
    "no_such_intention": (SLATED, lambda s: game.undo(s, 0, 99)),
    "no_such_rewind": (ASKED, lambda s: game.accept(s, 1, 2, NOON)),
    "not_away": (STARTED, lambda s: game.come_back(s, game.Clocks(), 0)),
    "not_earlier": (STARTED, lambda s: game.propose(s, 0, s, NOON, LATER)),
    "not_newest": (SLATED, lambda s: game.undo(s, 0, 9)),
    "not_open": (FULL, lambda s: game.join(s, "bob")),
    "not_playing": (OPEN, lambda s: game.decide(s, Ready(0))),
    "not_started": (STARTED, lambda s: game.propose(s, 0, OPEN, NOON, LATER)),
    "not_yours": (SLATED, lambda s: game.undo(s, 0, 10)),
    "nothing_left_to_play": (finished(seat()), game.fork_options),
    "nothing_to_choose": (SCIENCE, lambda s: game.decide(s, Choose(1, "general"))),
    "nothing_to_decide": (
        None,
        lambda s: game.check_view(game.view(after(STARTED, Draft(0, STARTED.seats[0].hand[0])), 0)),
    ),
    "nothing_to_keep": (SOLO, lambda s: game.decide(s, Keep(0, "museum.1"))),
    "nothing_to_undo": (FULL, lambda s: game.undo(s, 0)),
    "own_rewind": (ASKED, lambda s: game.accept(s, 0, 1, NOON)),
    "phase_closed": (SLATED, lambda s: game.undo(s, 0, 7)),
    "rewind_closed": (DECLINED, lambda s: game.accept(s, 1, 1, NOON)),
    "rewind_expired": (ASKED, lambda s: game.accept(s, 1, 1, LATER)),
    "rewind_pending": (ASKED, lambda s: game.propose(s, 1, STARTED, NOON, LATER)),
    "rewinds_off": (
        game.fold(game.new({"seats": 2, "rewinds": False})),
        lambda s: game.propose(s, 0, STARTED, NOON, LATER),
    ),
    "seats_fixed": (OPEN, lambda s: game.change_table(s, 0, 1)),
    "seats_open": (OPEN, lambda s: game.start(s, 0, "00")),
    "solo_only": (PLANNING, lambda s: game.decide(s, Redraw(0, ("museum.1", "zeppelin.1")))),
    "time_is_up": (AWAY.state, lambda s: game.undo(s, 0)),
    "time_left": (STARTED, lambda s: game.expire(s, game.Clocks(), 0, 0)),
    "too_few_seats": (OPEN, lambda s: game.change_table(s, 0, 2, ["greedy", "greedy"])),
    "unknown_empire": (OPEN, lambda s: game.join(s, "bob", "atlantis")),
    "unknown_seat": (FULL, lambda s: game.decide(s, Ready(2))),
    "wrong_phase": (finished(seat()), lambda s: game.decide(s, Ready(0))),
}


@pytest.mark.parametrize("code", CODES)
def test_a_refusal_has_its_code_and_changes_nothing(code):
    state, act = CODES[code]
    before = state and game.facts(state)
    with pytest.raises(game.Refused) as refused:
        act(state)
    assert refused.value.code == code
    assert refused.value.detail
    assert str(refused.value) == f"{code}: {refused.value.detail}"
    assert (state and game.facts(state)) == before


def test_every_code_of_the_rules_is_provoked():
    assert codes_in(Path(game.__file__).parent) == set(CODES)


def codes_in(folder):
    """The first argument of every Refused(...) in a folder's files."""
    calls = [
        node
        for path in folder.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refused"
    ]
    return {ast.literal_eval(call.args[0]) for call in calls}


@pytest.mark.parametrize("index", [-1, 2, 99])
def test_there_is_no_seat_beyond_the_table(index):
    state = game.fold(game.new({"seats": 2}))
    with pytest.raises(game.Refused) as refused:
        game.decide(state, Draft(index, state.seats[0].hand[0]))
    assert refused.value.code == "unknown_seat"
    assert game.legal(state, index) == []


@pytest.mark.parametrize("card", ["zeppelin.1", "museum.1", "nonsense"])
def test_a_refusal_reveals_nothing_that_the_seat_may_not_know(card):
    """R50: whether the card is in another hand, a pick or the deck, the words are the same."""
    state = draft(seat(hand=["roswell.1"]), seat(hand=["zeppelin.1"], picked="atlantis.1"), deck=["museum.1"])
    with pytest.raises(game.Refused) as refused:
        game.decide(state, Draft(0, card))
    assert refused.value.detail == f"{card} is not in your hand"
