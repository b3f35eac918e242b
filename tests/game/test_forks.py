"""Forks: new games that start from a version of a finished one, with other players."""

import pytest

import game
from game.lobby import GameOpened, SeatTaken
from game.model import Origin
from tests.game.play import Play, walk

ORIGIN = Origin("first", 40, "ab", "first", 30)


def taken(events):
    return {event.seat: event.player for event in events if isinstance(event, SeatTaken)}


@pytest.mark.parametrize(
    ("bots", "seat", "expected"),
    [
        ((), None, {0: "ann"}),
        ((), 2, {2: "ann"}),
        (("greedy",), None, {0: "ann", 3: "bot:greedy"}),
        (("greedy", "random", "greedy"), 1, {0: "bot:greedy", 1: "ann", 2: "bot:random", 3: "bot:greedy"}),
        (("greedy",), 3, {2: "bot:greedy", 3: "ann"}),
        (("random",) * 4, None, dict.fromkeys(range(4), "bot:random")),
    ],
)
def test_the_player_takes_a_seat_and_bots_the_last_of_the_others(bots, seat, expected):
    source = walk(Play(3, seats=4, steps=40)).state
    events = game.fork(source, ORIGIN, game.fork_options(source, bots), "ann", seat, "second")
    assert taken(events) == expected
    state = game.fold(events)
    assert (state.id, state.origin, state.status) == ("second", ORIGIN, "open")
    assert state.opener == ("ann" if len(bots) == 4 else None)
    view = game.view(state, None)
    assert (view["assisted"], view["origin"]) == (True, {"game": "first", "version": 40})


def test_a_fork_keeps_mode_side_ruleset_and_commitment_and_the_empires_are_settled():
    play = Play(3, seats=2, side="B", steps=10)
    source = walk(play).state
    [opened, *_] = game.fork(source, ORIGIN, game.fork_options(source, (), "again"), "ann")
    assert isinstance(opened, GameOpened)
    assert (opened.ruleset, opened.commitment) == (source.ruleset, source.commitment)
    assert opened.options["empires"] == [seat.empire for seat in source.seats]
    assert (opened.options["side"], opened.options["name"]) == ("B", "again")
    with pytest.raises(game.Refused) as refused:
        game.join(game.fold([opened]), "bob", source.seats[1].empire)
    assert refused.value.code == "empire_taken"


@pytest.mark.parametrize(("seat", "bots"), [(-1, ()), (2, ()), (0, ("greedy", "greedy"))])
def test_a_fork_needs_a_seat_that_exists_and_is_free(seat, bots):
    source = walk(Play(3, steps=10)).state
    with pytest.raises(game.Refused) as refused:
        game.fork(source, ORIGIN, game.fork_options(source, bots), "ann", seat)
    assert refused.value.code in ("unknown_seat", "invalid_options")


@pytest.mark.parametrize("options", [{"seats": 3}, {"seats": 1}, {"seats": 1, "scenario": "SC02"}])
def test_the_moves_of_the_source_lead_a_fork_to_the_same_cards(options):
    play = Play(9, options["seats"], "B" if options["seats"] == 1 else "A", steps=60, scenario=options.get("scenario"))
    source = walk(play).state
    moves = [event for group in game.standing_groups(walk(play).events) for _, event in group]
    opening = game.fork(source, ORIGIN, game.fork_options(source, ["greedy"] * (play.seats - 1)), "ann", None, "second")
    forked = game.fold(opening + moves)
    assert forked.version == len(opening) + len(moves)
    assert (forked.round, forked.phase, forked.step) == (source.round, source.phase, source.step)
    for was, now in zip(source.seats, forked.seats, strict=True):
        assert now._replace(player=None, bot=None, undo=None) == was._replace(player=None, bot=None, undo=None)
    assert (forked.deck, forked.discard, forked.server_seed) == (source.deck, source.discard, source.server_seed)
    assert game.waiting_on(forked) == game.waiting_on(source)
