"""A fuzzer of the whole API: `python -m tests.fuzz --seed S --requests N`.

Valid requests of every operation, and the same ones damaged in every layer, go to the application on a real store.
Beside them, a projector and a worker do what the requests queue. Every answer is checked against openapi.yaml.
"""
