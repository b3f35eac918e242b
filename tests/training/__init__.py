"""Tests of what learns to play."""
