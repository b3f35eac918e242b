"""Becomes a command that is asked to end when the process that started it dies: `python leash.py STARTER COMMAND…`.

Linux does this for the thread that started it, so a starter must not do it from a thread that ends first. Elsewhere
the command just runs. A file of its own, for running Python code between fork and exec is not safe beside threads.
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def main(starter: int, command: list[str]) -> str:
    """Does not return, except with what went wrong."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, int(signal.SIGTERM))
    if os.getppid() != starter:  # it died before we could ask
        return f"{command[0]}: its starter is gone"
    try:
        os.execvp(command[0], command)
    except OSError as error:
        return f"{command[0]}: {error.strerror}"


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:]))
