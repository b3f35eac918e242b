"""What is wrong with a service, and with a game of it: facts are read in one place, and pure functions judge them.

Nothing here writes, to the store or to a disk.
"""
