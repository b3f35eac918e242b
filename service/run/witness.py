"""A witness of lists of finished games, of this or any other service (C2SP tlog-witness): a small web server.

It keeps its key and the newest checkpoint of each list in one file, which it writes before it answers. It needs no
store, and so can run on another machine than the service.
"""

import fcntl
import json
import socket
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import BoundedSemaphore, Lock
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from service.settings import StartError
from store.whole_files import write_whole
from transparency.checkpoint import Checkpoint, parse
from transparency.notes import COSIGNATURE, Signer, VerifierKey, parse_key, parse_note
from transparency.rejected import Rejected
from transparency.witness import MAX_REQUEST_BYTES, TEXT_TYPE, Answer, judge, origin_hash, origin_of_request

MAX_REQUESTS = 16
"""Requests that are answered at once; others wait."""
REQUEST_SECONDS = 10.0


@contextmanager
def claimed(file: Path) -> Iterator[None]:
    """Keep other processes from the state of a witness: together they could sign two stories. Raises StartError.

    What counts is the file to which links lead.
    """
    try:
        file = file.resolve()
        file.parent.mkdir(parents=True, exist_ok=True)
        lock = file.with_name(f".{file.name}.lock").open("w")
    except (OSError, RuntimeError) as error:  # RuntimeError: links in a circle
        raise StartError(f"{file} cannot be used: {getattr(error, 'strerror', error)}") from None
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise StartError(f"another process is the witness of {file}") from None
        yield


class Witness:
    """What a witness knows. `file`: its state, which belongs to one process."""

    def __init__(self, file: Path, name: str, logs: Sequence[VerifierKey]) -> None:
        """Raises StartError if the file cannot be used, or belongs to a witness of another name."""
        self._file, self._lock = file.resolve(), Lock()  # written anew, it must not take the place of a link
        self.logs: dict[str, list[VerifierKey]] = {}
        for key in logs:
            self.logs.setdefault(key.name, []).append(key)
        self._state = self._read(name)
        private = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(self._state["private"]))
        self.signer = Signer(self._state["name"], private, COSIGNATURE)

    def add_checkpoint(self, text: str) -> Answer:
        """Answer a request. What is signed is on the disk before."""
        with self._lock:
            origin = origin_of_request(text)
            answer = judge(text, self.logs, self._seen(origin))
            if answer.signed is None:
                return answer
            note = answer.signed.note
            line = self.signer.cosignature(note.text, int(time.time()))
            logs = {(key.name, key.key_id) for key in self.logs[origin]}
            own = "".join(str(each) for each in note.signatures if (each.name, each.key_id) in logs)
            self._state["checkpoints"][origin] = f"{note.text}\n{own}{line}"
            self._write()
            return answer._replace(body=line)

    def checkpoint(self, digest: str) -> str | None:
        """The newest checkpoint of a list, by the hash of its origin; None if there is none."""
        found: Mapping[str, str] = self._state["checkpoints"]
        return next((note for origin, note in found.items() if origin_hash(origin) == digest), None)

    def _seen(self, origin: str) -> Checkpoint | None:
        note = self._state["checkpoints"].get(origin)
        return parse(parse_note(note).text) if note else None

    def _read(self, name: str) -> dict[str, Any]:
        try:
            state: dict[str, Any] = json.loads(self._file.read_text("utf-8"))
        except FileNotFoundError:
            private = Ed25519PrivateKey.generate().private_bytes_raw().hex()
            self._state = {"name": name, "private": private, "checkpoints": {}}
            self._write()
            return self._state
        except (OSError, ValueError) as error:
            raise StartError(f"{self._file} cannot be read: {error}") from None
        if not isinstance(state, dict) or not {"name", "private", "checkpoints"} <= state.keys():
            raise StartError(f"{self._file} is not that of a witness")
        if state["name"] != name:
            raise StartError(f"{self._file} belongs to the witness {state['name']}, not to {name}")
        return state

    def _write(self) -> None:
        """Replace the file. Raises StartError."""
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self._file, json.dumps(self._state).encode())
        except OSError as error:
            raise StartError(f"{self._file} cannot be written: {error.strerror}") from None


def witness_server(witness: Witness, host: str, port: int) -> ThreadingHTTPServer:
    """The web server of a witness, which listens and does not answer yet. Raises StartError."""
    places = BoundedSemaphore(MAX_REQUESTS)

    class Handler(BaseHTTPRequestHandler):
        timeout = REQUEST_SECONDS
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            length = self.headers.get("Content-Length", "")
            if self.path != "/add-checkpoint" or not length.isdecimal() or int(length) > MAX_REQUEST_BYTES:
                self.close_connection = True  # the body stays unread
                self._answer(Answer(413 if self.path == "/add-checkpoint" else 404))
                return
            body = self.rfile.read(int(length))
            with places:
                try:
                    answer = witness.add_checkpoint(body.decode())
                except UnicodeDecodeError:
                    answer = Answer(400, "not UTF-8\n")
                except StartError:
                    answer = Answer(500, "the state of the witness cannot be written\n")
            self._answer(answer)

        def do_GET(self) -> None:
            digest, _, name = self.path.removeprefix("/").partition("/")
            note = witness.checkpoint(digest) if name == "checkpoint" else None
            self._answer(Answer(200, note) if note else Answer(404))

        def _answer(self, answer: Answer) -> None:
            body = answer.body.encode()
            self.send_response(answer.status)
            self.send_header("Content-Type", answer.content_type or TEXT_TYPE)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: Any) -> None:
            """A witness says nothing of its requests."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        address_family = socket.AF_INET6 if ":" in host else socket.AF_INET

    try:
        return Server((host, port), Handler)
    except OSError as error:
        raise StartError(f"{host}:{port} cannot be used: {error.strerror}") from None


def read_logs(texts: Sequence[str]) -> list[VerifierKey]:
    """The keys of lists. Raises StartError."""
    try:
        return [parse_key(text) for text in texts]
    except Rejected as error:
        raise StartError(f"a key of a list cannot be used: {error}") from None
