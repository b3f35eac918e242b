"""A cluster as the store: its client, its watch, its checks, on real servers that the tests disturb."""
