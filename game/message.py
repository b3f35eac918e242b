"""Texts for people. They keep template and values, so that they can be translated."""

from collections.abc import Mapping
from typing import Any


class Message(str):
    """An English text made from a template with named fields.

    A value is a text or number that every language shows as it is, another Message, or a list of these. Texts without
    values need no Message: they are their own templates.

    >>> Message("{card} is none of: {cards}", card="museum.1", cards=["roswell.1", "zeppelin.1"])
    'museum.1 is none of: roswell.1, zeppelin.1'
    """

    __slots__ = ("template", "values")
    template: str
    values: Mapping[str, Any]

    def __new__(cls, template: str, /, **values: Any) -> "Message":
        message = super().__new__(cls, fill(template, values) if values else template)
        message.template = template
        message.values = values
        return message


def fill(template: str, values: Mapping[str, Any]) -> str:
    """The template with its values; a list is joined by commas."""
    return template.format_map(
        {
            name: ", ".join(map(str, value)) if isinstance(value, list | tuple) else value
            for name, value in values.items()
        }
    )
