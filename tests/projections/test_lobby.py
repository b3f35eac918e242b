"""The list of games: found by every filter, page by page, each game in the lists where it belongs."""

from itertools import product
from threading import Thread

import pytest

import game as rules
from events import MemoryLog
from events.codec import canonical
from projections.loaded import Loaded
from projections.lobby import Lobby
from projections.redaction import timestamp
from tests.projections.table import join, leave, loaded, open_game, play, score, start, whole_game


def ids(page):
    return [game["id"] for game in page.games]


def everything(parts):
    """What the list stores: every key and its members, fields and values."""
    keys = sorted(parts.redis.scan_iter(parts.keys.lobby("*")))
    read = {b"hash": parts.redis.hgetall, b"zset": lambda key: parts.redis.zrange(key, 0, -1)}
    return {key: read[parts.redis.type(key)](key) for key in keys}


def save(lobby, log, game):
    return lobby.save(game, loaded(log, game))


def seated(player, opened, version=2, **changes):
    """An open game of two seats that a player opened at a moment."""
    seats = (rules.state({"seats": [{"player": player}, {}]})).seats
    return Loaded(rules.State(version=version, seats=seats, **changes), b"", opened, opened)


def listed(lobby, **filters):
    """All pages, as one list."""
    found, cursor = [], None
    while True:
        page = lobby.page(cursor=cursor, **filters)
        found += ids(page)
        if page.cursor is None:
            return found
        cursor = page.cursor


# Summaries


def test_a_summary_shows_who_plays_and_how_far_the_game_is(lobby):
    log = MemoryLog(lambda: 1_795_234_774.306)
    open_game(log, "g", seats=3, bots=["greedy"], name="Friday")
    save(lobby, log, "g")
    [summary] = lobby.page().games
    assert summary == {
        "id": "g",
        "name": "Friday",
        "mode": "standard",
        "scenario": None,
        "side": "A",
        "ruleset": "base-1",
        "status": "open",
        "round": 0,
        "phase": None,
        "seats": [
            {"seat": 0, "player": "ann", "bot": None},
            {"seat": 1, "player": None, "bot": None},
            {"seat": 2, "player": "bot:greedy", "bot": "greedy"},
        ],
        "opened_at": timestamp(1_795_234_774_306),
        "ended_at": None,
        "winners": None,
    }


def test_the_summary_of_a_finished_game_names_winners_and_end(lobby):
    log = MemoryLog(iter(range(10_000)).__next__)
    whole_game(log, "g")
    save(lobby, log, "g")
    [summary] = lobby.page().games
    state = loaded(log, "g").state
    assert summary["winners"] == [*state.result.ranking[0]]
    assert summary["ended_at"] == timestamp(log.read("g")[-1].ms) > summary["opened_at"]
    assert (summary["status"], summary["round"], summary["phase"]) == ("finished", 4, "finished")


def test_a_summary_tells_nothing_hidden(lobby):
    log = MemoryLog()
    open_game(log, "g")
    join(log, "g")
    start(log, "g")
    for _ in range(20):
        play(log, "g", turns=3)
        save(lobby, log, "g")
        text = canonical(lobby.page().games[0])
        state = loaded(log, "g").state
        assert state.server_seed not in text
        assert not [card for card in rules.catalogue["developments"] if f'"{card["id"]}.' in text]


def test_an_older_summary_does_not_replace_a_newer_one(lobby, parts):
    log = MemoryLog()
    open_game(log, "g")
    older = loaded(log, "g")
    join(log, "g")
    assert save(lobby, log, "g")
    assert not Lobby(parts.redis, parts.keys).save("g", older)
    assert lobby.page().games[0]["seats"][1]["player"] == "bob"
    assert ids(lobby.page(player="bob")) == ["g"]


def test_a_seat_taken_and_left_is_free_again_whoever_projects(lobby, parts):
    log, other = MemoryLog(), Lobby(parts.redis, parts.keys)
    open_game(log, "g")
    save(lobby, log, "g")
    join(log, "g")
    save(other, log, "g")
    leave(log, "g", 1)
    save(lobby, log, "g")
    assert lobby.page().games[0]["seats"][1]["player"] is None
    assert ids(lobby.page(player="bob")) == []


