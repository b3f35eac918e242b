"""Live: a game as it happens, told to all who follow it by one reader for each process."""
