"""The processes of the service and the embedded Redis server."""