def test_a_summary_that_stays_the_same_is_written_once(lobby, parts):
    log = MemoryLog()
    open_game(log, "g")
    join(log, "g")
    start(log, "g")
    assert save(lobby, log, "g")
    before = everything(parts)
    play(log, "g", turns=5)
    assert not save(lobby, log, "g")
    assert everything(parts) == before


# Filters


@pytest.fixture
def mixed(lobby):
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
        leave(log, f"abandoned-{number}", 0)
    for game in games_of(log):
        save(lobby, log, game)
    return log


def games_of(log):
    kinds = ("open", "playing", "finished", "abandoned")
    found = [f"{kind}-{number}" for kind in kinds for number in range(4)]
    return sorted(found, key=lambda game: -log.read(game)[0].ms)


def test_games_are_found_by_status_player_and_mode_alone_and_combined(lobby, mixed):
    states = {game: loaded(mixed, game).state for game in games_of(mixed)}
    statuses, players = ("open", "playing", "finished", "abandoned", None), ("ann", "bob", "cat", "eve", None)
    for status, player, mode in product(statuses, players, ("standard", "solo", None)):
        fit = [
            game
            for game, state in states.items()
            if status in (None, state.status)
            and (player is None or player in [seat.player for seat in state.seats])
            and mode in (None, "standard")
        ]
        assert ids(lobby.page(status, player, mode)) == fit, (status, player, mode)


def test_bots_are_no_players_to_filter_by(lobby, mixed):
    assert ids(lobby.page(player="bot:greedy")) == []


def test_a_player_has_counts_by_status_and_of_games_won(lobby, mixed):
    for player in ("ann", "bob", "cat", "eve"):
        states = [loaded(mixed, game).state for game in games_of(mixed)]
        own = [state for state in states if player in [seat.player for seat in state.seats]]
        won = [s for s in own if s.result and player in [s.seats[seat].player for seat in s.result.ranking[0]]]
        counted = {
            status: [s.status for s in own].count(status) for status in ("open", "playing", "finished", "abandoned")
        }
        assert lobby.counts(player) == {**counted, "won": len(won)}
    assert sum(lobby.counts(player)["won"] for player in ("ann", "bob", "cat")) >= 4


def test_a_shared_victory_counts_for_all_who_share_it_but_not_for_bots(lobby):
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
    assert lobby.counts("ann")["won"] == lobby.counts("bob")["won"] == 1
    assert lobby.counts("bot:greedy")["won"] == 0


# From list to list


def test_a_game_moves_from_list_to_list_with_its_status(lobby):
    log = MemoryLog()

    def lists():
        save(lobby, log, "g")
        return {status for status in ("open", "playing", "finished", "abandoned") if ids(lobby.page(status))}

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
    assert lobby.counts("bob") == {"open": 0, "playing": 0, "finished": 1, "abandoned": 0, "won": 1} | {
        "won": lobby.counts("bob")["won"]
    }


def test_who_leaves_an_open_game_is_in_none_of_its_lists(lobby, parts):
    log = MemoryLog()
    open_game(log, "g")
    join(log, "g")
    save(lobby, log, "g")
    assert lobby.counts("bob")["open"] == 1
    leave(log, "g", 1)
    save(lobby, log, "g")
    assert lobby.counts("bob")["open"] == 0
    assert not [key for key in everything(parts) if b":bob:" in key]


def test_who_resigns_stays_in_the_lists_of_the_game(lobby):
    log = MemoryLog()
    open_game(log, "g")
    join(log, "g")
    start(log, "g")
    leave(log, "g", 1)
    save(lobby, log, "g")
    assert ids(lobby.page("playing", "bob")) == ["g"]
    assert lobby.page().games[0]["seats"][1] == {"seat": 1, "player": "bob", "bot": "greedy"}


# Pages


def test_pages_show_newest_games_first_each_once(lobby):
    for number in range(25):
        lobby.save(f"g{number}", seated("ann", opened=1000 + number))
    newest_first = [f"g{number}" for number in reversed(range(25))]
    assert ids(lobby.page()) == newest_first[:20]
    for limit in (1, 7, 24, 25, 26):
        assert listed(lobby, limit=limit) == newest_first
        assert len(ids(lobby.page(limit=limit))) == min(limit, 25)


