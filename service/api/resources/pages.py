"""Pages for people: the documentation. They are no part of the API, so openapi.yaml leaves them out."""

from flask import Blueprint, Response, redirect, request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as Redirect

from service.api import docs_page
from service.api.responses import PUBLIC, make_conditional

FOR_EVER = "public, max-age=31536000, immutable"

pages = Blueprint("pages", __name__)


@pages.get("/", strict_slashes=False)  # or werkzeug redirects an empty path to the host that the client names
def home() -> Redirect:
    """Where to begin: the documentation."""
    return redirect("/docs")


@pages.get("/docs")
def docs() -> Response:
    """The documentation as a page to try things on."""
    headers = {"Content-Security-Policy": docs_page.POLICY, "Cache-Control": PUBLIC}
    return Response(docs_page.page(), content_type="text/html; charset=utf-8", headers=headers)


@pages.get("/docs/<name>")
def docs_files(name: str) -> Response:
    """The page's scripts and styles."""
    file = docs_page.read_files().get(name)
    if file is None:
        raise NotFound
    # The page adds a digest of the file to its address, so a browser need not ask whether the file is still the same.
    named = request.query_string.decode(errors="replace") == file.digest
    response = Response(file.content, mimetype=file.media_type)
    response.headers["Cache-Control"] = FOR_EVER if named else PUBLIC
    response.set_etag(file.digest)
    return make_conditional(response)
