"""The look at the store before the web server starts."""

import sys

from service.settings import StartError, load_settings


def refuse_store() -> int:
    """2 after a line that says why the store does not suit the service; otherwise 0, also if the store is down now."""
    from service.backend import StoreDown, checked_backend  # imports the client, which the caller's process must not

    try:
        checked_backend(load_settings()).redis.close()
    except StoreDown:
        return 0
    except StartError as error:
        print(f"wonderful: {error}", file=sys.stderr, flush=True)
        return 2
    return 0
