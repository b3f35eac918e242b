"""Pages for people: the game in the browser, and the documentation. They are no part of the API and of openapi.yaml."""

import re
from functools import lru_cache
from hashlib import sha256
from io import BytesIO

import segno
from flask import Blueprint, Response, request
from werkzeug.exceptions import NotFound

from service.api import docs_page, public_list, web_page
from service.api.accept_language import preferred_language
from service.api.current import app
from service.api.errors import Problem, problem_of, problem_response
from service.api.previews import MARK, preview_elements
from service.api.public_list import FOR_EVER
from service.api.responses import PUBLIC, PUBLIC_FOR_AN_HOUR, add_vary, json_response, make_conditional, to_json
from service.jobs.pictures import Picture, is_there, names_in

PRIVATE_FOR_A_DAY = "private, max-age=86400"
START = {"page": "/", "documentation": "/docs", "description": "/openapi.yaml", "catalogue": "/v1/catalogue"}
"""What `/` tells a program, as addresses in the service."""
CATALOG_ADDRESS = "/.well-known/api-catalog"
CATALOG_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'
CATALOG = {
    "service-desc": ("/openapi.yaml", "application/yaml"),
    "service-doc": ("/docs", "text/html"),
    "status": ("/readyz", "application/json"),
}
"""What a program that knows the host alone is told of the API: relation → address and media type (RFC 9727)."""
PICTURE_LOOKS, PICTURE_LOOK_SECONDS = 20, 0.2
"""How often a request looks for a picture that a worker draws, and the pause between two looks."""
QR_CODE = re.compile("[A-Za-z0-9-]{1,32}")
"""What an invite code may look like, with dashes for groups."""
MAX_LINK_CHARACTERS = 200
"""A host name and a code are shorter. A longer text would cost the process noticeable time."""

pages = Blueprint("pages", __name__)


@pages.get("/", strict_slashes=False)  # or werkzeug redirects an empty path to the host that the client names
def home() -> Response:
    """The page; its addresses for a program, which prefers JSON."""
    if _prefers("application/json", "text/html"):
        response = json_response({name: _at(path) for name, path in START.items()}, cache_control=PUBLIC)
    else:
        response = _document()
    add_vary(response, "Accept")
    return response


@pages.get(CATALOG_ADDRESS)
def api_catalog() -> Response:
    """The links of the API, as a linkset (RFC 9264)."""
    headers = {"Cache-Control": PUBLIC, "Link": f'<{_at(CATALOG_ADDRESS)}>; rel="api-catalog"'}
    links = {relation: [{"href": _at(path), "type": media_type}] for relation, (path, media_type) in CATALOG.items()}
    return Response(to_json({"linkset": [{"anchor": _at("/v1"), **links}]}), headers=headers, content_type=CATALOG_TYPE)


def screen(**_: str) -> Response:
    """The page at the address of one of its screens."""
    return _document()


for address in web_page.addresses():
    pages.add_url_rule(address, endpoint="screen", view_func=screen)


@pages.app_errorhandler(NotFound)
def unknown_address(error: NotFound) -> Response:
    """A mistyped address: the page says so to a browser, a problem says so to a program."""
    is_for_people = request.method in ("GET", "HEAD") and not request.path.startswith("/v1/")
    if not (is_for_people and _prefers("text/html", "application/json")):
        return problem_response(problem_of(error))
    response = _document()
    response.status_code = error.code
    response.headers["Cache-Control"] = "no-store"
    return response


def _prefers(one: str, other: str) -> bool:
    """Whether the client accepts one media type rather than the other."""
    return request.accept_mimetypes.quality(one) > request.accept_mimetypes.quality(other)


def _at(path: str) -> str:
    """An address of the service as clients see it."""
    return f"{request.script_root}{path}"


