"""Codes about accounts: handles, tokens and their scopes, recovery, blocks, exports."""

from service.problems.kind import ProblemKind

ACCOUNTS = {
    "account_suspended": ProblemKind(
        403,
        "Account suspended",
        "An operator of the service has suspended your account, and it has left its games. You can still read your own "
        "account, get your data, read what operators did to you, and delete your account.",
        "Wait until the time that `until` names, or write to the operator.",
    ),
    "not_operator": ProblemKind(
        403,
        "Not the operator",
        "Only the operators of the service may do this.",
        "Ask an operator. The setting OPERATORS names their accounts.",
    ),
    "operator_account": ProblemKind(
        403,
        "Account of an operator",
        "Operators do not act on each other's accounts over the API.",
        "Act on the command line, where the service runs: `wonderful act`.",
    ),
    "proof_required": ProblemKind(
        403,
        "Proof required",
        "So many accounts are being made that each needs a proof of work, and the request has none that is good.",
        "Get a challenge by `GET /v1/registration`, find a nonce for it, and send both as `proof`.",
    ),
    "registration_closed": ProblemKind(
        403,
        "Registration closed",
        "The operator of the service accepts no new accounts at present.",
        "Try again later, or ask the operator.",
    ),
    "scope_missing": ProblemKind(
        403,
        "Scope missing",
        "Your token does not have the scope that this operation needs.",
        "Use a token with the scope that the detail names. A token with the scope `admin` and this one can make it, by "
        "`POST /v1/tokens`.",
    ),
    "wrong_recovery": ProblemKind(
        403,
        "Wrong recovery",
        "There is no such account, or this is not its recovery code. A recovery code is good once.",
        "Check the id or the handle, and the code that you got when you registered or recovered the account last.",
    ),
    "no_such_token": ProblemKind(
        404,
        "No such token",
        "You have no token with this id.",
        "List your tokens: `GET /v1/tokens`.",
    ),
    "blocked": ProblemKind(
        409,
        "Blocked",
        "Two players who would meet at this table do not play with each other.",
        "Join another table, or open one of your own.",
    ),
    "handle_taken": ProblemKind(
        409,
        "Handle taken",
        "This handle, or one that looks like it, is or was another account's, or is reserved.",
        "Choose another handle.",
    ),
    "name_held": ProblemKind(
        409,
        "Name held",
        "An operator of the service took your name away. For a month you cannot choose another name or handle.",
        "Choose a name after the time that the detail names, or write to the operator.",
    ),
    "own_account": ProblemKind(
        409,
        "Own account",
        "This would concern two players, and you named yourself.",
        "Name another player.",
    ),
    "too_many_blocks": ProblemKind(
        409,
        "Too many blocks",
        "You have blocked as many players as an account may block.",
        "Take a block back first: `DELETE /v1/players/me/blocks/{id}`.",
    ),
    "too_many_handles": ProblemKind(
        409,
        "Too many handles",
        "An account has at most ten handles over its life, because all of them stay reserved to it.",
        "Keep your handle, or go back to one that you had before.",
    ),
    "too_many_tokens": ProblemKind(
        409,
        "Too many tokens",
        "You have as many tokens as an account may have.",
        "Revoke a token first: `DELETE /v1/tokens/{id}`.",
    ),
    "too_many_exports": ProblemKind(
        429,
        "Too many exports",
        "You got an export of your data only just now.",
        "Wait as long as Retry-After says.",
    ),
    "too_many_recoveries": ProblemKind(
        429,
        "Too many recoveries",
        "Too many wrong recovery codes were sent for this account.",
        "Wait as long as Retry-After says, and check the code.",
    ),
}
