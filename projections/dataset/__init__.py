"""Finished games as rows of tables, for questions over all games. No row names a person."""

from projections.dataset.actors import pseudonym
from projections.dataset.game import DatasetGame, game_of
from projections.dataset.tables import FACTS, PARTITIONS, TABLES, Column, columns_of

__all__ = ["FACTS", "PARTITIONS", "TABLES", "Column", "DatasetGame", "columns_of", "game_of", "pseudonym"]
