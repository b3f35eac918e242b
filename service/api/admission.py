"""Whether a request may be computed now, before it is read: by the account of its token, and its address."""

from collections.abc import Callable

from service.accounts.players import hash_token
from service.backend import Backend
from service.limits.policies import WAITING
from service.limits.scheduler import RequestScheduler, Turn, address_subject, read_claim

Admission = Callable[[str, bytes], Turn | None]


def admission(parts: Backend) -> Admission:
    """A function that waits for the turn of a request, for its peer and its first bytes. It raises LimitExceeded."""
    turns = RequestScheduler(parts.limits.policies.get(WAITING))
    trusted = parts.settings.trusted_proxies

    def take(peer: str, head: bytes) -> Turn | None:
        claim = read_claim(head)
        account = parts.accounts.known_owner(hash_token(claim.token)) if claim.token else None
        return turns.take(account, address_subject(peer, claim.forwarded if trusted else "", trusted))

    return take
