"""A projector that asks for news, and does nothing with them."""

from contextlib import closing

from projections.feed import Feed
from service.backend import Backend
from service.settings import Settings
from store.server import connect_blocking


def ask_for_news(parts: Backend, settings: Settings) -> None:
    with closing(connect_blocking(settings.redis_url or "")) as blocking:
        Feed(parts.redis, blocking, parts.keys, "projector").wait(0)
