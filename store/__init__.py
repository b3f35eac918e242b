"""The connection to the store: one Redis server, or a cluster of them. It knows nothing of games."""
