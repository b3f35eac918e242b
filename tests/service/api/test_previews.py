"""Programs that preview a link find in the document how a game ended, and a picture of its final table."""

import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape

import pytest
from flask.testing import FlaskClient
from rq import Queue

from service.api.application import build_application
from service.api.resources import pages
from service.jobs import pictures
from service.jobs.pictures import KeptPictures, Picture, Pictures, draw_picture
from service.jobs.queues import Queues
from service.puzzles.store import Puzzles
from tests.service.client import Caller, Service, assert_problem, id_of
from tests.service.puzzles.made import puzzle_of


@pytest.fixture(autouse=True)
def lane(service: Service) -> Iterator[Queue]:
    """What waits for a worker that draws."""
    queues = Queues(service.parts.settings)
    yield queues.lanes[pictures.LANE]
    queues.lanes[pictures.LANE].delete(delete_jobs=True)
    queues.redis.close()


@pytest.fixture
def drawing(service: Service) -> Iterator[Pictures]:
    """What asks a worker for pictures."""
    queues = Queues(service.parts.settings)
    yield Pictures(queues, service.parts.settings.key_prefix)
    queues.redis.close()


@pytest.fixture(scope="module")
def crawled(service: Service) -> FlaskClient:
    """A program that previews links, at a service that people find at https://play.test."""
    settings = replace(service.parts.settings, public_url="https://play.test")
    return build_application(replace(service.parts, settings=settings)).test_client()


@pytest.fixture(scope="module")
def kept_puzzle(service: Service) -> str:
    """The id of a puzzle."""
    made, puzzles = puzzle_of("three"), Puzzles(service.parts.redis, service.parts.keys)
    puzzles.keep(made)
    return puzzles.id_of(made.game, made.facts.phase)


def preview(crawled: FlaskClient, path: str, language: str = "en") -> dict[str, str]:
    """The properties that a document has for previews."""
    text = crawled.get(path, headers={"Accept-Language": language}).text
    return {name: unescape(told) for name, told in re.findall(r'<meta property="(og:.+?)" content="(.*?)">', text)}


def picture_path(game: str) -> str:
    return f"/pictures/games/{id_of(game)}.png"


def test_a_replay_tells_how_the_game_ended(crawled: FlaskClient, finished: tuple[str, list[Caller]]):
    game, [ada, _] = finished
    shown = preview(crawled, f"/replay/{id_of(game)}")
    [first] = ada.get(game).json["result"]["ranking"][:1]
    total = ada.get(game).json["seats"][first[0]]["score"]["total"]
    assert f"with a score of {total}." in shown["og:title"]
    assert shown["og:url"] == f"https://play.test/replay/{id_of(game)}"
    assert shown["og:image"] == f"https://play.test{picture_path(game)}"
    assert (shown["og:image:width"], shown["og:image:height"]) == ("1200", "630")
    assert preview(crawled, f"/replay/{id_of(game)}", "fr")["og:title"] != shown["og:title"]


@pytest.mark.parametrize(
    "path", ["/", "/rules", "/replay/AAAAAAAAAAAAAAAA", "/replay/no-id", "/games/AAAAAAAAAAAAAAAA"]
)
def test_other_addresses_show_the_mark_of_the_game(path: str, crawled: FlaskClient):
    shown = preview(crawled, path)
    assert shown["og:title"] == "Wonderful World"
    mark = crawled.get(shown["og:image"].removeprefix("https://play.test"))
    assert (mark.status_code, mark.mimetype) == (200, "image/png")


def test_what_a_person_wrote_stands_in_the_document_as_text(service: Service):
    game, callers = service.start_game(2)
    service.play(game, callers)
    for caller in callers:
        assert caller.ask("PATCH", "/v1/players/me", json={"name": '"><script>Ada'}).status_code == 200
    text = service.app.test_client().get(f"/replay/{id_of(game)}").text
    assert "&quot;&gt;&lt;script&gt;Ada" in text
    assert "<script>Ada" not in text


def test_without_a_public_address_links_are_paths(service: Service, finished: tuple[str, list[Caller]]):
    game, _ = finished
    shown = preview(service.app.test_client(), f"/replay/{id_of(game)}")
    assert shown["og:image"] == picture_path(game)


@pytest.mark.parametrize("options", [{"visibility": "private"}, {"spectators": False}])
def test_a_game_that_not_everybody_may_see_shows_nothing(
    options: dict[str, object], service: Service, crawled: FlaskClient
):
    game, callers = service.start_game(1, bots=["random"], **options)
    service.play(game, callers)
    assert preview(crawled, f"/replay/{id_of(game)}")["og:title"] == "Wonderful World"
    assert_problem(service.app.test_client().get(picture_path(game)), 404, "not_found")


def test_a_game_under_way_has_no_picture(service: Service, crawled: FlaskClient):
    game, _ = service.start_game(2)
    assert preview(crawled, f"/replay/{id_of(game)}")["og:title"] == "Wonderful World"
    assert_problem(service.app.test_client().get(picture_path(game)), 404, "not_found")


def test_a_worker_draws_nothing_that_not_everybody_may_see(service: Service, ada: Caller):
    game = service.open_game(ada, visibility="private")
    for picture in (Picture("games", id_of(game)), Picture("daily", "2999-01-01"), Picture("others", "x")):
        draw_picture(service.parts, service.parts.redis, picture)
        assert KeptPictures(service.parts.redis, service.parts.settings.key_prefix).read(picture) is None


