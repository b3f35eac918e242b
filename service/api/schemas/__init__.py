"""The schemas of requests and answers: they read requests and describe both. A test holds every answer to them."""
