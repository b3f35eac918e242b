"""The list of games: every filter finds each game in the lists where it belongs."""

from itertools import product
from threading import Thread

import pytest

import game as rules
from events import MemoryLog
from events.entry import canonical, timestamp
from game.lobby import GameAbandoned
from game.rulesets import CURRENT_RULESET
from projections import lobby as module
from projections.games import Loaded
from projections.lobby import Lobby
from tests.projections.lists import game_ids, list_all, open_game_of, stored_lists
from tests.projections.table import act, begin, fold_game, join, leave, open_game, play, score, start, whole_game


def save(lobby, log, game):
    return lobby.save(game, fold_game(log, game))


# Summaries


def test_a_summary_holds_the_players_and_the_progress_of_the_game(lobby):
    log = MemoryLog(lambda: 1_795_234_774.306)
    open_game(log, "g", seats=3, bots=["greedy"], name="Friday")
    save(lobby, log, "g")
    [summary] = lobby.page().games
    nothing = {"reserved": None, "place": None, "result": None}
    assert summary == {
        "id": "g",
        "name": "Friday",
        "mode": "standard",
        "scenario": None,
        "side": "A",
        "ruleset": CURRENT_RULESET,
        "visibility": "public",
        "spectators": True,
        "clock": None,
        "status": "open",
        "end_reason": None,
        "host": 0,
        "round": 0,
        "phase": None,
        "seats": [
            {"seat": 0, "player": {"id": "ann", "name": None, "kind": "human"}, "bot": None, **nothing},
            {"seat": 1, "player": None, "bot": None, **nothing},
            {"seat": 2, "player": {"id": "bot:greedy", "name": "greedy", "kind": "bot"}, "bot": "greedy", **nothing},
        ],
        "free_seats": 1,
        "opened_at": timestamp(1_795_234_774_306),
        "ended_at": None,
        "winners": None,
        "scores": None,
        "rank": None,
        "medal": None,
        "assisted": False,
        "origin": None,
        "rematch_of": None,
        "imported": False,
        "allow_bots": True,
        "invited": [],
    }


def test_the_summary_of_a_finished_game_names_winners_scores_and_end(lobby):
    log = MemoryLog(iter(range(10_000)).__next__)
    whole_game(log, "g")
    save(lobby, log, "g")
    [summary] = lobby.page().games
    state = fold_game(log, "g").state
    assert summary["winners"] == [*state.result.ranking[0]]
    assert summary["scores"] == [points["total"] for points in rules.score(state)]
    assert summary["ended_at"] == timestamp(log.read("g")[-1].ms) > summary["opened_at"]
    assert (summary["status"], summary["round"], summary["phase"]) == ("finished", 4, "finished")


def test_a_summary_reveals_nothing_hidden(lobby):
    log = MemoryLog()
    begin(log, "g")
    for _ in range(20):
        play(log, "g", turns=3)
        save(lobby, log, "g")
        text = canonical(lobby.page().games[0])
        state = fold_game(log, "g").state
        assert state.server_seed not in text
        assert not [card for card in rules.catalogue["developments"] if f'"{card["id"]}.' in text]


def test_an_older_summary_does_not_replace_a_newer_one(lobby, parts):
    log = MemoryLog()
    open_game(log, "g")
    older = fold_game(log, "g")
    join(log, "g")
    assert save(lobby, log, "g")
    assert not Lobby(parts.redis, parts.keys).save("g", older)
    assert lobby.page().games[0]["seats"][1]["player"]["id"] == "bob"
    assert game_ids(lobby.page(player="bob")) == ["g"]


def test_a_seat_that_was_left_is_free_again_for_every_projector(lobby, parts):
    log, other = MemoryLog(), Lobby(parts.redis, parts.keys)
    open_game(log, "g")
    save(lobby, log, "g")
    join(log, "g")
    save(other, log, "g")
    leave(log, "g", 1)
    save(lobby, log, "g")
    assert lobby.page().games[0]["seats"][1]["player"] is None
    assert game_ids(lobby.page(player="bob")) == []


def test_a_summary_that_stays_the_same_is_written_once(lobby, parts):
    log = MemoryLog()
    begin(log, "g")
    assert save(lobby, log, "g")
    before = stored_lists(parts)
    play(log, "g", turns=5)
    assert not save(lobby, log, "g")
    assert stored_lists(parts) == before


def test_only_an_open_game_has_free_seats(lobby):
    log, counts = MemoryLog(), []

    def count():
        save(lobby, log, "g")
        counts.append(lobby.page().games[0]["free_seats"])

    open_game(log, "g", seats=3, bots=["greedy"])
    count()
    join(log, "g")
    count()
    for seat in (1, 0):  # the last player abandons the game
        leave(log, "g", seat)
        count()
    assert counts == [1, 0, 1, 0]


