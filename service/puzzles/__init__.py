"""Puzzles: positions of real games in which one move is clearly better than all others."""
