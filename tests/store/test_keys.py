"""The names of keys."""

from store.keys import Keys, keys_of_append


def test_an_append_touches_the_keys_that_readers_know():
    keys = Keys("prefix:", count=5)
    partition, touched = keys_of_append(keys.prefix, keys.count, "abcdefgh")
    assert partition == keys.partition("abcdefgh")
    assert touched == [
        keys.stream("abcdefgh"),
        keys.feed(partition),
        keys.idempotency("abcdefgh"),
        keys.damage("abcdefgh"),
    ]
