"""A test client that checks every answer against the served openapi.yaml."""

import gzip
from functools import lru_cache
from typing import Any

import brotli
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.api_description import ApiDescription, api_description

STREAMED = ("application/x-ndjson", "text/event-stream")
"""Media types whose body may never end, so that it is not read here."""
DECODERS = {None: bytes, "gzip": gzip.decompress, "br": brotli.decompress}
"""Content coding → function that undoes it."""


class CheckedClient(FlaskClient):
    """A test client that checks every answer."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        response = super().open(*args, **kwargs)
        request, media_type = response.request, response.mimetype
        body = b"" if media_type in STREAMED or request.method == "HEAD" else decoded(response)
        description_of(self.application).check(request.method, request.path, response.status_code, media_type, body)
        return response


def decoded(response: TestResponse) -> bytes:
    """The body without its content coding."""
    return DECODERS[response.headers.get("Content-Encoding")](response.data)


@lru_cache
def description_of(app: Flask) -> ApiDescription:
    """The description that the application serves."""
    return api_description(FlaskClient(app, app.response_class).get("/openapi.yaml").text)
