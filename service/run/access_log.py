"""The access log, for an operator who asks for one. It leaves out queries, because a ticket may stand in one."""

from typing import Any

from gunicorn.glogging import Logger

from service.redacting import RedactingFormatter


class AccessLogger(Logger):  # type: ignore[misc]  # gunicorn ships no types
    """The logger class of `gunicorn.py`."""

    def setup(self, cfg: Any) -> None:
        """Begin to log as gunicorn's options say; errors without what is secret."""
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(RedactingFormatter(self.error_fmt, self.datefmt))

    def atoms(self, resp: Any, req: Any, environ: dict[str, Any], request_time: Any) -> dict[str, Any]:
        """What a line of the log can hold, by name. `r`: the request line without its query."""
        path = environ["RAW_URI"].partition("?")[0]
        line = f"{environ['REQUEST_METHOD']} {path} {environ['SERVER_PROTOCOL']}"
        found: dict[str, Any] = super().atoms(resp, req, environ, request_time)
        return found | {"r": line, "q": ""}