def test_the_last_page_has_no_cursor(lobby):
    for number in range(4):
        lobby.save(f"g{number}", seated("ann", opened=number))
    assert lobby.page(limit=4).cursor is None
    first = lobby.page(limit=2)
    assert first.cursor
    assert lobby.page(limit=2, cursor=first.cursor).cursor is None
    assert lobby.page("finished") == ([], None)


def test_games_opened_in_the_same_millisecond_are_all_listed(lobby):
    for number in range(9):
        lobby.save(f"g-{number}", seated("ann", opened=5))
    assert sorted(listed(lobby, limit=2)) == [f"g-{number}" for number in range(9)]


def test_nothing_is_left_out_or_repeated_while_games_are_added_and_end(lobby):
    for number in range(40):
        lobby.save(f"old-{number:02}", seated("ann", opened=1000 + number))
    seen, cursor, added = [], None, 0
    while True:
        page = lobby.page(player="ann", limit=7, cursor=cursor)
        seen += ids(page)
        if page.cursor is None:
            break
        cursor = page.cursor
        for _ in range(5):
            lobby.save(f"new-{added}", seated("ann", opened=5000 + added))
            added += 1
        lobby.save("old-39", seated("ann", 1039, version=3 + added, status="abandoned"))
        lobby.save("old-01", seated("ann", 1001, version=3 + added, status="abandoned"))
    assert seen == [f"old-{number:02}" for number in reversed(range(40))]


@pytest.mark.parametrize("cursor", ["", "nonsense", "0", "~", "*", "9999999999999-zzzzzzzz", "(", "[a", "☃"])
def test_any_cursor_gives_a_page(lobby, cursor):
    lobby.save("g", seated("ann", opened=5))
    assert ids(lobby.page(cursor=cursor)) in ([], ["g"])


def test_no_filter_reaches_outside_the_lists(lobby):
    lobby.save("g", seated("ann", opened=5))
    for text in ("*", "ann:*", "ann:standard", "", "[a]nn", "?nn"):
        assert ids(lobby.page(player=text)) in ([], ["g"])
        assert lobby.counts(text)["won"] == 0


def test_ids_and_names_may_hold_any_letters(lobby):
    log = MemoryLog()
    open_game(log, "g-1-☃", player="wörd", name="Ω \u2028 \"'\\ \n ")
    save(lobby, log, "g-1-☃")
    assert ids(lobby.page(player="wörd")) == ["g-1-☃"]
    assert lobby.page().games[0]["name"] == "Ω \u2028 \"'\\ \n "


# Dropping all


def test_a_cleared_list_is_empty_and_leaves_nothing_behind(lobby, parts, mixed):
    lobby.clear()
    assert everything(parts) == {}
    assert listed(lobby) == []


def test_what_is_saved_again_after_clearing_is_as_it_was(lobby, parts, mixed):
    before = everything(parts)
    lobby.clear()
    for game in games_of(mixed):
        save(lobby, mixed, game)
    assert everything(parts) == before


def test_games_saved_while_the_list_is_cleared_are_in_it_once_they_are_saved_again(lobby, parts):
    made = {f"g{number}": seated(f"p{number % 7}", opened=number) for number in range(60)}
    other, stop = Lobby(parts.redis, parts.keys), []

    def keep_saving():
        version = 3
        while not stop:
            version += 1
            for game, one in made.items():
                other.save(game, one._replace(state=one.state._replace(version=version)))

    projector = Thread(target=keep_saving)
    projector.start()
    try:
        for _ in range(10):
            lobby.clear()
    finally:
        stop.append(True)
        projector.join()
    newest = max(
        int(guard.split(b'"version":')[1].split(b",")[0].rstrip(b"}"))
        for guard in parts.redis.hvals(parts.keys.lobby("guards"))
    )
    for game, one in made.items():
        lobby.save(game, one._replace(state=one.state._replace(version=newest)))
    assert sorted(listed(lobby)) == sorted(made)
    assert sum(lobby.counts(f"p{number}")["open"] for number in range(7)) == 60
