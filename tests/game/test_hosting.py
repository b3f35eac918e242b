"""Before the game: the host invites and removes players and hands the role on; the seats agree to start."""

import pytest

import game
from game.draft import Draft
from game.hosting import HostChanged, InvitationWithdrawn, PlayerInvited, SeatRemoved
from game.lobby import GameAbandoned
from game.opening import GameStarted
from game.table import heir
from tests.game.positions import after, refused

SEED = "5eed" * 16


def opened(*players, **options):
    """A game opened by `ann` and joined by others; a name that begins with `bot-` is a bot account's."""
    state = game.fold(game.open({"seats": 4} | options, "ann"))
    for player in players:
        state = game.fold(game.join(state, player, external=player.startswith("bot-")), state)
    return state


def then(state, events):
    return game.fold(events, state)


# The host


def test_who_opens_a_game_is_its_host_until_it_starts():
    state = opened("bob", seats=2)
    assert game.host_of(state) == 0
    assert [game.is_host(state, player) for player in ("ann", "bob", "eve")] == [True, False, False]
    assert game.host_of(then(state, game.start(state, 0, SEED))) is None


def test_who_takes_a_seat_before_the_hosts_seat_is_no_host():
    state = opened("bob", "cem")
    state = then(state, game.leave(state, 0))
    assert game.host_of(state) == 1
    state = then(state, game.join(state, "eve"))
    assert (state.seats[0].player, game.host_of(state)) == ("eve", 1)


def test_when_the_host_leaves_the_first_person_is_the_host_and_without_a_person_the_first_program():
    state = opened("bot-1", "bob")
    state = then(state, game.leave(state, 0))
    assert game.host_of(state) == 2
    state = then(state, game.leave(state, 2))
    assert (game.host_of(state), heir(state)) == (1, None)


def test_the_host_hands_the_role_on():
    state = opened("bob")
    assert game.hand_on(state, 0, 1) == [HostChanged(1)]
    assert game.hand_on(state, 0, 0) == []
    state = then(state, [HostChanged(1)])
    assert game.host_of(state) == 1
    assert refused(game.hand_on, state, 0, 1) == "not_host"
    assert refused(game.hand_on, state, 1, 4) == "unknown_seat"


def test_a_bot_cannot_host():
    assert refused(game.hand_on, opened(bots=["greedy"]), 0, 3) == "empty_seat"


def test_only_the_host_starts_the_game():
    state = opened("bob", seats=2)
    assert refused(game.start, state, 1, SEED) == "not_host"
    assert isinstance(game.start(state, 0, SEED)[0], GameStarted)


def test_the_opener_starts_a_game_of_bots():
    state = game.fold(game.open({"seats": 2, "bots": ["greedy", "greedy"]}, "ann"))
    assert game.host_of(state) is None
    assert game.is_host(state, "ann")
    assert isinstance(game.start(state, None, SEED)[0], GameStarted)


# Removing


def test_a_removed_player_returns_only_when_invited_again():
    state = opened("bob")
    state = then(state, game.remove(state, 0, 1))
    assert state.seats[1].player is None
    assert refused(game.join, state, "bob") == "removed"
    state = then(state, game.invite(state, 0, "bob"))
    assert then(state, game.join(state, "bob")).seats[1].player == "bob"


def test_a_removed_player_is_no_longer_invited_by_the_options():
    state = opened("bob", invited=["bob", "eve"])
    state = then(state, game.remove(state, 0, 1))
    assert game.invited_players(state) == ("eve",)
    assert not game.is_at_table(state, "bob")


def test_a_bots_seat_is_removed_and_a_bot_is_never_barred():
    state = opened(bots=["greedy"])
    assert game.remove(state, 0, 3) == [SeatRemoved(3, "bot:greedy")]
    assert then(state, [SeatRemoved(3, "bot:greedy")]).removed == ()


@pytest.mark.parametrize(
    ("seat", "code"), [(0, "own_seat"), (2, "empty_seat"), (4, "unknown_seat"), (-1, "unknown_seat")]
)
def test_the_host_removes_only_others_who_are_there(seat, code):
    assert refused(game.remove, opened("bob"), 0, seat) == code


# Invitations


