"""Facts of the public list of finished games: how far it is signed, or why not."""

from projections.public_list.store import PublicList
from service.diagnosis.facts import ListFacts
from service.diagnosis.opening import Opened


def read_public_list(opened: Opened) -> ListFacts:
    """What the store says of the list. Raises RedisError."""
    found = PublicList(opened.redis, opened.keys)
    newest = found.newest()
    return ListFacts(found.size(), newest.size, newest.ms, found.refusal())
