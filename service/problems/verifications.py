"""Codes about logs that are to be verified."""

from service.problems.kind import ProblemKind

VERIFICATIONS = {
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
