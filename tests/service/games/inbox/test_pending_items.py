"""What waits for a player in a game, by the state of the game alone."""

from typing import Any

import pytest

import game as rules
from events.entry import timestamp
from game.clocks import Clocks, advance, low_at_ms
from game.hosting import InvitationWithdrawn
from game.lobby import SeatLeft, StartAgreed
from game.time_limits import SeatReturned, SeatTakenOver, TimeExpired
from projections.games import Loaded
from service.accounts import Player
from service.games.inbox.pending_items import HOUR_MS, PendingItem, pending_items
from store.clock import DAY_MS

NOW_MS = 1_795_000_000_000


def kinds(loaded: Loaded, player: str) -> list[str]:
    """What waits or comes to wait for a player, without the warning that the game ends."""
    found = [each.kind for each in pending_items(loaded, Player(player, player, "human"))]
    return [kind for kind in found if kind != "expiring"]


def one(loaded: Loaded, player: str, kind: str) -> PendingItem:
    [found] = [each for each in pending_items(loaded, Player(player, player, "human")) if each.kind == kind]
    return found


def opened(*players: str, seats: int = 3, rematch: dict[str, Any] | None = None, **options: Any) -> Loaded:
    """An open game that the first of these players opened and the others joined."""
    [first, *rest] = rules.open({"seats": seats, **options}, players[0], "g")
    state = rules.fold([first if rematch is None else first.__class__(**_fields(first) | {"rematch": rematch}), *rest])
    for player in players[1:]:
        state = rules.fold(rules.join(state, player), state)
    return Loaded(state, b"", NOW_MS, NOW_MS)


def _fields(event: Any) -> dict[str, Any]:
    return {name: getattr(event, name) for name in event.__slots__}


def after(loaded: Loaded, *events: Any) -> Loaded:
    return loaded._replace(state=rules.fold(events, loaded.state))


def started(seats: int = 2, ms: int = NOW_MS, **options: Any) -> Loaded:
    """A game of player-0, player-1, … that started at a moment."""
    state = rules.fold(rules.new({"seats": seats, **options}))
    changed = (state.version,) * seats
    return Loaded(state, b"", ms, ms, advance(Clocks(), state, ms), changed_version=changed, changed_ms=(ms,) * seats)


def act(loaded: Loaded, seat: int, ms: int = NOW_MS) -> Loaded:
    """The game after the first legal intention of a seat."""
    state = loaded.state
    state = rules.fold(rules.decide(state, rules.legal(state, seat)[0]), state)
    changed_ms = tuple([ms if index == seat else before for index, before in enumerate(loaded.changed_ms)])
    return loaded._replace(state=state, clocks=advance(loaded.clocks, state, ms), touched_ms=ms, changed_ms=changed_ms)


# An open game


def test_an_invitation_stands_until_no_seat_is_free_or_the_game_expires():
    game = opened("ada", invited=["ben"])
    assert kinds(game, "ben") == ["invitation"]
    assert one(game, "ben", "invitation").until_ms == one(game, "ben", "invitation").deadline_ms == NOW_MS + DAY_MS
    assert kinds(game, "eve") == []
    full = opened("ada", "cat", "dan", invited=["ben"])
    assert kinds(full, "ben") == []
    assert kinds(after(full, SeatLeft(1)), "ben") == ["invitation"]
    assert kinds(after(game, InvitationWithdrawn("ben")), "ben") == []


def test_a_rematch_is_offered_to_the_players_for_whom_a_seat_is_kept():
    rematch = {"game": "before", "players": ["ada", "ben", None]}
    game = opened("ada", invited=["cat", "ben"], rematch=rematch)
    assert kinds(game, "ben") == ["rematch_offered"]
    assert kinds(game, "cat") == ["invitation"]
    assert kinds(after(game, InvitationWithdrawn("ben")), "ben") == []


def test_nobody_else_is_invited_to_a_seat_that_is_kept():
    game = opened("ada", seats=2, invited=["cat"], rematch={"game": "before", "players": ["ada", "ben"]})
    assert (kinds(game, "ben"), kinds(game, "cat")) == (["rematch_offered"], [])


def test_a_full_table_waits_for_the_host_and_for_each_seat_that_has_not_agreed():
    game = opened("ada", "ben", seats=3)
    assert kinds(game, "ada") == kinds(game, "ben") == []
    full = after(game, *rules.join(game.state, "cat"))
    assert kinds(full, "ada") == kinds(full, "ben") == kinds(full, "cat") == ["table_full"]
    agreed = after(full, StartAgreed(0, True), StartAgreed(1, True))
    assert (kinds(agreed, "ada"), kinds(agreed, "ben"), kinds(agreed, "cat")) == (["table_full"], [], ["table_full"])
    assert kinds(after(agreed, SeatLeft(2)), "ada") == []


def test_another_player_at_a_full_table_makes_it_look_different():
    full = opened("ada", "ben", seats=2)
    other = after(full, SeatLeft(1), *rules.join(after(full, SeatLeft(1)).state, "cat"))
    assert one(full, "ada", "table_full").content != one(other, "ada", "table_full").content


@pytest.mark.parametrize(("open_seconds", "before_ms"), [(86_400, HOUR_MS), (36_000, HOUR_MS), (600, 60_000)])
def test_an_open_game_is_told_to_expire_in_the_last_tenth_of_its_time_or_its_last_hour(open_seconds, before_ms):
    expiring = one(opened("ada", open_seconds=open_seconds), "ada", "expiring")
    end_ms = NOW_MS + 1000 * open_seconds
    assert (expiring.from_ms, expiring.until_ms, expiring.deadline_ms) == (end_ms - before_ms, end_ms, end_ms)


