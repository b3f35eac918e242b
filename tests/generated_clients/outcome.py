"""What the driver of a generated client prints, compared with what the service says."""

import json
from contextlib import closing

from tests.end_to_end.running import PersistentPlayer


def check_outcome(service_url: str, printed: str) -> None:
    """Check the outcome that a driver prints as its last line: game, version, totals, last_frame, verified."""
    outcome = json.loads(printed.splitlines()[-1])
    with closing(PersistentPlayer(service_url, "Judge")) as judge:
        view = judge.get_game(outcome["game"])
        names = {event["name"] for event in judge.list_events(outcome["game"], limit=1000)}
    assert view["status"] == "finished"
    assert len(view["seats"]) == 2
    assert view["seats"][1]["player"]["id"] == "bot:greedy"
    assert outcome["totals"] == [score["total"] for score in view["result"]["scores"]]
    assert outcome["version"] == outcome["last_frame"] == view["version"]
    assert outcome["verified"] is True
    assert {"intention_undone", "game_scored"} <= names
