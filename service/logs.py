"""The log of a process: lines for people, or objects for programs (LOG_FORMAT). Neither shows what is secret.

`CAUSE` and `ABOUT` say what a thread or greenlet works on. Every line that it writes names that, in both formats.
"""

import io
import json
import logging
import os
import re
import sys
import threading
from contextvars import ContextVar
from datetime import UTC, datetime
from types import TracebackType
from typing import IO, Any

from service.redacting import redacted
from service.settings import Settings, SettingsError, load_settings

NAME_VARIABLE = "PROCESS_NAME"
"""What the log calls a process, such as `web.1`. The supervisor sets it for its children."""
CAUSE: ContextVar[str] = ContextVar("cause", default="")
"""On whose behalf: the id of a request, and after a blank its `traceparent` if there is one. Appends and jobs carry it
from process to process."""
ABOUT: ContextVar[dict[str, str]] = ContextVar("about", default={})  # noqa: B039 # nobody changes the default
"""What else is known: `game`, `job`, `account`, and the `tool` that an agent calls."""
TRACEPARENT = re.compile("(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}")
"""A header of W3C Trace Context. The id of the trace is at TRACE_ID."""
TRACE_ID = slice(3, 35)


def known() -> dict[str, str]:
    """What is known of the current work: `request`, `trace` and those of ABOUT, as far as they are known."""
    request, _, traceparent = CAUSE.get().partition(" ")
    found = {"request": request, "trace": traceparent[TRACE_ID], **ABOUT.get()}
    return {name: value for name, value in found.items() if value}


class RedactingFormatter(logging.Formatter):
    """A formatter whose lines and tracebacks are redacted."""

    def format(self, record: logging.LogRecord) -> str:
        return redacted(super().format(record), http_paths=False)


class TextFormatter(RedactingFormatter):
    """Lines for people. In brackets stands what is known of the work, as far as the message does not name it."""

    def formatMessage(self, record: logging.LogRecord) -> str:
        line = super().formatMessage(record)
        more = ", ".join(f"{name} {value}" for name, value in known().items() if value not in line)
        return f"{line} ({more})" if more else line


class JsonFormatter(logging.Formatter):
    """Objects for programs, one a line; docs/operating.md describes the keys. `process`: whose log it is."""

    def __init__(self, process: str) -> None:
        super().__init__()
        self._process = process

    def format(self, record: logging.LogRecord) -> str:
        time = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        found = {
            "time": time.replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": self._process,
            "message": redacted(record.getMessage(), http_paths=False),
            **known(),
        }
        if record.exc_info:
            found["error"] = redacted(self.formatException(record.exc_info), http_paths=False)
        return json.dumps(found)


class LoggedOutput(io.TextIOBase):
    """In the place of standard output or standard error: what is written to it becomes a line of the log.

    What is written at once is one line. `handler`: that of the log.
    """

    def __init__(self, handler: "logging.StreamHandler[Any]", name: str, level: int) -> None:
        self.handler = handler
        self._name, self._level = name, level
        self._begun = ""

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self._begun += text
        if self._begun.endswith("\n"):
            written, self._begun = self._begun.strip(), ""
            if written:
                self.handler.handle(line_of(written, self._name, self._level))
        return len(text)


def line_of(text: str, logger: str, level: int) -> logging.LogRecord:
    """A line of a log that no logger has written."""
    return logging.makeLogRecord(
        {"msg": text, "name": logger, "levelno": level, "levelname": logging.getLevelName(level)}
    )


def as_object(line: str, process: str) -> str:
    """What a process has printed, as an object: the line itself if it is one, or else a warning.

    >>> as_object('{"level": "error"}', "web.1")
    '{"level": "error"}'
    """
    try:
        if isinstance(json.loads(line), dict):
            return line
    except (ValueError, RecursionError):
        pass  # a crash of Python, or what ran before the log began
    return JsonFormatter(process).format(line_of(line, "output", logging.WARNING))


def begin_process(name: str, stream: IO[str] | None = None) -> Settings:
    """The settings of a process of the service. Its log begins, on standard error unless a stream is given.

    `name`: what the log calls it, unless the supervisor has named it. Raises SettingsError, which is logged in the
    right format already if LOG_FORMAT is not the wrong setting.
    """
    try:
        settings = load_settings()
    except SettingsError:
        _begin_log(name, os.environ.get("LOG_FORMAT", ""), "WARNING", stream)
        raise
    _begin_log(name, settings.log_format, settings.log_level.upper(), stream)
    return settings


def process_name(name: str) -> str:
    """What a process is called: by its supervisor, or else as given."""
    return os.environ.get(NAME_VARIABLE) or name


def formatter(access_log: bool = False, text: str = "", times: str | None = None) -> logging.Formatter:
    """The formatter of the log that has begun; in text with this format of lines and of times.

    `access_log`: its lines in text keep the form that programs know.
    """
    if isinstance(sys.stderr, LoggedOutput) and (made := sys.stderr.handler.formatter):
        return made
    return (RedactingFormatter if access_log else TextFormatter)(text, times)


def _begin_log(name: str, log_format: str, level: str, stream: IO[str] | None) -> None:
    # The streams of the start: this may be called again, when gunicorn reads its configuration anew.
    handler: logging.StreamHandler[Any] = logging.StreamHandler(stream or sys.__stderr__)
    if log_format == "json":
        handler.setFormatter(JsonFormatter(process_name(name)))
        sys.stdout = LoggedOutput(handler, "stdout", logging.INFO)
        sys.stderr = LoggedOutput(handler, "stderr", logging.ERROR)
    else:
        handler.setFormatter(TextFormatter("%(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(handlers=[handler], level=level, force=True)
    logging.captureWarnings(True)
    sys.excepthook = log_uncaught
    threading.excepthook = lambda args: log_uncaught(args.exc_type, args.exc_value, args.exc_traceback)
    sys.unraisablehook = lambda args: log_uncaught(args.exc_type, args.exc_value, args.exc_traceback)


def log_uncaught(kind: type[BaseException], error: BaseException | None, trace: TracebackType | None) -> None:
    """Log an exception that nobody has caught: a hook of Python and of gevent."""
    if kind is SystemExit:  # a thread that ends itself
        return
    found = (kind, error or kind(), trace)
    logging.getLogger("uncaught").critical("uncaught exception: %s", kind.__name__, exc_info=found)
