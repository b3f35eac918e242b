"""The inbox of a player: what waits for them in all their games, and the news of those games."""
