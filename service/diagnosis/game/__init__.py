"""A game as the store has it: what is stored, and whether all of it agrees. It shows no secrets."""
