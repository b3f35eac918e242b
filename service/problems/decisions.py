"""Codes about decisions of strategies for tables elsewhere."""

from service.problems.kind import ProblemKind

DECISIONS = {
    "no_such_decision": ProblemKind(
        404,
        "No such decision",
        "You have asked for no decision with this id, or it was asked for more than an hour ago.",
        "Ask for the decision again.",
    ),
    "nothing_to_decide": ProblemKind(
        409,
        "Nothing to decide",
        "The game of this view does not wait for the seat whose view it is.",
        "Ask again when the seat is in `waiting_on`.",
    ),
    "budget_too_large": ProblemKind(
        422,
        "Budget too large",
        "With this budget the decision may take longer than this service allows.",
        "Send a smaller budget, or none.",
    ),
    "invalid_view": ProblemKind(
        422,
        "Invalid view",
        "No game could show this view.",
        "Send a view as `GET /v1/games/<id>` returns it. The detail names what does not fit.",
    ),
}
