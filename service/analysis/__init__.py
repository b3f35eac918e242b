"""Analysis of finished games: what each decision was worth, how far luck and skill went, and what decided the game."""
