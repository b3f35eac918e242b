"""Measurements, run by `make bench`: ratios within one run, medians of alternating rounds."""
