"""The last connections of a service that stops: those that the kernel has begun are accepted, and no others begin.

The kernel completes connections by itself. It resets those that nobody has accepted when the last process closes the
listener, and a client may have sent its request by then.
"""

import ctypes
import socket
import struct
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

SO_ATTACH_FILTER = 26
"""Of Linux (`asm-generic/socket.h`)."""
_LOAD_BYTE, _JUMP_IF_SET, _RETURN = 0x30, 0x45, 0x06
_TCP_FLAGS, _SYN = 13, 0x02
_DROP_NEW = (
    (_LOAD_BYTE, 0, 0, _TCP_FLAGS),
    (_JUMP_IF_SET, 0, 1, _SYN),
    (_RETURN, 0, 0, 0),  # drop the packet
    (_RETURN, 0, 0, 0xFFFF),  # let it pass
)
"""A program of the Berkeley Packet Filter: (code, jump if true, jump if false, operand) of each instruction."""


def refuse_new_connections(listeners: Iterable[socket.socket]) -> None:
    """Let these listeners, in all processes that have them, accept only what has begun.

    To a client it looks like a lost packet: it tries again within a second. Only on Linux; elsewhere nothing happens.
    """
    if sys.platform != "linux":
        return
    program = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *each) for each in _DROP_NEW))
    for listener in listeners:
        if listener.family in (socket.AF_INET, socket.AF_INET6):
            found = struct.pack("HL", len(_DROP_NEW), ctypes.addressof(program))
            with suppress(OSError):  # where the kernel takes no filter, a stop may reset a connection
                listener.setsockopt(socket.SOL_SOCKET, SO_ATTACH_FILTER, found)


def when_ready(arbiter: Any) -> None:
    """Hook of gunicorn's master: before it stops, no connection begins any more. Not when another master goes on."""
    stop = arbiter.stop

    def stop_quietly(graceful: bool = True) -> None:
        if arbiter.reexec_pid == arbiter.master_pid == 0 and not arbiter.systemd:
            refuse_new_connections(each.sock for each in arbiter.LISTENERS)
        stop(graceful)

    arbiter.stop = stop_quietly
