"""Clients that public generators write from openapi.yaml play whole games. `make clients` installs the generators."""
