"""Errors about accounts, as problems."""

from game.message import Message
from service.accounts.blocks import TooManyBlocks
from service.accounts.handle_claims import HandleTaken
from service.accounts.players import ScopeMissing, TokenRevoked
from service.accounts.recovery import TooManyRecoveries, WrongRecovery
from service.accounts.rename import MAX_HANDLES, TooManyHandles
from service.accounts.tokens import NoSuchToken, TooManyTokens
from service.api.problem import Problem


def account_problem(error: Exception) -> Problem | None:
    """The problem that an error about accounts is; None if it is not one of them."""
    match error:
        case HandleTaken():
            return Problem("handle_taken", "this handle, or one that looks like it, is taken or reserved")
        case TooManyHandles():
            return Problem("too_many_handles", Message("an account has at most {most} handles", most=MAX_HANDLES))
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
