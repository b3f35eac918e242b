"""`make vectors` records the games that both folds read again."""

from tests.fold.vectors import FILE, write

write()
print(f"{FILE.name}: {FILE.stat().st_size} bytes")
