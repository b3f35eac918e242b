"""Accounts of players: who they are, by which tokens they log in, how they change and end."""

from service.accounts.players import FORMER_NAME, Access, Accounts, Player
from service.accounts.registration import register

__all__ = ["FORMER_NAME", "Access", "Accounts", "Player", "register"]
