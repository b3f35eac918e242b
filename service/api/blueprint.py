"""Blueprints: each groups the resources of one file."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from flask_smorest import Blueprint

from service.api.auth import authenticate, scope_of
from service.api.bodies import RequestParser, View, read_as_it_is
from service.api.description.json_schema import schema_of
from service.api.description.operations import Operation, describe_operation


class Resources(Blueprint):
    """Resources under one prefix, with bodies that are read strictly. `token`: whether they need one."""

    ARGUMENTS_PARSER = RequestParser()

    def __init__(self, name: str, prefix: str, description: str, token: bool = True) -> None:
        super().__init__(name, __name__, url_prefix=prefix or None, description=description)
        self.needs_token = token
        self._prepare_doc_cbks.append(self._describe)
        if token:
            self.before_request(authenticate)

    def arguments(self, schema: Any, *, location: str = "json", **more: Any) -> Callable[[View], View]:
        """flask-smorest's, with one instance of the schema for all requests. A body is required if a field of it is.

        A shape of the game instead of a schema: the view gets the JSON value as it is, and the rules check it.
        """
        if not isinstance(schema, type):
            return read_as_it_is(schema_of(schema))
        made = schema()
        required = any(field.required for field in made.fields.values())
        found: Callable[[View], View] = super().arguments(made, location=location, required=required, **more)
        return found

    def response(
        self,
        status: int,
        schema: Any = None,
        description: str = "",
        *,
        content_type: str | None = None,
        headers: Iterable[str] = (),
        links: Mapping[str, Mapping[str, str]] | None = None,
    ) -> Callable[[View], View]:
        """flask-smorest's, for views that make the whole answer: it only describes.

        `schema`: of marshmallow, or a JSON Schema. `headers`: beside those that follow from the operation. `links`:
        operations that go on from here, each with its parameters as runtime expressions. A status with several media
        types is described several times, with one description.
        """
        describe = super().response(
            status, schema, description=description, content_type=content_type, headers={name: {} for name in headers}
        )

        def decorate(view: View) -> View:
            view._apidoc = describe(view)._apidoc  # type: ignore[attr-defined]
            found = view._apidoc["response"]["responses"][status][-1]  # type: ignore[attr-defined]
            if links:
                found["links"] = {
                    name: {"operationId": name, "parameters": dict(parameters)} for name, parameters in links.items()
                }
            if not description:
                del found["description"]
            return view

        return decorate

    @staticmethod
    def operation(name: str, **more: Any) -> Callable[[View], View]:
        """Decorator: what flask-smorest does not know of an operation. `authenticate` checks the scope of the token.

        `name`: its `operationId`. `more`: the other fields of Operation.
        """
        operation = Operation(name, **more)

        def decorate(view: View) -> View:
            view._apidoc = {**getattr(view, "_apidoc", {}), "operation": operation}  # type: ignore[attr-defined]
            return view

        return decorate

    def _describe(self, doc: dict[str, Any], doc_info: dict[str, Any], *, api: Any, method: str, **_: Any) -> Any:
        operation: Operation = doc_info["operation"]
        operation = operation._replace(scope=scope_of(operation.scope, method))
        return describe_operation(operation, doc, self.needs_token, api.ma_plugin.resolver.resolve_schema_dict)
