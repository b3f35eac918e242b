"""Codes about webhooks."""

from service.problems.kind import ProblemKind

WEBHOOKS = {
    "no_such_webhook": ProblemKind(
        404,
        "No such webhook",
        "You have no webhook with this id.",
        "List your webhooks by `GET /v1/webhooks`.",
    ),
    "push_not_installed": ProblemKind(
        501,
        "Web push is not installed",
        "This service sends no push messages, because its operator has not installed the extra `push`.",
        "Use a webhook of another kind, or ask the operator to install `wonderful-world[push]`.",
    ),
    "too_many_tests": ProblemKind(
        429,
        "Too many tests",
        "This webhook has had a test just now.",
        "Wait as long as Retry-After says, then test it again.",
    ),
    "too_many_webhooks": ProblemKind(
        409,
        "Too many webhooks",
        "Your account, or the table, has as many webhooks as it may have.",
        "Delete one by `DELETE /v1/webhooks/<id>`. Those of a table belong to the players who made them.",
    ),
    "webhook_disabled": ProblemKind(
        409,
        "The webhook is disabled",
        "The webhook failed for days, or its receiver said that it is gone. Nothing is sent to it.",
        "Repair the receiver, then enable the webhook by `POST /v1/webhooks/<id>/enable`.",
    ),
    "webhook_unsigned": ProblemKind(
        409,
        "The webhook has no secret",
        "Only messages to webhooks of the kind `standard` are signed, so only these have a secret.",
        "Create a webhook of the kind `standard`.",
    ),
    "webhook_url_refused": ProblemKind(
        422,
        "The URL is refused",
        "The service sends no messages to this URL: its form is unusual, or it leads into a private network.",
        "Use the URL of a public server, with a host name. The detail says what is wrong.",
    ),
}
