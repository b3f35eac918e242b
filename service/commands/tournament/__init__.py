"""Tournaments: strategies play each other on equal terms; tables and pictures tell how strong they are."""

from service.commands.tournament.run import tournament

__all__ = ["tournament"]
