"""Why a backup cannot be made, or not now."""


class Unsuitable(Exception):
    """The server, its store or the folder is not one for this backup. The message is one line for the operator."""


class Held(Unsuitable):
    """Another process backs up into the folder now."""


class Lost(Exception):
    """The connection has ended, or cannot be made now. The message says why."""


class NotCopied(Exception):
    """A copy was saved in the folder, and the bucket did not get it. The message is one line for the operator."""
