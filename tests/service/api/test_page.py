"""The page is served with its files under one digest, for ever, under a strict policy; join links come as QR codes."""

import gzip
import json
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import brotli
import pytest
from flask.testing import FlaskClient
from rjsmin import jsmin

from bots import STRATEGIES
from game.cards import DESIGNS, EMPIRE_IDS
from service.api import web_packs, web_page
from service.environment import OWN_PATHS
from service.run.up import ROOT
from tests.service.client import Service, assert_problem

FOLDER = ROOT / "service" / "web"
DOCUMENT_ADDRESSES = ["/", *(re.sub("<.*?>", "abc", address) for address in web_page.addresses())]
FILES = sorted(str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*") if path.is_file())
SCRIPTS_OF_THE_PAGE = {name: (FOLDER / name).read_text("utf-8") for name in FILES if name.endswith(".js")}
PACKS = web_packs.packs("app.js", SCRIPTS_OF_THE_PAGE)
MEDIA_TYPES = {
    "css": "text/css",
    "js": "text/javascript",
    "json": "application/json",
    "png": "image/png",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
}


class Links(HTMLParser):
    """The elements of a document that load something, as (tag, attributes), and whether any code stands in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.loading: list[tuple[str, dict[str, str | None]]] = []
        self.inline: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if "src" in given or (tag == "link" and "href" in given):
            self.loading.append((tag, given))
        if (tag == "script" and "src" not in given) or tag == "style":
            self.inline.append(tag)
        self.inline += [name for name in given if name == "style" or name.startswith("on")]


def policy_of(http: FlaskClient, path: str) -> dict[str, str]:
    """Directive → its values, of the Content-Security-Policy at an address."""
    parts = http.get(path).headers["Content-Security-Policy"].split("; ")
    return dict(part.split(" ", 1) for part in parts)


def without_preloads(text: str) -> str:
    """The document without the links that only spare the browser a wait."""
    return re.sub('<link rel="(module)?preload".*?>\n', "", text)


def address_of(name: str) -> str:
    return f"/page/{web_page.digest()}/{name}"


# The document


@pytest.mark.parametrize("path", DOCUMENT_ADDRESSES)
def test_every_address_of_the_page_answers_the_same_document(path: str, http: FlaskClient):
    answer = http.get(path)
    assert (answer.status_code, answer.content_type) == (200, "text/html; charset=utf-8")
    assert without_preloads(answer.text) == without_preloads(http.get("/").text)
    assert answer.headers["Cache-Control"] == "public, no-cache"
    head = http.head(path)
    assert (head.status_code, head.data, head.headers["ETag"]) == (200, b"", answer.headers["ETag"])
    assert http.get(path, headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304
    assert_problem(http.post(path), 405, "method_not_allowed")


@pytest.mark.parametrize("path", DOCUMENT_ADDRESSES)
def test_the_policy_of_the_page_allows_its_own_files_and_nothing_else(path: str, http: FlaskClient):
    assert policy_of(http, path) == {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self' data:",
        "connect-src": "'self'",
        "manifest-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'self'",
        "require-trusted-types-for": "'script'",
        "frame-ancestors": "'none'",
    }
    headers = http.get(path).headers
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert "microphone=()" in headers["Permissions-Policy"]


@pytest.mark.parametrize(
    ("path", "ancestors"),
    [
        ("/replay/abc?embed", "*"),
        ("/replay/abc?at=3&embed=", "*"),
        ("/replay/abc?at=3", "'none'"),
        ("/games/abc?embed", "'none'"),
        ("/?embed", "'none'"),
    ],
)
def test_only_a_replay_that_is_meant_for_it_may_stand_in_a_frame(path: str, ancestors: str, http: FlaskClient):
    assert policy_of(http, path)["frame-ancestors"] == ancestors


def test_all_that_the_document_loads_is_a_file_of_the_page_and_no_code_stands_in_it(http: FlaskClient):
    links = Links(http.get("/").text)
    assert links.inline == []
    assert links.loading
    for tag, attributes in links.loading:
        address = attributes.get("src") or attributes["href"] or ""
        assert address.startswith(address_of("")), (tag, address)
        assert http.get(address).status_code == 200, address


@pytest.mark.parametrize("path", DOCUMENT_ADDRESSES)
def test_the_document_asks_at_once_for_the_scripts_and_styles_of_the_first_view(path: str, http: FlaskClient):
    links = [attributes for _, attributes in Links(http.get(path).text).loading]
    preloaded = [str(each["href"]) for each in links if each.get("rel") in ("modulepreload", "preload")]
    [entry] = [each["src"] for each in links if each.get("type") == "module"]
    assert entry == address_of("app.js")
    assert len(preloaded) == len({*preloaded})
    names = [address.removeprefix(address_of("")) for address in preloaded]
    [(module, styles)] = [(module, styles) for pattern, module, styles in routes() if re.search(pattern, path)]
    assert [name for name in names if name.endswith(".js")] == [module]
    assert {f"styles/{name}" for name in re.findall(r"[\w.]+", styles)} <= {*names}


def routes() -> list[tuple[str, str, str]]:
    """(pattern, module, style sheets) of each screen, as the page itself reads them."""
    table = re.findall(
        r'pattern: /(\S+)/, .*?import\("\./(\S+?)"\).*?\[(.*?)\]', (FOLDER / "routes.js").read_text("utf-8")
    )
    return [(pattern.replace("?<", "?P<"), module, styles) for pattern, module, styles in table]


def test_the_service_finds_every_address_in_the_table_of_the_page():
    entries = (FOLDER / "routes.js").read_text("utf-8").count("load: ()")
    assert len(web_page.addresses()) + len(["/"]) == entries, "write each line of ROUTES in routes.js like the others"
    for path in DOCUMENT_ADDRESSES:
        assert [re.search(pattern, path) is not None for pattern, _, _ in routes()].count(True) == 1, path


def test_the_page_has_a_name_and_a_description_of_every_strategy():
    texts = json.loads((FOLDER / "language/en.json").read_text("utf-8"))
    wanted = {f"start.{what}.{name}" for name in STRATEGIES for what in ("bot", "strategy")}
    assert not wanted - texts.keys(), "add these to each file of service/web/language/"


@pytest.mark.parametrize(
    ("wanted", "language"),
    [(None, "en"), ("fr-CA, en;q=0.5", "fr"), ("sv", "en"), ("sv, ja;q=0.1", "ja"), ("x" * 99, "en")],
)
def test_the_document_preloads_the_texts_in_the_language_of_the_reader(
    wanted: str | None, language: str, http: FlaskClient
):
    answer = http.get("/", headers={"Accept-Language": wanted} if wanted else {})
    assert re.findall(r"language/(\w+)\.json", answer.text) == [language]
    assert "Accept-Language" in answer.headers["Vary"]


def test_static_imports_are_found_however_they_are_written_and_others_are_left():
    script = """
import "./effects.js";
import {
  h,
  patch as apply,
} from "../dom.js";
import * as fold from './fold/fold.js';
import shared, { live } from "./live.js";
export { t } from "../language/texts.js";
export * from "../dom.js";
// import { gone } from "./gone.js";
/** @typedef {import("./types.js").View} View */
const later = () => import("./later.js");
export const quoted = "import x from './quoted.js'";
"""
    assert web_packs.static_imports("start/start.js", script) == [
        "start/effects.js",
        "dom.js",
        "start/fold/fold.js",
        "start/live.js",
        "language/texts.js",
    ]


def test_a_circle_of_imports_is_followed_once():
    scripts = {"a.js": 'import "./b.js";', "b.js": 'import "./a.js";\nimport "./missing.js";'}
    assert web_packs.with_imports(["a.js"], scripts) == ["a.js", "b.js"]


SCRIPTS = {
    "app.js": 'import { h } from "./dom.js";\nexport const open = () => [h(), import("./table/table.js")];',
    "dom.js": "export function h() {}",
    "table/card.js": 'import { h as make } from "../dom.js";\nexport const face = () => [make(), import.meta.url];',
    "table/table.js": 'import { face } from "./card.js";\n'
    'export const open = () => [face(), import("../end/end.js"), import("./menu.js")];',
    "table/menu.js": 'import { face } from "./card.js";\nimport { sort } from "../end/sort.js";\nsort(face);',
    "end/end.js": 'import { face } from "../table/card.js";\nimport { sort } from "./sort.js";\nsort(face);',
    "end/sort.js": '/** @type {import("./gone.js")} */\nexport async function sort() {}',
}


def test_a_pack_has_what_a_script_imports_but_what_is_there_before_it():
    packed = web_packs.packs("app.js", SCRIPTS)
    modules = {name: re.findall(r'\$\["([^"]+)"\]\?\?=', pack) for name, pack in packed.items()}
    assert modules == {
        "app.js": ["dom.js", "app.js"],
        "table/table.js": ["table/card.js", "table/table.js"],
        "end/end.js": ["end/sort.js", "end/end.js"],
        "table/menu.js": ["end/sort.js", "table/menu.js"],
    }


def test_a_module_in_a_pack_finds_what_it_imports_and_asks_for_and_its_own_address():
    pack = web_packs.packs("app.js", SCRIPTS)["table/table.js"]
    assert pack.startswith('import{$}from"../app.js";')
    assert 'const{h:make}=$["dom.js"];' in pack
    assert 'new URL("./card.js",import.meta.url)' in pack
    assert 'import("../end/end.js")' in pack
    assert pack.endswith('export const{open}=$["table/table.js"];')


def test_each_module_is_written_as_packs_need_it():
    """In a pack, imports and exports of another form would be errors of syntax."""
    for name, pack in PACKS.items():
        lines = re.findall(r"\b(?:import|export)\b(?![(.])[^;]*;", re.sub(r'"[^"]*"|`[^`]*`', '""', pack))
        assert all(re.match(r"(?:import\{\$\}from|export const ?[{$])", line) for line in lines), (name, lines)
        assert len(lines) <= 2, (name, lines)


def test_packs_run_as_the_modules_do(tmp_path: Path):
    node = shutil.which("node") or pytest.skip("there is no node")
    for name, pack in web_packs.packs("app.js", SCRIPTS).items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(pack, "utf-8")
    (tmp_path / "package.json").write_text('{"type": "module"}', "utf-8")
    code = """const [, late] = (await import("./app.js")).open(), [[, address], end] = (await late).open();
        await end; console.log(address.pathname.endsWith("/table/card.js"))"""
    command = [node, "--input-type=module", "-e", code]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert ran.stdout == "true\n"


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in FILES if name.endswith(".js")])
def test_each_import_of_a_module_leads_to_a_file(name: str):
    for imported in web_packs.static_imports(name, (FOLDER / name).read_text("utf-8")):
        assert (FOLDER / imported).is_file(), f"{name} imports {imported}"


# What a program gets at `/`


@pytest.mark.parametrize(
    "accepted", [None, "", "*/*", "text/html,application/xhtml+xml,*/*;q=0.8", "image/png", "junk"]
)
def test_the_service_itself_is_the_page(accepted: str | None, http: FlaskClient):
    for path in ("/", "//", "///"):
        answer = http.get(path, headers={"Host": "evil.example"} | ({"Accept": accepted} if accepted else {}))
        assert (answer.status_code, answer.mimetype) == (200, "text/html")
        assert "Accept" in answer.headers["Vary"].split(", ")
        assert "evil.example" not in answer.text


def test_a_program_that_asks_for_json_learns_where_to_begin(http: FlaskClient):
    answer = http.get("/", headers={"Accept": "application/json"})
    assert answer.mimetype == "application/json"
    assert {*answer.json} == {"page", "documentation", "description", "catalogue"}
    for path in answer.json.values():
        assert http.get(path).status_code == 200


# The files


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in FILES if name != "index.html"])
def test_each_file_of_the_folder_is_kept_for_ever_under_the_digest(name: str, http: FlaskClient):
    answer = http.get(address_of(name))
    assert answer.status_code == 200
    if name not in PACKS:
        content = (FOLDER / name).read_bytes()
        assert answer.data == (jsmin(content) if name.endswith(".js") else content)
    assert answer.mimetype == MEDIA_TYPES[name.rpartition(".")[2]]
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert http.get(address_of(name), headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304
    head = http.head(address_of(name))
    assert (head.status_code, head.data, head.headers["ETag"]) == (200, b"", answer.headers["ETag"])


def test_every_design_and_empire_has_a_picture_of_its_own_in_its_tones():
    file = (FOLDER / "cards/pictures.svg").read_text("utf-8")
    pictures = dict(re.findall(r'<symbol id="([^"]+)" viewBox="0 0 \d+ \d+">(.*?)</symbol>', file))
    assert sorted(pictures) == sorted([*DESIGNS, *EMPIRE_IDS])
    assert len({*pictures.values()}) == len(pictures)
    tones = {*re.findall(r"--[a-z]+(?:-\d)?", (FOLDER / "styles/cards.css").read_text("utf-8"))}
    for design, picture in pictures.items():
        assert len(gzip.compress(picture.encode())) <= 1024, design
        assert {*re.findall(r"var\((.*?)\)", picture)} <= tones, design


def test_another_digest_is_unknown_so_that_an_old_page_never_mixes_two_releases(http: FlaskClient):
    name = address_of("app.js").rpartition("/")[2]
    problem = assert_problem(http.get(f"/page/{'0' * 16}/{name}"), 404, "not_found")
    assert problem["status"] == 404
    assert http.get(f"/page/{'0' * 16}/{name}").headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    "name",
    [
        "nothing.js",
        "",
        "index.html",
        "../app.py",
        "..%2fapp.py",
        "%2e%2e/app.py",
        "styles/../../app.py",
        "/etc/passwd",
        "app.js/",
        "APP.JS",
        "app.js%00",
        "x" * 3000,
    ],
)
def test_what_is_no_file_of_the_page_is_unknown(name: str, http: FlaskClient):
    assert_problem(http.get(address_of(name)), 404, "not_found")


@pytest.mark.parametrize(("coding", "decompress"), [("br", brotli.decompress), ("gzip", gzip.decompress)])
def test_files_and_document_are_compressed_and_their_tag_stays(coding: str, decompress, http: FlaskClient):
    large = max((name for name in FILES if name.endswith(".js")), key=lambda name: (FOLDER / name).stat().st_size)
    for path in ("/", address_of(large)):
        plain = http.get(path)
        packed = http.get(path, headers={"Accept-Encoding": coding})
        assert packed.headers.get("Content-Encoding") == coding
        assert decompress(packed.data) == plain.data
        assert packed.headers["ETag"] == plain.headers["ETag"]
        assert "Accept-Encoding" in packed.headers["Vary"]


def test_the_digest_depends_on_every_name_and_content(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(web_page, "read_files", web_page.read_files.__wrapped__)

    def digest_of(contents: dict[str, bytes]) -> str:
        document = b'<script type="module" src="{base}/a.js"></script>'
        monkeypatch.setattr(web_page, "_contents", lambda: {web_page.DOCUMENT: document} | contents)
        return str(web_page.digest.__wrapped__())

    digests = [
        digest_of({"a.js": b"1", "b.js": b"2"}),
        digest_of({"b.js": b"2", "a.js": b"1"}),
        digest_of({"a.js": b"1", "b.js": b"3"}),
        digest_of({"a.js": b"1", "c.js": b"2"}),
        digest_of({"a.js": b"1", "b.js": b"2", "c.js": b""}),
    ]
    assert digests[0] == digests[1]
    assert len({*digests}) == 4


# QR codes


def test_a_join_link_comes_as_a_qr_code_for_everybody(http: FlaskClient):
    answer = http.get("/qr/ABCDE-FGHJK.svg", headers={"Host": "play.example:8443"})
    assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")
    assert answer.headers["Cache-Control"] == "private, max-age=86400"
    assert answer.text.startswith('<svg xmlns="http://www.w3.org/2000/svg" viewBox=')
    again = {"Host": "play.example:8443", "If-None-Match": answer.headers["ETag"]}
    assert http.get("/qr/ABCDE-FGHJK.svg", headers=again).status_code == 304
    assert http.head("/qr/ABCDE-FGHJK.svg").data == b""


def test_the_qr_code_holds_the_link_of_the_address_that_was_asked(http: FlaskClient):
    images = [
        http.get(path, headers={"Host": host}).data
        for path in ("/qr/ABCDEFGHJK.svg", "/qr/ABCDEFGHJM.svg")
        for host in ("a.example", "b.example")
    ]
    assert len({*images}) == 4


@pytest.mark.parametrize("code", ["", "A" * 33, "a b", "é", "<b>", "..", "a/b", "A%0a"])
def test_what_cannot_be_a_code_has_no_qr_code(code: str, http: FlaskClient):
    assert_problem(http.get(f"/qr/{code}.svg"), 404, "not_found")


def test_a_qr_code_of_a_long_host_name_is_refused(http: FlaskClient):
    assert_problem(http.get("/qr/ABC.svg", headers={"Host": "x" * 250}), 400, "bad_request")


def test_a_mistyped_address_shows_the_page_to_a_browser_and_a_problem_to_a_program(http: FlaskClient):
    browser = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
    shown = http.get("/lobbby", headers=browser)
    assert (shown.status_code, shown.mimetype) == (404, "text/html")
    assert "script-src 'self'" in shown.headers["Content-Security-Policy"]
    assert_problem(http.get("/lobbby"), 404, "not_found")
    assert_problem(http.get("/v1/lobbby", headers=browser), 404, "not_found")
    assert_problem(http.post("/lobbby", headers=browser), 404, "not_found")


def test_a_program_that_knows_the_host_alone_finds_the_api_and_its_description(http: FlaskClient):
    for method in ("GET", "HEAD"):
        answer = http.open("/.well-known/api-catalog", method=method)
        assert answer.status_code == 200
        assert answer.headers["Content-Type"].startswith("application/linkset+json; profile=")
        assert answer.headers["Link"] == '</.well-known/api-catalog>; rel="api-catalog"'
    [api] = http.get("/.well-known/api-catalog").json["linkset"]
    for relation in ("service-desc", "service-doc", "status"):
        [target] = api[relation]
        assert http.get(target["href"]).headers["Content-Type"].startswith(target["type"])


def test_no_root_of_the_service_may_begin_as_its_own_paths_do(service: Service):
    first = {rule.rule.split("/")[1] for rule in service.app.url_map.iter_rules()} - {""}
    assert first - {".well-known"} == {*OWN_PATHS}, "change OWN_PATHS in service/environment.py"
