"""Limits, and how to register."""

from service.api.schemas.base import Answer
from service.api.schemas.fields import Boolean, Integer, List, Nested, String
from service.api.schemas.validate import Length, OneOf, Range
from service.environment import REGISTRATIONS
from service.limits.policies import ACCOUNT_POLICIES, MAX_QUOTA, PER, POLICIES
from service.limits.proof import MAX_BITS, MAX_CHALLENGE_CHARACTERS


class LimitLevel(Answer):
    """A limit, and what you have left of it."""

    name = String(validate=Length(1, 40), description="As RateLimit and RateLimit-Policy name it.")
    per = String(validate=OneOf(PER), description="Whose limit it is.")
    quota = Integer(
        validate=Range(0, MAX_QUOTA), description="What it allows: yours, if an operator gave you your own."
    )
    window = Integer(
        validate=Range(1, 999_999),
        allow_none=True,
        description="Seconds in which the whole quota comes back, bit by bit; null: it is held at the same time.",
    )
    remaining = Integer(validate=Range(0, MAX_QUOTA), description="What you have left.")
    seconds = Integer(
        validate=Range(0, 999_999), description="Until you have all of it again; 0 where nothing comes back by itself."
    )
    meaning = String(validate=Length(1, 200))


class AccountQuotas(Answer):
    class Meta:
        include = {
            name: Integer(validate=Range(0, MAX_QUOTA), description=POLICIES[name].meaning) for name in ACCOUNT_POLICIES
        }


class AccountLimits(Answer):
    """The limits of one account."""

    quotas = Nested(AccountQuotas, description="What each limit allows this account.")
    own = List(
        String(validate=OneOf(ACCOUNT_POLICIES)),
        validate=Length(max=len(ACCOUNT_POLICIES)),
        description="The limits that are not the default.",
    )


class Registration(Answer):
    """How to get an account now."""

    mode = String(validate=OneOf(REGISTRATIONS), description="What the operator has set.")
    proof_required = Boolean(description="Whether a new account needs a proof of work now.")
    challenge = String(
        validate=Length(1, MAX_CHALLENGE_CHARACTERS),
        allow_none=True,
        description="Good once. Null if no proof is needed.",
    )
    bits = Integer(
        validate=Range(0, MAX_BITS), description="Leading zero bits that SHA-256 of `<challenge>.<nonce>` must have."
    )
    seconds = Integer(validate=Range(0, 99_999), description="How long the challenge is good.")
