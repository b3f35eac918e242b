"""The shapes of what clients are given, for openapi.yaml; a test holds the answers to them."""
