"""An export holds all that the service stores about an account, and nothing that is another one's."""

import json

from tests.service.api.accounts.account_steps import with_token
from tests.service.client import Caller, Json, Service, assert_problem, id_of

EXPORT = "/v1/players/me/export"


def rows_of(caller: Caller) -> list[Json]:
    answer = caller.get(EXPORT)
    assert (answer.status_code, answer.content_type) == (200, "application/x-ndjson"), answer.text
    return [json.loads(line) for line in answer.text.splitlines()]


def test_an_export_has_a_row_for_all_that_the_account_has(service: Service, ada: Caller):
    ben, (phone, _) = service.new_player("Ben"), with_token(service, ada, "read")
    game, private = service.open_game(ada), service.open_game(ada, visibility="private")
    service.open_game(ben, visibility="private")
    service.project(game, private)
    ada.ask("PUT", f"/v1/players/me/blocks/{ben.id}")
    webhook = ada.post("/v1/webhooks", {"kind": "standard", "url": "https://example.org/hook"}).json
    *rows, end = rows_of(ada)
    assert end == {"type": "end", "rows": len(rows)}
    assert rows[0] == {"type": "account", **{name: ada.account[name] for name in ("id", "name", "kind", "handle")}}
    assert [row["name"] for row in rows if row["type"] == "token"] == ["first token", "another device"]
    assert [row["id"] for row in rows if row["type"] == "block"] == [ben.id]
    assert {row["id"] for row in rows if row["type"] == "game"} == {id_of(game), id_of(private)}
    assert [row["player"]["id"] for row in rows if row["type"] == "statistics"] == [ada.id]
    assert [row["url"] for row in rows if row["type"] == "webhook"] == ["https://example.org/hook"]
    assert webhook["secret"] not in json.dumps(rows)
    assert ada.token not in json.dumps(rows)
    assert ada.account["recovery_code"] not in json.dumps(rows)
    assert_problem(phone.get(EXPORT), 403, "scope_missing")


def test_all_pages_of_games_are_in_it(service: Service, ada: Caller, monkeypatch):
    monkeypatch.setattr("service.api.own_data.GAMES_AT_ONCE", 2)
    games = [service.open_game(ada) for _ in range(5)]
    service.project(*games)
    found = [row["id"] for row in rows_of(ada) if row["type"] == "game"]
    assert sorted(found) == sorted(map(id_of, games))


def test_a_second_export_waits_until_a_minute_is_over(service: Service, ada: Caller):
    assert rows_of(ada)
    marker = service.parts.keys.lobby(f"exported:{ada.id}")
    for left in (60, 20):
        service.parts.redis.expire(marker, left)
        answer = ada.get(EXPORT)
        assert_problem(answer, 429, "too_many_exports")
        assert 1 <= int(answer.headers["Retry-After"]) <= left
