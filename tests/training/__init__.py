"""Tests of what learns to play. Those that compile whole games are slow."""
