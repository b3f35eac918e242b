"""`python -m tests.golden` plays the recorded games anew and rewrites their files; read the difference in review."""

from tests.golden.recorded import FOLDER, GAMES, lines

for name, play in GAMES.items():
    path = FOLDER / f"{name}.jsonl"
    path.write_text("".join(f"{line}\n" for line in lines(play)), "utf-8")
    print(f"{path.name}: {path.stat().st_size} bytes")
