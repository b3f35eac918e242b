"""Tournaments: strategies play each other on the same deals; tables and charts show how strong they are."""

from service.commands.tournament.run import tournament

__all__ = ["tournament"]
