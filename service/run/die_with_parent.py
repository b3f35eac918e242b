"""Run a command that gets SIGTERM when its parent process dies: `python die_with_parent.py PARENT_PID COMMAND...`.

Linux only; elsewhere the command runs without that protection. Linux sends the signal when the thread that started the
process ends, so start it from the main thread. This is a program of its own because running Python code between fork
and exec is not safe in a process with threads.
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1  # from <linux/prctl.h>


def dying_with_parent(command: list[str]) -> list[str]:
    """The command line that runs a command so, as a child of this process."""
    return [sys.executable, "-I", "-S", __file__, str(os.getpid()), *command]


def main(parent_pid: int, command: list[str]) -> str:
    """Replace this process with the command. Returns only if that fails, with the error message."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, int(signal.SIGTERM))
    if os.getppid() != parent_pid:  # the parent died before the call above took effect
        return f"{command[0]}: not started, because its parent process has ended"
    try:
        os.execvp(command[0], command)
    except OSError as error:
        return f"{command[0]}: {error.strerror}"


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:]))
