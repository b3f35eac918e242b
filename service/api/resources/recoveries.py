"""Recoveries: a new token for who has lost all of them."""

from flask import Response

from service.accounts.recovery import recover
from service.api.blueprint import Resources
from service.api.current import app
from service.api.request_headers import MIN_SECRET_KEY_CHARACTERS, client_key, request_digest
from service.api.responses import secrets_response
from service.api.schemas.players import Registered
from service.api.schemas.requests import NewRecovery

recoveries = Resources("recoveries", "/v1/recoveries", "Getting an account back.", token=False)


@recoveries.post("")
@recoveries.operation(
    "recoverPlayer", parameters=("RegistrationKey",), problems=("too_many_recoveries", "wrong_recovery")
)
@recoveries.response(201, Registered, "Your account, with a new token and a new code.", headers=("Location",))
@recoveries.arguments(NewRecovery)
def create(body: dict[str, str]) -> Response:
    """Get a new token for your recovery code. The code is good once: you get a new one. All other tokens end.

    With an `Idempotency-Key` you can send the request again for an hour: you get the same secrets.
    """
    key = client_key(MIN_SECRET_KEY_CHARACTERS)
    return secrets_response(recover(app.backend.accounts, body["player"], body["code"], key, request_digest(body)))
