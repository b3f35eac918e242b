"""Conditional requests and HEAD: what a client has already is not sent again (RFC 9110, 13)."""

import re
from typing import Any

import pytest

from tests.service.client import Caller, Service, assert_problem

LISTS = [
    *(
        "/v1/games",
        "/v1/games?status=open&limit=3",
        "/v1/bots",
        "/v1/leaderboards",
        "/v1/explorer/cards",
        "/v1/puzzles",
    ),
    *("{game}/forks", "{game}/rewinds"),
]
PAGES = [
    "/",
    "/qr/ABC.svg",
    "/v1/catalogue",
    "/v1/keys",
    "/openapi.yaml",
    "/docs",
    "/docs/swagger-ui.css",
    "/docs/start.js",
]
VERSIONED = ["{game}", "{game}/legal", "{game}/replay", "{game}/log"]


@pytest.fixture
def game(finished: tuple[str, Any]) -> str:
    """The address of a finished game."""
    return finished[0]


@pytest.fixture
def reader(finished: tuple[str, list[Caller]]) -> Caller:
    """A player of that game."""
    return finished[1][0]


@pytest.mark.slow
@pytest.mark.parametrize("path", [*LISTS, *PAGES, *VERSIONED])
def test_what_the_client_has_already_is_not_sent_again(path: str, game: str, reader: Caller):
    path = path.format(game=game)
    first = reader.get(path)
    tag = first.headers["ETag"]
    opaque = tag.removeprefix("W/")
    for held in (tag, opaque, f"W/{opaque}", f'"other", {tag}', f'W/"a",{tag},"b"', "*"):
        again = reader.get(path, {"If-None-Match": held})
        assert (again.status_code, again.data) == (304, b""), held
        assert again.headers["ETag"] == tag
        assert again.headers["Vary"] == first.headers["Vary"]
        assert again.headers["Cache-Control"] == first.headers["Cache-Control"]
    for held in ('"other"', 'W/"other", "another"', "", "junk", ";;=,,", '"'):
        again = reader.get(path, {"If-None-Match": held})
        assert (again.status_code, again.data) == (200, first.data), held


@pytest.mark.parametrize("path", [*LISTS, *PAGES, *VERSIONED])
def test_a_read_under_a_condition_that_fails_is_refused(path: str, game: str, reader: Caller):
    path = path.format(game=game)
    first = reader.get(path)
    assert_problem(reader.get(path, {"If-Match": '"other"'}), 412, "stale_version")
    assert_problem(
        reader.get(path, {"If-Match": f"W/{first.headers['ETag'].removeprefix('W/')}"}), 412, "stale_version"
    )
    assert reader.get(path, {"If-Match": "*"}).data == first.data


@pytest.mark.parametrize("path", ["{game}?at=3", "{private}", "{renamed}", "{renamed}/replay"])
def test_a_condition_that_fails_is_refused_also_where_a_copy_may_be_old(
    path: str, service: Service, game: str, reader: Caller, ada: Caller
):
    """A finished game shows more of its past; an invite code and a name change without an event."""
    private, renamed = service.open_game(ada, visibility="private"), service.open_game(ada)
    assert ada.ask("PATCH", "/v1/players/me", json={"name": "Ada L."}).status_code == 200
    path, who = path.format(game=game, private=private, renamed=renamed), reader if "{game}" in path else ada
    first = who.get(path)
    tag = first.headers["ETag"]
    assert_problem(who.get(path, {"If-Match": '"999"', "If-None-Match": tag}), 412, "stale_version")
    assert_problem(who.get(path, {"If-Match": f"W/{tag}"}), 412, "stale_version")
    for held in (tag, "*"):
        again = who.get(path, {"If-Match": held, "If-None-Match": tag})
        assert (again.status_code, again.data) == (200, first.data)


def test_a_list_has_a_new_tag_once_it_changes(service: Service, ada: Caller):
    path = f"/v1/games?player={ada.id}"
    before = ada.get(path).headers["ETag"]
    service.project(service.open_game(ada))
    after = ada.get(path, {"If-None-Match": before})
    assert after.status_code == 200
    assert after.headers["ETag"] != before
    assert [game["status"] for game in after.json] == ["open"]


@pytest.mark.parametrize("path", LISTS)
def test_the_tag_of_a_list_is_weak(path: str, game: str, reader: Caller):
    assert re.fullmatch(r'W/"[0-9a-f]+"', reader.get(path.format(game=game)).headers["ETag"])


def test_a_list_of_games_is_private_and_depends_on_the_caller(ada: Caller):
    answer = ada.get("/v1/games")
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert "Authorization" in answer.headers["Vary"].split(", ")


def test_what_must_not_be_stored_has_no_tag(ada: Caller, game: str):
    for path in ("/v1/players/me", f"{game}/events", "/v1/turns", "/healthz", "/readyz"):
        answer = ada.get(path, {"If-None-Match": "*"})
        assert answer.status_code == 200
        assert "no-store" in answer.headers["Cache-Control"]
        assert "ETag" not in answer.headers


@pytest.mark.slow
def test_head_is_answered_like_get_without_the_body(service: Service, game: str, reader: Caller):
    paths = [rule.rule for rule in service.app.url_map.iter_rules() if "GET" in (rule.methods or ())]
    assert len(paths) > 15
    for path in paths:
        path = path.replace("/v1/games/<id>", game).replace("<id>", reader.id).replace("<name>", "start.js")
        get = reader.get(path.replace("<int:number>", "1"))
        head = reader.ask("HEAD", path.replace("<int:number>", "1"))
        assert (head.status_code, head.data) == (get.status_code, b""), path
        for name in ("Content-Type", "ETag", "Vary", "Cache-Control", "Content-Length"):
            assert head.headers.get(name) == get.headers.get(name) or get.status_code >= 400, (path, name)


def test_head_under_a_condition_is_answered_like_get(reader: Caller, game: str):
    tag = reader.get("/v1/games").headers["ETag"]
    assert reader.ask("HEAD", "/v1/games", {"If-None-Match": tag}).status_code == 304
    assert reader.ask("HEAD", game, {"If-Match": '"1"'}).status_code == 412


def test_a_file_of_the_documentation_is_kept_under_the_address_that_the_page_gives_it(service: Service):
    http = service.app.test_client()
    addresses = [f"/{path}" for path in re.findall(r'(?:href|src)="(docs/[^"]+)"', http.get("/docs").text)]
    assert len(addresses) == 4
    for address in addresses:
        named, plain = http.get(address), http.get(address.partition("?")[0])
        assert "immutable" in named.headers["Cache-Control"]
        assert plain.headers["Cache-Control"] == "public, no-cache"
        assert http.get(f"{plain.request.path}?other").headers["Cache-Control"] == "public, no-cache"
        assert named.data == plain.data


def test_the_documentation_fits_a_phone_and_runs_only_its_own_scripts(service: Service):
    page = service.app.test_client().get("/docs")
    assert '<meta name="viewport" content="width=device-width, initial-scale=1">' in page.text
    assert re.findall(r"<script(?! src=)", page.text) == []
    assert "http" not in page.text, "it loads nothing from elsewhere"
    policy = dict(part.strip().split(" ", 1) for part in page.headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'self'"
    assert "script-src" not in policy
