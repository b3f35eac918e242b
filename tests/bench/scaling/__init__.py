"""What many games at once need: tables from measured costs, and a simulation that supports them."""

from tests.bench.scaling import measure, report

__all__ = ["measure", "report"]
