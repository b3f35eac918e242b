"""A game in the archive reads as it did before: byte by byte, in every answer and by every command."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from events import DamagedLog, Entry, Newest
from events.archive import ArchiveFault, Folder
from events.packing import opened, pack, unpacked
from game.rulesets import CURRENT_RULESET
from projections.archiving import Archiver
from service.backend import Backend, open_backend
from tests.projections.archive import with_new_hashes
from tests.service.archive.conftest import file_of
from tests.service.client import Caller, Service, assert_problem, id_of

OF_A_GAME = {
    "/v1/games/{id}": ["", "?at=1", "?at=57", "?at=300", "?fields=seats"],
    "/v1/games/{id}/legal": [""],
    "/v1/games/{id}/rematch": [""],
    "/v1/games/{id}/rewinds": [""],
    "/v1/games/{id}/rewinds/{number}": [""],
    "/v1/games/{id}/events": ["?limit=500", "?after=57&limit=3", "?after=290", "?after=5000", "?sentences=true"],
    "/v1/games/{id}/log": [""],
    "/v1/games/{id}/table": [""],
    "/v1/games/{id}/receipt": ["", "?version=1", "?version=57", "?version=300", "?version=5000"],
    "/v1/games/{id}/replay": ["", "?from=200&by=intention", "?from=250&seat=1", "?by=phase&limit=50", "?from=5000"],
    "/v1/games/{id}/forks": [""],
    "/v1/games/{id}/analysis": [""],
}
"""By route, what is asked for."""
OTHERS = [
    "/v1/games",
    "/v1/games?status=finished",
    "/v1/players/me",
    "/v1/players/{player}/statistics",
    "/v1/turns",
    "/v1/leaderboards?board=base",
]


def answers(service: Service, game: str, callers: list[Caller]) -> dict[str, tuple[object, ...]]:
    """All answers to two players and a stranger."""
    found: dict[str, tuple[object, ...]] = {}
    paths = [route.format(id=id_of(game), number=1) + query for route, each in OF_A_GAME.items() for query in each]
    for number, caller in enumerate(callers):
        for path in [*paths, *[other.format(player=caller.id) for other in OTHERS]]:
            answer = caller.through(service).get(path)
            body = answer.data
            if answer.status_code >= 400:
                body = {name: value for name, value in answer.json.items() if name != "request_id"}
            found[f"{number} {path}"] = answer.status_code, body, answer.headers.get("ETag"), answer.headers.get("Link")
    return found


def test_no_route_of_a_game_is_missed(service: Service):
    rules = [rule.rule for rule in service.app.url_map.iter_rules() if "GET" in (rule.methods or ())]
    of_a_game = [rule for rule in rules if rule.startswith("/v1/games/<id>")]
    assert {rule.replace("<int:number>", "{number}").replace("<id>", "{id}") for rule in of_a_game} == OF_A_GAME.keys()


def test_every_answer_is_the_same_as_before(service: Service, over: tuple[str, list[Caller]], archiver: Archiver):
    game, callers = over
    callers = [*callers, service.new_player("Carol")]
    settings = service.parts.settings
    snapshot = answers(Service(open_backend(settings)), game, callers)
    memory = answers(service, game, callers)
    assert sum(status == 200 for status, *_ in memory.values()) > 60
    archiver.archive(id_of(game))
    for process, before in ((Service(open_backend(settings)), snapshot), (service, memory)):
        after = answers(process, game, callers)
        assert {path: each for path, each in after.items() if each != before[path]} == {}


def test_a_fork_a_verification_and_own_data_come_from_the_archive(
    elsewhere: Service, over: tuple[str, list[Caller]], archived: str
):
    game, callers = over
    [ada, _] = [each.through(elsewhere) for each in callers]
    fork = ada.post(f"{game}/forks", {"version": 200})
    assert fork.status_code == 201, fork.text
    verdict = ada.send("/v1/verifications", ada.get(f"{game}/log").data, {"Content-Type": "application/x-ndjson"}).json
    assert (verdict["ok"], verdict["here"]) == (True, "same")
    assert archived in ada.get("/v1/players/me/export").text
    refused = ada.post(f"{game}/intentions", {"type": "ready"})
    assert refused.status_code == 409, refused.text


def known_at(parts: Backend, game: str) -> tuple[int, bytes]:
    """The newest version, and its hash."""
    loaded = parts.games.load(game)
    return loaded.version, loaded.head


def known_before(parts: Backend, game: str) -> tuple[int, bytes]:
    """An earlier version that ends an append, and its hash."""
    return next((each.version, each.hash) for each in parts.log.read(game, 40) if each.hash)


READS: dict[str, Callable[[Backend, str], list[Entry | Newest]]] = {
    "all": lambda parts, game: parts.log.read(game),
    "after": lambda parts, game: parts.log.read(game, 40),
    "between": lambda parts, game: parts.log.read(game, 40, 50),
    "some": lambda parts, game: parts.log.read(game, 40, count=7),
    "nothing": lambda parts, game: parts.log.read(game, 40, 40),
    "beyond": lambda parts, game: parts.log.read(game, 5000, 5010),
    "the newest": lambda parts, game: parts.log.read(game, parts.games.load(game).version - 1),
    "to the newest": lambda parts, game: parts.log.read(game, 200, parts.games.load(game).version),
    "many": lambda parts, game: parts.log.read_many({game: 17})[0],
    "tail": lambda parts, game: parts.log.tail(game, 0, b"", "x")[0],
    "follow": lambda parts, game: parts.log.follow(game, *known_before(parts, game)),
    "follow the newest": lambda parts, game: parts.log.follow(game, *known_at(parts, game)),
    "newest": lambda parts, game: [parts.log.newest([game])[game]],
    "of no game": lambda parts, game: parts.log.read("zzzzzzzz", 4, 9),
}


@pytest.mark.parametrize("comes_back", [False, True])
def test_a_repeated_request_to_open_a_game_that_was_archived_meanwhile_gets_the_first_answer(
    comes_back: bool, service: Service, archiver: Archiver
):
    ada, body, key = service.new_player("Ada"), {"seats": 2, "bots": ["random"]}, {"Idempotency-Key": "once"}
    first = ada.post("/v1/games", body, key)
    game = first.headers["Location"]
    assert ada.post(f"{game}/start").status_code == 200
    service.play(game, [ada])
    archiver.archive(id_of(game))
    if comes_back:
        archiver.unarchive(id_of(game))
    again = ada.post("/v1/games", body, key)
    assert (again.status_code, again.json, again.headers["ETag"]) == (201, first.json, first.headers["ETag"])
    assert not service.parts.redis.exists(service.parts.keys.seed(id_of(game)))


def test_all_ways_to_read_give_the_same_entries(parts: Backend, over: tuple[str, list[Caller]], archiver: Archiver):
    game = id_of(over[0])
    before = {name: read(parts, game) for name, read in READS.items()}
    heads = parts.log.heads([game])
    archiver.archive(game)
    assert parts.redis.xlen(parts.keys.stream(game)) == 1
    for name, read in READS.items():
        assert read(parts, game) == before[name], name
    assert parts.log.heads([game]) == heads


def test_a_process_that_knows_an_old_version_goes_on_from_there(
    service: Service, elsewhere: Service, archiver: Archiver
):
    game, callers = service.start_game(2)
    service.play(game, callers, until="planning")
    id = id_of(game)
    old = elsewhere.parts.games.load(id)
    service.play(game, callers)
    service.project(game)
    newest = service.parts.games.load(id)
    archiver.archive(id)
    assert elsewhere.parts.games.cached(id) == old
    assert elsewhere.parts.games.load(id) == newest
    assert elsewhere.parts.games.load_with_entries({id: 10}) == [(newest, service.parts.log.read(id, 10))]


def is_marked(parts: Backend, game: str) -> bool:
    return bool(parts.redis.exists(parts.keys.damage(game)))


@pytest.mark.parametrize("fault", ["missing", "torn", "changed", "unreadable", "no folder"])
def test_what_the_archive_does_not_give_is_said_and_marks_nothing(
    elsewhere: Service, over: tuple[str, list[Caller]], archived: str, fault: str, caplog: pytest.LogCaptureFixture
):
    parts, file = elsewhere.parts, file_of(elsewhere.parts, archived)
    kept = file.read_bytes()
    try:
        if fault == "missing":
            file.unlink()
        elif fault == "no folder":
            assert parts.archive
            parts.archive.files = Folder(Path("/nowhere"))
        elif fault == "unreadable":
            file.unlink()
            file.mkdir()
        else:
            middle = len(kept) // 2
            changed = kept[:middle] + bytes([kept[middle] ^ 1]) + kept[middle + 1 :]
            file.write_bytes(kept[:middle] if fault == "torn" else changed)
        with pytest.raises(ArchiveFault, match=f"game {archived} is archived, and cannot be read: "):
            parts.log.read(archived)
        ada = over[1][0].through(elsewhere)
        problem = assert_problem(ada.get(over[0]), 503, "store_unavailable")
        assert problem["detail"] == "the archive of old games cannot be read"
        assert str(file) not in json.dumps(problem)
        assert f"game {archived} is archived" in caplog.text
        assert [ada.get(path).status_code for path in ("/v1/turns", "/v1/games?status=finished")] == [200, 200]
    finally:
        if file.is_dir():
            file.rmdir()
        file.write_bytes(kept)
    assert not is_marked(parts, archived)


@pytest.mark.parametrize("change", ["another", "older"])
def test_another_or_an_older_version_in_the_archive_is_not_read(elsewhere: Service, archived: str, change: str):
    parts, file = elsewhere.parts, file_of(elsewhere.parts, archived)
    kept = file.read_bytes()
    found = opened(kept)
    entries = unpacked(found)
    if change == "another":
        changed = with_new_hashes(archived, [each._replace(ms=each.ms + 1) for each in entries])
    else:
        changed = entries[: next(at for at in range(40, len(entries)) if entries[at - 1].hash)]
    file.write_bytes(pack(archived, CURRENT_RULESET, changed, found.snapshot))
    try:
        with pytest.raises(ArchiveFault, match="the archive has another game of this id, or an older version of it"):
            parts.log.read(archived)
    finally:
        file.write_bytes(kept)
    assert not is_marked(parts, archived)


@pytest.mark.parametrize("id", ["../other", "a", "k3jx/9a2m", "x" * 65])
def test_an_id_that_cannot_name_a_file_has_none(parts: Backend, id: str):
    assert parts.archive
    with pytest.raises(ArchiveFault, match="its id cannot name a file"):
        parts.archive.entries(id)


def test_a_file_under_another_name_is_no_game(parts: Backend, archived: str):
    assert parts.archive
    other = file_of(parts, f"{archived[:2]}other")
    other.write_bytes(file_of(parts, archived).read_bytes())
    with pytest.raises(ArchiveFault, match=f"is the game {archived}"):
        parts.archive.snapshot(other.stem)


def test_without_an_archive_the_fault_names_the_setting(parts: Backend, archived: str):
    without = open_backend(replace(parts.settings, archive_url=""))
    with pytest.raises(DamagedLog, match="ARCHIVE_URL is not set"):
        without.games.load(archived)
    assert without.games.load_sound(archived).version == 0
    assert not is_marked(parts, archived)
    without.close()


def test_a_stream_that_lost_its_beginning_is_damaged_and_not_archived(parts: Backend, over: tuple[str, list[Caller]]):
    game = id_of(over[0])
    parts.redis.xtrim(parts.keys.stream(game), maxlen=1, approximate=False)
    with pytest.raises(DamagedLog, match="it is missing"):
        parts.log.read(game)
    assert is_marked(parts, game)
