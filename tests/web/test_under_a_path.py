"""The service under a path of its host, beside other services: `PUBLIC_URL=https://example.org/world`."""

import json
import re
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.sync_api import Browser, expect

from tests.end_to_end.running import Running, await_true, up
from tests.proxies import plain_nginx, require
from tests.service.commands.command_line import wonderful
from tests.web.test_start import open_table
from tests.web.visits import visits_to

ROOT = "/world"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service that a proxy shows under ROOT."""
    with up(tmp_path_factory.mktemp("path"), PUBLIC_URL=f"https://example.org{ROOT}", WEB_WORKERS="1") as own:
        yield own


@pytest.fixture(params=[ROOT, ""], ids=["passed on", "taken away"])
def http(request: pytest.FixtureRequest, service: Running) -> Iterator[httpx.Client]:
    """A client, as the proxy sends on its requests: with the path, or without it. It follows links with the path."""
    with httpx.Client(base_url=f"{service.url}{request.param}", timeout=60) as client:
        yield client


@pytest.mark.usual("passed on")
def test_links_and_addresses_lead_on_under_the_path(http: httpx.Client, service: Running):
    def follow(address: str, **headers: str) -> httpx.Response:
        assert address.startswith(f"{ROOT}/"), address
        return httpx.get(f"{service.url}{address}", headers={**http.headers, **headers}, timeout=60)

    registered = http.post("/v1/players", json={"name": "Ada"})
    http.headers["Authorization"] = f"Bearer {registered.json()['token']}"
    assert follow(registered.headers["Location"]).json()["name"] == "Ada"
    games = [http.post("/v1/games", json={"seats": 1}).headers["Location"] for _ in range(2)]
    assert follow(games[0]).json()["status"] == "open"
    pages = "/v1/games?player=me&status=open&limit=1"
    await_true(lambda: "Link" in http.get(pages).headers, service.output)
    [following] = re.findall(r"<([^>]+)>", http.get(pages).headers["Link"])
    assert len(follow(following).json()) == 1

    refused = http.get("/v1/games/unknown0").json()
    assert refused["instance"] == f"{ROOT}/v1/games/unknown0"
    assert follow(refused["type"]).json()["type"] == refused["type"]
    assert f'href="{ROOT}/problems/no_such_game"' in follow(f"{ROOT}/problems", Accept="text/html").text

    start = http.get("", headers={"Accept": "application/json"}).json()
    assert {follow(address).status_code for address in start.values()} == {200}
    [api] = http.get("/.well-known/api-catalog").json()["linkset"]
    assert follow(api["service-desc"][0]["href"]).text.startswith("openapi: 3.1")
    assert f'url: "{ROOT}"' in http.get("/openapi.yaml").text


@pytest.mark.verify
def test_a_game_is_played_behind_nginx_which_shows_it_beside_other_services(service: Running, tmp_path: Path):
    require("nginx")
    with plain_nginx(urlsplit(service.url).port or 0, {"location / {": f"location {ROOT}/ {{"}) as port:
        assert httpx.get(f"http://127.0.0.1:{port}/v1/catalogue", timeout=60).status_code == 404, "others have this"
        demo = wonderful("demo", "--url", f"http://127.0.0.1:{port}{ROOT}", folder=tmp_path)
    assert demo.returncode == 0, demo.stderr
    assert "as the server says" in demo.stdout


def test_a_stream_tells_what_happens(http: httpx.Client):
    http.headers["Authorization"] = f"Bearer {http.post('/v1/players', json={'name': 'Ada'}).json()['token']}"
    game = f"/v1/games/{http.post('/v1/games', json={'seats': 1}).json()['id']}"
    with http.stream("GET", f"{game}/events", headers={"Accept": "application/x-ndjson"}) as stream:
        items = (json.loads(line) for line in stream.iter_lines() if line)
        assert next(items)["type"] == "frame"
        http.post(f"{game}/start").raise_for_status()
        assert "game_started" in {item.get("name") for item in islice(items, 3)}


def test_what_cannot_be_read_is_answered_under_the_path(service: Running):
    with closing(httpx.Client(timeout=60)) as client:
        refused = client.get(f"{service.url}{ROOT}/v1/games", headers={"X" * 9000: "y"})
    assert refused.json()["type"].startswith(f"{ROOT}/problems/")


def test_the_page_never_leaves_the_path(service: Running, browser: Browser):
    with visits_to(browser, f"{service.url}{ROOT}") as visits:
        profile = visits.profile()
        page = profile.new_page()
        page.goto(f"{service.url}{ROOT}/")
        address = open_table(page, "Ada")
        assert address.startswith(f"{service.url}{ROOT}/join/")
        drawn = page.locator("img.qr").evaluate("image => image.decode().then(() => image.naturalWidth > 0)")
        assert drawn, "the QR code is there"
        page.reload()
        expect(page.locator(".link-text")).to_have_text(address)

        guest = visits.profile().new_page()
        guest.goto(address)
        guest.get_by_label("Your name").fill("Ben")
        guest.get_by_role("button", name="See the table").click()
        guest.get_by_role("button", name="Take a seat").click()
        guest.wait_for_url(re.compile(f"{ROOT}/games/\\w+$"))
        expect(page.locator("main")).to_contain_text("Ben")

        for name, path in (("Lobby", "/lobby"), ("Rules", "/rules"), ("Ada", "/me")):
            page.get_by_role("navigation").get_by_role("link", name=name).click()
            page.wait_for_url(f"{service.url}{ROOT}{path}")
            expect(page.locator("a[aria-current=page]")).to_have_text(name)
        page.go_back()
        page.wait_for_url(f"{service.url}{ROOT}/rules")
        assert page.evaluate("Object.keys(localStorage).every((name) => name.startsWith('wonderful/world.'))")
        manifest = page.locator("link[rel=manifest]").evaluate("link => fetch(link.href).then((got) => got.json())")
        assert manifest["start_url"] == "../../"

        page.goto(f"{service.url}{ROOT}/docs")
        expect(page.locator("#swagger-ui")).to_contain_text("Play It's a Wonderful World over HTTP")
