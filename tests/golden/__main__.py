"""`python -m tests.golden` plays the recorded games and counts anew; read the difference of the files in review."""

from tests.golden import perft
from tests.golden.recorded import FOLDER, GAMES, lines

for name, play in GAMES.items():
    path = FOLDER / f"{name}.jsonl"
    path.write_text("".join(f"{line}\n" for line in lines(play)), "utf-8")
    print(f"{path.name}: {path.stat().st_size} bytes")

perft.FILE.write_text(perft.text(), "utf-8")
print(f"{perft.FILE.name}: {perft.FILE.stat().st_size} bytes")
