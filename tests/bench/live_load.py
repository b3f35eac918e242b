"""The load of the live measurement, in a process of its own: reads many streams and posts intentions at a rate.

`python -m tests.bench.live_load` takes a plan as JSON on standard input, prints `ready` once all streams have begun,
starts when it reads a line, and prints the result as JSON. It parses by hand, so that it takes little of the machine.
"""

import asyncio
import json
import sys
import time
from datetime import datetime
from typing import Any

CONNECTIONS = 32
"""That post, each one request at a time."""
QUIET_SECONDS = 3.0
Json = dict[str, Any]


class StreamReader(asyncio.Protocol):
    """Reads a stream of lines. `versions`: of its events, in order. `delays`: ms from append to receipt."""

    def __init__(self, request: bytes) -> None:
        self._request = request
        self._rest = b""
        self.begun = asyncio.Event()
        self.versions: list[int] = []
        self.delays: list[float] = []
        self.kinds: dict[str, int] = {}

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport  # asyncio forgets a connection that nobody holds
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        received = time.time() * 1000
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            if line.startswith(b'{"type": "event"'):
                event = json.loads(line)
                self.versions.append(event["version"])
                self.delays.append(received - datetime.fromisoformat(event["time"]).timestamp() * 1000)
            elif line.startswith(b'{"type": "'):
                kind = line[10 : line.index(b'"', 10)].decode()
                self.kinds[kind] = self.kinds.get(kind, 0) + 1
                self.begun.set()


async def run(plan: Json) -> Json:
    """Read the streams of the plan, post its requests, and return what was received."""
    loop, host, port = asyncio.get_running_loop(), "127.0.0.1", plan["port"]
    readers = [StreamReader(request.encode()) for request in plan["streams"]]
    gate = asyncio.Semaphore(50)  # more at once would overflow the queue of the listening socket

    async def begin(reader: StreamReader) -> None:
        async with gate:
            await loop.create_connection(lambda: reader, host, port)
            await asyncio.wait_for(reader.begun.wait(), 60)

    await asyncio.gather(*map(begin, readers))
    print("ready", flush=True)
    await loop.run_in_executor(None, sys.stdin.readline)
    free: asyncio.Queue[Any] = asyncio.Queue()
    for _ in range(CONNECTIONS):
        free.put_nowait(await asyncio.open_connection(host, port))
    answers: list[float] = []

    async def post(request: str) -> None:
        answer, sender = connection = await free.get()
        began = time.perf_counter()
        sender.write(request.encode())
        head = await answer.readuntil(b"\r\n\r\n")
        await answer.readexactly(int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0]))
        assert head.startswith(b"HTTP/1.1 201"), head
        answers.append((time.perf_counter() - began) * 1000)
        free.put_nowait(connection)

    began, cpu = time.perf_counter(), time.process_time()
    tasks = []
    for number, request in enumerate(plan["posts"]):
        await asyncio.sleep(max(0.0, began + number / plan["rate"] - time.perf_counter()))
        tasks.append(asyncio.create_task(post(request)))
    await asyncio.gather(*tasks)
    took = time.perf_counter() - began
    await asyncio.sleep(QUIET_SECONDS)
    return {
        "seconds": took,
        "cpu": time.process_time() - cpu,
        "answers": answers,
        "versions": [reader.versions for reader in readers],
        "delays": [delay for reader in readers for delay in reader.delays],
        "kinds": [reader.kinds for reader in readers],
    }


if __name__ == "__main__":
    print(json.dumps(asyncio.run(run(json.loads(sys.stdin.readline())))))
