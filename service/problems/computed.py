"""Codes about what workers compute for clients: decisions of strategies for tables elsewhere, verifications of logs."""

from service.problems.kind import ProblemKind

COMPUTED = {
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
    "no_such_verification": ProblemKind(
        404,
        "No such verification",
        "You have sent no log for a verification with this id, or it was more than ten minutes ago.",
        "Send the log again.",
    ),
    "unknown_ruleset": ProblemKind(
        422,
        "Unknown ruleset",
        "The log uses a ruleset that this service does not have, so it can neither be confirmed nor rejected.",
        "Verify the log with a service that has this ruleset.",
    ),
    "unknown_schema": ProblemKind(
        422,
        "Unknown schema",
        "The log has a version of the format that this service does not know.",
        "Verify the log with a newer version of this service.",
    ),
}
