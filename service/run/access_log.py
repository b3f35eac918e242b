"""gunicorn's logs, in the format of the service. The access log leaves out queries: a ticket may stand in one."""

from logging import StreamHandler
from typing import Any

from gunicorn.glogging import Logger

from service.logs import LoggedOutput, formatter


class AccessLogger(Logger):  # type: ignore[misc]  # gunicorn ships no types
    """The logger class of `gunicorn.py`."""

    def setup(self, cfg: Any) -> None:
        """Begin to log as gunicorn's options say, without what is secret."""
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(formatter(text=self.error_fmt, times=self.datefmt))
        for handler in self.access_log.handlers:
            handler.setFormatter(formatter(access_log=True, text=self.access_fmt))
        for handler in (*self.error_log.handlers, *self.access_log.handlers):
            if isinstance(handler, StreamHandler) and isinstance(handler.stream, LoggedOutput):
                handler.setStream(handler.stream.handler.stream)  # or an object would become a message in another one

    def atoms(self, resp: Any, req: Any, environ: dict[str, Any], request_time: Any) -> dict[str, Any]:
        """What a line of the log can hold, by name. `r`: the request line without its query."""
        path = environ["RAW_URI"].partition("?")[0]
        line = f"{environ['REQUEST_METHOD']} {path} {environ['SERVER_PROTOCOL']}"
        found: dict[str, Any] = super().atoms(resp, req, environ, request_time)
        return found | {"r": line, "q": ""}
