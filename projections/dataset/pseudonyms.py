"""Pseudonyms: the same player has the same one in a whole dataset, and another one in each other dataset."""

from hashlib import blake2b

from projections.record.outcomes import is_strategy

SALT_BYTES = 32
PSEUDONYM_BYTES = 8


def pseudonym(player: str, salt: bytes) -> str:
    """`bot:<strategy>` as it is; an account's id as 16 hexadecimal digits. `salt`: the dataset's secret key."""
    if is_strategy(player):
        return player
    return blake2b(player.encode(), digest_size=PSEUDONYM_BYTES, key=salt).hexdigest()
