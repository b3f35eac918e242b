"""What the largest accepted, and the worst refused, bodies cost in a web process."""

import json
import statistics
import time
from typing import Any

from service.api.bodies import MAX_VALUES
from service.api.schemas.requests import MAX_VIEW_VALUES
from service.app import create_app
from service.backend import open_backend
from service.games.intentions import MAX_BATCH_INTENTIONS
from service.settings import read_settings
from tests.bench.service import new_account, server
from tests.high_limits import HIGH_LIMITS

MAX_MS = 20
ROUNDS = 5
BODY_BYTES = 262_000


def bodies() -> dict[str, tuple[str, bytes]]:
    """Name → address and body: as large as a body may be, in the forms that cost most to read."""
    deep = "[" * (BODY_BYTES // 2) + "]" * (BODY_BYTES // 2)
    deep_view = '{"a":' * 900 + "1" + "}" * 900
    names, most_names = (
        json.dumps({f"n{number}": number for number in range(many - 10)}) for many in (MAX_VALUES, MAX_VIEW_VALUES)
    )
    numbers, most_numbers = ("[" + ",".join(["1e3"] * many) + "]" for many in (BODY_BYTES // 4, MAX_VALUES - 3))
    texts = json.dumps(["\u00e9\\"] * (MAX_VALUES - 10))
    intentions = json.dumps([{"type": "recycle", "card": "x" * 60, "onto": "empire"}] * MAX_BATCH_INTENTIONS)
    many, most = (json.dumps([{"type": "ready"}] * number) for number in (BODY_BYTES // 20, MAX_VALUES // 2 - 1))
    seats = json.dumps({"view": {"status": "playing", "phase": "draft", "seats": [{}] * 60_000}})
    found: dict[str, tuple[str, Any]] = {
        "deep list, a game": ("/v1/games", deep),
        "deep object, a decision": ("/v1/bots/greedy/decisions", deep_view),
        "many names, a game": ("/v1/games", names),
        "many names, a player": ("/v1/players", names),
        "many names, a view": ("/v1/bots/greedy/decisions", f'{{"view": {most_names}}}'),
        "many seats, a view": ("/v1/bots/greedy/decisions", seats),
        "many numbers, a game": ("/v1/games", f'{{"seats": 2, "bots": {numbers}}}'),
        "as many numbers as may be": ("/v1/games", f'{{"seats": 2, "bots": {most_numbers}}}'),
        "many texts, a game": ("/v1/games", f'{{"seats": 2, "invited": {texts}}}'),
        "many texts, a webhook": ("/v1/webhooks", f'{{"url": "https://x.example", "kinds": {texts}}}'),
        "the largest batch": ("/v1/games/{game}/intentions", intentions),
        "a batch beyond": ("/v1/games/{game}/intentions", many),
        "as large a batch as can be read": ("/v1/games/{game}/intentions", most),
        "many scopes, a token": ("/v1/tokens", f'{{"name": "x", "scopes": {texts}}}'),
    }
    return {name: (path, text.encode()) for name, (path, text) in found.items()}


def report() -> None:
    """Print the median time of each, and mark those beyond MAX_MS."""
    with server("everysec") as url:
        parts = open_backend(read_settings({"REDIS_URL": url} | HIGH_LIMITS))
        app = create_app(parts)
        client, (_, token) = app.test_client(), new_account(parts, "Stranger")
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        game = client.post("/v1/games", json={"seats": 2}, headers=headers).json["id"]
        for name, (path, body) in bodies().items():
            times, status = [], 0
            for _ in range(ROUNDS):
                began = time.process_time()
                status = client.post(path.replace("{game}", game), data=body, headers=headers).status_code
                times.append((time.process_time() - began) * 1000)
            took = statistics.median(times)
            mark = " (too long)" if took > MAX_MS else ""
            print(f"abuse sizes: {name}: {len(body) >> 10} KiB, {status}, {took:.1f} ms of CPU{mark}")
        app.wakeups.stop()
