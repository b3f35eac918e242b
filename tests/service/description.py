"""Checks every answer against the served openapi.yaml: status, content type and schema."""

import re
from functools import lru_cache
from typing import Any

import yaml
from flask import Flask
from flask.testing import FlaskClient
from jsonschema_rs import Draft202012Validator, ValidationError
from werkzeug.exceptions import HTTPException
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

PROBLEM = "application/problem+json"
EMPTY_STATUSES = (204, 304)
"""Statuses of answers without a body."""

Described = dict[str, Any]


class CheckedClient(FlaskClient):
    """A test client that checks every answer."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        response = super().open(*args, **kwargs)
        check_answer(self.application, response)
        return response


def check_answer(app: Flask, response: TestResponse) -> None:
    """Check status, content type and JSON body of an answer. Raises AssertionError for what openapi.yaml leaves out."""
    method, status = response.request.method, response.status_code
    if method in ("HEAD", "OPTIONS") or status in EMPTY_STATUSES:
        return
    described = description_of(app)
    rule = _matching_rule(app, response)
    what = f"{method} {rule.rule if rule else response.request.path} {status}"
    assert (response.mimetype == PROBLEM) == (status >= 400), f"{what}: {response.mimetype}"
    if rule is None:
        schema = {"$ref": "#/components/schemas/Problem"}
    else:
        schema = described.schema(path_template(rule), method.lower(), status, response.mimetype)
    if response.mimetype in ("application/json", PROBLEM):
        assert schema is not None, f"{what}: openapi.yaml has no schema for this answer"
        try:
            described.validator(schema).validate(response.json)
        except ValidationError as error:
            raise AssertionError(f"{what} does not fit its schema: {error}") from None


def path_template(rule: Rule) -> str:
    """The address of a rule as openapi.yaml writes it: `/v1/games/{id}`."""
    return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)


class Description:
    """openapi.yaml, with a validator for each schema, compiled once."""

    def __init__(self, text: str) -> None:
        described = yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # the C loader is ten times faster
        self._paths: Described = described["paths"]
        self._components: Described = described["components"]
        self._validators: dict[str, Draft202012Validator] = {}

    def schema(self, path: str, method: str, status: int, mimetype: str) -> Described | None:
        """The schema of an answer, None if it has none; a success must be described under its own status."""
        responses = self._paths[path][method]["responses"]
        answer = responses.get(str(status)) or (responses["default"] if status >= 400 else None)
        assert answer is not None, f"{method} {path}: openapi.yaml does not name the status {status}"
        if "$ref" in answer:
            answer = self._components["responses"][answer["$ref"].rsplit("/", 1)[1]]
        content = answer.get("content", {})
        assert not content or mimetype in content, f"{method} {path} {status}: {mimetype} is not among {[*content]}"
        found: Described | None = content.get(mimetype, {}).get("schema")
        return found

    def validator(self, schema: Described) -> Draft202012Validator:
        """The validator of a schema that may refer to the components."""
        key = repr(schema)
        if key not in self._validators:
            whole = {**schema, "components": self._components}
            self._validators[key] = Draft202012Validator(whole, validate_formats=True)
        return self._validators[key]


@lru_cache
def description_of(app: Flask) -> Description:
    """The description that the application serves."""
    return _compiled(FlaskClient(app, app.response_class).get("/openapi.yaml").text)


@lru_cache
def _compiled(text: str) -> Description:
    return Description(text)


def _matching_rule(app: Flask, response: TestResponse) -> Rule | None:
    """The rule that answered, None for an unknown address or method."""
    try:
        rule, _ = app.url_map.bind_to_environ(response.request.environ).match(return_rule=True)
    except HTTPException:
        return None
    return rule
