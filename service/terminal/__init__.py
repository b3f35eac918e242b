"""Terminal output: the board of a game, and the playback of recorded games."""
