"""The list of games page by page: newest first, each game once, also while games change."""

import pytest

from projections import lobby as module
from tests.projections.lists import game_ids, list_all, open_game_of


def test_pages_show_newest_games_first_each_once(lobby):
    for number in range(25):
        lobby.save(f"g{number}", open_game_of("ann", opened=1000 + number))
    newest_first = [f"g{number}" for number in reversed(range(25))]
    assert game_ids(lobby.page()) == newest_first[:20]
    for limit in (1, 7, 24, 25, 26):
        assert list_all(lobby, limit=limit) == newest_first
        assert len(game_ids(lobby.page(limit=limit))) == min(limit, 25)


def test_the_last_page_has_no_cursor(lobby):
    for number in range(4):
        lobby.save(f"g{number}", open_game_of("ann", opened=number))
    assert lobby.page(limit=4).cursor is None
    first = lobby.page(limit=2)
    assert first.cursor
    assert lobby.page(limit=2, cursor=first.cursor).cursor is None
    assert lobby.page("finished") == ([], None, 0)


def test_games_opened_in_the_same_millisecond_are_all_listed(lobby):
    for number in range(9):
        lobby.save(f"g-{number}", open_game_of("ann", opened=5))
    assert sorted(list_all(lobby, limit=2)) == [f"g-{number}" for number in range(9)]


def test_nothing_is_left_out_or_repeated_while_games_are_added_and_end(lobby):
    for number in range(40):
        lobby.save(f"old-{number:02}", open_game_of("ann", opened=1000 + number))
    listed, cursor, added = [], None, 0
    while True:
        page = lobby.page(player="ann", limit=7, cursor=cursor)
        listed += game_ids(page)
        if page.cursor is None:
            break
        cursor = page.cursor
        for _ in range(5):
            lobby.save(f"new-{added}", open_game_of("ann", opened=5000 + added))
            added += 1
        lobby.save("old-39", open_game_of("ann", 1039, version=3 + added, status="abandoned"))
        lobby.save("old-01", open_game_of("ann", 1001, version=3 + added, status="abandoned"))
    assert listed == [f"old-{number:02}" for number in reversed(range(40))]


# Conditions without an index


def is_even(game):
    return int(game["id"][1:]) % 2 == 0


def pages(lobby, **filters):
    """All pages, each as the ids on it."""
    page = lobby.page(**filters)
    found = [game_ids(page)]
    while page.cursor:
        page = lobby.page(cursor=page.cursor, **filters)
        found.append(game_ids(page))
    return found


@pytest.mark.parametrize("limit", [1, 2, 5, 9, 10, 11])
def test_only_games_that_match_are_listed_each_once(lobby, limit):
    for number in range(20):
        lobby.save(f"g{number}", open_game_of("ann", opened=number))
    found = pages(lobby, limit=limit, matches=is_even)
    assert [game for page in found for game in page] == [f"g{number}" for number in range(18, -1, -2)]
    assert all(len(page) == limit for page in found[:-2])


def test_a_page_ends_after_a_number_of_games_also_if_few_or_none_match(lobby, monkeypatch):
    monkeypatch.setattr(module, "MAX_SCANNED_GAMES", 7)
    monkeypatch.setattr(module, "SCANNED_AT_ONCE", 3)
    for number in range(30):
        lobby.save(f"g{number}", open_game_of("ann", opened=number))
    found = pages(lobby, limit=5, matches=lambda game: game["id"] in ("g29", "g23", "g1"))
    assert found == [["g29", "g23"], [], [], [], ["g1"]]
    assert pages(lobby, limit=5, matches=lambda game: False) == [[]] * 5


def test_the_last_page_of_matching_games_has_no_cursor(lobby):
    for number in range(4):
        lobby.save(f"g{number}", open_game_of("ann", opened=number))
    assert pages(lobby, limit=2, matches=lambda game: game["id"] in ("g1", "g0")) == [["g1", "g0"]]


@pytest.mark.parametrize("cursor", ["", "nonsense", "0", "~", "*", "9999999999999-zzzzzzzz", "(", "[a", "☃"])
def test_any_cursor_gives_a_page(lobby, cursor):
    lobby.save("g", open_game_of("ann", opened=5))
    assert game_ids(lobby.page(cursor=cursor)) in ([], ["g"])


def test_no_filter_reaches_outside_the_lists(lobby):
    lobby.save("g", open_game_of("ann", opened=5))
    for text in ("*", "ann:*", "ann:standard", "", "[a]nn", "?nn"):
        assert game_ids(lobby.page(player=text)) in ([], ["g"])
        assert lobby.read_counters(text)["won"] == 0
