"""Limits, and how to register."""

from game.shapes import Field, ListOf, Nullable, Object, Text
from service.environment import REGISTRATIONS
from service.limits.policies import ACCOUNT_POLICIES, MAX_QUOTA, PER, POLICIES
from service.limits.proof import MAX_BITS, MAX_CHALLENGE_CHARACTERS

LEVEL = Object(
    "LimitLevel",
    (
        Field("name", Text(40), "As RateLimit and RateLimit-Policy name it."),
        Field("per", PER, "Whose limit it is."),
        Field("quota", range(MAX_QUOTA + 1), "What it allows: yours, if an operator gave you your own."),
        Field(
            "window",
            Nullable(range(1, 1_000_000)),
            "Seconds in which the whole quota comes back, bit by bit; null: it is held at the same time.",
        ),
        Field("remaining", range(MAX_QUOTA + 1), "What you have left."),
        Field("seconds", range(1_000_000), "Until you have all of it again; 0 where nothing comes back by itself."),
        Field("meaning", Text(200)),
    ),
    meaning="A limit, and what you have left of it.",
)
LEVELS = ListOf(LEVEL, len(POLICIES))
ACCOUNT_LIMITS = Object(
    "AccountLimits",
    (
        Field(
            "quotas",
            Object(
                "AccountQuotas",
                tuple(Field(name, range(MAX_QUOTA + 1), POLICIES[name].meaning) for name in ACCOUNT_POLICIES),
            ),
            "What each limit allows this account.",
        ),
        Field("own", ListOf(tuple(ACCOUNT_POLICIES), len(ACCOUNT_POLICIES)), "The limits that are not the default."),
    ),
    meaning="The limits of one account.",
)
REGISTRATION = Object(
    "Registration",
    (
        Field("mode", REGISTRATIONS, "What the operator has set."),
        Field("proof_required", bool, "Whether a new account needs a proof of work now."),
        Field("challenge", Nullable(Text(MAX_CHALLENGE_CHARACTERS)), "Good once. Null if no proof is needed."),
        Field("bits", range(MAX_BITS + 1), "Leading zero bits that SHA-256 of `<challenge>.<nonce>` must have."),
        Field("seconds", range(100_000), "How long the challenge is good."),
    ),
    meaning="How to get an account now.",
)
