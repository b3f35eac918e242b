"""The shapes of requests and answers, for openapi.yaml. A test holds every answer to them."""