@pytest.mark.slow
def test_a_worker_draws_a_picture_once_for_all(service: Service, finished, drawing: Pictures, lane: Queue):
    game, _ = finished
    http = service.app.test_client()
    for _ in range(3):
        assert drawing.ask(Picture("games", id_of(game)))
    assert len(lane.job_ids) == 1
    service.work(pictures.LANE)
    answer = http.get(picture_path(game))
    assert (answer.status_code, answer.mimetype) == (200, "image/png")
    assert answer.headers["Cache-Control"] == "public, max-age=3600"
    assert http.get(picture_path(game), headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304
    assert lane.job_ids == []


@pytest.mark.slow
@pytest.mark.parametrize("method", ["PATCH", "DELETE"])
def test_a_picture_of_a_former_name_is_drawn_again(method: str, service: Service, drawing: Pictures):
    game, [ada] = service.start_game(1, bots=["random"])
    service.play(game, [ada])
    http, wanted = service.app.test_client(), Picture("games", id_of(game))
    drawing.ask(wanted)
    service.work(pictures.LANE)
    before = http.get(picture_path(game)).data
    assert ada.ask(method, "/v1/players/me", json={"name": "Somebody else"}).status_code in (200, 204)
    assert drawing.read(wanted, pictures.names_in(service.parts, wanted)) is None
    drawing.ask(wanted)
    service.work(pictures.LANE)
    assert http.get(picture_path(game)).data != before


@pytest.mark.slow
def test_the_mark_stands_in_while_too_many_pictures_wait(service: Service, drawing: Pictures, lane: Queue):
    game, callers = service.start_game(1, bots=["random"])
    service.play(game, callers)
    while drawing.ask(Picture("games", f"other-{len(lane.job_ids)}")):
        pass
    answer = service.app.test_client().get(picture_path(game))
    assert (answer.status_code, answer.mimetype, answer.headers["Cache-Control"]) == (200, "image/png", "no-store")
    assert len(lane.job_ids) == pictures.ROOM.most


@pytest.mark.slow
def test_the_mark_stands_in_for_a_picture_that_no_worker_draws(service: Service, monkeypatch: pytest.MonkeyPatch):
    """A request looks often for it, and asks the queue once: that costs much more."""
    asked: list[Picture] = []
    ask = service.app.pictures.ask
    monkeypatch.setattr(service.app.pictures, "ask", lambda wanted: asked.append(wanted) or ask(wanted))
    monkeypatch.setattr(pages, "PICTURE_LOOK_SECONDS", 0.001)
    game, callers = service.start_game(1, bots=["random"])
    service.play(game, callers)
    assert service.app.test_client().get(picture_path(game)).headers["Cache-Control"] == "no-store"
    assert asked == [Picture("games", id_of(game))]


def test_the_oldest_pictures_go_when_there_are_too_many(service: Service, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(pictures, "MAX_KEPT", 3)
    kept = KeptPictures(service.parts.redis, f"{service.parts.settings.key_prefix}other:")
    for name in "abcde":
        kept.keep(Picture("games", name), name.encode())
    assert [kept.read(Picture("games", name)) for name in "abcde"] == [None, None, b"c", b"d", b"e"]


@pytest.mark.slow
def test_a_day_of_the_daily_deal_has_a_picture(service: Service, crawled: FlaskClient, drawing: Pictures):
    today = service.new_player().get("/v1/daily").json["today"]["day"]
    shown = preview(crawled, f"/daily/{today}")
    assert (shown["og:title"], shown["og:image"]) == (
        f"The daily deal of {today}",
        f"https://play.test/pictures/daily/{today}.png",
    )
    drawing.ask(Picture("daily", today))
    service.work(pictures.LANE)
    assert crawled.get(f"/pictures/daily/{today}.png").headers["Cache-Control"] == "public, max-age=3600"


@pytest.mark.parametrize("day", ["2026-11-31", "1999-12-31", "2999-01-01", "<script>"])
def test_a_day_without_a_deal_shows_the_mark_of_the_game(day: str, crawled: FlaskClient):
    assert preview(crawled, f"/daily/{day}")["og:title"] == "Wonderful World"
    assert_problem(crawled.get(f"/pictures/daily/{day}.png"), 404, "not_found")


def test_a_puzzle_has_a_picture(service: Service, crawled: FlaskClient, drawing: Pictures, kept_puzzle: str):
    shown = preview(crawled, f"/puzzle/{kept_puzzle}")
    assert shown["og:title"] == "A puzzle: which move is the best one?"
    drawing.ask(Picture("puzzles", kept_puzzle))
    service.work(pictures.LANE)
    path = shown["og:image"].removeprefix("https://play.test")
    assert crawled.get(path).headers["Cache-Control"] == "public, max-age=3600"
    assert preview(crawled, "/puzzle/0123456789abp")["og:title"] == "Wonderful World"
    assert_problem(crawled.get("/pictures/puzzles/0123456789abp.png"), 404, "not_found")


def test_no_other_kinds_of_pictures_are_drawn(crawled: FlaskClient):
    assert_problem(crawled.get("/pictures/others/1.png"), 404, "not_found")
