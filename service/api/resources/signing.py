"""Receipts: the head of a game, signed by the service; and the public keys of the service."""

from typing import Any

from flask import Response

from game.message import Message
from projections.games import Loaded
from service.api.auth import caller
from service.api.blueprint import Resources
from service.api.current import app, load_game
from service.api.description.operations import GAME_PROBLEMS
from service.api.errors import Problem
from service.api.responses import PUBLIC, json_response, versioned_response
from service.api.schemas.queries import ReceiptQuery
from service.api.schemas.signing import Keys
from service.signing import LOG
from service.webhooks import push
from transparency.receipt import KEY_PATH

NOTE_TYPE = "text/plain; charset=utf-8"
receipts = Resources("receipts", "/v1/games", "What the service signs.")
keys = Resources("keys", "/v1/keys", "Public keys of the service.", token=False)


@receipts.get("/<id>/receipt")
@receipts.operation("getReceipt", problems=(*GAME_PROBLEMS, "no_such_version", "no_receipt"), conditional=True)
@receipts.response(200, {"type": "string", "maxLength": 4000}, "A C2SP signed note.", content_type="text/plain")
@receipts.arguments(ReceiptQuery, location="query")
def show(query: dict[str, Any], id: str) -> Response:
    """The head of the game at its newest version or at an earlier one, signed: keep it, and nobody can deny it."""
    caller()
    loaded = load_game(id)
    version = query.get("version", loaded.version)
    if version > loaded.version:
        raise Problem("no_such_version", Message("the game is at version {version}", version=loaded.version))
    head, ms = (loaded.head, loaded.touched_ms) if version == loaded.version else _stored(loaded, version)
    sign = app.backend.signing.receipts or app.backend.signing.load()
    return versioned_response(sign.note(id, version, head, ms // 1000), version, content_type=NOTE_TYPE)


def _stored(loaded: Loaded, version: int) -> tuple[bytes, int]:
    """Hash and time, in ms, of an earlier entry. Raises Problem if it ends no append."""
    entries = app.backend.log.read(loaded.state.id, version - 1, version)
    if not entries or not entries[0].hash:
        raise Problem("no_receipt", Message("no request ended with version {version}", version=version))
    return entries[0].hash, entries[0].ms


@keys.get("")
@keys.operation("getKeys", problems=("push_not_installed",), conditional=True)  # an answer of API 1: it comes no more
@keys.response(200, Keys, "The keys.")
def public_keys() -> Response:
    """The public keys of this service: for web push, and those by which you check receipts and the list of games."""
    pem = push.private_key(app.backend.confirmed, app.backend.keys)
    found = app.backend.signing.read()
    answer: dict[str, Any] = {"push": push.public_key(pem), "origin": found.origin}
    for name, use in (("receipts", KEY_PATH), ("log", LOG)):
        answer[name] = [key.text for key in found.keys if key.use == use]
    return json_response(answer, cache_control=PUBLIC)