def test_an_invitation_lasts_until_it_is_withdrawn_also_for_a_player_who_leaves():
    state = then(opened(), [PlayerInvited("bob")])
    state = then(state, game.join(state, "bob"))
    assert game.invited_players(state) == ()
    state = then(state, game.leave(state, 1))
    assert game.invited_players(state) == ("bob",)
    for index in (0, None):
        assert game.withdraw(state, index, "bob") == [InvitationWithdrawn("bob")]
    assert game.invited_players(then(state, [InvitationWithdrawn("bob")])) == ()


@pytest.mark.parametrize("player", ["ann", "bob", "eve"])
def test_nobody_is_invited_who_is_at_the_table_or_invited(player):
    state = then(opened("bob"), [PlayerInvited("eve")])
    assert refused(game.invite, state, 0, player) == "already_at_table"


def test_invited_bot_accounts_may_join_a_game_for_people():
    state = opened(allow_bots=False)
    assert refused(game.join, state, "bot-1", None, None, True) == "bots_not_allowed"
    state = then(state, game.invite(state, 0, "bot-1"))
    assert then(state, game.join(state, "bot-1", external=True)).seats[1].player == "bot-1"


def test_an_invitation_ends_when_the_game_begins():
    state = then(opened("bob", seats=2), [PlayerInvited("eve")])
    assert game.is_at_table(state, "eve")
    state = then(state, game.start(state, 0, SEED))
    assert not game.is_at_table(state, "eve")
    assert refused(game.invite, state, 0, "cem") == "not_open"


# Agreeing


def test_a_game_is_agreed_when_it_is_full_and_every_account_is_ready():
    state = opened("bob", seats=3, bots=["greedy"])
    for index in (0, 1):
        assert not game.is_agreed(state)
        state = then(state, game.agree(state, index, True))
    assert game.is_agreed(state)
    state = then(state, game.agree(state, 1, False))
    assert not game.is_agreed(state)


def test_saying_the_same_again_is_no_event_unless_the_seed_is_another():
    state = then(opened("bob"), game.agree(opened("bob"), 1, True, "mine"))
    assert state.seats[1].client_seed == "mine"
    assert game.agree(state, 1, True) == game.agree(state, 1, True, "mine") == []
    for other in ("other", ""):
        changed = then(state, game.agree(state, 1, True, other))
        assert changed.seats[1].client_seed == other
        assert game.agree(changed, 1, True, other) == []


def test_readiness_to_start_is_over_with_the_start():
    state = then(opened("bob", seats=2), game.agree(opened("bob", seats=2), 1, True))
    assert game.view(state, None)["seats"][1]["ready"] is True
    assert [seat.ready for seat in then(state, game.start(state, 0, SEED)).seats] == [False, False]


# Aborting


def test_a_game_is_aborted_before_the_first_picks_are_revealed():
    state = game.fold(game.new({"seats": 2}))
    first, second = [Draft(index, state.seats[index].hand[0]) for index in (0, 1)]
    assert game.abort(after(state, first)) == [GameAbandoned("aborted")]
    assert refused(game.abort, after(state, first, second)) == "under_way"
    assert game.fold([GameAbandoned("aborted")], state).end_reason == "aborted"


def test_a_game_in_which_a_rewind_was_proposed_is_not_aborted():
    """The picks may have been revealed before the rewind."""
    state = game.fold(game.new({"seats": 2}))
    asked = after(state, Draft(0, state.seats[0].hand[0]))
    events = game.propose(asked, 0, state, "2026-11-21T12:00:00.000Z", "2026-11-21T12:10:00.000Z")
    assert refused(game.abort, game.fold(events, asked)) == "under_way"


def test_a_solo_game_is_aborted_before_anything_was_done():
    state = game.fold(game.new({"seats": 1}))
    assert game.abort(state) == [GameAbandoned("aborted")]
    move = game.legal(state, 0)[0]
    assert refused(game.abort, after(state, move)) == "under_way"


def test_an_open_game_is_left_and_not_aborted():
    assert refused(game.abort, opened("bob")) == "not_playing"


# Leaving


def test_who_leaves_while_another_player_is_away_does_not_end_the_game():
    state = game.fold(game.new({"seats": 2}))
    away = state._replace(seats=(state.seats[0], state.seats[1]._replace(bot="greedy", away=True)))
    assert [type(event).__name__ for event in game.leave(away, 0)] == ["SeatResigned"]
    resigned = then(away, game.leave(away, 1))
    assert (resigned.seats[1].away, resigned.seats[1].bot) == (False, "greedy")
