"""Limits: how much an account, an address and everybody together may ask of the service.

`policies.py` lists them. Rates are buckets of tokens in the store (`buckets.py`). What is held at the same time, such
as streams, is counted there, too (`held.py`). So all processes agree.
In each web process, the requests of an account take turns (`turns.py`).
"""
