"""The limits of one account: operators can change them."""

from flask import Response

from service.accounts.acts import LIMITS_SET, Act
from service.accounts.stored_token import ADMIN
from service.api.auth import caller, require_operator
from service.api.blueprint import Resources
from service.api.current import app
from service.api.people import find_player, find_present_player
from service.api.responses import json_response
from service.api.schemas.limits import AccountLimits
from service.api.schemas.requests import NewLimits
from service.limits.policies import ACCOUNT_POLICIES, POLICIES

account_limits = Resources("account_limits", "/v1/players", "Limits of an account, for operators.")
PROBLEMS = ("no_such_player", "not_operator")


@account_limits.get("/<id>/limits")
@account_limits.operation("getLimits", problems=PROBLEMS, scope=ADMIN)
@account_limits.response(200, AccountLimits, "The limits.")
def show(id: str) -> Response:
    """The limits of an account, by id or by `@` and the handle. Only operators may ask."""
    require_operator()
    return _limits(find_player(id).id)


@account_limits.put("/<id>/limits")
@account_limits.operation("setLimits", problems=PROBLEMS, scope=ADMIN)
@account_limits.response(200, AccountLimits, "The limits from now on.")
@account_limits.arguments(NewLimits)
def change(body: dict[str, int], id: str) -> Response:
    """Give an account quotas of its own. What you leave out has the default. All processes follow within seconds."""
    require_operator()
    player = find_present_player(id).id
    app.backend.acts.add(Act(LIMITS_SET, caller().id, player))
    app.backend.limits.set_quotas(player, body)
    return _limits(player)


def _limits(player: str) -> Response:
    limits = app.backend.limits
    own = limits.quotas_of(player)
    defaults = {name: (limits.policies.get(name) or POLICIES[name]).quota for name in ACCOUNT_POLICIES}
    return json_response({"quotas": defaults | own, "own": sorted(own)})
