"""The documentation says what the service does: each snippet is tried."""