def test_a_summary_of_another_schema_is_not_read_and_goes_when_the_list_is_dropped(parts, monkeypatch):
    old = Lobby(parts.redis, parts.keys)
    old.save("old", open_game_of("ann", opened=1))
    monkeypatch.setattr(module, "SCHEMA", module.SCHEMA + 1)
    new = Lobby(parts.redis, parts.keys)
    new.save("new", open_game_of("ann", opened=2))
    assert list_all(new, limit=1) == ["new"]
    new.save("old", open_game_of("ann", opened=1, version=3))
    assert list_all(new, limit=1) == ["new", "old"]
    new.clear()
    assert stored_lists(parts) == {}


# Filters


@pytest.fixture
def mixed_games(lobby):
    """Games of every status by several players, and the log they are in."""
    log = MemoryLog(iter(range(100_000)).__next__)
    for number, (one, two) in enumerate([("ann", "bob"), ("bob", "cat"), ("cat", "ann"), ("ann", "cat")]):
        open_game(log, f"open-{number}", player=one)
        open_game(log, f"playing-{number}", player=one)
        open_game(log, f"finished-{number}", player=one)
        for kind in ("playing", "finished"):
            join(log, f"{kind}-{number}", two)
            start(log, f"{kind}-{number}")
        play(log, f"finished-{number}", seed=number)
        score(log, f"finished-{number}")
        open_game(log, f"abandoned-{number}", player=one, bots=["greedy"])
        start(log, f"abandoned-{number}")
        act(log, f"abandoned-{number}", "service", lambda state: [GameAbandoned("idle")])
    for game in games_of(log):
        save(lobby, log, game)
    return log


def games_of(log):
    kinds = ("open", "playing", "finished", "abandoned")
    found = [f"{kind}-{number}" for kind in kinds for number in range(4)]
    return sorted(found, key=lambda game: -log.read(game)[0].ms)


def test_games_are_found_by_status_player_and_mode_alone_and_combined(lobby, mixed_games):
    states = {game: fold_game(mixed_games, game).state for game in games_of(mixed_games)}
    statuses, players = ("open", "playing", "finished", "abandoned", None), ("ann", "bob", "cat", "eve", None)
    for status, player, mode in product(statuses, players, ("standard", "solo", None)):
        fit = [
            game
            for game, state in states.items()
            if status in (None, state.status)
            and (player is None or player in [seat.player for seat in state.seats])
            and mode in (None, "standard")
        ]
        assert game_ids(lobby.page(status, player, mode)) == fit, (status, player, mode)


def test_bots_are_no_players_to_filter_by(lobby, mixed_games):
    assert game_ids(lobby.page(player="bot:greedy")) == []


def test_a_player_has_counts_by_status_and_of_games_won(lobby, mixed_games):
    for player in ("ann", "bob", "cat", "eve"):
        states = [fold_game(mixed_games, game).state for game in games_of(mixed_games)]
        own = [state for state in states if player in [seat.player for seat in state.seats]]
        won = [s for s in own if s.result and player in [s.seats[seat].player for seat in s.result.ranking[0]]]
        counted = {
            status: [s.status for s in own].count(status) for status in ("open", "playing", "finished", "abandoned")
        }
        assert lobby.read_counters(player) == {**counted, "won": len(won), "assisted": 0}
    assert sum(lobby.read_counters(player)["won"] for player in ("ann", "bob", "cat")) >= 4


def test_a_shared_victory_counts_for_each_winning_player_but_not_for_bots(lobby):
    state = rules.state(
        {
            "version": 9,
            "status": "finished",
            "phase": "finished",
            "options": {"seats": 3},
            "seats": [{"player": "ann"}, {"player": "bob"}, {"player": "bot:greedy", "bot": "greedy"}],
            "result": {"scores": [], "ranking": [[0, 1, 2]]},
        }
    )
    lobby.save("g", Loaded(state, b"", 1, 2))
    assert lobby.read_counters("ann")["won"] == lobby.read_counters("bob")["won"] == 1
    assert lobby.read_counters("bot:greedy")["won"] == 0


# From list to list


def test_a_game_moves_from_list_to_list_with_its_status(lobby):
    log = MemoryLog()

    def lists():
        save(lobby, log, "g")
        return {status for status in ("open", "playing", "finished", "abandoned") if game_ids(lobby.page(status))}

    open_game(log, "g")
    assert lists() == {"open"}
    join(log, "g")
    assert lists() == {"open"}
    start(log, "g")
    assert lists() == {"playing"}
    play(log, "g")
    assert lists() == {"playing"}
    score(log, "g")
    assert lists() == {"finished"}
    counts = lobby.read_counters("bob")
    assert [counts[status] for status in ("open", "playing", "finished", "abandoned")] == [0, 0, 1, 0]


def test_a_player_that_left_an_open_game_is_in_none_of_its_lists(lobby, parts):
    log = MemoryLog()
    open_game(log, "g")
    join(log, "g")
    save(lobby, log, "g")
    assert lobby.read_counters("bob")["open"] == 1
    leave(log, "g", 1)
    save(lobby, log, "g")
    assert lobby.read_counters("bob")["open"] == 0
    assert not [key for key in stored_lists(parts) if b":bob:" in key]


