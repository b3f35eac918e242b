"""`make bodies` records again the bodies that openapi.yaml shows. Read the difference in review."""

import json
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory

from service.backend import open_backend
from service.run.embedded_redis import ensure_server, stop_server
from service.settings import read_settings
from tests.high_limits import HIGH_LIMITS
from tests.recorded_bodies.recording import FILE, record

with TemporaryDirectory() as folder:
    server = ensure_server(Path(folder), "everysec")
    try:
        settings = read_settings({"REDIS_URL": server.url, "KEY_PREFIX": f"bodies-{token_hex(6)}:"} | HIGH_LIMITS)
        bodies = record(open_backend(settings))
    finally:
        stop_server(server)
FILE.write_text(json.dumps(bodies, ensure_ascii=False, indent=1) + "\n", "utf-8")
print(f"{FILE.name}: {FILE.stat().st_size} bytes, {len(bodies)} bodies")
