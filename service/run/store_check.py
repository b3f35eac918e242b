"""The look at the store before the web server starts."""

import os
import sys

from service.settings import StartError, load_settings

CHECKED_VARIABLE = "STORE_CHECKED"
"""In the environment of the processes of `wonderful up`, which has looked at the store before it starts them."""


def refuse_store() -> int:
    """2 after a line that says why the store does not suit the service; otherwise 0, also if the store is down now.

    It is not looked at again for `wonderful up`: the look imports its client for 0.3 s of CPU, and workers look, too.
    """
    if CHECKED_VARIABLE in os.environ:
        return 0
    from service.backend import StoreDown, checked_backend  # imports the client, which the caller's process must not

    try:
        checked_backend(load_settings()).close()
    except StoreDown:
        return 0
    except StartError as error:
        print(f"wonderful: {error}", file=sys.stderr, flush=True)
        return 2
    return 0
