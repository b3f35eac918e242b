"""Decisions: what would a strategy do here? For tables that are kept elsewhere."""

import logging
from typing import Any

from flask import Response, json, url_for

import game as rules
from bots import STRATEGIES, Budget
from service.answers.decisions import Decision, FetchedDecision
from service.auth import SECURITY, authenticate, caller
from service.bodies import Resources
from service.decisions import AT_ONCE, LONGEST, Busy, decided, likely_seconds
from service.errors import Problem
from service.here import long_decisions
from service.requests import NewDecision

log = logging.getLogger(__name__)
decisions = Resources("decisions", __name__, url_prefix="/v1", description="Bots for other tables.")
decisions.before_request(authenticate)
ACCEPTED = {
    "description": "It takes longer: fetch it from Location.",
    "headers": {"Location": {"schema": {"type": "string"}}},
}


@decisions.post("/bots/<strategy>/decisions")
@decisions.arguments(NewDecision)
@decisions.response(200, Decision)
@decisions.doc(security=SECURITY, responses={"202": ACCEPTED})
def decide(body: dict[str, Any], strategy: str) -> Response:
    """What the strategy would do on a view as `GET /v1/games/{id}` gives it, and what else it weighed.

    The view need not be of a game here. The same `seed` and `nodes` give the same decision. What is likely to take more
    than a quarter of a second is answered with 202 and fetched later.
    """
    chosen = STRATEGIES.get(strategy)
    if chosen is None:
        raise Problem(404, "unknown_strategy", f"there is no such strategy; there are: {', '.join(STRATEGIES)}")
    seed = str(body["seed"])
    budget = Budget(**body["budget"])
    seconds = likely_seconds(chosen, budget)
    if max(seconds, budget.seconds or 0.0) > LONGEST:
        raise Problem(422, "budget_too_large", f"a decision is given {LONGEST:.0f} s at most; this may take longer")
    view = rules.check_view(body["view"])
    if seconds <= AT_ONCE:
        return _answer(_decided(strategy, view, budget, seed))
    try:
        id = long_decisions().ask(caller(), strategy, view, budget, seed)
    except Busy:
        raise Problem(503, "too_busy", "too many decisions wait; try again", {"Retry-After": "5"}) from None
    response = _answer({"id": id, "status": "pending"}, 202)
    response.headers["Location"] = url_for("decisions.fetch", id=id)
    return response


@decisions.get("/decisions/<id>")
@decisions.response(200, FetchedDecision)
@decisions.doc(security=SECURITY)
def fetch(id: str) -> Response:
    """A decision that took longer; it is kept for an hour. One that failed can be asked for again."""
    found = long_decisions().fetch(caller(), id)
    if found is None:
        raise Problem(404, "no_such_decision", "there is no such decision of yours")
    response = _answer({"id": id, "status": found.status, "decision": found.decision})
    if found.status == "pending":
        response.headers["Retry-After"] = "1"
    return response


def _decided(strategy: str, view: dict[str, Any], budget: Budget, seed: str) -> dict[str, Any]:
    try:
        return decided(strategy, view, (budget.seconds, budget.nodes), seed)
    except Exception:  # the check lets through what no game comes to; it is still the view's fault
        log.exception("%s fails on a view that was checked", strategy)
        raise Problem(422, "invalid_view", f"{strategy} can make nothing of this view") from None


def _answer(value: dict[str, Any], status: int = 200) -> Response:
    return Response(json.dumps(value), status, {"Cache-Control": "no-store"}, content_type="application/json")