@pages.get("/pictures/<kind>/<id>.png")
def picture(kind: str, id: str) -> Response:
    """What a link to a game, a day or a puzzle shows. A worker draws it; the mark of the game stands in."""
    wanted = Picture(kind, id)
    if not is_there(app.backend, wanted):
        raise NotFound
    image = _drawn(wanted)
    if image is None:
        mark = web_page.read_files()[MARK]
        return Response(mark.content, mimetype=mark.media_type, headers={"Cache-Control": "no-store"})
    response = Response(image, mimetype="image/png", headers={"Cache-Control": PUBLIC_FOR_AN_HOUR})
    response.set_etag(sha256(image).hexdigest()[:16])
    return make_conditional(response)


def _drawn(wanted: Picture) -> bytes | None:
    """A picture, for which the request waits a while; None if it does not come."""
    names = names_in(app.backend, wanted)
    image = app.pictures.read(wanted, names)
    if image is None and app.pictures.ask(wanted):  # once: each look at the queue costs as much as ten at the picture
        for _ in range(PICTURE_LOOKS):
            app.wakeups.pause(PICTURE_LOOK_SECONDS)
            if image := app.pictures.read(wanted, names):
                break
    return image


def _document() -> Response:
    embeddable = request.path.startswith("/replay/") and "embed" in request.args
    headers = web_page.document_headers(embeddable)
    headers |= {"Cache-Control": PUBLIC, "Vary": "Accept-Language"}  # the texts that it preloads
    text = web_page.document(
        request.path, preferred_language(web_page.languages()), request.script_root, preview_elements(request.path)
    )
    return Response(text, headers=headers, mimetype="text/html")


@pages.get("/page/<digest>/<path:name>")
def page_files(digest: str, name: str) -> Response:
    """A file of the page. Another release's digest answers 404: an open page of that release then reloads itself."""
    file = web_page.read_files().get(name)
    if file is None or digest != web_page.digest():
        raise NotFound
    return _file_response(file, FOR_EVER)


def _file_response(file: web_page.PageFile, cache_control: str) -> Response:
    response = Response(file.content, mimetype=file.media_type, headers={"Cache-Control": cache_control})
    response.set_etag(file.digest)
    return make_conditional(response)


pages.add_url_rule("/log/checkpoint", view_func=public_list.checkpoint)
pages.add_url_rule("/log/tile/<path:path>", view_func=public_list.tile)
pages.add_url_rule("/log/proof/<game>", view_func=public_list.proof)


@pages.get("/qr/<code>.svg")
def qr_code(code: str) -> Response:
    """A join link of this address as a QR code. It tells nothing about the code, which need not exist."""
    if not QR_CODE.fullmatch(code):
        raise NotFound
    link = f"{request.root_url}join/{code}"
    if len(link) > MAX_LINK_CHARACTERS:
        raise Problem("bad_request", "the header Host is too long")
    image = _draw_qr_code(link)
    response = Response(image, mimetype="image/svg+xml", headers={"Cache-Control": PRIVATE_FOR_A_DAY})
    response.set_etag(sha256(image).hexdigest()[:16])
    return make_conditional(response)


@lru_cache(maxsize=256)
def _draw_qr_code(link: str) -> bytes:
    """An SVG image of the QR code of a link: black on white, with the quiet zone that scanners need."""
    image = BytesIO()
    segno.make(link, error="m", micro=False).save(
        image, kind="svg", light="#fff", omitsize=True, xmldecl=False, svgclass=None, lineclass=None
    )
    return image.getvalue()


@pages.get("/docs")
def docs() -> Response:
    """The documentation as a page to try things on."""
    headers = {"Content-Security-Policy": docs_page.POLICY, "Cache-Control": PUBLIC}
    return Response(docs_page.page(), content_type="text/html; charset=utf-8", headers=headers)


@pages.get("/docs/<name>")
def docs_files(name: str) -> Response:
    """The documentation's scripts and styles."""
    file = docs_page.read_files().get(name)
    if file is None:
        raise NotFound
    # The page adds a digest of the file to its address, so a browser need not ask whether the file is still the same.
    named = request.query_string.decode(errors="replace") == file.digest
    return _file_response(file, FOR_EVER if named else PUBLIC)
