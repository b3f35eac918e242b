"""Examples of bodies, recorded from games, for openapi.yaml."""
