"""The bot of docs/bots.md that is a web server plays."""

import re
import threading
from http.server import HTTPServer
from pathlib import Path
from typing import Any

from tests.service.client import Service
from tests.service.webhooks.delivery import create, details, send_all

PAGE = Path(__file__).resolve().parents[3] / "docs" / "bots.md"


def bot() -> type:
    """The class of the page."""
    section = PAGE.read_text("utf-8").partition("\n### A bot without a connection\n")[2].partition("\n### ")[0]
    [code] = re.findall(r"^```python\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    code, _, last = code.strip().rpartition("\n")
    assert last == 'HTTPServer(("", 8080), Bot).serve_forever()'
    names: dict[str, Any] = {}
    exec(code, names)
    return names["Bot"]


def test_the_bot_of_the_page_plays_by_its_answers(service: Service):
    ada, marvin = service.new_player("Ada"), service.new_bot()
    with HTTPServer(("127.0.0.1", 0), bot()) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        webhook = create(marvin, f"http://127.0.0.1:{server.server_port}/", view=True, items=["your_turn"])
        game = service.seat_and_start(ada, marvin)
        send_all(service.parts)
        server.shutdown()
        thread.join()
    assert details(marvin, webhook)["deliveries"][0]["intention"] == "applied"
    assert marvin.get(game).json["waiting_on"] == [0]
