"""openapi.yaml as a service gives it, to check answers: status, content type and JSON body."""

import json
import re
from functools import lru_cache
from typing import Any

import yaml
from jsonschema_rs import Draft202012Validator, ValidationError

from service.api.description.operations import EVERY_CODES
from service.api.web_page import addresses

PROBLEM = "application/problem+json"
EMPTY_STATUSES = (204, 304)
"""Statuses of answers without a body."""
SCREENS = "|".join(sorted({address.split("/")[1] for address in addresses()}))
PAGES = re.compile(rf"/+|/([.]well-known|docs|log|page|pictures|qr|{SCREENS})(/.*)?")
"""Addresses of pages for people, of the list of APIs and of that of finished games, which are no part of the API."""
UNFORESEEN_STATUSES = (405, 414, 431, 500)
"""Statuses that do not depend on the operation, or that nobody foresaw: `default` describes them."""
RPC_STATUSES = (400, 403, 404)
"""Statuses of refusals that `POST /mcp` tells as JSON-RPC."""

Described = dict[str, Any]


class ApiDescription:
    """openapi.yaml, with a validator for each schema, compiled once."""

    def __init__(self, text: str) -> None:
        described = read_description(text)
        self._paths: Described = described["paths"]
        self._components: Described = described["components"]
        self._patterns = {path: _pattern(path) for path in sorted(self._paths, key=lambda path: path.count("{"))}
        self._validators: dict[str, Draft202012Validator] = {}

    def check(self, method: str, path: str, status: int, media_type: str, body: bytes) -> None:
        """Check an answer. `path`: decoded. Raises AssertionError when openapi.yaml does not describe the answer."""
        if method in ("HEAD", "OPTIONS") or status in EMPTY_STATUSES or (PAGES.fullmatch(path) and status < 400):
            return
        if status == 404 and media_type == "text/html" and not path.startswith("/v1/"):
            return  # the page shows browsers that they mistyped an address
        operation = self._operation(method, path)
        what = f"{method} {path[:80]} {status}"
        content = self._content(operation, status) if operation else {PROBLEM: {"schema": self.ref("Problem")}}
        is_refusal = media_type == PROBLEM or (status in RPC_STATUSES and "application/json" in content)
        assert is_refusal == (status >= 400), f"{what}: {media_type}"
        assert not content or media_type in content, f"{what}: openapi.yaml names only {[*content]}, not {media_type}"
        if media_type in ("application/json", PROBLEM):
            assert content, f"{what}: openapi.yaml has no schema for this answer"
            value = json.loads(body)
            try:
                self.validator(content[media_type]["schema"]).validate(value)
            except ValidationError as error:
                raise AssertionError(f"{what} does not fit its schema: {error}") from None
            if operation and media_type == PROBLEM and status not in UNFORESEEN_STATUSES:
                assert value["code"] in EVERY_CODES.union(operation["x-codes"]), (
                    f"{what}: x-codes lacks {value['code']}"
                )

    def validator(self, schema: Described) -> Draft202012Validator:
        """The validator of a schema that may refer to the components."""
        key = repr(schema)
        if key not in self._validators:
            whole = {**schema, "components": self._components}
            self._validators[key] = Draft202012Validator(whole, validate_formats=True)
        return self._validators[key]

    @staticmethod
    def ref(name: str) -> Described:
        """The schema of that name."""
        return {"$ref": f"#/components/schemas/{name}"}

    def _operation(self, method: str, path: str) -> Described | None:
        """The operation that answers, None for an unknown address or method."""
        template = next((template for template, pattern in self._patterns.items() if pattern.fullmatch(path)), None)
        return self._paths[template].get(method.lower()) if template else None

    def _content(self, operation: Described, status: int) -> Described:
        """Media types of an answer, with their schemas; a success must be described under its own status."""
        responses = operation["responses"]
        answer = responses.get(str(status)) or (responses["default"] if status in UNFORESEEN_STATUSES else None)
        assert answer is not None, f"{operation['summary']}: openapi.yaml does not name the status {status}"
        if "$ref" in answer:
            answer = self._components["responses"][answer["$ref"].rsplit("/", 1)[1]]
        content: Described = answer.get("content", {})
        return content


@lru_cache
def read_description(text: str) -> Described:
    """The description of this text, read once. Do not change it."""
    described: Described = yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # ten times faster
    return described


@lru_cache
def api_description(text: str) -> ApiDescription:
    """The description of this text, compiled once."""
    return ApiDescription(text)


def _pattern(template: str) -> re.Pattern[str]:
    """The addresses of a template such as `/v1/games/{id}`."""
    return re.compile(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(template)), re.DOTALL)
