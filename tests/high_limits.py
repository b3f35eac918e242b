"""Limits that no test meets: all send requests from one address, many from one account, and wait long for a store."""

from service.limits.policies import POLICIES

HIGH_LIMITS = {"LIMITS": ",".join(f"{name}=10000000" for name in POLICIES), "STORE_SECONDS": "10"}
"""For the environment of a service. A busy machine stalls for half a second: by default, a store is then too slow.

A few tests keep the default limits: `tests/service/api/test_limits.py`.
"""
