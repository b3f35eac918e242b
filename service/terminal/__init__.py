"""What the terminal shows: the board of a game, and the player of replays."""