def test_a_player_that_resigned_stays_in_the_lists_of_the_game(lobby):
    log = MemoryLog()
    begin(log, "g")
    leave(log, "g", 1)
    save(lobby, log, "g")
    assert game_ids(lobby.page("playing", "bob")) == ["g"]
    [_, seat] = lobby.page().games[0]["seats"]
    assert (seat["player"]["id"], seat["bot"]) == ("bob", "greedy")


def test_ids_and_names_may_hold_any_letters(lobby):
    log = MemoryLog()
    open_game(log, "g-1-☃", player="wörd", name="Ω ☃ \"'\\ \U0001f0a1")
    save(lobby, log, "g-1-☃")
    assert game_ids(lobby.page(player="wörd")) == ["g-1-☃"]
    assert lobby.page().games[0]["name"] == "Ω ☃ \"'\\ \U0001f0a1"


# Dropping all


def test_a_cleared_list_is_empty_and_leaves_nothing_behind(lobby, parts, mixed_games):
    lobby.clear()
    assert stored_lists(parts) == {}
    assert list_all(lobby) == []


def test_games_saved_again_after_clearing_are_listed_as_before(lobby, parts, mixed_games):
    before = stored_lists(parts)
    lobby.clear()
    for game in games_of(mixed_games):
        save(lobby, mixed_games, game)
    assert stored_lists(parts) == before


def test_games_saved_while_the_list_is_cleared_are_in_the_right_lists_once_saved_again(lobby, parts):
    games = {f"g{number}": open_game_of(f"p{number % 7}", opened=number) for number in range(60)}
    other, done = Lobby(parts.redis, parts.keys), []

    def save_all(lobby, version, status):
        for game, one in games.items():
            lobby.save(game, one._replace(state=one.state._replace(version=version, status=status)))

    def go_on():
        version = 1
        while not done:
            save_all(other, version, ("open", "playing")[version % 2])
            version += 1

    projector = Thread(target=go_on)
    projector.start()
    try:
        for _ in range(10):
            lobby.clear()
    finally:
        done.append(True)
        projector.join()
    save_all(lobby, 1_000_000, "abandoned")
    found = stored_lists(parts)
    lobby.clear()
    save_all(lobby, 1_000_000, "abandoned")
    assert found == stored_lists(parts)
    assert sorted(list_all(lobby, status="abandoned")) == sorted(games)


FINISHED = {
    "version": 9,
    "status": "finished",
    "phase": "finished",
    "options": {"seats": 2},
    "seats": [{"player": "ann"}, {"player": "bob"}],
    "result": {"scores": [], "ranking": [[0], [1]]},
}


def test_an_assisted_game_counts_as_that_and_a_fork_as_nothing(lobby):
    lobby.save("a", Loaded(rules.state(FINISHED | {"assisted": True}), b"", 1, 2))
    lobby.save("f", Loaded(rules.state(FINISHED | {"origin": {"game": "a", "version": 7}}), b"", 1, 2))
    nothing = dict.fromkeys(("open", "playing", "finished", "abandoned", "won", "assisted"), 0)
    assert lobby.read_counters("ann") == lobby.read_counters("bob") == nothing | {"assisted": 1}
    assert game_ids(lobby.page(status="finished", player="ann")) == ["f", "a"]
    assert [(game["id"], game["assisted"], game["origin"]) for game in lobby.page().games] == [
        ("f", True, {"game": "a", "version": 7}),
        ("a", True, None),
    ]
    assert game_ids(lobby.forks("a")) == ["f"]
    assert game_ids(lobby.forks("f")) == []


def test_a_game_from_another_server_is_listed_and_not_counted(lobby):
    lobby.mark_imported("i")
    lobby.save("i", Loaded(rules.state(FINISHED), b"", 1, 2))
    assert set(lobby.read_counters("ann").values()) == {0}
    assert [(game["id"], game["imported"]) for game in lobby.page().games] == [("i", True)]
    assert game_ids(lobby.page(player="ann")) == [], "the author of that log chose the ids in it"
    lobby.clear()
    lobby.save("i", Loaded(rules.state(FINISHED), b"", 1, 2))
    assert lobby.page().games[0]["imported"], "that is no projection: it cannot be made again"


def test_after_a_rewind_any_projector_stores_an_earlier_summary_again(parts):
    one, two = (Lobby(parts.redis, parts.keys) for _ in "ab")
    first, second = (
        Loaded(rules.state(FINISHED | {"status": "playing", "result": None, "round": round, "version": version}), b"")
        for round, version in ((1, 5), (2, 6))
    )
    again = Loaded(first.state._replace(version=8, rewinds=1), b"")
    assert one.save("g", first)
    assert two.save("g", second)
    assert one.save("g", again)
    assert one.page().games[0]["round"] == 1
