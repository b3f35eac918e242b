"""The list of games page by page: newest first, each game once, also while games change."""

import pytest

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
    assert lobby.page("finished") == ([], None)


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


@pytest.mark.parametrize("cursor", ["", "nonsense", "0", "~", "*", "9999999999999-zzzzzzzz", "(", "[a", "☃"])
def test_any_cursor_gives_a_page(lobby, cursor):
    lobby.save("g", open_game_of("ann", opened=5))
    assert game_ids(lobby.page(cursor=cursor)) in ([], ["g"])


def test_no_filter_reaches_outside_the_lists(lobby):
    lobby.save("g", open_game_of("ann", opened=5))
    for text in ("*", "ann:*", "ann:standard", "", "[a]nn", "?nn"):
        assert game_ids(lobby.page(player=text)) in ([], ["g"])
        assert lobby.read_counters(text)["won"] == 0
