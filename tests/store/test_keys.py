"""The names of keys."""

from store.keys import Keys


def test_an_append_touches_the_keys_that_readers_know():
    keys = Keys("prefix:", count=5)
    partition, touched = keys.of_append("abcdefgh")
    assert partition == keys.partition("abcdefgh")
    assert touched == [
        keys.stream("abcdefgh"),
        keys.feed(partition),
        keys.idempotency("abcdefgh"),
        keys.damage("abcdefgh"),
    ]
