"""Blueprints: each groups the resources of one file."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from flask import request
from flask_smorest import Blueprint

from game.shapes import Object
from service.api.auth import authenticate, scope_of
from service.api.bodies import QueryParser, read_object
from service.api.description.operations import Answer, Operation, describe_operation

View = TypeVar("View", bound=Callable[..., Any])


class Resources(Blueprint):
    """Resources under one prefix, with bodies that are read strictly. `token`: whether they need one."""

    ARGUMENTS_PARSER = QueryParser()

    def __init__(self, name: str, prefix: str, description: str, token: bool = True) -> None:
        super().__init__(name, __name__, url_prefix=prefix or None, description=description)
        self.needs_token = token
        self._prepare_doc_cbks.append(self._describe)
        if token:
            self.before_request(authenticate)

    @staticmethod
    def operation(name: str, *answers: Answer, **more: Any) -> Callable[[View], View]:
        """Decorator: describe an operation in openapi.yaml. `authenticate` checks the scope of the caller's token.

        `name`: its `operationId`. `more`: the other fields of Operation.
        """
        operation = Operation(name, answers, **more)

        def decorate(view: View) -> View:
            view._apidoc = {**getattr(view, "_apidoc", {}), "operation": operation}  # type: ignore[attr-defined]
            return view

        return decorate

    @staticmethod
    def body(shape: Object) -> Callable[[View], View]:
        """Decorator: read a JSON object of this shape and pass it on as the first argument.

        A request without a body counts as an empty object. Raises Problem, Mismatch.
        """

        def decorate(view: View) -> View:
            @wraps(view)
            def with_body(**path: Any) -> Any:
                return view(read_object(request, shape), **path)

            with_body._apidoc = {**getattr(view, "_apidoc", {}), "body": shape}  # type: ignore[attr-defined]
            return with_body  # type: ignore[return-value]

        return decorate

    def _describe(self, doc: dict[str, Any], doc_info: dict[str, Any], method: str, **_: Any) -> dict[str, Any]:
        operation: Operation = doc_info["operation"]
        scope, body = scope_of(operation.scope, method), doc_info.get("body", operation.body)
        operation = operation._replace(body=body, scope=scope)
        return describe_operation(operation, doc, self.needs_token)
