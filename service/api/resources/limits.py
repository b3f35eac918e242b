"""Limits: what they are, what the caller has left, and what a registration needs now."""

from flask import Response

from service.api.auth import caller
from service.api.blueprint import Resources
from service.api.current import app
from service.api.limiting import asker, count_more, described_level, settle_own_games
from service.api.newcomers import needs_proof, proofs, registration_quota
from service.api.responses import json_response
from service.api.schemas.limits import LimitLevel, Registration
from service.limits.policies import POLICIES

LOOKED_GAMES = 100
"""Games that are looked at that count as a request."""
limits = Resources("limits", "/v1/limits", "How much you may ask for.")
newcomers = Resources("newcomers", "/v1/registration", "How to get an account now.", token=False)


@limits.get("")
@limits.operation("listLimits")
@limits.response(200, LimitLevel.listed(len(POLICIES)), "The limits, and what is left.")
def show() -> Response:
    """The limits of the service, and what your account and your address have left."""
    player = caller()
    count_more(player, settle_own_games(player.id) // LOOKED_GAMES)
    return json_response([described_level(level) for level in app.backend.limits.levels(asker(player.id))])


@newcomers.get("")
@newcomers.operation("getRegistration")
@newcomers.response(200, Registration, "What a registration needs.")
def registration() -> Response:
    """Whether you can register now, and the challenge of the proof of work, if one is needed.

    Find a nonce of letters and digits, so that SHA-256 of `<challenge>.<nonce>` begins with `bits` zero bits. Send both
    as `proof` of `POST /v1/players`.
    """
    mode = app.backend.settings.registration
    needed = mode != "closed" and needs_proof()
    challenge = proofs().challenge(registration_quota()) if needed else None
    return json_response(
        {
            "mode": mode,
            "proof_required": needed,
            "challenge": challenge.text if challenge else None,
            "bits": challenge.bits if challenge else 0,
            "seconds": challenge.seconds if challenge else 0,
        }
    )
