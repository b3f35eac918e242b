"""The list of finished games over HTTP, read as any client of C2SP tlog-tiles reads it."""

from dataclasses import replace

import pytest

from service.backend import Backend
from service.jobs.publishing import sign_list
from tests.service.client import Service
from tests.transparency.made import made_leaf
from transparency import tiles, tree
from transparency.checkpoint import open_checkpoint
from transparency.notes import parse_key
from transparency.tiles import ENTRIES, Tile

LEAVES = 300


@pytest.fixture(scope="module")
def signing(service: Service, tmp_path_factory: pytest.TempPathFactory) -> Backend:
    """The backend of a worker, with a folder of its own."""
    folder = tmp_path_factory.mktemp("var")
    return replace(service.parts, settings=replace(service.parts.settings, data_dir=folder))


@pytest.fixture(scope="module")
def listed(service: Service, signing: Backend) -> Service:
    for number in range(LEAVES):
        service.parts.public_list.add(made_leaf(number))
    sign_list(signing)
    return service


@pytest.mark.slow
def test_a_client_reads_the_checkpoint_and_all_tiles_and_computes_the_root(listed: Service):
    http = listed.app.test_client()
    answer = http.get("/log/checkpoint")
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.headers["Cache-Control"] == "public, max-age=5"
    keys = [parse_key(text) for text in http.get("/v1/keys").json["log"]]
    found = open_checkpoint(answer.text, keys).checkpoint
    assert found.origin == f"{http.get('/v1/keys').json['origin']}/log"

    def read(tile: Tile) -> bytes:
        fetched = http.get(f"/log/tile/{tiles.path(tile)}")
        assert fetched.status_code == 200, tile
        assert fetched.headers["Content-Type"] == "application/octet-stream"
        assert "immutable" in fetched.headers["Cache-Control"]
        return fetched.data

    node = tiles.nodes_of(found.size, read)
    assert tree.root(found.size, node) == found.root
    for tile in tiles.tiles(found.size):
        data = read(tile)
        if tile.level == ENTRIES:
            hashes = [tree.leaf_hash(entry) for entry in tiles.entries(data, tile)]
            assert hashes == [node(0, tile.number * 256 + at) for at in range(tile.width)]


@pytest.mark.parametrize(
    "path",
    [
        "0/000.p/0",
        "0/000.p/256",
        "0/001",
        "0/9",
        "0/002.p/1",
        "1/000",
        "2/000.p/1",
        "entries/001",
        "64/000",
        "x",
        "entries/000/",
        "0/000.p/1/1",
    ],
)
def test_other_tiles_are_not_there(path: str, listed: Service):
    assert listed.app.test_client().get(f"/log/tile/{path}").status_code == 404


def test_what_is_not_signed_yet_is_not_shown(listed: Service, signing: Backend):
    http = listed.app.test_client()
    size = listed.parts.public_list.size()
    listed.parts.public_list.add(made_leaf(size + 1000))
    width = size % 256
    assert http.get(f"/log/tile/0/{size // 256:03}.p/{width}").status_code == 200
    assert http.get(f"/log/tile/0/{size // 256:03}.p/{width + 1}").status_code == 404
    etag = http.get("/log/checkpoint").headers["ETag"]
    assert http.get("/log/checkpoint", headers={"If-None-Match": etag}).status_code == 304
    sign_list(signing)
    assert http.get(f"/log/tile/0/{size // 256:03}.p/{width + 1}").status_code == 200
    assert http.get("/log/checkpoint", headers={"If-None-Match": etag}).status_code == 200
