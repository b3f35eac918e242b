"""Who may register: the operator's switch, the limits, and proofs of work while the service is flooded."""

from collections.abc import Mapping

from service.api.current import app
from service.api.limiting import count
from service.api.problem import Problem
from service.limits.policies import POLICIES
from service.limits.proof import Proofs


def proofs() -> Proofs:
    """Challenges and their proofs."""
    parts = app.backend
    return Proofs(parts.redis, parts.keys, parts.clock)


def needs_proof() -> bool:
    """Whether a new account needs a proof now: always, or because there are too many new ones."""
    parts = app.backend
    policy = parts.limits.policies.get("all_registrations")
    if parts.settings.registration == "proof":
        return True
    return policy is not None and proofs().registrations() >= policy.quota


def registration_quota() -> int:
    """How many new accounts an hour are usual; beyond, proofs become harder."""
    policy = app.backend.limits.policies.get("all_registrations")
    return (policy or POLICIES["all_registrations"]).quota


def admit_registration(proof: Mapping[str, str] | None, key: str | None) -> None:
    """Check that an account may be made now, and count it. `key`: the request's, under which it can be repeated.

    Raises Problem 403, LimitExceeded.
    """
    if app.backend.settings.registration == "closed":
        raise Problem("registration_closed", "no new accounts are accepted at present")
    found = proofs()
    asked = _good_proof(found, proof) if needs_proof() else None
    count("registrations")  # who is refused for want of a proof takes no account from the others at this address
    if asked and not found.spend(asked, key):
        raise Problem("proof_required", "this challenge was used before: get a new one")
    found.count_registration()


def _good_proof(found: Proofs, proof: Mapping[str, str] | None) -> str:
    """The challenge that a proof solves. Raises Problem 403."""
    if proof is None:
        raise Problem("proof_required", "send a proof of work: get a challenge by GET /v1/registration")
    if not found.is_valid(proof["challenge"], proof["nonce"]):
        raise Problem("proof_required", "this proof is wrong or expired: get a new challenge")
    return proof["challenge"]
