"""Polls and streams that are open while seats resign, are taken over by bots, undo and rewind: no secret gets out."""

import threading
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from events import Entry
from game.events import EVENTS
from projections.games import Loaded
from projections.notices import Notices
from service.api.resources import replays
from service.jobs.bot_turns import play_bots
from tests.service.client import Caller, Json, Service, await_waiters, id_of

SEATS = 3
WAIT_SECONDS = 5
MOVES = ("pick", "bots", "resign", "undo", "rewind")


class Poll:
    """A request for events that is held until one comes after a version."""

    def __init__(self, caller: Caller, game: str, after: int) -> None:
        self.caller = caller
        self.events: list[Json] = []
        self._thread = threading.Thread(target=self._ask, args=(f"{game}/events?after={after}&wait={WAIT_SECONDS}",))
        self._thread.start()

    def _ask(self, path: str) -> None:
        self.events = self.caller.get(path).json

    def answered(self) -> list[Json]:
        self._thread.join(60)
        assert not self._thread.is_alive()
        return self.events


def secrets_of(entry: Entry, event: Json) -> set[str]:
    """The fields of the answered event that only its own seat may see."""
    return set(event["data"]) & EVENTS[entry.name].own_seat


def test_a_player_who_resigns_does_not_see_the_bots_pick_in_a_poll_that_was_held_before(service: Service):
    game, (ada, _) = service.start_game(2)
    version = service.version(game)
    poll = Poll(ada, game, after=version + 1)  # the resignation itself does not end it
    await_waiters(service, game, 1)
    ada.ask("DELETE", f"{game}/seats/me")
    play_bots(service.parts, id_of(game))
    [pick] = poll.answered()
    assert (pick["name"], pick["actor"], pick["data"]) == ("card_drafted", "bot:greedy", {})


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(moves=st.lists(st.tuples(st.sampled_from(MOVES), st.integers(0, SEATS - 1)), min_size=3, max_size=12))
@pytest.mark.slow
def test_no_poll_shows_what_a_seat_does_after_its_player_left_it(service: Service, moves: list[tuple[str, int]]):
    game, callers = service.start_game(SEATS)
    version = service.version(game)
    polls = [Poll(caller, game, version + ahead) for caller in callers for ahead in range(4)]
    await_waiters(service, game, len(polls))
    for move, seat in moves:
        perform(service, game, callers, move, seat)
    while service.version(game) < version + 5:  # let every poll end
        callers[0].post(f"{game}/intentions", {"type": "auto_ready", "on": True})
        callers[1].post(f"{game}/intentions", {"type": "auto_ready", "on": True})
        callers[2].post(f"{game}/intentions", {"type": "auto_ready", "on": True})
        play_bots(service.parts, id_of(game))
        if service.parts.games.load(id_of(game)).state.status != "playing":
            break
    entries = {entry.version: entry for entry in service.parts.log.read(id_of(game))}
    for poll in polls:
        for event in poll.answered():
            entry = entries[event["version"]]
            if secrets_of(entry, event):
                assert entry.actor == poll.caller.id, f"{poll.caller.id} sees {event}"


def perform(service: Service, game: str, callers: list[Caller], move: str, seat: int) -> None:
    """One move; what the rules refuse now is no matter."""
    caller = callers[seat]
    match move:
        case "pick":
            legal: Any = caller.get(f"{game}/legal").json
            if isinstance(legal, list) and legal:
                caller.post(f"{game}/intentions", Random(seat).choice(legal))
        case "bots":
            play_bots(service.parts, id_of(game))
        case "resign":
            caller.ask("DELETE", f"{game}/seats/me")
        case "undo":
            caller.post(f"{game}/undo", {})
        case "rewind":
            answer = caller.post(f"{game}/rewinds", {"version": max(1, service.version(game) - 2)}).json
            for other in callers:
                other.post(f"{game}/rewinds/{answer.get('number', 0)}/accept")


def test_a_replay_that_is_read_while_its_player_resigns_shows_nothing_of_the_bot(
    service: Service, monkeypatch: pytest.MonkeyPatch
):
    game, (ada, _) = service.start_game(2)
    load = replays.load_game

    def load_and_resign(name: str) -> Loaded:
        loaded = load(name)
        ada.ask("DELETE", f"{game}/seats/me")
        play_bots(service.parts, id_of(game))
        return loaded

    monkeypatch.setattr(replays, "load_game", load_and_resign)
    before = service.version(game)
    answer = ada.get(f"{game}/replay?limit=100")
    assert answer.headers["ETag"] == f'"{answer.json[-1]["version"]}"' == f'"{before}"'
    assert service.version(game) > before
    assert "bot:greedy" not in answer.text


def test_a_stream_of_turns_tells_a_player_who_resigned_nothing_of_the_seat(service: Service):
    game, (ada, ben) = service.start_game(2)
    loaded = service.parts.games.load(id_of(game))
    service.parts.lobby.save(id_of(game), loaded)
    answer = ada.get("/v1/turns", {"Accept": "application/x-ndjson"})
    pieces = (piece.decode() for piece in answer.iter_encoded())
    try:
        assert next(pieces) == "\n"
        assert '"type": "your_turn"' in next(pieces)
        ada.ask("DELETE", f"{game}/seats/me")
        play_bots(service.parts, id_of(game))
        Notices(service.parts.redis, service.parts.keys).send(id_of(game), loaded.state)
        hidden = set(service.parts.games.load(id_of(game)).state.seats[0].hand)
        ben.post(f"{game}/abort")  # its end is the next item
        service.project(game)
        item = next(pieces)
        assert '"type": "finished"' in item
        assert not [card for card in hidden if card in item]
    finally:
        answer.close()