# A game under way


def test_a_turn_waits_for_exactly_the_seats_that_must_act():
    game = started(3)
    assert [kinds(game, f"player-{seat}") for seat in range(3)] == [["your_turn"]] * 3
    game = act(game, 1)
    assert [kinds(game, f"player-{seat}")[:1] for seat in range(3)] == [["your_turn"], [], ["your_turn"]]
    assert kinds(game, "eve") == []
    assert one(game, "player-0", "your_turn").deadline_ms is None


def test_a_seat_whose_time_is_up_has_no_turn_until_the_next_phase():
    assert kinds(after(started(), TimeExpired(0)), "player-0") == []


def test_a_player_who_is_away_can_return():
    game = after(started(), SeatTakenOver(0, "greedy"))
    assert kinds(game, "player-0") == ["away"]
    assert kinds(after(game, SeatReturned(0)), "player-0") == ["your_turn"]


def test_a_running_clock_is_low_from_its_soft_limit_to_its_end():
    game = started(clock={"kind": "per_phase", "seconds": 600})
    low, turn = one(game, "player-0", "clock_low"), one(game, "player-0", "your_turn")
    end_ms = NOW_MS + 600_000
    assert turn.deadline_ms == low.deadline_ms == low.until_ms == end_ms
    assert low.from_ms == low_at_ms(game.clocks, 0)
    assert NOW_MS < low.from_ms < end_ms
    game = act(game, 0, NOW_MS + 1000)
    assert (kinds(game, "player-0"), kinds(game, "player-1")) == ([], ["your_turn", "clock_low"])


def test_a_clock_is_low_again_in_the_next_phase_only():
    game = started(clock={"kind": "bank", "seconds": 600})
    first = one(game, "player-0", "clock_low").content
    assert one(act(game, 1), "player-0", "clock_low").content == first
    assert one(act(act(game, 1), 0), "player-0", "clock_low").content != first


def proposed(game: Loaded, expires_ms: int) -> Loaded:
    """The game after seat 0 has proposed to go back to its start."""
    events = rules.propose(game.state, 0, started(3).state, timestamp(NOW_MS), timestamp(expires_ms))
    return after(game, *events)


def test_a_rewind_waits_for_those_who_have_not_answered_until_it_expires():
    game = proposed(act(started(3), 0), NOW_MS + 60_000)
    waiting = one(game, "player-1", "rewind_proposed")
    assert waiting.until_ms == waiting.deadline_ms == NOW_MS + 60_000
    assert "rewind_proposed" in kinds(game, "player-2")
    assert "rewind_proposed" not in kinds(game, "player-0"), "it is their own"
    accepted = after(game, *rules.accept(game.state, 1, 1, timestamp(NOW_MS)))
    assert "rewind_proposed" not in kinds(accepted, "player-1")
    declined = after(accepted, *rules.decline(accepted.state, 2, 1, timestamp(NOW_MS)))
    assert "rewind_proposed" not in kinds(declined, "player-2")


def test_a_game_that_nobody_plays_is_told_to_end_a_day_before():
    idle = one(started(), "player-1", "expiring")
    assert (idle.from_ms, idle.deadline_ms) == (NOW_MS + 13 * DAY_MS, NOW_MS + 14 * DAY_MS)
    alone = one(act(started(1), 0, NOW_MS + HOUR_MS), "player-0", "expiring")
    assert alone.deadline_ms == NOW_MS + HOUR_MS + 14 * DAY_MS
    clocked = started(clock={"kind": "bank", "seconds": 600})
    assert "expiring" not in [each.kind for each in pending_items(clocked, Player("player-0", "", "human"))]


def test_without_a_clock_a_player_is_told_a_day_before_a_bot_takes_the_seat():
    game = act(started(), 0, NOW_MS + HOUR_MS)
    assert kinds(game, "player-0") == []
    low = one(game, "player-1", "clock_low")
    assert (low.from_ms, low.until_ms, low.deadline_ms) == (NOW_MS + 13 * DAY_MS, *[NOW_MS + 14 * DAY_MS] * 2)
    assert "expiring" not in [each.kind for each in pending_items(game, Player("player-1", "", "human"))]
    assert one(act(started(idle_seconds=600), 0), "player-1", "clock_low").from_ms == NOW_MS + 540_000


def test_nothing_waits_for_a_player_who_is_away_and_has_no_time_left():
    game = after(started(clock={"kind": "bank", "seconds": 60}), TimeExpired(0), SeatTakenOver(0, "greedy"))
    game = game._replace(clocks=advance(game.clocks, game.state, NOW_MS + 60_000))
    assert kinds(game, "player-0") == []


def test_nothing_waits_in_a_game_that_is_over():
    game = started()
    game = after(game, *rules.abort(game.state))
    assert game.state.status == "abandoned"
    assert pending_items(game, Player("player-0", "", "human")) == []


def test_a_bot_account_and_a_person_find_the_same():
    game = opened("ada", "ben", invited=["cat"])
    for player in ("ada", "ben", "cat", "eve"):
        found = [pending_items(game, Player(player, player, kind)) for kind in ("human", "bot")]
        assert found[0] == found[1]
