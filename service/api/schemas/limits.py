"""Limits, and how to register."""

from service.api.schemas.base import Answer
from service.api.schemas.fields import Boolean, Integer, List, Nested, String
from service.api.schemas.validate import Length, OneOf, Range
from service.environment import REGISTRATIONS
from service.limits.policies import ACCOUNT_POLICIES, MAX_QUOTA, PER, POLICIES
from service.limits.proof import MAX_BITS, MAX_CHALLENGE_CHARACTERS


class LimitLevel(Answer):
    """A limit, and what you have left of it."""

    name = String("As RateLimit and RateLimit-Policy name it.", validate=Length(1, 40))
    per = String("Whose limit it is.", validate=OneOf(PER))
    quota = Integer("What it allows: yours, if an operator gave you your own.", validate=Range(0, MAX_QUOTA))
    window = Integer(
        "Seconds in which the whole quota comes back, bit by bit; null: it is held at the same time.",
        validate=Range(1, 999_999),
        allow_none=True,
    )
    remaining = Integer("What you have left.", validate=Range(0, MAX_QUOTA))
    seconds = Integer(
        "Until you have all of it again; 0 where nothing comes back by itself.", validate=Range(0, 999_999)
    )
    meaning = String(validate=Length(1, 200))


class AccountQuotas(Answer):
    class Meta:
        include = {name: Integer(POLICIES[name].meaning, validate=Range(0, MAX_QUOTA)) for name in ACCOUNT_POLICIES}


class AccountLimits(Answer):
    """The limits of one account."""

    quotas = Nested(AccountQuotas, "What each limit allows this account.")
    own = List(
        String(validate=OneOf(ACCOUNT_POLICIES)),
        "The limits that are not the default.",
        validate=Length(max=len(ACCOUNT_POLICIES)),
    )


class Registration(Answer):
    """How to get an account now."""

    mode = String("What the operator has set.", validate=OneOf(REGISTRATIONS))
    proof_required = Boolean("Whether a new account needs a proof of work now.")
    challenge = String(
        "Good once. Null if no proof is needed.", validate=Length(1, MAX_CHALLENGE_CHARACTERS), allow_none=True
    )
    bits = Integer("Leading zero bits that SHA-256 of `<challenge>.<nonce>` must have.", validate=Range(0, MAX_BITS))
    seconds = Integer("How long the challenge is good.", validate=Range(0, 99_999))
