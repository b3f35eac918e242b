"""Decisions: what a strategy would do at a table that you keep elsewhere."""

import logging
from typing import Any

from flask import Response, request, url_for

import game as rules
from bots import STRATEGIES, Budget
from game.message import Message
from service.accounts.stored_token import BOT
from service.api.accept_language import preferred_language
from service.api.auth import caller
from service.api.blueprint import Resources
from service.api.current import app
from service.api.errors import Problem
from service.api.limiting import count
from service.api.responses import json_response
from service.api.schemas.computed import Decision, FetchedDecision, PendingDecision
from service.api.schemas.requests import NewDecision
from service.jobs.decisions import MAX_DECISION_SECONDS, decide_at_once, likely_seconds
from service.jobs.lanes import LaneFull
from service.language.explanations import explain
from service.language.languages import SENTENCE_LANGUAGES

logger = logging.getLogger(__name__)
decisions = Resources("decisions", "/v1", "Bots for other tables.")


@decisions.before_request
def _count() -> None:
    """Count a decision before its body is read, which is the largest of all. Raises LimitExceeded."""
    if request.endpoint == "decisions.decide" and request.method == "POST":
        count("decisions", caller().id)


@decisions.post("/bots/<strategy>/decisions")
@decisions.operation(
    "decide",
    problems=("budget_too_large", "invalid_view", "not_playing", "nothing_to_decide", "too_busy", "unknown_strategy"),
    statuses={"unknown_strategy": 404},
    scope=BOT,
)
@decisions.response(200, Decision, "The decision.", headers=("Content-Language",))
@decisions.response(
    202,
    PendingDecision,
    "It takes longer: fetch it from Location.",
    headers=("Location",),
    links={"getDecision": {"id": "$response.body#/id"}},
)
@decisions.arguments(NewDecision)
def decide(body: dict[str, Any], strategy: str) -> Response:
    """What the strategy would do in a view as `GET /v1/games/{id}` gives it, and the alternatives it weighed.

    The view may come from another service. The same `seed` and `nodes` give the same decision. A decision that takes
    more than a moment is answered with 202, and you fetch it later.
    """
    chosen = STRATEGIES.get(strategy)
    if chosen is None:
        detail = Message("there is no such strategy; there are: {strategies}", strategies=[*STRATEGIES])
        raise Problem("unknown_strategy", detail, status=404)
    budget, seed = Budget(**body.get("budget", {})), body.get("seed", "0")
    if max(likely_seconds(chosen, budget), budget.seconds or 0.0) > MAX_DECISION_SECONDS:
        detail = Message(
            "a decision may take {seconds} s at most; with this budget it may take longer",
            seconds=round(MAX_DECISION_SECONDS),
        )
        raise Problem("budget_too_large", detail)
    view = _check_view(body["view"])
    try:
        decision = decide_at_once(strategy, view, budget, seed)
    except Exception:  # the check accepts some views that no game reaches; the fault is still the view's
        logger.exception("%s fails on a view that passed the check", strategy)
        raise Problem("invalid_view", Message("{strategy} cannot decide in this view", strategy=strategy)) from None
    return _in_words(decision) if decision else _enqueued(strategy, view, budget, seed)


def _check_view(view: Any) -> dict[str, Any]:
    """The checked view. Raises Refused, with pointers into the request's body."""
    try:
        return rules.check_view(view)
    except rules.Refused as refused:
        faults = refused.faults or [("", refused.detail)]
        refused.faults = [(f"/view{pointer}", detail) for pointer, detail in faults]
        raise


def _in_words(decision: dict[str, Any], **around: Any) -> Response:
    """The answer with a decision and its explanation. `around`: fields of the answer that has the decision inside."""
    language = preferred_language(SENTENCE_LANGUAGES)
    decision |= {"explanation": explain(decision, language, preferred_language())}
    response = json_response(around | {"decision": decision} if around else decision)
    response.headers["Content-Language"] = language
    response.headers["Vary"] = "Accept-Language"
    return response


def _enqueued(strategy: str, view: dict[str, Any], budget: Budget, seed: str) -> Response:
    try:
        decision_id = app.decisions.enqueue(caller(), strategy, view, budget, seed)
    except LaneFull:
        raise Problem("too_busy", "too many decisions wait; try again", {"Retry-After": "5"}) from None
    response = json_response({"id": decision_id, "status": "pending"}, 202)
    response.headers["Location"] = url_for("decisions.fetch", id=decision_id)
    return response


@decisions.get("/decisions/<id>")
@decisions.operation("getDecision", problems=("no_such_decision",))
@decisions.response(
    200, FetchedDecision, "The decision, or that it is still pending.", headers=("Retry-After", "Content-Language")
)
def fetch(id: str) -> Response:
    """A decision that takes longer. It is kept for an hour; ask again for one that failed."""
    found = app.decisions.fetch(caller(), id)
    if found is None:
        raise Problem("no_such_decision", "you have no such decision")
    if found.decision:
        return _in_words(found.decision, id=id, status=found.status)
    response = json_response({"id": id, "status": found.status, "decision": None})
    if found.status == "pending":
        response.headers["Retry-After"] = "1"
    return response
