"""How nets learn from games, whatever games these are: TD(λ) with Adam, and checkpoints."""
