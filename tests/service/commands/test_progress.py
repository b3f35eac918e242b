"""The bars of long commands leave the terminal as it was, however the command ends."""

import signal
import subprocess
import sys

import pytest

from tests.isolation import environment

SHOW, HIDE = "\x1b[?25h", "\x1b[?25l"
BAR = """
import os, signal
from contextlib import nullcontext
from service.commands.batch import catch_stop_signals
from service.commands.progress import progress_bar
signal.signal(signal.SIGHUP, signal.{hangup})
with {around} as stop, progress_bar("Working") as bar:
    bar.add_task("games", total=10)
    os.kill(os.getpid(), signal.{ending})
print("after")
"""
PLAIN, STOP = "nullcontext()", "catch_stop_signals()"


def ended(
    ending: str, around: str = PLAIN, hangup: str = "SIG_DFL", **environ: str
) -> "subprocess.CompletedProcess[str]":
    """A command with a bar that gets a signal."""
    code = BAR.format(ending=ending, around=around, hangup=hangup)
    words = [sys.executable, "-P", "-c", code]
    return subprocess.run(words, env=environment(**environ), capture_output=True, text=True, check=False)


@pytest.mark.parametrize("ending", ["SIGTERM", "SIGHUP"])
def test_a_signal_that_ends_a_command_gives_the_terminal_its_cursor_back(ending: str):
    found = ended(ending, FORCE_COLOR="1")
    assert found.returncode == 128 + signal.Signals[ending]
    assert HIDE in found.stderr
    assert found.stderr.rindex(SHOW) > found.stderr.rindex(HIDE)
    assert found.stdout == ""


@pytest.mark.parametrize("ending", ["SIGTERM", "SIGHUP"])
def test_a_command_that_keeps_what_it_has_goes_on_to_do_so(ending: str):
    found = ended(ending, STOP, FORCE_COLOR="1")
    assert (found.returncode, found.stdout) == (0, "after\n")
    assert found.stderr.rindex(SHOW) > found.stderr.rindex(HIDE)


@pytest.mark.parametrize("around", [PLAIN, STOP])
def test_a_hangup_that_is_ignored_stays_so(around: str):
    found = ended("SIGHUP", around, "SIG_IGN", FORCE_COLOR="1")
    assert (found.returncode, found.stdout) == (0, "after\n")


def test_without_a_terminal_a_signal_does_what_it_does():
    found = ended("SIGTERM")
    assert (found.returncode, found.stderr) == (-signal.SIGTERM, "")
