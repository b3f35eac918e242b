"""A cluster of Redis or Valkey servers as the store: everything in which it differs from a single server."""

from redis import Redis

from store.cluster.client import Cluster
from store.cluster.nodes import Nodes
from store.cluster.urls import is_cluster_url, parse_cluster_url

BLOCKING_SECONDS = 2.0
"""The longest wait of a subscription for the answer to a command."""

__all__ = ["Cluster", "connect_blocking_to_cluster", "connect_to_cluster", "is_cluster_url", "parse_cluster_url"]


def connect_to_cluster(url: str, seconds: float) -> Redis:
    """A client for short commands; responses are bytes. `seconds`: the longest wait for an answer of one node."""
    options = {"socket_timeout": seconds, "socket_connect_timeout": seconds / 2, "driver_info": None}
    return Cluster(Nodes(parse_cluster_url(url), options))


def connect_blocking_to_cluster(url: str) -> Redis:
    """A client for subscriptions. No command of a cluster waits on several slots, so it waits for messages only."""
    options = {"socket_timeout": BLOCKING_SECONDS, "socket_connect_timeout": BLOCKING_SECONDS}
    return Cluster(Nodes(parse_cluster_url(url), options))
