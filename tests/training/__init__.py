"""Tests of training. Those that compile whole games are slow."""
