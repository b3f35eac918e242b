"""Errors about accounts, as problems."""

from events.entry import timestamp
from game.message import Message
from service.accounts.blocks import TooManyBlocks
from service.accounts.handle_claims import HandleTaken
from service.accounts.players import AccountSuspended, ScopeMissing, Suspension, TokenRevoked
from service.accounts.recovery import TooManyRecoveries, WrongRecovery
from service.accounts.rename import MAX_HANDLES, NameHeld, TooManyHandles
from service.accounts.tokens import NoSuchToken, TooManyTokens
from service.api.current import app
from service.api.people import described_suspension
from service.api.problem import Problem
from service.environment import NO_CONTACT

REASONS = {
    "conduct": Message("your conduct"),
    "cheating": Message("cheating"),
    "fault": Message("a fault of the service"),
    "request": Message("a request"),
    "law": Message("legal reasons"),
    "other": Message("other reasons"),
}
"""Because of what an operator suspends an account."""


def account_problem(error: Exception) -> Problem | None:
    """The problem that an error about accounts is; None if it is not one of them."""
    match error:
        case HandleTaken():
            return Problem("handle_taken", "this handle, or one that looks like it, is taken or reserved")
        case TooManyHandles():
            return Problem("too_many_handles", Message("an account has at most {most} handles", most=MAX_HANDLES))
        case AccountSuspended():
            return _suspended(error.suspension)
        case NameHeld():
            held = Message(
                "an operator took your name away; you can choose another one at {time}", time=timestamp(error.until_ms)
            )
            return Problem("name_held", held)
        case TokenRevoked():
            challenge = {"WWW-Authenticate": 'Bearer error="invalid_token"'}
            return Problem("token_unknown", "this token is not known", challenge)
        case ScopeMissing():
            challenge = {"WWW-Authenticate": f'Bearer error="insufficient_scope", scope="{error.scope}"'}
            lacks = Message("your token does not have the scope {scope}", scope=error.scope)
            return Problem("scope_missing", lacks, challenge)
        case NoSuchToken():
            return Problem("no_such_token", "you have no such token")
        case TooManyTokens():
            return Problem("too_many_tokens", "revoke a token first")
        case WrongRecovery():
            return Problem("wrong_recovery", "no account has this recovery code")
        case TooManyRecoveries():
            after = Message("too many wrong codes: try again in {seconds} s", seconds=error.seconds)
            return Problem("too_many_recoveries", after, {"Retry-After": str(error.seconds)})
        case TooManyBlocks():
            return Problem("too_many_blocks", "take a block back first")
        case _:
            return None


def _suspended(suspension: Suspension) -> Problem:
    """Until when, why, and how to reach the operator, if the service knows an address."""
    facts, contact = described_suspension(suspension), app.backend.settings.push_contact
    reason = REASONS[suspension.reason]
    if facts["until"]:
        until = f"{facts['until'][:16].replace('T', ' ')} UTC"
        detail = Message("your account is suspended until {until}, because of {reason}", until=until, reason=reason)
    else:
        detail = Message("your account is suspended for good, because of {reason}", reason=reason)
    if contact == NO_CONTACT:
        return Problem("account_suspended", detail, more=facts)
    detail = Message("{suspended}; you reach the operator at {contact}", suspended=detail, contact=contact)
    return Problem("account_suspended", detail, more={**facts, "contact": contact})
