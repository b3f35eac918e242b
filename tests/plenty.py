"""Limits that no test meets: all tests send their requests from one address, and many from one account."""

from service.limits.policies import POLICIES

PLENTY = {"LIMITS": ",".join(f"{name}=10000000" for name in POLICIES)}
"""For the environment of a service. A few tests keep the defaults: `tests/service/api/test_limits.py`."""
