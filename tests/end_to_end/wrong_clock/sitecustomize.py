"""Shifts the clock of a process by CLOCK_SECONDS, as that of a host that is wrong. Python runs this file at its start.

The monotonic clock stays: a host counts seconds correctly, even if it has the wrong time.
"""

import datetime
import os
import time

SECONDS = float(os.environ.get("CLOCK_SECONDS", "0"))
_time, _time_ns, _datetime = time.time, time.time_ns, datetime.datetime


class _AnyDatetime(type):
    """What the original class has made is an instance, too."""

    def __instancecheck__(cls, value):
        return isinstance(value, _datetime)


class _WrongDatetime(_datetime, metaclass=_AnyDatetime):
    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(time.time(), tz)

    @classmethod
    def utcnow(cls):
        return cls.now(datetime.UTC).replace(tzinfo=None)


if SECONDS:
    time.time = lambda: _time() + SECONDS
    time.time_ns = lambda: _time_ns() + int(SECONDS * 1e9)
    datetime.datetime = _WrongDatetime
