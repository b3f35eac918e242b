"""What the driver of a generated client prints, compared with what the service says."""

import json

from tests.end_to_end.running import open_client


def check_outcome(service_url: str, printed: str) -> None:
    """Check the outcome that a driver prints as its last line: game, version, totals, last_frame, verified."""
    outcome = json.loads(printed.splitlines()[-1])
    with open_client(service_url) as http:
        token = http.post("/v1/players", json={"name": "Judge"}).json()["token"]
        http.headers["Authorization"] = f"Bearer {token}"
        game = f"/v1/games/{outcome['game']}"
        view = http.get(game).json()
        names = {event["name"] for event in http.get(f"{game}/events", params={"limit": 1000}).json()}
    assert view["status"] == "finished"
    assert len(view["seats"]) == 2
    assert view["seats"][1]["player"]["id"] == "bot:greedy"
    assert outcome["totals"] == [score["total"] for score in view["result"]["scores"]]
    assert outcome["version"] == outcome["last_frame"] == view["version"]
    assert outcome["verified"] is True
    assert {"intention_undone", "game_scored"} <= names
