"""What a code of an error stands for."""

from typing import NamedTuple


class ProblemKind(NamedTuple):
    """A kind of error: its HTTP status, a short title, what the code means, and what the client can do about it.

    The texts are English, and message ids of their translations.
    """

    status: int
    title: str
    meaning: str
    remedy: str
