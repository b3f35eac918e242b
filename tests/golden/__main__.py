"""`make golden` records the games of the current ruleset again and counts anew. Read the difference in review.

Games of older rulesets stay as they are: they prove that old games still replay.
"""

import sys

from tests.golden import perft
from tests.golden.recorded import FOLDER, GAMES, OtherRuleset, record

try:
    for name in GAMES:
        path = record(FOLDER, name)
        print(f"{path.parent.name}/{path.name}: {path.stat().st_size} bytes")
except OtherRuleset as error:
    sys.exit(f"golden: {error}")

perft.FILE.write_text(perft.text(), "utf-8")
print(f"{perft.FILE.name}: {perft.FILE.stat().st_size} bytes")
