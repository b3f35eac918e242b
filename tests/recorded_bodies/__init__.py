"""Bodies of requests and answers, recorded from games: the examples in openapi.yaml."""
