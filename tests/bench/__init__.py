"""Measurements: `make bench`. Ratios of things measured in one run, medians of rounds taken in turns."""
