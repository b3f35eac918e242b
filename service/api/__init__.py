"""The REST API: all that knows HTTP. The only folder that imports flask."""
