"""What a client prefers about an answer (RFC 7240)."""

from flask import request


def prefers_representation() -> bool:
    """Whether the request asks for the view in the answer: `Prefer: return=representation`."""
    preferences = [
        preference.partition(";")[0].partition("=") for preference in request.headers.get("Prefer", "").split(",")
    ]
    found = [value.strip().strip('"') for name, _, value in preferences if name.strip().lower() == "return"]
    return found[:1] == ["representation"]  # the first one counts
