"""The list of finished games, as C2SP tlog-tiles says: a checkpoint and tiles, which anybody may keep for ever."""

from hashlib import sha256

from flask import Response
from werkzeug.exceptions import NotFound

from service.api.current import app
from service.api.responses import make_conditional
from transparency import tiles
from transparency.rejected import Rejected

FOR_EVER = "public, max-age=31536000, immutable"
SOME_SECONDS = "public, max-age=5"


def checkpoint() -> Response:
    """The newest checkpoint (C2SP tlog-checkpoint). Raises NotFound before the first one."""
    newest = app.backend.public_list.newest()
    if not newest.note:
        raise NotFound
    response = Response(newest.note, content_type="text/plain; charset=utf-8", headers={"Cache-Control": SOME_SECONDS})
    response.set_etag(f"{newest.size}-{newest.ms}")
    return make_conditional(response)


def proof(game: str) -> Response:
    """The proof that the newest checkpoint covers a game (C2SP tlog-proof). Raises NotFound if it does not.

    The leaf of a game says nothing that is secret, so anybody may ask.
    """
    found = app.backend.public_list.proof(game)
    if found is None:
        raise NotFound
    response = Response(found, content_type="text/plain; charset=utf-8", headers={"Cache-Control": SOME_SECONDS})
    response.set_etag(sha256(found.encode()).hexdigest()[:16])
    return make_conditional(response)


def tile(path: str) -> Response:
    """A tile or a bundle of entries. Raises NotFound for one that the newest checkpoint does not need."""
    found = app.backend.public_list
    try:
        wanted = tiles.parse_path(path)
        if wanted.width > tiles.width(wanted.level, wanted.number, found.newest().size):
            raise NotFound
        data = found.read(wanted)
    except (Rejected, LookupError):
        raise NotFound from None
    response = Response(data, content_type="application/octet-stream", headers={"Cache-Control": FOR_EVER})
    response.set_etag(path)
    return make_conditional(response)
