"""Positions, rounds, orders of jobs and nets as arrays, in code that numba compiles.

The functions do what `bots.numbers`, `bots.search.simulation` and `bots.master` do; tests compare both.
"""
