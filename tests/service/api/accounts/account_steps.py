"""What the tests of accounts do again and again."""

from tests.service.client import Caller, Json, Service


def with_token(service: Service, caller: Caller, *scopes: str, **more: object) -> tuple[Caller, Json]:
    """The same player with a new token of these scopes, and the token."""
    answer = caller.post("/v1/tokens", {"name": "another device", "scopes": list(scopes), **more})
    assert answer.status_code == 201, answer.text
    return Caller(service.app, caller.id, answer.json["token"], caller.account), answer.json


def rename(caller: Caller, **more: str) -> Json:
    """Change the caller's account; the account then."""
    answer = caller.ask("PATCH", "/v1/players/me", json=more)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json
    return found


def delete(caller: Caller) -> None:
    """Delete the caller's account."""
    assert caller.ask("DELETE", "/v1/players/me").status_code == 204
