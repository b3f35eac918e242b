"""The backup: a replica of the store whose files are a folder, from which a store can be started again.

The server sends a copy of all data, the *base*, and from then on every command that changes something, the *increment*.
A base and its increment are a *pair*: the append-only file of a server, which loads it as it is.
"""
