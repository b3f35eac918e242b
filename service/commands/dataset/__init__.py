"""`wonderful dataset`: write finished games as Parquet, for questions over all games."""

from service.commands.dataset.run import write_dataset

__all__ = ["write_dataset"]
